// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
void reinterpret(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int *bits = (int *)a;
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * bits[i];
      // CHECK: reinterpreted_array.c:[[@LINE-1]]:21: error: this takes the memory of 'a' as another type or shape; declare the pointer with the array's own type
  }
}

// Numbers of a cell: a function's parameter, a pointer, rows of another length, and the bits of one.
static double dot(const double *w) { return w[0] + w[1] + w[2]; }
static double bits(const unsigned *w) { return w[0] + w[1] + w[2]; }
static double corner(double (*m)[2]) { return m[1][1]; }
static double number(const unsigned *w) { return *w; }
void floats(int n, const double *a, double *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    float in[3] = {a[i - 1], a[i], a[i + 1]};
    b[i] = dot((const double *)in);
    // CHECK: reinterpreted_array.c:[[@LINE-1]]:16: error: this takes the memory of 'in' as another type or shape; declare the pointer with the array's own type
  }
}
void integers(int n, const int *a, double *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    int in[3] = {a[i - 1], a[i], a[i + 1]};
    b[i] = bits((const unsigned *)in);
    // CHECK: reinterpreted_array.c:[[@LINE-1]]:17: error: this takes the memory of 'in' as another type or shape
  }
}
void bytes(int n, const int *a, double *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    int in[3] = {a[i - 1], a[i], a[i + 1]};
    const unsigned char *p = (const unsigned char *)in;
    // CHECK: reinterpreted_array.c:[[@LINE-1]]:30: error: this takes the memory of 'in' as another type or shape
    b[i] = p[2];
  }
}
void rows(int n, const double *a, double *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    double m[2][3] = {{a[i - 1], 1, 2}, {a[i], a[i + 1], 3}};
    b[i] = corner((double (*)[2])m);
    // CHECK: reinterpreted_array.c:[[@LINE-1]]:19: error: this takes the memory of 'm' as another type or shape
  }
}
void scalar(int n, const int *a, double *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    int x = -a[i] - 1;
    b[i] = number((const unsigned *)&x);
    // CHECK: reinterpreted_array.c:[[@LINE-1]]:19: error: this takes the memory of 'x' as another type or shape
  }
}
