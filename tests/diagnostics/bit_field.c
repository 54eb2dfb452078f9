// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
struct settings {
  unsigned scale : 4;
};
void field(int n, struct settings *s, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    b[i] = s->scale * a[i - 1];
    // CHECK: bit_field.c:[[@LINE-1]]:12: error: a bit-field cannot be used in a stencil; copy it into a scalar before the region
}
