// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several values are collected in one nest: sums under a condition, extremes in three spellings, counts, a total over
// all steps, and the last one of some cells, which depends on their order.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 23 18 @
// RUN-ARGS: 3 4 @
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float(*A)[nx] = array(cells, sizeof(float));
  float(*B)[nx] = array(cells, sizeof(float));
  fill_float(&A[0][0], cells, 71);
  fill_float(&B[0][0], cells, 72);
  double positive = -1, total = 0.5;
  float lowest = 5, highest = -5, largest = -1, ridge = -2, final = 4;
  double deep = -3;
  int count = -1;
  long long all = 3;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    positive = 0;
    lowest = 9.0f;
    highest = -9.0f;
    largest = 0;
    count = 0;
    double sum = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        float v = 0.5f * A[j][i] + 0.125f * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
        B[j][i] = v;
        if (v > 0) {
          positive += v;
          count++;
        }
        if (v < lowest)
          lowest = v;
        highest = v > highest ? v : highest;
        largest = fmaxf(largest, fabsf(v));
        ridge = (i % 3 != 0 ? v : A[j][i]) > ridge ? (i % 3 != 0 ? v : A[j][i]) : ridge;
        if (v > deep)
          deep = (i + j) % 5 == 0 ? A[j][i] / 3.0f : v;
        final = A[j][i] > 0.25f ? v : final;
        sum += (double)v * v;
        all += i & 3;
      }
    total += sum;
    float(*spare)[nx] = A;
    A = B;
    B = spare;
  }

  DUMP(positive);
  DUMP(total);
  DUMP(lowest);
  DUMP(highest);
  DUMP(largest);
  DUMP(ridge);
  DUMP(final);
  DUMP(deep);
  DUMP(count);
  DUMP(all);
  dump("A", A, sizeof(float), cells);
  dump("B", B, sizeof(float), cells);
  return 0;
}
