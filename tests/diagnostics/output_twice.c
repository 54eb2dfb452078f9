// RUN: not %kasane %s -o %t.c -o-dir %t 2>&1 | FileCheck %s
// CHECK: kasane: error: -o and -o-dir both say where to write; drop one of them
