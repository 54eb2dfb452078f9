// RUN: %kasane cc -### -c %s -o %t.o 2>&1 | FileCheck %s
int nothing;
// CHECK: gcc
// CHECK-SAME: runs_command.c
