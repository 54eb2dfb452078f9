// RUN: env KASANE_XYZZYPLUGH=1 not %kasane env 2>&1 | FileCheck %s
// CHECK: kasane: error: the environment variable KASANE_XYZZYPLUGH is not known; a translated program refuses to run with it
