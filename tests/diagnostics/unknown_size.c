// RUN: not %kasane %s --size=rows=512,m=9 -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane explain %s --size=rows=512 2>&1 | FileCheck %s
// RUN: not %kasane %s --size=rows=512 -o-dir %t -- -DSIZE=64 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: %kasane %s '--size=n=512,p->m=9' -o-dir %t
// CHECK: unknown_size.c:15:9: error: no region of this file takes 'rows' of --size at its call; known are n, p->m
// CONSTANT: error: no region of this file takes 'rows' of --size at its call; known are none, as all lengths are constants
#ifndef SIZE
#define SIZE n
#define OTHER p->m
#else
#define OTHER SIZE
#endif
struct grid { int m; };
void size(int n, const struct grid *p, float *a, float *b) {
#pragma stencil
  for (int j = 1; j < OTHER; j++)
    for (int i = 1; i < 30; i++)
      b[j * SIZE + i] = a[j * SIZE + i - 1];
}
