// RUN: not %kasane %s --machine=h20 2>&1 | FileCheck %s
// RUN: not %kasane cc %s --machine=h20 2>&1 | FileCheck %s
// CHECK: kasane: error: unknown machine 'h20'; did you mean 'h200'? ('kasane machines' lists them)
