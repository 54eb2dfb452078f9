// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Map.h"
#include "Tree.h"
#include <stdlib.h>
#include <string.h>

typedef struct maker {
  const ksm_mesh *m;
  struct ksm_mapped *to;
  int64_t size; // cells of a block
  int open[8];  // by the axes along which a way leads: the last block of ghosts of such ways, and how many it has
  int used[8];
  int help, helps; // the same for values that only other ghosts are made of
  int *mean_of;    // by the first of 2^rank finer cells, a number for each: where their mean is; 0: nowhere yet
  int is_bad;      // memory ended, or places don't fit
} maker;

static void push(maker *k, ksm_list *l, int64_t value) {
  if (l->count == l->room) {
    const size_t room = l->room ? 2 * l->room : 64;
    int *const more = room < SIZE_MAX / sizeof *more / 2 ? realloc(l->of, room * sizeof *more) : NULL;
    if (!more) {
      k->is_bad = 1;
      return;
    }
    l->of = more;
    l->room = room;
  }
  l->of[l->count++] = (int)value;
}

static int newBlock(maker *k) {
  if ((k->to->map.blocks + 1) * k->size > INT32_MAX)
    k->is_bad = 1;
  return k->to->map.blocks++;
}

static int64_t strideOf(const ksm_mesh *m, int axis) {
  int64_t stride = 1;
  for (int a = 0; a < axis; a++)
    stride *= m->domain.cells;
  return stride;
}

// Ghosts in a direction have the strides of a block. Where the way leads along an axis they take few of its cells
// there, so that those of several leaves share a block, one beside the other.
static void addRoom(maker *k, const int *way) {
  const int g = k->m->domain.ghosts, b = k->m->domain.cells, each = b / g;
  int axes = 0, most = 1;
  for (int a = 0; a < 3; a++)
    if (way[a]) {
      axes |= 1 << a;
      most *= each;
    }
  if (k->used[axes] % most == 0) {
    k->open[axes] = newBlock(k);
    k->used[axes] = 0;
  }
  int64_t shift = 0;
  int number = k->used[axes]++;
  for (int a = 0; a < 3; a++)
    if (way[a]) {
      shift += (number % each * g - (way[a] < 0 ? -g : b)) * strideOf(k->m, a);
      number /= each;
    }
  push(k, &k->to->block, k->open[axes]);
  push(k, &k->to->shift, shift);
}

static void addNeighbours(maker *k, int leaf) {
  const ksm_mesh *const m = k->m;
  const int directions = ksm_directions(m);
  for (int d = 0; d < directions; d++) {
    const size_t at = (size_t)leaf * (size_t)directions + (size_t)d;
    int way[3];
    ksm_way_of(m, d, way);
    if (m->kind[at] != KSM_SAME) {
      addRoom(k, way);
      continue;
    }
    int64_t shift = 0;
    for (int a = 0; a < m->domain.rank; a++)
      shift -= way[a] * m->domain.cells * strideOf(m, a);
    push(k, &k->to->block, m->neighbour[at]);
    push(k, &k->to->shift, shift);
  }
}

static int64_t plainOf(const ksm_mesh *m, const int *cell) {
  int64_t at = 0;
  for (int a = 0; a < m->domain.rank; a++)
    at += cell[a] * strideOf(m, a);
  return at;
}

static int directionOf(const ksm_mesh *m, const int *cell) {
  int way[3] = {0, 0, 0};
  for (int a = 0; a < m->domain.rank; a++)
    way[a] = cell[a] < 0 ? -1 : cell[a] >= m->domain.cells;
  return ksm_direction(m, way[0], way[1], way[2]);
}

int64_t ksm_map_place(const ksm_mesh *m, const struct ksm_mapped *x, int leaf, const int *cell) {
  const size_t at = (size_t)leaf * (size_t)ksm_directions(m) + (size_t)directionOf(m, cell);
  int64_t size = 1;
  for (int a = 0; a < m->domain.rank; a++)
    size *= m->domain.cells;
  return x->block.of[at] * size + x->shift.of[at] + plainOf(m, cell);
}

