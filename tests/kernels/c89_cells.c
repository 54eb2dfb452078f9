// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cells have for themselves is declared before the loops: numbers, indices, pointers to rows and to cells, an array, a
// struct, variables of the file and parameters; several nests use the same ones. Loops set their variables in statements of
// their own.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 4 @
// TINY-ARGS: 1 1 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static float part, whole;

struct own {
  float sum;
  int at;
};

static float both(const float *a, int c) {
  part = a[c - 1];
  return part + a[c + 1];
}

static void indices(int nx, int ny, int steps, float *a, float *b, int c, float s) {
  int x, y, t, left, right;
  float twice, sum;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (y = 1; y < ny - 1; y++)
      for (x = 1; x < nx - 1; x++) {
        c = x + y * nx;
        if (x == 1)
          left = c;
        else
          left = c - 1;
        right = x < nx - 2 ? c + 1 : c;
        twice = sum = a[left] + a[right], s = twice;
        if ((sum = twice = s + a[c - nx]) > 0.5f)
          twice = sum;
        b[c] = 0.25f * (twice + a[c + nx]);
      }
    for (c = 0; c < nx * ny; c++)
      a[c] = b[c];
  }
}

static void pointers(int nx, int ny, int steps, float *a, float *b) {
  int i, j, k;
  float *row, *up, *down, *to, *cell;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++) {
      row = a + j * nx;
      up = row - nx;
      down = row + nx;
      to = b + j * nx;
      for (i = 1; i < nx - 1; i++)
        to[i] = 0.25f * (row[i - 1] + row[i + 1] + up[i] + down[i]);
    }
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++) {
        cell = &a[j * nx + i];
        to = &b[j * nx + i];
        k = 3;
        *cell = to[0] + 0.125f * k;
      }
  }
}

static void ofTheFile(int nx, int ny, int steps, float *a, float *b) {
  int i, j, t, k;
  float five[5];
#pragma stencil
  for (t = 0; t < steps; t++) {
    j = 1;
    while (j < ny - 1) {
      i = 1;
      for (; i < nx - 1; i++) {
        whole = 0;
        five[0] = a[j * nx + i];
        for (k = 1; k < 3; k++) {
          five[k] = a[j * nx + i + 2 * k - 3];
          five[k + 2] = a[(j + 2 * k - 3) * nx + i];
        }
        for (k = 0; k < 5; k++)
          whole += five[k];
        b[j * nx + i] = whole / 5;
      }
      j++;
    }
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++)
        a[j * nx + i] = 0.5f * both(b, j * nx + i);
  }
}

static void ofAStruct(int nx, int ny, int steps, float *a, float *b) {
  int i, j, t;
  struct own q;
  float high;
#pragma stencil
  for (t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++) {
        q.at = j * nx + i;
        q.sum = a[q.at - 1] + a[q.at + 1];
        b[q.at] = a[q.at];
        if (q.sum > 0.25f) {
          high = q.sum * q.sum;
          b[q.at] += high;
        }
      }
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++) {
        q.at = j * nx + i;
        a[q.at] = 0.5f * b[q.at];
      }
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float *a = array(cells, sizeof(float)), *b = array(cells, sizeof(float));
  fill_float(a, cells, 21);
  fill_float(b, cells, 22);
  indices(nx, ny, steps, a, b, 0, 0);
  dump("indices", a, sizeof(float), cells);
  pointers(nx, ny, steps, a, b);
  dump("pointers", a, sizeof(float), cells);
  ofTheFile(nx, ny, steps, a, b);
  dump("ofTheFile", a, sizeof(float), cells);
  ofAStruct(nx, ny, steps, a, b);
  dump("ofAStruct", a, sizeof(float), cells);
  return 0;
}
