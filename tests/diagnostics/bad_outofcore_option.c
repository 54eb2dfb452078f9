// RUN: not %kasane %s --outofcore=slab=4,planes=3 2>&1 | FileCheck %s
// CHECK: kasane: error: '--outofcore=slab=4,planes=3' is no number of planes and of steps; write --outofcore=slab=64,steps=16, of which each may be left out
