// RUN: not %kasane --target=opencl %s -o-dir %t 2>&1 | FileCheck %s
void nested(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#pragma stencil
// CHECK: nested_directive.c:[[@LINE-1]]:9: error: this '#pragma stencil' stands inside of another one's loop; keep the outer one
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}

void published(int n, int steps, float *a, float *b) {
#pragma tpace pipeline
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
#pragma tpace pipeline
      // CHECK: nested_directive.c:[[@LINE-1]]:9: error: this '#pragma tpace pipeline' stands inside of another one's loop; keep the outer one
      for (int j = 0; j < 2; j++)
        b[i + j] = a[i - 1] + a[i + 1];
    }
  }
}

void output(float *u, int n);
void looked_at(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
#pragma stencil home(a)
    // CHECK: nested_directive.c:[[@LINE-1]]:9: error: this '#pragma stencil' stands inside of another one's loop; keep the outer one
    output(a, n);
  }
}
