// RUN: not %kasane %s -o-dir %t -Wstencil-xyzzyplugh 2>&1 | FileCheck %s
// RUN: not %kasane cc -c %s -o %t.o -Wstencil-xyzzyplugh 2>&1 | FileCheck %s
// CHECK: kasane: error: unknown warning 'stencil-xyzzyplugh'; known are stencil, stencil-
