// RUN: rm -rf %t && mkdir %t && touch %t/file
// RUN: env OMP_NUM_THREADS=1 XDG_CACHE_HOME=%t/file %kasane explain %s --tune=measure --schedule=sweep --tile=64 --size=n=1024 2>&1 | FileCheck %s
void run(int n, float *A, const float *B) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    A[i] = B[i - 1] + B[i + 1];
}
// CHECK: kasane: warning: what was measured is not kept in '{{.*}}file/kasane/tune/{{.*}}.json': {{.*}}; it will be measured again [-Wstencil-times-not-kept]
