// RUN: %kasane explain %s --machine=h100 2>&1 | FileCheck %s
// RUN: %kasane explain %s --machine=avx2 --target=cuda 2>&1 | FileCheck %s --check-prefix=CUDA
// RUN: %kasane cc -c %s --machine=h100 -o %t.o 2>&1 | FileCheck %s
// RUN: not %kasane explain %s --machine=h100 -- -Werror 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %kasane explain %s --machine=h100 -Wno-stencil-machine-misfit 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: %kasane explain %s --machine=pocl-avx2 --target=opencl 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: %kasane explain %s --machine=phi5110p 2>&1 | FileCheck %s --check-prefix=FITS
// CHECK: warning: --machine=h100 is a gpu, on which programs for target openmp don't run; name another ('kasane machines' lists them), or another target [-Wstencil-machine-misfit]
// CHECK-NOT: warning
// CUDA: warning: --machine=avx2 is a cpu, on which programs for target cuda don't run
// ERROR: error: --machine=h100 is a gpu
// FITS-NOT: warning
void run(int n, double (*a)[n], double (*b)[n]) {
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
#pragma stencil
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      a[j][i] = b[j][i];
}
