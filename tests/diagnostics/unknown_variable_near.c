// RUN: env KASANE_REPROT=1 not %kasane env 2>&1 | FileCheck %s
// CHECK: kasane: error: the environment variable KASANE_REPROT is not known; did you mean KASANE_REPORT?
