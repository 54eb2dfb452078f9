// RUN: cp %s %t.c
// RUN: not %kasane %s %t.c -o %t.out.c 2>&1 | FileCheck %s
// CHECK: kasane: error: -o names one file, but there are 2 sources; use -o-dir
