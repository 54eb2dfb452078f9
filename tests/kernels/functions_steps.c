// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The step is made of functions: nests with VLA parameters, flat ones, swaps through pointers to pointers, functions that
// call functions, and two calls of one function in a step. Names in the functions coincide with those of the caller.
// READING
// RANK: 2
// RUN-ARGS: 37 29 @
// RUN-ARGS: 3 17 @
// TINY-ARGS: 2 5 @
#include "dump.h"

static void smooth(int rows, int nx, const float (*a)[nx], float b[rows][nx], float weight) {
  float c = 1.0f - 4.0f * weight;
  for (int j = 1; j < rows - 1; j++)
    for (int i = 1; i < nx - 1; i++) {
      float sum = a[j][i - 1] + a[j][i + 1];
      sum += a[j - 1][i] + a[j + 1][i];
      b[j][i] = c * a[j][i] + weight * sum;
    }
}

static void edges(float *flat, int nx, int ny) {
  int i;
  for (i = 0; i < nx; i++) {
    flat[i] = flat[nx + i];
    flat[(ny - 1) * nx + i] = flat[(ny - 2) * nx + i];
  }
}

static void swap(float **a, float **b) {
  float *t = *a;
  *a = *b;
  b[0] = t;
}

static void step(float *from, float *to, int nx, int ny, double weight) {
  smooth(ny, nx, (const float(*)[nx])from, (float(*)[nx])to, weight);
  edges(to, nx, ny);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7);
  float *a = array((size_t)nx * ny, sizeof(float));
  float *b = array((size_t)nx * ny, sizeof(float));
  float *first = a;
  double weight = 0.12;
  fill_float(a, (size_t)nx * ny, 5);
  memcpy(b, a, (size_t)nx * ny * sizeof(float));

#pragma stencil
  for (int t = 0; t < steps; t++) {
    step(a, b, nx, ny, weight);
    swap(&a, &b);
    step(a, b, nx, ny, 0.5 * weight);
    swap(&b, &a);
  }

  printf("a is the %s buffer\n", a == first ? "first" : "second");
  dump("a", a, sizeof(float), (size_t)nx * ny);
  dump("b", b, sizeof(float), (size_t)nx * ny);
  return 0;
}
