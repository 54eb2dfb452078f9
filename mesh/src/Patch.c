// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A patch has the coarser cells in which the ghosts lie, and one more on each side. Those in the coarser leaf are
// copied. Those beside it are cells of its neighbour or means of finer leaves; where neither is there, they follow
// linearly from the two cells before them. Diagonal ones, which KSM_LINEAR doesn't look at, are left out.
#include "Patch.h"
#include "Rows.h"
#include "Rules.h"
#include "Tree.h"

enum {
  kMostCells = 64,
  kMostAlong = kMostCells / 2 + 2,                      // of a patch along the box
  kMostAcross = 4,                                      // and across it: 4 ghosts lie in 2 cells
  kMostOfPatch = kMostAlong * kMostAlong * kMostAcross, // elements of one component; in 3D the most
  kMostPieces = 1 + 6 * 4
};

// Where a part of the patch comes from.
typedef enum source { COPIED, MEANS, BEYOND } source;
typedef struct piece {
  source kind;
  int leaf; // from which, and its first cell there
  int from[3];
  int lo[3], n[3]; // in the patch
  ptrdiff_t step;  // BEYOND: to the border's cell, elements of the patch
} piece;

typedef struct patch {
  int first[3], n[3]; // cells of the coarser leaf, from 0; the margins are in it
  ptrdiff_t stride[3];
  int pieces;
  piece of[kMostPieces];
} patch;

static char *elementOf(const ksm_reading *r, char *u, int leaf, const int *cell) {
  return u + (ksm_element(r, u, leaf, 0, cell) - u); // what may be written
}

static void stridesOf(const ksm_mesh *m, ptrdiff_t *stride) {
  for (int a = 0; a < 3; a++)
    stride[a] = (ptrdiff_t)ksm_stride(m, a);
}

static piece *addPiece(patch *p, source kind, int leaf, const int *lo, const int *n) {
  piece *const x = &p->of[p->pieces++];
  *x = (piece){.kind = kind, .leaf = leaf};
  for (int a = 0; a < 3; a++) {
    x->lo[a] = lo[a];
    x->n[a] = n[a];
  }
  return x;
}

// The cells beside the leaf are those of a finer block's leaves: one piece for each of these that has some. `cell`: the
// first one in the neighbour's cells, `lo` and `n` the same in the patch; `near`: one of the leaves.
static int addFiner(const ksm_reading *r, patch *p, int near, const int *block, const int *cell, const int *lo,
                    const int *n) {
  const ksm_mesh *const m = r->m;
  const int half = m->domain.cells / 2;
  for (int c = 0; c < ksm_children(m); c++) {
    const int child[3] = {c % 2, c / 2 % 2, c / 4};
    int from[3] = {0, 0, 0}, at[3] = {0, 0, 0}, begin[3] = {0, 0, 0}, count[3] = {1, 1, 1}, isEmpty = 0;
    for (int a = 0; a < m->domain.rank; a++) {
      const int first = cell[a] > half * child[a] ? cell[a] : half * child[a];
      const int end = cell[a] + n[a] < half * (child[a] + 1) ? cell[a] + n[a] : half * (child[a] + 1);
      at[a] = 2 * block[a] + child[a];
      from[a] = 2 * (first - half * child[a]);
      begin[a] = lo[a] + first - cell[a];
      count[a] = end - first;
      isEmpty |= count[a] <= 0;
    }
    if (isEmpty)
      continue;
    const int leaf = ksm_leaf_near(m, near, ksm_key(m->domain.rank, at));
    if (leaf < 0)
      return 0;
    piece *const x = addPiece(p, MEANS, leaf, begin, count);
    for (int a = 0; a < 3; a++)
      x->from[a] = from[a];
  }
  return 1;
}

// The layer of the patch beyond one face of the coarser leaf, beside the cells in which ghosts lie.
static int addBeside(const ksm_reading *r, patch *p, int coarser, int axis, int high) {
  const ksm_mesh *const m = r->m;
  const int b = m->domain.cells;
  int way[3] = {0, 0, 0}, lo[3] = {0, 0, 0}, n[3] = {1, 1, 1}, cell[3] = {0, 0, 0}, block[3];
  way[axis] = high ? 1 : -1;
  for (int a = 0; a < m->domain.rank; a++) {
    lo[a] = a == axis ? (high ? p->n[a] - 1 : 0) : 1;
    n[a] = a == axis ? 1 : p->n[a] - 2;
    cell[a] = a == axis ? (high ? 0 : b - 1) : p->first[a] + 1;
  }
  for (int a = 0; a < 3; a++)
    block[a] = m->at[coarser][a] + way[a];
  const size_t at = (size_t)coarser * (size_t)ksm_directions(m) + (size_t)ksm_direction(m, way[0], way[1], way[2]);
  if (m->kind[at] == KSM_SAME) {
    piece *const x = addPiece(p, COPIED, m->neighbour[at], lo, n);
    for (int a = 0; a < 3; a++)
      x->from[a] = cell[a];
  } else if (m->kind[at] == KSM_FINER) {
    (void)ksm_wrap(m, m->level[coarser], block); // it is inside: there are leaves
    return addFiner(r, p, m->neighbour[at], block, cell, lo, n);
  } else {
    addPiece(p, BEYOND, -1, lo, n)->step = high ? -p->stride[axis] : p->stride[axis];
  }
  return 1;
}

