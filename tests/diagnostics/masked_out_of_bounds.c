// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
// Nothing says that there is a row before the first, where only the mask decides who looks there.
void masked(int w, int h, const int *fluid, const float *from, float *to) {
#ifdef FOLLOWED
#pragma stencil shape(from[h][w])
#else
#pragma stencil
#endif
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      to[y * w + x] = fluid[y * w + x] ? from[(y - 1) * w + x] : 0;
      // CHECK: masked_out_of_bounds.c:[[@LINE-1]]:42: error: this subscript of 'from' along 'y' reaches -1, unless the condition around it keeps it from that, which can't be seen here; say how large the array is, with clause shape(from[..]), or narrow the loop
}

// By the user's own name of it, and lengths as the code has them.
struct grid {
  int nx, ny;
  const int *fluid;
  float *u, *v;
};
void members(struct grid *g) {
#ifdef FOLLOWED
#pragma stencil shape(g->u[g->ny][g->nx])
#else
#pragma stencil
#endif
  for (int y = 0; y < g->ny; y++)
    for (int x = 0; x < g->nx; x++)
      g->v[y * g->nx + x] = g->fluid[y * g->nx + x] ? g->u[(y - 1) * g->nx + x] : 0;
  // CHECK: masked_out_of_bounds.c:[[@LINE-1]]:55: error: this subscript of 'g->u' along 'y' reaches -1, unless {{.*}} with clause shape(g->u[..])
}

// An option may keep it from being read, as data may.
void option(int h, int w, const float *from, float *to, int open) {
#ifdef FOLLOWED
#pragma stencil shape(from[h][w])
#else
#pragma stencil
#endif
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      to[y * w + x] = open || y > 0 ? from[(y - 1) * w + x] : 0;
  // CHECK: masked_out_of_bounds.c:[[@LINE-1]]:39: error: this subscript of 'from' along 'y' reaches -1, unless
}

// Of structs, too, where a clause names their array and no member of it.
struct cell {
  double u;
  int fluid;
};
void structs(int w, int h, const struct cell *from, struct cell *to) {
#ifdef FOLLOWED
#pragma stencil shape(from[h][w])
#else
#pragma stencil
#endif
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      to[y * w + x].u = from[y * w + x].fluid ? from[(y - 1) * w + x].u : 0;
  // CHECK: masked_out_of_bounds.c:[[@LINE-1]]:49: error: this subscript of 'from' along 'y' reaches -1, unless {{.*}} with clause shape(from[..])
}

// Of a declared array in which rows follow each other, what lies before a row is in the row before.
static float flatFrom[12 * 20], flatTo[12 * 20];
void flat(const int *fluid) {
#ifdef FOLLOWED
#pragma stencil shape(flatFrom[12][20])
#else
#pragma stencil
#endif
  for (int y = 0; y < 12; y++)
    for (int x = 0; x < 20; x++)
      flatTo[y * 20 + x] = fluid[y * 20 + x] ? flatFrom[y * 20 + x - 1] : 0;
  // CHECK: masked_out_of_bounds.c:[[@LINE-1]]:48: error: this subscript of 'flatFrom' along 'x' reaches -1, unless
}

// So it is where a pointer goes on from an element of an array of rows; with a subscript, no element is beyond a row.
static float rowsFrom[12][20], rowsTo[12][20];
void rows(const int *fluid) {
#ifdef FOLLOWED
#pragma stencil shape(rowsFrom[12][20])
#else
#pragma stencil
#endif
  for (int y = 0; y < 12; y++)
    for (int x = 0; x < 20; x++) {
      const float *here = &rowsFrom[y][x];
      rowsTo[y][x] = fluid[y * 20 + x] ? here[-1] : 0;
      // CHECK: masked_out_of_bounds.c:[[@LINE-1]]:42: error: this subscript of 'rowsFrom' along 'x' reaches -1, unless
    }
#pragma stencil
  for (int y = 0; y < 12; y++)
    for (int x = 0; x < 20; x++)
      rowsFrom[y][x] = fluid[y * 20 + x] ? rowsTo[y][x - 1] : 0;
}
