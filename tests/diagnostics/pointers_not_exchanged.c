// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void lost(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    a = b;
    // CHECK: pointers_not_exchanged.c:[[@LINE-1]]:5: error: after a step 'a' and another pointer name the same array, or one is lost; exchange them completely: 'tmp = A; A = B; B = tmp'
    // CHECK: pointers_not_exchanged.c:[[@LINE-5]]:3: note: the loop is here
  }
}

void odd(int n, int steps, float *a, float *b, float *c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      c[i] = a[i - 1] + b[i + 1];
    float *tmp = a;
    a = b;
    b = c;
    c = b;
    // CHECK: pointers_not_exchanged.c:[[@LINE-1]]:5: error: after a step 'c' and another pointer
    tmp = a;
  }
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *w = a;
    a = b;
    b = w;
  }
}
#endif