// 0: some of it can't be had by pieces. `lo`, `hi`: the coarser leaf's cells in which the ghosts lie.
static int makePatch(const ksm_reading *r, patch *p, int coarser, const int *lo, const int *hi) {
  const int rank = r->m->domain.rank, b = r->m->domain.cells;
  int at[3] = {0, 0, 0}, n[3] = {1, 1, 1}, from[3] = {0, 0, 0};
  p->pieces = 0;
  p->first[2] = p->stride[2] = 0;
  p->n[2] = 1;
  for (int a = 0; a < rank; a++) {
    p->first[a] = lo[a] - 1;
    p->n[a] = hi[a] - lo[a] + 2;
    p->stride[a] = a == 0 ? 1 : p->stride[a - 1] * p->n[a - 1];
    from[a] = p->first[a] < 0 ? 0 : p->first[a];
    at[a] = from[a] - p->first[a];
    n[a] = (hi[a] + 1 > b ? b : hi[a] + 1) - from[a];
  }
  piece *const inside = addPiece(p, COPIED, coarser, at, n);
  for (int a = 0; a < 3; a++)
    inside->from[a] = from[a];
  for (int a = 0; a < rank; a++)
    if ((lo[a] == 0 && !addBeside(r, p, coarser, a, 0)) || (hi[a] == b && !addBeside(r, p, coarser, a, 1)))
      return 0;
  return 1;
}

// Cells of the coarser level, at the time that is asked for.
static void copyPiece(const ksm_reading *r, const piece *x, size_t component, const ptrdiff_t *stride, void *to,
                      const ptrdiff_t *to_stride) {
  const ksm_type type = r->like->type;
  if (r->theta <= 0 || r->theta >= 1) {
    const char *const memory = r->theta <= 0 ? r->old_time : r->new_time;
    ksm_copy_box(type, x->n, ksm_element(r, memory, x->leaf, 0, x->from) + component, stride, to, to_stride);
    return;
  }
  ksm_between_box(type, x->n, ksm_element(r, r->old_time, x->leaf, 0, x->from) + component,
                  ksm_element(r, r->new_time, x->leaf, 0, x->from) + component, r->theta, stride, to, to_stride);
}

static void readPatch(const ksm_reading *r, const patch *p, size_t component, char *values) {
  const ksm_type type = r->like->type;
  const ptrdiff_t size = (ptrdiff_t)ksm_size_of(type);
  ptrdiff_t stride[3];
  stridesOf(r->m, stride);
  for (const piece *x = p->of; x < p->of + p->pieces; x++) {
    char *const to = values + (x->lo[0] + x->lo[1] * p->stride[1] + x->lo[2] * p->stride[2]) * size;
    if (x->kind == COPIED)
      copyPiece(r, x, component, stride, to, p->stride);
    else if (x->kind == MEANS)
      ksm_mean_box(type, r->m->domain.rank, x->n, ksm_element(r, r->same, x->leaf, 0, x->from) + component, stride, to,
                   p->stride);
    else
      ksm_beyond_box(type, x->n, to + x->step * size, x->step, p->stride, to, p->stride);
  }
}

int ksm_fill_from_coarser(const ksm_reading *r, char *u, const ksm_box *box, int coarser) {
  const ksm_mesh *const m = r->m;
  const ksm_type type = r->like->type;
  const size_t size = ksm_size_of(type), next = ksm_room_of_component(m) * size;
  int lo[3] = {0, 0, 0}, hi[3] = {1, 1, 1}, odd[3] = {0, 0, 0}, n[3] = {1, 1, 1};
  ptrdiff_t stride[3], inPatch = 0;
  double values[kMostOfPatch];
  patch p;
  stridesOf(m, stride);
  for (int a = 0; a < m->domain.rank; a++) {
    const int b = m->domain.cells;
    const int64_t first = (int64_t)(box->block[a] - box->way[a]) * b + box->lo[a]; // among all cells of the level
    lo[a] = (int)(first / 2 - (int64_t)m->at[coarser][a] * b);
    n[a] = box->hi[a] - box->lo[a];
    odd[a] = (int)(first % 2);
    hi[a] = lo[a] + (odd[a] + n[a] + 1) / 2;
  }
  if (!makePatch(r, &p, coarser, lo, hi))
    return 0;
  for (int a = 0; a < m->domain.rank; a++)
    inPatch += p.stride[a];
  char *to = elementOf(r, u, box->leaf, box->lo);
  for (int c = 0; c < r->like->components; c++, to += next) {
    readPatch(r, &p, (size_t)c * next, (char *)values);
    ksm_linear_box(type, m->domain.rank, n, odd, (char *)values + inPatch * (ptrdiff_t)size, p.stride, to, stride);
  }
  return 1;
}

void ksm_fill_from_finer(const ksm_reading *r, char *u, const ksm_box *box, const int *lo, const int *hi,
                         const int *child, int finer) {
  const ksm_mesh *const m = r->m;
  const int b = m->domain.cells;
  const size_t next = ksm_room_of_component(m) * ksm_size_of(r->like->type);
  int inner[3] = {0, 0, 0}, n[3] = {1, 1, 1};
  ptrdiff_t stride[3];
  stridesOf(m, stride);
  for (int a = 0; a < m->domain.rank; a++) {
    inner[a] = 2 * (lo[a] - b * box->way[a]) - b * child[a];
    n[a] = hi[a] - lo[a];
  }
  const char *from = ksm_element(r, r->finer, finer, 0, inner);
  char *to = elementOf(r, u, box->leaf, lo);
  for (int c = 0; c < r->like->components; c++, from += next, to += next)
    ksm_mean_box(r->like->type, m->domain.rank, n, from, stride, to, stride);
}
