// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells.h"
#include "Ends.h"
#include "Error.h"
#include "Patch.h"
#include "Rows.h"
#include "Stores.h"
#include "Tree.h"
#include <string.h>

static ksm_box boxOf(const ksm_mesh *m, int leaf, int direction) {
  ksm_box x = {.leaf = leaf};
  ksm_way_of(m, direction, x.way);
  ksm_ghosts_at(m, x.way, x.lo, x.hi);
  for (int a = 0; a < m->domain.rank; a++)
    x.block[a] = m->at[leaf][a] + x.way[a];
  (void)ksm_wrap(m, m->level[leaf], x.block); // beyond an end it isn't used
  return x;
}

static char *ghost(const ksm_reading *r, char *u, int leaf, int component, const int *cell) {
  return u + (ksm_element(r, u, leaf, component, cell) - u); // what may be written
}

static void scatter(const ksm_reading *r, const char *values, char *to) {
  const size_t size = ksm_size_of(r->like->type), next = ksm_room_of_component(r->m) * size;
  for (int c = 0; c < r->like->components; c++, values += size, to += next)
    memcpy(to, values, size);
}

static void stridesOf(const ksm_mesh *m, ptrdiff_t *stride) {
  for (int a = 0; a < 3; a++)
    stride[a] = (ptrdiff_t)ksm_stride(m, a);
}

static void copyFrom(const ksm_reading *r, char *u, const ksm_box *x, int from) {
  const size_t next = ksm_room_of_component(r->m) * ksm_size_of(r->like->type);
  int cell[3], n[3];
  ptrdiff_t stride[3];
  stridesOf(r->m, stride);
  for (int a = 0; a < 3; a++) {
    cell[a] = x->lo[a] - r->m->domain.cells * x->way[a];
    n[a] = x->hi[a] - x->lo[a];
  }
  char *to = ghost(r, u, x->leaf, 0, x->lo);
  const char *at = ksm_element(r, r->same, from, 0, cell);
  for (int c = 0; c < r->like->components; c++, at += next, to += next)
    ksm_copy_box(r->like->type, n, at, stride, to, stride);
}

// The place of a ghost among all cells of its level.
static void placeOf(const ksm_mesh *m, const ksm_box *x, const int *cell, int64_t *place) {
  for (int a = 0; a < 3; a++)
    place[a] = (int64_t)(x->block[a] - x->way[a]) * m->domain.cells + cell[a];
}

// Linear ghosts in rows, unless cells around are two levels finer; others cell by cell.
static void fromCoarser(const ksm_reading *r, char *u, const ksm_box *x, int coarser) {
  const int isLinear = r->rule != KSM_CONSTANT && !r->rule->finer && !r->rule->coarser;
  if (isLinear && ksm_fill_from_coarser(r, u, x, coarser))
    return;
  ksm_numbers room;
  double values[KSM_COMPONENTS];
  int cell[3];
  room.isMade = 0;
  for (cell[2] = x->lo[2]; cell[2] < x->hi[2]; cell[2]++)
    for (cell[1] = x->lo[1]; cell[1] < x->hi[1]; cell[1]++)
      for (cell[0] = x->lo[0]; cell[0] < x->hi[0]; cell[0]++) {
        int64_t place[3];
        placeOf(r->m, x, cell, place);
        ksm_make_finer(r, coarser, place, &room, values);
        scatter(r, (char *)values, ghost(r, u, x->leaf, 0, cell));
      }
}

// Ghosts that lie in one of the 2^rank children of the block beside the leaf; `finer`: the leaf there, or -1. Means of
// cells of one leaf are made without going through the forest for each.
static void fromChild(const ksm_reading *r, char *u, const ksm_box *x, const int *child, int finer) {
  const ksm_mesh *const m = r->m;
  const int b = m->domain.cells, half = b / 2;
  double values[KSM_COMPONENTS];
  int lo[3] = {0, 0, 0}, hi[3] = {1, 1, 1}, cell[3];
  for (int a = 0; a < m->domain.rank; a++) {
    const int begin = b * x->way[a] + half * child[a];
    lo[a] = x->lo[a] > begin ? x->lo[a] : begin;
    hi[a] = x->hi[a] < begin + half ? x->hi[a] : begin + half;
    if (lo[a] >= hi[a])
      return;
  }
  if (finer >= 0 && !r->rule->coarser) {
    ksm_fill_from_finer(r, u, x, lo, hi, child, finer);
    return;
  }
  for (cell[2] = lo[2]; cell[2] < hi[2]; cell[2]++)
    for (cell[1] = lo[1]; cell[1] < hi[1]; cell[1]++)
      for (cell[0] = lo[0]; cell[0] < hi[0]; cell[0]++) {
        int64_t place[3];
        placeOf(m, x, cell, place);
        (void)ksm_read_cell(r, r->level, place, values);
        scatter(r, (char *)values, ghost(r, u, x->leaf, 0, cell));
      }
}

