// RUN: not %kasane %s --target=opencl -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s --target=openmp --outofcore=slab=4 -o-dir %t 2>&1 | FileCheck --check-prefix=SLAB %s
void step(int n, int steps, float *a, float *b) {
#pragma stencil target(openmp)
// CHECK: option_against_clause.c:[[@LINE-1]]:17: error: the clause 'target(openmp)' contradicts the option --target=opencl; drop one of them
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
    float *c = a;
    a = b;
    b = c;
  }
}

void slab(int n, float *a, float *b) {
#pragma stencil outofcore(slab = 8, steps = 2)
// SLAB: option_against_clause.c:[[@LINE-1]]:17: error: the clause 'outofcore(slab=8,steps=2)' contradicts the option --outofcore=slab=4; drop one of them
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