static int64_t placeOf(const maker *k, int leaf, const int *cell) { return ksm_map_place(k->m, k->to, leaf, cell); }

// The first of the 2^rank finer cells in a cell of a level, by its place among all cells of the level; -1: no leaf of
// the next level has them.
static int64_t finerPlace(const maker *k, int level, const int64_t *cell) {
  const ksm_mesh *const m = k->m;
  const int b = m->domain.cells;
  int block[3] = {0, 0, 0}, inner[3] = {0, 0, 0};
  for (int a = 0; a < m->domain.rank; a++) {
    block[a] = (int)(2 * cell[a] / b);
    inner[a] = (int)(2 * cell[a] % b);
  }
  const int leaf = ksm_leaf_of(m, level + 1, ksm_key(m->domain.rank, block));
  return leaf < 0 ? -1 : leaf * k->size + plainOf(m, inner);
}

// The place among all cells of the level, of a cell of a leaf or one beside it, around periodic axes.
static void amongLevel(const ksm_mesh *m, int leaf, const int *cell, int64_t *place) {
  const int b = m->domain.cells;
  int block[3] = {0, 0, 0}, inner[3] = {0, 0, 0};
  for (int a = 0; a < m->domain.rank; a++) {
    const int way = cell[a] < 0 ? -1 : cell[a] >= b;
    block[a] = m->at[leaf][a] + way;
    inner[a] = cell[a] - b * way;
  }
  (void)ksm_wrap(m, m->level[leaf], block); // there are leaves
  for (int a = 0; a < 3; a++)
    place[a] = (int64_t)block[a] * b + inner[a];
}

static int64_t newHelp(maker *k) {
  if (k->helps % k->size == 0)
    k->help = newBlock(k);
  return k->help * k->size + k->helps++ % k->size;
}

// Where the mean of finer cells is, which several ghosts ask for.
static int64_t meanAt(maker *k, int64_t first) {
  const ksm_mesh *const m = k->m;
  const int64_t half = m->domain.cells / 2;
  int64_t number = first / k->size, inner = first % k->size;
  for (int a = m->domain.rank - 1; a >= 0; a--) {
    number = number * half + inner / strideOf(m, a) / 2;
    inner %= strideOf(m, a);
  }
  if (!k->mean_of[number]) {
    const int64_t made = newHelp(k);
    k->mean_of[number] = (int)made; // no leaf's cell, so not 0
    push(k, &k->to->mean, made);
    push(k, &k->to->mean, first);
  }
  return k->mean_of[number];
}

// The value of a cell beside one of a leaf, along an axis: a cell, a mean, or what follows from the other two.
static int64_t besideAt(maker *k, int leaf, const int *centre, int axis, int way) {
  const ksm_mesh *const m = k->m;
  int cell[3] = {centre[0], centre[1], centre[2]};
  cell[axis] += way;
  const size_t at = (size_t)leaf * (size_t)ksm_directions(m) + (size_t)directionOf(m, cell);
  if (m->kind[at] == KSM_SAME)
    return placeOf(k, leaf, cell);
  if (m->kind[at] == KSM_FINER) {
    int64_t place[3];
    amongLevel(m, leaf, cell, place);
    return meanAt(k, finerPlace(k, m->level[leaf], place)); // they touch the leaf, so they are of the next level
  }
  int opposite[3] = {centre[0], centre[1], centre[2]};
  opposite[axis] -= way;
  const int64_t made = newHelp(k);
  push(k, &k->to->beyond, made);
  push(k, &k->to->beyond, placeOf(k, leaf, centre));
  push(k, &k->to->beyond, placeOf(k, leaf, opposite));
  return made;
}

static void addFromCoarser(maker *k, int leaf, const int *cell, int coarser) {
  const ksm_mesh *const m = k->m;
  int64_t place[3];
  int centre[3] = {0, 0, 0}, sides = 0;
  amongLevel(m, leaf, cell, place);
  for (int a = 0; a < m->domain.rank; a++) {
    centre[a] = (int)(place[a] / 2 - (int64_t)m->at[coarser][a] * m->domain.cells);
    sides |= (int)(place[a] % 2) << a;
  }
  const int64_t made = placeOf(k, leaf, cell);
  int64_t around[6];
  for (int a = 0; a < m->domain.rank; a++)
    for (int high = 0; high < 2; high++)
      around[2 * a + high] = besideAt(k, coarser, centre, a, 2 * high - 1);
  push(k, &k->to->finer, made);
  push(k, &k->to->finer, sides);
  push(k, &k->to->finer, placeOf(k, coarser, centre));
  for (int n = 0; n < 2 * m->domain.rank; n++)
    push(k, &k->to->finer, around[n]);
}

