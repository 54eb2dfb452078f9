// REQUIRES: avx
// RUN: %kasane cc -O3 --machine=avx512 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark
// RUN: %kasane cc -O3 --machine=avx512 -c %s -o %t.o -Werror 2>&1 | FileCheck %s
// RUN: %kasane cc -O3 --machine=avx512 -c %s -o %t.o -march=native 2>&1 | count 0
// RUN: %kasane cc -O3 --machine=avx512 -c %s -o %t.o -Wno-stencil-narrow-vectors 2>&1 | count 0
// RUN: %kasane cc -O1 --machine=avx512 -c %s -o %t.o 2>&1 | count 0
// RUN: %kasane cc -O3 -O1 --machine=avx512 -c %s -o %t.o 2>&1 | count 0
// RUN: %kasane cc -O3 --machine=avx512 -msse4 -c %s -o %t.o 2>&1 | count 0
// CHECK: remark: without '-march=native' the compiler makes vectors of 16 bytes, and this processor has [[#%u,]]; with it the model expects the regions to be up to {{[1-9][0-9]*\.[0-9]}} times as fast [-Wstencil-narrow-vectors]
void heat(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5f * a[i] + 0.25f * (a[i - 1] + a[i + 1]);
    float *c = a;
    a = b;
    b = c;
  }
}
