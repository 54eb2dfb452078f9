// RUN: rm -rf %t && %kasane %s --target=cuda --machine=h200 --size=n=4096,steps=64 --schedule=pipeline --tile=124x128 --depth=2 -o-dir %t/known
// RUN: FileCheck %s < %t/known/rim_parts.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-unknown-pragmas %include -o %t/a.o -c -x c++ %t/known/rim_parts.kasane.cuda.cu
// A card has room for all tiles at once, so that those at the rim, which take longest, are cut into parts.
// Where a length isn't known, or tiles have to wait for others, they are whole.
// RUN: %kasane %s --target=cuda --machine=h200 --schedule=pipeline --tile=124x128 --depth=2 -o-dir %t/unknown
// RUN: not grep 'rim_part =' %t/unknown/rim_parts.kasane.cuda.cu
// RUN: %kasane %s --target=cuda --machine=h200 --size=n=16384,steps=64 --schedule=pipeline --tile=124x128 --depth=2 -o-dir %t/large
// RUN: not grep 'rim_part =' %t/large/rim_parts.kasane.cuda.cu
void run(int n, int steps, float (*a)[n], float (*b)[n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < n - 1; y++)
      for (int x = 1; x < n - 1; x++)
        b[y][x] = 0.25f * (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]);
    float (*c)[n] = a;
    a = b;
    b = c;
  }
}
// CHECK: __global__
// CHECK: const int64_t rim_part = (turn < 6) ? (turn % 3) : 0;
// CHECK: const int64_t y_length = (turn < 6) ? min(43L, 128 - rim_part * 43) : 128;
// CHECK: const int64_t y0 = turn_y0 + rim_part * 43;
// CHECK: if (y0 < min(
