// RUN: not %kasane %s -o-dir %t -Werror=stencil-no-regoin 2>&1 | FileCheck %s
// RUN: not %kasane cc -c %s -o %t.o -Werror=stencil-no-regoin 2>&1 | FileCheck %s
// CHECK: kasane: error: unknown warning 'stencil-no-regoin'; did you mean 'stencil-no-region'?