static void addFromFiner(maker *k, int leaf, const int *cell) {
  int64_t place[3];
  amongLevel(k->m, leaf, cell, place);
  const int64_t first = finerPlace(k, k->m->level[leaf], place);
  if (first < 0) { // finer still: ghosts reach beyond the finer leaves that touch this one
    k->is_bad = 1;
    return;
  }
  push(k, &k->to->mean, placeOf(k, leaf, cell));
  push(k, &k->to->mean, first);
}

static void addGhost(maker *k, int leaf, const int *cell) {
  const size_t at = (size_t)leaf * (size_t)ksm_directions(k->m) + (size_t)directionOf(k->m, cell);
  const ksm_kind kind = (ksm_kind)k->m->kind[at];
  if (kind == KSM_FINER)
    addFromFiner(k, leaf, cell);
  if (kind == KSM_COARSER)
    addFromCoarser(k, leaf, cell, k->m->neighbour[at]);
  if (kind != KSM_END)
    return;
  push(k, &k->to->end, placeOf(k, leaf, cell));
  push(k, &k->to->end_at, leaf);
  for (int a = 0; a < 3; a++)
    push(k, &k->to->end_at, cell[a]);
}

static void addGhosts(maker *k, int leaf) {
  const ksm_mesh *const m = k->m;
  const int directions = ksm_directions(m);
  for (int d = 0; d < directions && !k->is_bad; d++) {
    if (m->kind[(size_t)leaf * (size_t)directions + (size_t)d] == KSM_SAME)
      continue;
    int way[3], lo[3], hi[3], cell[3];
    ksm_way_of(m, d, way);
    ksm_ghosts_at(m, way, lo, hi);
    for (cell[2] = lo[2]; cell[2] < hi[2]; cell[2]++)
      for (cell[1] = lo[1]; cell[1] < hi[1]; cell[1]++)
        for (cell[0] = lo[0]; cell[0] < hi[0]; cell[0]++)
          addGhost(k, leaf, cell);
  }
}

static const int kNothing[8] = {0}; // a list of no numbers lies somewhere, too
static const int *numbersOf(const ksm_list *l) { return l->count ? l->of : kNothing; }

static void note(const maker *k, ksm_part *part, int end) {
  const size_t each = 3 + 2 * (size_t)k->m->domain.rank;
  part->mean[end] = (int)(k->to->mean.count / 2);
  part->beyond[end] = (int)(k->to->beyond.count / 3);
  part->finer[end] = (int)(k->to->finer.count / each);
  part->end[end] = (int)k->to->end.count;
  part->family[end] = (int)k->to->family.count;
  part->alone[end] = (int)k->to->alone.count;
}

static void addFamilies(maker *k, int first, int end) {
  const ksm_mesh *const m = k->m;
  const int all = ksm_children(m);
  for (int leaf = first; leaf < end && !k->is_bad;) {
    const uint64_t key = m->key[leaf], last = key + (uint64_t)all - 1;
    const int isFamily = key % (uint64_t)all == 0 && end - leaf >= all && m->key[leaf + all - 1] == last;
    push(k, isFamily ? &k->to->family : &k->to->alone, leaf);
    leaf += isFamily ? all : 1;
  }
}

