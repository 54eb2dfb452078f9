// RUN: rm -rf %t && %kasane %s --target=opencl,cuda --machine=h100 --schedule=pipeline --tile=60x60x32 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/group_limit.kasane.opencl.c
// RUN: FileCheck %s --check-prefix=CUDA < %t/group_limit.kasane.cuda.cu
// RUN: %gcc -Wall -Wextra -Werror -O1 %include -c %t/group_limit.kasane.opencl.c -o %t/group_limit.o
// Nobody can tell an OpenCL compiler with how many registers a kernel has to do, and with all that a work-item may have larger groups
// don't start.
void run(int n, float (*u)[n][n], float (*v)[n][n], int steps) {
#pragma stencil
  for (int step = 0; step < steps; step++) {
    for (int z = 1; z < n - 1; z++)
      for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++)
          v[z][y][x] = 0.4f * u[z][y][x] + 0.1f * (u[z][y][x - 1] + u[z][y][x + 1] + u[z][y - 1][x] + u[z][y + 1][x] + u[z - 1][y][x] + u[z + 1][y][x]);
    float (*tmp)[n][n] = u;
    u = v;
    v = tmp;
  }
}
// CHECK: reqd_work_group_size(32, 8, 1)
// CUDA: __launch_bounds__(512
