// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=pipeline --tile=20x7 --depth=2 --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/prefetch.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unknown-pragmas %include -o %t/a.o -c -x c++ %t/prefetch.kasane.cuda.cu
// Parts of the stream that look at every cell's place have loops for the rest of the planes; those, too, fetch ahead.
void run(int width, int height, double *w, float *q, double (*r)[height][width], int steps) {
#pragma stencil
  for (int step = 0; step < steps; step++) {
    for (int y = 3; y < height; y++)
      for (int x = 1; x < width - 1; x++)
        w[y * width + x] = r[step][y - 1][x + 1] - w[y * width + x] + q[y * width + x];
    for (int x = 0; x < width; x++)
      w[(height - 2) * width + x] = 0.9f * w[(height - 3) * width + x];
    for (int x = 1; x < width; x++)
      for (int y = height - 1; y >= 0; --y)
        q[y * width + x] = 0.25f * (q[y * width + x] + r[step][y][x - 1]);
  }
}
// CHECK: void ksn_prefetch(
// CHECK: __global__
// CHECK: ksn_prefetch(w + (