// What ghosts of a level share with others, only ghosts of that level share: its part of a list is in one piece.
static void addLevels(maker *k) {
  const int *const first = k->m->first;
  ksm_part *const all = &k->to->parts[KSM_LEVELS];
  *all = (ksm_part){.leaves = {0, k->m->leaves}, .near = {0, k->m->leaves}};
  for (int l = 0; l < KSM_LEVELS; l++) {
    ksm_part *const part = &k->to->parts[l];
    *part = (ksm_part){.leaves = {first[l], first[l + 1]},
                       .near = {first[l > 0 ? l - 1 : 0], first[l + 2 < KSM_LEVELS ? l + 2 : KSM_LEVELS]}};
    note(k, part, 0);
    for (int leaf = first[l]; leaf < first[l + 1] && !k->is_bad; leaf++)
      addGhosts(k, leaf);
    addFamilies(k, first[l], first[l + 1]);
    note(k, part, 1);
  }
  note(k, all, 1);
}

static int make(maker *k) {
  const ksm_mesh *const m = k->m;
  const size_t families = (size_t)k->size / (size_t)ksm_children(m);
  ksm_map *const map = &k->to->map;
  map->blocks = m->leaves;
  k->is_bad = m->leaves * k->size > INT32_MAX;
  k->mean_of = k->is_bad ? NULL : calloc((size_t)m->leaves * families, sizeof *k->mean_of);
  k->is_bad |= !k->mean_of;
  for (int leaf = 0; leaf < m->leaves && !k->is_bad; leaf++)
    addNeighbours(k, leaf);
  addLevels(k);
  free(k->mean_of);
  const size_t each = 3 + 2 * (size_t)m->domain.rank;
  map->block = numbersOf(&k->to->block);
  map->shift = numbersOf(&k->to->shift);
  map->mean = numbersOf(&k->to->mean);
  map->means = (int)(k->to->mean.count / 2);
  map->beyond = numbersOf(&k->to->beyond);
  map->beyonds = (int)(k->to->beyond.count / 3);
  map->finer = numbersOf(&k->to->finer);
  map->finers = (int)(k->to->finer.count / each);
  map->end = numbersOf(&k->to->end);
  map->ends = (int)k->to->end.count;
  map->family = numbersOf(&k->to->family);
  map->families = (int)k->to->family.count;
  map->alone = numbersOf(&k->to->alone);
  map->alones = (int)k->to->alone.count;
  return k->is_bad ? -1 : 0;
}

void ksm_free_map(struct ksm_state *s) {
  struct ksm_mapped *const x = s->mapped;
  if (!x)
    return;
  ksm_list *const lists[] = {&x->block, &x->shift,  &x->mean,   &x->beyond, &x->finer,
                             &x->end,   &x->end_at, &x->family, &x->alone};
  for (size_t n = 0; n < sizeof lists / sizeof *lists; n++)
    free(lists[n]->of);
  for (int n = 0; n < x->array_count; n++)
    free(x->arrays[n].from);
  free(x->arrays);
  free(x);
  s->mapped = NULL;
}

static const ksm_map kNoMap = {.block = kNothing,
                               .shift = kNothing,
                               .mean = kNothing,
                               .beyond = kNothing,
                               .finer = kNothing,
                               .end = kNothing,
                               .family = kNothing,
                               .alone = kNothing};

const ksm_map *ksm_map_of(const ksm_mesh *m) {
  struct ksm_state *const s = m->state;
  ksm_lock(s);
  if (!s->mapped || s->mapped->number != m->number) {
    ksm_free_map(s);
    s->mapped = calloc(1, sizeof *s->mapped);
    maker k = {.m = m, .to = s->mapped, .size = 1};
    for (int a = 0; a < m->domain.rank; a++)
      k.size *= m->domain.cells;
    if (s->mapped)
      s->mapped->number = m->number;
    if (s->mapped && make(&k) != 0)
      ksm_free_map(s);
  }
  const ksm_map *const map = s->mapped ? &s->mapped->map : &kNoMap;
  ksm_unlock(s);
  return map;
}

const ksm_part *ksm_part_of(const ksm_mesh *m, int level) {
  static const ksm_part kNoLevel = {.leaves = {0, -1}}, kUnmapped = {.leaves = {0, 0}};
  if (level != KSM_ALL && (level < 0 || level >= KSM_LEVELS))
    return &kNoLevel;
  if (ksm_map_of(m)->blocks == 0)
    return &kUnmapped;
  return &m->state->mapped->parts[level == KSM_ALL ? KSM_LEVELS : level];
}
