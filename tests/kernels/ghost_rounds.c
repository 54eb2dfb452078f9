// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two layers of ghost cells, filled by a short loop that holds a loop for the sides and one for the ends. The grid is
// so small that its own loops are short, too.
// RANK: 2
// RUN-ARGS: @
#include "dump.h"

#define G 2
#define NX 26
#define NY 19

static double u[NY + 2 * G][NX + 2 * G], v[NY + 2 * G][NX + 2 * G];

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7), i, j, t;
  fill_double(&u[0][0], sizeof u / sizeof **u, 71);

#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = G; j < NY + G; j++)
      for (i = G; i < NX + G; i++) {
        double left = u[j][i] - u[j][i - 2], right = u[j][i + 2] - u[j][i];
        v[j][i] = 0.5 * u[j][i] + (left * right > 0 ? 0.125 * left : 0.0625 * (u[j + 2][i] - u[j - 1][i]));
      }
    for (j = G; j < NY + G; j++)
      for (i = G; i < NX + G; i++)
        u[j][i] = v[j][i];
    for (int g = 0; g < G; g++) {
      for (j = 0; j < NY + 2 * G; j++) {
        u[j][g] = u[j][G];
        u[j][NX + 2 * G - 1 - g] = u[j][NX + G - 1];
      }
      for (i = 0; i < NX + 2 * G; i++) {
        u[g][i] = u[G][i];
        u[NY + 2 * G - 1 - g][i] = u[NY + G - 1][i];
      }
    }
  }

  dump("u", u, sizeof(double), sizeof u / sizeof **u);
  dump("v", v, sizeof(double), sizeof v / sizeof **v);
  return 0;
}
