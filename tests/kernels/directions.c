// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of directions that statements fill before the region: of structs, and as members of a struct of which the
// steps exchange others. Parities of rows in subscripts, as packed colours have them. Arrays that a `void *` leads to.
// Flat loops over arrays that are declared with dimensions.
// READING
// SWEEP-ONLY
// RANK: 2
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// REGION: @
// RUN-ARGS: 22 15 @
// RUN-ARGS: 9 6 7
// TINY-ARGS: 3 3 @
#include "dump.h"

#define W 24
#define H 18

static struct {
  int dx, dy;
} side[8];

typedef struct {
  int w, h, dx[4], dy[4];
  double *cur, *nxt;
} World;

typedef struct {
  int n;
  void *now, *next;
} Hidden;

static double sheet[H][W], other[H][W];

static void find_sides(void) {
  int n = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy) {
        side[n].dx = dx;
        side[n].dy = dy;
        n++;
      }
}

static void neighbours(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < H; j++)
      for (int i = 0; i < W; i++) {
        double sum = 0;
        int count = 0;
        for (int d = 0; d < 8; d++) {
          const int x = i + side[d].dx, y = j + side[d].dy;
          if (x >= 0 && x < W && y >= 0 && y < H) {
            sum += sheet[y][x];
            count++;
          }
        }
        other[j][i] = sum / count;
      }
    for (int k = 0; k < W * H; k++)
      (&sheet[0][0])[k] = (&other[0][0])[k];
  }
}

static void rings(World *world, int steps) {
  for (int k = 0; k < 4; k++) {
    world->dx[k] = k < 2 ? 2 * k - 1 : 0;
    world->dy[k] = k < 2 ? 0 : 2 * k - 5;
  }
  World own = *world;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < own.h; y++)
      for (int x = 0; x < own.w; x++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) {
          const int xx = (x + own.dx[k] + own.w) % own.w, yy = (y + own.dy[k] + own.h) % own.h;
          sum += own.cur[yy * own.w + xx];
        }
        own.nxt[y * own.w + x] = sum / 4;
      }
    double *old = own.cur;
    own.cur = own.nxt;
    own.nxt = old;
  }
  *world = own;
}

static void packed(int nx, int ny, int steps, double (*red)[nx], double (*black)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        red[j][i] = 0.25 * (black[j - 1][i] + black[j + 1][i] + black[j][i] + black[j][i - (j & 1)]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        black[j][i] = 0.25 * (red[j - 1][i] + red[j + 1][i] + red[j][i] + red[j][i + 1 - j % 2]);
  }
}

static void hidden(Hidden *h, int ny, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 0; i < h->n - 1; i++)
        ((double *)h->next)[j * h->n + i] =
            0.5 * (((double *)h->now)[j * h->n + i - 1] + ((double *)h->now)[(j + 1) * h->n + i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < h->n - 1; i++)
        ((double *)h->now)[j * h->n + i] = ((double *)h->next)[j * h->n + i];
  }
}

static void whole(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    double *p = &other[0][0], *q = (double *)sheet;
    for (int k = 0; k < W * H; k++)
      p[k] = 0;
    for (int j = 1; j < H - 1; j++)
      for (int i = 1; i < W - 1; i++)
        other[j][i] += 0.25 * (sheet[j][i - 1] + sheet[j][i + 1] + sheet[j - 1][i] + sheet[j + 1][i]);
    for (int k = 0; k < W * H; k++)
      q[k] = p[k];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 16), ny = arg(argc, argv, 2, 16), steps = arg(argc, argv, 3, 4);
  size_t count = (size_t)nx * ny;
  double *u = array(count, sizeof *u), *v = array(count, sizeof *v);
  fill_double(u, count, 1);
  fill_double(v, count, 2);
  fill_double(sheet[0], W * H, 3);
  find_sides();
  neighbours(steps);
  World world = {nx, ny, {0}, {0}, u, v};
  rings(&world, steps);
  packed(nx, ny, steps, (double(*)[nx])u, (double(*)[nx])v);
  Hidden h = {nx, u, v};
  hidden(&h, ny, steps);
  whole(steps);
  dump("u", u, sizeof *u, count);
  dump("v", v, sizeof *v, count);
  dump("sheet", sheet, sizeof(double), W * H);
  dump("other", other, sizeof(double), W * H);
  return 0;
}
