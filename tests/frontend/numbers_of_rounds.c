// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %kasane --dump-after=frontend %s | FileCheck %s
// A number that loops around the region change is none that the call may ask for.
static const int sizes[] = {2, 5, 100};

static void paths(int n, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
}

static void more(int n, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
}

int main(void) {
  static float d[100 * 100];
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int n = sizes[s];
    paths(n, (float (*)[n])d);
  }
  int m = 4;
  while (m < 100) {
    more(m, (float (*)[m])d);
    m *= 2;
  }
}

// CHECK-LABEL: stencil ksn_numbers_of_rounds_{{[0-9a-f]+}}_paths_1 rank 2
// CHECK-NOT: asked
// CHECK-LABEL: stencil ksn_numbers_of_rounds_{{[0-9a-f]+}}_more_1 rank 2
// CHECK-NOT: asked
