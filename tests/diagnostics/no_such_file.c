// RUN: not %kasane %t.missing.c 2>&1 | FileCheck %s
// CHECK: kasane: error: no such file: '{{.*}}.missing.c'
