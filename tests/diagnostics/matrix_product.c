// RUN: %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -Wno-stencil-product 2>&1 | count 0
// CHECK-NOT: remark
void product(int n, double a[n][n], double b[n][n], double c[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
        // CHECK: matrix_product.c:[[@LINE-1]]:9: remark: this is a product of matrices, 'c' += 'a' * 'b', and not the pattern of a matrix in its own row and column; it is made step by step, in the order that is written here; a library for products is faster, with other rounding [-Wstencil-product]
}

void flat(int n, const float *a, const float *b, float *c) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] = c[i * n + j] + a[i * n + k] * b[k * n + j];
        // CHECK: matrix_product.c:[[@LINE-1]]:9: remark: this is a product of matrices, 'c' += 'a' * 'b'
}

// CHECK-NOT: remark
void itself(int n, double c[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i][j] += c[i][k] * c[k][j];
}

void weighted(int n, int steps, const double *w, const double a[n][n], double c[n][n]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i][j] += w[t] * a[i][j];
}
