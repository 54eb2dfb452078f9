// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir %t -- -DSECTION 2>&1 | FileCheck %s --check-prefix=SECTION
#ifndef SECTION
void clause(int n, float *a, float *b) {
#pragma stencil keep(a, b)
  for (int k = 0; k < 3; k++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
    c[0] = 1;
    // CHECK: kept_used.c:[[@LINE-1]]:5: error: 'c' is used here outside of the regions, while it is kept on the device; put '#pragma stencil home(c)' before the statement, end the kept statement before, or don't keep it
  }
}

// A pointer into what is at home for a statement.
void into(int n, float (*a)[n], float (*b)[n]) {
#pragma stencil keep(a, b)
  for (int k = 0; k < 3; k++) {
#pragma stencil
    for (int j = 0; j < n; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    float *c;
#pragma stencil home(b[k:1])
    {
      c = b[k];
      c[0] = 2;
    }
    c[0] = 1;
    // CHECK: kept_used.c:[[@LINE-1]]:5: error: 'c' is used here outside of the regions, while it is kept on the device; put '#pragma stencil home(c)' before the statement, end the kept statement before, or don't keep it
  }
}
#else
// What k and n say is computed before anything is at home.
void counted(int n, float *a, int *b, int *c) {
#pragma stencil keep(a, b, c)
  for (int k = 0; k < 3; k++) {
#pragma stencil
    for (int i = 1; i < n - 1; i++)
      b[i] = c[i - 1] + c[i + 1];
#pragma stencil home(b[c[k]:1])
    // SECTION: kept_used.c:[[@LINE-1]]:24: error: 'c' is used here outside of the regions
    b[0]++;
    a = a;
  }
}
#endif