// `near`: one of the finer leaves.
static void fromFiner(const ksm_reading *r, char *u, const ksm_box *x, int near) {
  const ksm_mesh *const m = r->m;
  const uint64_t first = ksm_key(m->domain.rank, x->block) << m->domain.rank;
  for (int n = 0; n < ksm_children(m); n++) {
    const int child[3] = {n % 2, n / 2 % 2, n / 4};
    fromChild(r, u, x, child, ksm_leaf_near(m, near, first + (uint64_t)n));
  }
}

static void fillLeaf(const ksm_reading *r, char *u, int leaf) {
  const ksm_mesh *const m = r->m;
  const int directions = ksm_directions(m);
  for (int d = 0; d < directions; d++) {
    if (d == directions / 2)
      continue;
    const size_t at = (size_t)leaf * (size_t)directions + (size_t)d;
    const ksm_box x = boxOf(m, leaf, d);
    if (m->kind[at] == KSM_SAME)
      copyFrom(r, u, &x, m->neighbour[at]);
    else if (m->kind[at] == KSM_COARSER)
      fromCoarser(r, u, &x, m->neighbour[at]);
    else if (m->kind[at] == KSM_FINER)
      fromFiner(r, u, &x, m->neighbour[at]);
  }
  ksm_fill_ends(m, r->like, leaf);
}

// One of several parts of a level's leaves, as equal as may be.
static void fillLevel(ksm_reading *r, char *u, int level, int part, int parts) {
  const int64_t first = r->m->first[level], count = r->m->first[level + 1] - first;
  const int end = (int)(first + count * (part + 1) / parts);
  r->level = level;
  for (int leaf = (int)(first + count * part / parts); leaf < end; leaf++)
    fillLeaf(r, u, leaf);
}

static int checkLevel(const char *function, const ksm_mesh *m, int level) {
  if (!m)
    return ksm_fail("%s: there is no mesh, but NULL", function);
  if (level != KSM_ALL && (level < 0 || level >= KSM_LEVELS))
    return ksm_fail("%s: level %d; levels are 0 to %d, and KSM_ALL", function, level, KSM_LEVELS - 1);
  return 0;
}

static int fillPart(const char *name, const ksm_mesh *m, int level, void *u, const ksm_rule *rule, int part,
                    int parts) {
  if (checkLevel(name, m, level) != 0)
    return -1;
  if (part < 0 || part >= parts)
    return ksm_fail("%s: part %d of %d; parts are counted from 0", name, part, parts);
  const ksm_store *const store = ksm_store_of(name, m, u);
  if (!store)
    return -1;
  ksm_reading r = {.m = m, .like = store, .rule = rule ? rule : KSM_LINEAR, .same = u, .finer = u, .old_time = u};
  for (int l = level == KSM_ALL ? 0 : level; l <= (level == KSM_ALL ? m->deepest : level); l++)
    fillLevel(&r, u, l, part, parts);
  return 0;
}

int ksm_fill(const ksm_mesh *m, int level, void *u, const ksm_rule *rule) {
  return fillPart("ksm_fill", m, level, u, rule, 0, 1);
}

int ksm_fill_part(const ksm_mesh *m, int level, void *u, const ksm_rule *rule, int part, int parts) {
  return fillPart("ksm_fill_part", m, level, u, rule, part, parts);
}

static int checkAlike(const ksm_mesh *m, const ksm_store *store, const void *other) {
  const ksm_store *const found = ksm_store_of("ksm_fill_between", m, other);
  if (found && (found->type != store->type || found->components != store->components))
    return ksm_fail("ksm_fill_between: arrays of %d and %d components, or of two types; they must be alike",
                    store->components, found->components);
  return found ? 0 : -1;
}

int ksm_fill_between(const ksm_mesh *m, int level, void *u, const void *finer, const void *old_time,
                     const void *new_time, double theta, const ksm_rule *rule) {
  const char *const name = "ksm_fill_between";
  if (checkLevel(name, m, level) != 0)
    return -1;
  if (level == KSM_ALL)
    return ksm_fail("%s: KSM_ALL; times differ from level to level, so it takes one of them", name);
  if (!(theta >= 0 && theta <= 1))
    return ksm_fail("%s: theta is %g; it is 0 at the old time and 1 at the new one", name, theta);
  const ksm_store *const store = ksm_store_of(name, m, u);
  if (!store || checkAlike(m, store, finer) != 0 || checkAlike(m, store, old_time) != 0 ||
      (theta > 0 && checkAlike(m, store, new_time) != 0))
    return -1;
  ksm_reading r = {.m = m,
                   .like = store,
                   .rule = rule ? rule : KSM_LINEAR,
                   .same = u,
                   .finer = finer,
                   .old_time = old_time,
                   .new_time = new_time,
                   .theta = theta};
  fillLevel(&r, u, level, 0, 1);
  return 0;
}
