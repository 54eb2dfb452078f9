// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void loop(int n, int steps, float *a, float *b) {
#pragma stencil
  while (n < steps) {
  // CHECK: condition_not_counted.c:[[@LINE-1]]:10: error: this loop's condition does not compare a variable that the loop steps by a constant with a fixed bound; count the steps, as in 'while (t < steps) { ..; t++; }'
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}

void cells(int n, float *a, float *b) {
#pragma stencil
  {
    int i = 1;
    while (i != n) {
    // CHECK: condition_not_counted.c:[[@LINE-1]]:5: error: this loop's condition does not compare a variable that the loop steps by a constant with a fixed bound; count the steps
      if (a[i] > 0)
        b[i++] = 1;
      else
        b[i++] = a[i];
    }
  }
}

#else // what it says to do
void followed(int n, int steps, float *a, float *b) {
  int t = 0;
#pragma stencil
  while (t < steps) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *w = a;
    a = b;
    b = w;
    t++;
  }
}

void followedInCells(int n, float *a, float *b) {
#pragma stencil
  {
    int i = 1;
    while (i != n) {
      if (a[i] > 0)
        b[i] = 1;
      else
        b[i] = a[i];
      i++;
    }
  }
}
#endif
