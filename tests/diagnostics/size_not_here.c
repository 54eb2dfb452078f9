// RUN: mkdir -p %t && %kasane %s %S/unknown_size.c --size=rows=512,n=100 -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane cc -c %s --size=n=512 -o %t/out.o 2>&1 | FileCheck %s --check-prefix=CC
// RUN: %kasane cc -c %s --size=n=512 -Wno-stencil-size-not-here -o %t/out.o 2>&1 | count 0
// Another file of the program may take it.
// CHECK: size_not_here.c:{{[0-9:]+}} warning: no region of this file takes 'n' of --size at its call; known are rows [-Wstencil-size-not-here]
// CHECK: unknown_size.c:{{[0-9:]+}} warning: no region of this file takes 'rows' of --size at its call; known are n, p->m
// CC: warning: no region of this file takes 'n'
void size(int rows, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < rows; i++)
    b[i] = a[i - 1];
}
