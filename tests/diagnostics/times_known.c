// RUN: rm -rf %t
// RUN: env OMP_NUM_THREADS=1 XDG_CACHE_HOME=%t %kasane explain %s --tune=measure --schedule=sweep --tile=64 --size=n=1024 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: env OMP_NUM_THREADS=1 XDG_CACHE_HOME=%t %kasane explain %s --tune=measure --schedule=sweep --tile=64 --size=n=1024 --verbose 2>&1 | FileCheck %s
void run(int n, float *A, const float *B) {
#pragma stencil
  for (int i = 1; i < n - 1; i++)
    A[i] = B[i - 1] + B[i + 1];
}
// FIRST-NOT: measured before
// CHECK: times_known_run_1 for openmp: 1 schedules were measured before, in '{{.*}}.json'
