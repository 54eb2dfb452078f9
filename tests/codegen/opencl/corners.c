// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of a flat array what is touched goes to the device, and no corner that nobody looks at: it may not be memory,
// whatever the parameter's declaration says.
// RUN: %kasane %s --target=opencl --schedule=sweep -o-dir %t && FileCheck %s < %t/corners.kasane.opencl.c
void cross(int nx, int ny, float a[nx * ny], float b[nx * ny]) {
#pragma stencil
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      b[j * nx + i] = a[j * nx + i - 1] + a[(j - 1) * nx + i] + a[(j + 1) * nx + i];
}

// CHECK: .name = "a",
// CHECK: .first = 1,
// CHECK-NEXT: .last = nx * ny - 2,
// CHECK: .name = "b",
// CHECK: .first = nx + 1,
// CHECK-NEXT: .last = nx * ny - nx - 2,
