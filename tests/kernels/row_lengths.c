// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long the rows of flat arrays are: ghost cells on both sides of nx + 2 * ghost, edges whose row is a number, lengths
// that only fold back, and two images each of which names its own.
// READING
// RUN-ARGS: 21 14 @
// RUN-ARGS: 6 5 @
// TINY-ARGS: 1 1 @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

#include <string.h>

typedef struct {
  int nx, ny, ghost;
} Box;
typedef struct {
  Box box;
  double *u, *v;
} Field;
#define AT(f, a, i, j) (f)->a[(j) * ((f)->box.nx + 2 * (f)->box.ghost) + (i)]

static void ghosts(Field *f) {
  for (int i = 1; i <= f->box.nx; i++) {
    AT(f, u, i, 0) = AT(f, u, i, 1);
    AT(f, u, i, f->box.ny + 1) = AT(f, u, i, f->box.ny);
  }
  for (int j = 0; j <= f->box.ny + 1; j++) {
    AT(f, u, 0, j) = AT(f, u, 1, j);
    AT(f, u, f->box.nx + 1, j) = AT(f, u, f->box.nx, j);
  }
}

#define ROWS 24
#define COLUMNS 18
#define PLACE(j, i) ((j) * COLUMNS + (i))
static float next[ROWS * COLUMNS], now[ROWS * COLUMNS], before[ROWS * COLUMNS];
static unsigned char picture[ROWS * COLUMNS], filtered[ROWS * COLUMNS];

struct image {
  int w, h;
  float *data;
};
static int within(int v, int most) { return v < 0 ? 0 : v > most ? most : v; }
static float pixel(const struct image *im, int x, int y, int c) {
  return im->data[(within(y, im->h - 1) * im->w + within(x, im->w - 1)) * 3 + c];
}
static void smooth(const struct image *from, struct image *to) {
  for (int y = 0; y < to->h; y++)
    for (int x = 0; x < to->w; x++)
      for (int c = 0; c < 3; c++)
        to->data[(y * to->w + x) * 3 + c] = 0.5f * pixel(from, x, y, c) + 0.25f * pixel(from, x - 1, y, c) +
                                            0.125f * (pixel(from, x, y + 1, c) + pixel(from, x, y - 1, c));
}

static void boxes(int nx, int ny, int steps) {
  Field field = {{nx, ny, 1}, 0, 0}, *f = &field;
  const int cells = (nx + 2) * (ny + 2);
  f->u = array(cells, sizeof(double));
  f->v = array(cells, sizeof(double));
  fill_double(f->u, cells, 1);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    ghosts(f);
    for (int y = 1; y <= f->box.ny; y++)
      for (int x = 1; x <= f->box.nx; x++)
        AT(f, v, x, y) = 0.25 * (AT(f, u, x - 1, y) + AT(f, u, x + 1, y) + AT(f, u, x, y - 1) + AT(f, u, x, y + 1));
    for (int y = 1; y <= f->box.ny; y++)
      for (int x = 1; x <= f->box.nx; x++)
        AT(f, u, x, y) = AT(f, v, x, y);
  }
  dump("u", f->u, sizeof(double), cells);
}

static void edges(int steps) {
  int n, i, j;
  fill_float(now, ROWS * COLUMNS, 2);
  fill_float(before, ROWS * COLUMNS, 3);
#pragma stencil
  for (n = 0; n < steps; n++) {
    for (i = 1; i < ROWS - 1; i++)
      for (j = 1; j < COLUMNS - 1; j++)
        next[PLACE(i, j)] = now[PLACE(i + 1, j)] + 0.5f * now[PLACE(i, j - 1)] - before[PLACE(i, j)];
    for (i = 0; i < ROWS; i++) {
      next[PLACE(i, 0)] = 0;
      next[PLACE(i, COLUMNS - 1)] = next[PLACE(i, COLUMNS - 2)];
    }
    for (j = 0; j < COLUMNS; j++) {
      next[PLACE(0, j)] = 1;
      next[PLACE(ROWS - 1, j)] = next[PLACE(ROWS - 2, j)];
    }
    for (i = 0; i < ROWS * COLUMNS; i++) {
      before[i] = now[i];
      now[i] = next[i];
    }
  }
  dump("now", now, sizeof(float), ROWS * COLUMNS);
}

static void mirrors(int steps) {
  for (int i = 0; i < ROWS * COLUMNS; i++)
    picture[i] = (unsigned char)(i * i / 3);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < ROWS; y++)
      for (int x = 0; x < COLUMNS; x++) {
        int sum = 0;
        for (int d = -1; d <= 1; d++) {
          int yy = y + d, xx = x + 2 * d;
          if (yy < 0)
            yy = -yy;
          if (yy >= ROWS)
            yy = 2 * ROWS - 2 - yy;
          if (xx < 0)
            xx = -xx;
          if (xx >= COLUMNS)
            xx = 2 * COLUMNS - 2 - xx;
          sum += picture[yy * COLUMNS + xx];
        }
        filtered[y * COLUMNS + x] = (unsigned char)(sum / 3 + 7);
      }
    memcpy(picture, filtered, ROWS * COLUMNS);
  }
  dump("picture", picture, 1, ROWS * COLUMNS);
}

static void images(int nx, int ny, int steps) {
  struct image one = {nx, ny, array(nx * ny, 3 * sizeof(float))}, other = one;
  other.data = array(nx * ny, 3 * sizeof(float));
  fill_float(one.data, 3 * nx * ny, 4);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    smooth(&one, &other);
    float *data = one.data;
    one.data = other.data;
    other.data = data;
  }
  dump("image", one.data, sizeof(float), 3 * nx * ny);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 21), ny = arg(argc, argv, 2, 14), steps = arg(argc, argv, 3, 7);
  boxes(nx, ny, steps);
  edges(steps);
  mirrors(steps);
  images(nx, ny, steps);
  return 0;
}
