// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the region of examples/heat.kasane.openmp.c and makes the same steps by plain loops; 0: both agree.
#include <stdio.h>
#include <string.h>

#ifndef REGION
#define REGION ksn_heat_1a2b_main_1_openmp
#endif

struct ksn_heat_1a2b_main_1_args {
  void *call[8];
  void *p0, *p1;
  long long n_nx, n_ny;
  double f_c;
  long long t_lo, t_hi;
};
int REGION(struct ksn_heat_1a2b_main_1_args *a);

enum { kWidth = 70, kHeight = 21, kSteps = 5, kRan = 1 };
typedef float grid[kHeight][kWidth];

static void step(grid from, grid to, float c) {
  for (int j = 1; j < kHeight - 1; j++)
    for (int i = 1; i < kWidth - 1; i++)
      to[j][i] =
          from[j][i] + c * (from[j][i - 1] + from[j][i + 1] + from[j - 1][i] + from[j + 1][i] - 4.0f * from[j][i]);
}

int main(void) {
  static grid a, b, plain[2];
  for (int j = 0; j < kHeight; j++)
    for (int i = 0; i < kWidth; i++) { // small integers: exact, however the compiler rounds
      plain[0][j][i] = a[j][i] = (float)((i * 7 + j * 13) % 11);
      plain[1][j][i] = b[j][i] = (float)((i * 5 + j * 3) % 7);
    }
  struct ksn_heat_1a2b_main_1_args args = {.p0 = a, .p1 = b, .n_nx = kWidth, .n_ny = kHeight, .f_c = 1, .t_hi = kSteps};
  const int how = REGION(&args);
  for (int t = 0; t < kSteps; t++)
    step(plain[t % 2], plain[(t + 1) % 2], 1.0f);
  if (how != kRan || args.p0 != b || args.p1 != a || memcmp(b, plain[1], sizeof b) != 0 ||
      memcmp(a, plain[0], sizeof a) != 0) {
    printf("the region returned %d and differs from the loops\n", how);
    return 1;
  }
  return 0;
}
