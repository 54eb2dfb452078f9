// RUN: cp %s %t.c
// RUN: not %kasane cc -c %s %t.c -o %t.o 2>&1 | FileCheck %s
int nothing;
// CHECK: kasane: error: -o names one object, but there are 2 sources to compile with -c; drop the -o
