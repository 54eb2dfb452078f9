// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Medians of a cell's neighbours, sorted by functions that get the window as an array: by insertion with `while`, with
// `break`, with exchanges that a condition of the loop ends, with a flag, and by functions that get two of its elements.
// READING
// RUN-ARGS: 23 17 @
// RUN-ARGS: 4 9 @
// TINY-ARGS: 2 2 @
// REGION: @
// REGION: @
#include "dump.h"

static void by_insertion(int *v, int n) {
  for (int p = 1; p < n; p++) {
    int key = v[p], q = p - 1;
    while (q >= 0 && v[q] > key) {
      v[q + 1] = v[q];
      q--;
    }
    v[q + 1] = key;
  }
}

static int median(int v[9]) {
  int p, q;
  for (p = 1; p < 9; p++) {
    int key = v[p];
    for (q = p - 1; q >= 0; q--) {
      if (v[q] <= key)
        break;
      v[q + 1] = v[q];
    }
    v[q + 1] = key;
  }
  return v[4];
}

static void by_exchange(float *v, int n) {
  for (int p = 1; p < n; p++)
    for (int q = p; q > 0 && v[q - 1] > v[q]; q--) {
      float t = v[q];
      v[q] = v[q - 1];
      v[q - 1] = t;
    }
}

static void by_bubbles(float *v, int n) {
  int moved = 1;
  for (int p = 0; p < n && moved; p++) {
    moved = 0;
    for (int q = 0; q < n - 1 - p; q++)
      if (v[q] > v[q + 1]) {
        float t = v[q];
        v[q] = v[q + 1];
        v[q + 1] = t;
        moved = 1;
      }
  }
}

static void order(float *low, float *high) {
  if (*low > *high) {
    float t = *low;
    *low = *high;
    *high = t;
  }
}

static void order_some(float *low, float *high, int by) {
  if (by > 1)
    order(low, high);
}

static void by_network(float *v, int n) {
  for (int p = 0; p < n - 1; p++)
    for (int q = 0; q < n - 1 - p; q++)
      order(&v[q], &v[q + 1]);
  order_some(v, v + 1, n);
}

// Long: two regions.
int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 7);
  int *a = array(nx * ny, sizeof(int)), *b = array(nx * ny, sizeof(int)), *other;
  float *u = array(nx * ny, sizeof(float)), *v = array(nx * ny, sizeof(float)), window[5];
  for (int n = 0; n < nx * ny; n++)
    a[n] = b[n] = n * 37 % 101;
  fill_float(u, nx * ny, 3);
  fill_float(v, nx * ny, 4);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        int w[9], n = 0;
        for (int j = -1; j <= 1; j++)
          for (int i = -1; i <= 1; i++)
            w[n++] = a[(y + j) * nx + x + i];
        if (a[y * nx + x] % 2)
          by_insertion(w, 9);
        b[y * nx + x] = a[y * nx + x] % 2 ? w[4] + w[0] : median(w);
      }
    other = a;
    a = b;
    b = other;
  }

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        window[0] = u[(y - 1) * nx + x];
        window[1] = u[y * nx + x - 1];
        window[2] = u[y * nx + x];
        window[3] = u[y * nx + x + 1];
        window[4] = u[(y + 1) * nx + x];
        by_exchange(window, 5);
        v[y * nx + x] = 0.5f * (window[2] + window[4]);
      }
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        float line[3] = {v[y * nx + x - 1], v[y * nx + x], v[y * nx + x + 1]};
        if ((x + y) % 2)
          by_bubbles(line, 3);
        else
          by_network(line, 3);
        u[y * nx + x] = line[1] + 0.25f * line[0];
      }
  }
  dump("a", a, sizeof(int), nx * ny);
  dump("u", u, sizeof(float), nx * ny);
  dump("v", v, sizeof(float), nx * ny);
  return 0;
}
