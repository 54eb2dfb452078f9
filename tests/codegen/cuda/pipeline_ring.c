// RUN: rm -rf %t && %kasane %s --target=cuda --machine=h200 --schedule=pipeline --depth=2 --tile=60x32 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/pipeline_ring.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unknown-pragmas %include -o %t/a.o -c -x c++ %t/pipeline_ring.kasane.cuda.cu
// Calm planes are what they are in any program. How far a rim's cells are from their images is known ahead of the stream, and a plane at the
// edge asks where its own is. No name is that of a function which cells may call.
#include <math.h>
void around(int n, int steps, float (*u)[n], float (*v)[n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        v[j][i] = roundf(u[j][(i + 1) % n] + u[(j + 1) % n][i]);
    float (*w)[n] = u;
    u = v;
    v = w;
  }
}
// CHECK-LABEL: _pass2_body(
// CHECK: const int64_t [[CELL:to_image]] = (x_first >= 0 && x_first < n) ? 0 : ((x_first % n + n) % n - x_first);
// CHECK: const int64_t [[PLANE:to_image_[0-9]+]] = (variant{{.*}}?
// CHECK-NEXT: ((y_start >= 0 && y_start < n) ? 0 : ((y_start % n + n) % n - y_start)) : 0;
// CHECK: if (part == 1 && quiet
// CHECK-NOT: to_image
// CHECK: roundf(
// CHECK: const int64_t [[AHEAD:to_image_[0-9]+]] = (variant{{.*}}?
// CHECK-NEXT: ((at_y + 1 >= 0 && at_y + 1 < n) ? 0 : (((at_y + 1) % n + n) % n - (at_y + 1))) : 0;
// CHECK: u[u_row + passed + [[CELL]] + [[AHEAD]] * n + n]
// CHECK: u[u_row + passed + [[CELL]] + n]
