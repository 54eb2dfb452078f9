// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells.h"
#include "Rules.h"
#include "Tree.h"
#include <math.h>
#include <string.h>

const char *ksm_element(const ksm_reading *r, const char *memory, int leaf, int component, const int *cell) {
  const ksm_mesh *const m = r->m;
  size_t at = (size_t)component * ksm_room_of_component(m);
  for (int a = 0; a < m->domain.rank; a++)
    at += (size_t)(cell[a] + m->domain.ghosts) * ksm_stride(m, a);
  return memory + (size_t)leaf * r->like->block + at * ksm_size_of(r->like->type);
}

static void gather(const ksm_reading *r, const char *from, char *made) {
  const size_t size = ksm_size_of(r->like->type), next = ksm_room_of_component(r->m) * size;
  for (int c = 0; c < r->like->components; c++, from += next, made += size)
    memcpy(made, from, size);
}

static size_t bytesOfCell(const ksm_reading *r) { return (size_t)r->like->components * ksm_size_of(r->like->type); }

// All components of a cell of a leaf of this level, at the time that is asked for.
static void readLeaf(const ksm_reading *r, int level, int leaf, const int *cell, void *made) {
  if (level >= r->level) {
    gather(r, ksm_element(r, level == r->level ? r->same : r->finer, leaf, 0, cell), made);
  } else if (r->theta <= 0 || r->theta >= 1) {
    gather(r, ksm_element(r, r->theta <= 0 ? r->old_time : r->new_time, leaf, 0, cell), made);
  } else {
    double a[KSM_COMPONENTS], b[KSM_COMPONENTS];
    gather(r, ksm_element(r, r->old_time, leaf, 0, cell), (char *)a);
    gather(r, ksm_element(r, r->new_time, leaf, 0, cell), (char *)b);
    ksm_between(r->like->type, r->like->components, a, b, r->theta, made);
  }
}

static ksm_cell cellOf(const ksm_reading *r, int level) {
  const ksm_domain *const d = &r->m->domain;
  return (ksm_cell){.rank = d->rank,
                    .components = r->like->components,
                    .level = level,
                    .h = ldexp(d->width / d->roots[0], -level) / d->cells,
                    .data = r->rule->data};
}

// The cells of a level in which `cell` is refined all lie in one block, since B is even.
void ksm_make_coarser(const ksm_reading *r, int level, const int64_t *cell, void *made) {
  const ksm_mesh *const m = r->m;
  const int rank = m->domain.rank, b = m->domain.cells, components = r->like->components;
  const size_t size = ksm_size_of(r->like->type);
  int block[3] = {0, 0, 0}, inner[3] = {0, 0, 0};
  for (int a = 0; a < rank; a++) {
    block[a] = (int)(2 * cell[a] / b);
    inner[a] = (int)(2 * cell[a] - (int64_t)block[a] * b);
  }
  const int leaf = ksm_leaf_of(m, level + 1, ksm_key(rank, block));
  if (leaf >= 0 && !r->rule->coarser) {
    const char *const memory = level + 1 == r->level ? r->same : r->finer;
    const ptrdiff_t stride[3] = {1, (ptrdiff_t)ksm_stride(m, 1), (ptrdiff_t)ksm_stride(m, 2)};
    for (int c = 0; c < components; c++)
      ksm_mean_of(r->like->type, rank, ksm_element(r, memory, leaf, c, inner), stride, (char *)made + (size_t)c * size);
    return;
  }
  double parts[KSM_CHILDREN * KSM_COMPONENTS];
  for (int n = 0; n < ksm_children(m); n++) {
    const int64_t part[3] = {2 * cell[0] + n % 2, 2 * cell[1] + n / 2 % 2, 2 * cell[2] + n / 4};
    (void)ksm_read_cell(r, level + 1, part, (char *)parts + (size_t)n * bytesOfCell(r));
  }
  if (r->rule->coarser) {
    const ksm_cell about = cellOf(r, level);
    r->rule->coarser(parts, made, &about);
    return;
  }
  const ptrdiff_t stride[3] = {components, 2 * components, 4 * components};
  for (int c = 0; c < components; c++)
    ksm_mean_of(r->like->type, rank, (char *)parts + (size_t)c * size, stride, (char *)made + (size_t)c * size);
}

int ksm_read_cell(const ksm_reading *r, int level, const int64_t *cell, void *made) {
  const int b = r->m->domain.cells;
  int block[3] = {0, 0, 0}, inner[3] = {0, 0, 0}, leaf;
  for (int a = 0; a < r->m->domain.rank; a++) {
    block[a] = (int)(cell[a] / b);
    inner[a] = (int)(cell[a] - (int64_t)block[a] * b);
  }
  const ksm_kind kind = ksm_cover(r->m, level, block, &leaf);
  if (kind == KSM_SAME)
    readLeaf(r, level, leaf, inner, made);
  if (kind == KSM_FINER)
    ksm_make_coarser(r, level, cell, made);
  return kind != KSM_COARSER;
}

// A cell of the level of a leaf, by its place in the leaf or beside it. 0: no leaf of that level or finer has it.
static int readBeside(const ksm_reading *r, int leaf, const int *cell, void *made) {
  const ksm_mesh *const m = r->m;
  const int b = m->domain.cells, level = m->level[leaf];
  int way[3] = {0, 0, 0}, block[3] = {0, 0, 0}, inner[3] = {0, 0, 0};
  for (int a = 0; a < m->domain.rank; a++) {
    way[a] = cell[a] < 0 ? -1 : cell[a] >= b;
    block[a] = m->at[leaf][a] + way[a];
    inner[a] = cell[a] - b * way[a];
  }
  const size_t at = (size_t)leaf * (size_t)ksm_directions(m) + (size_t)ksm_direction(m, way[0], way[1], way[2]);
  if (m->kind[at] == KSM_SAME) {
    readLeaf(r, level, m->neighbour[at], inner, made);
    return 1;
  }
  if (m->kind[at] != KSM_FINER)
    return 0;
  int64_t place[3];
  (void)ksm_wrap(m, level, block); // it is inside: there are leaves
  for (int a = 0; a < 3; a++)
    place[a] = (int64_t)block[a] * b + inner[a];
  ksm_make_coarser(r, level, place, made);
  return 1;
}

// Which of the 3^rank are looked at.
typedef enum extent { FACES, WHOLE } extent;

static int waysOf(int n) { return (n % 3 != 1) + (n / 3 % 3 != 1) + (n / 9 != 1); }

// The first axis along which the way to a cell around leads: how far that is in the list.
static int stepOf(int n) { return n % 3 != 1 ? n % 3 - 1 : n / 3 % 3 != 1 ? 3 * (n / 3 % 3 - 1) : 9 * (n / 9 - 1); }

// The coarser cells around one that a leaf has, as `[cell][component]`. Cells beyond the domain's end, and those of
// still coarser leaves, follow linearly from the others: along an axis from the cell and the one opposite, which is in
// the leaf, since a block has at least 4 cells; aside from the cells beside the faces.
static void readAround(const ksm_reading *r, int leaf, const int *centre, extent which, char *around) {
  const int isFlat = r->m->domain.rank == 2, count = ksm_directions(r->m), middle = count / 2;
  const size_t bytes = bytesOfCell(r);
  const int most = which == FACES ? 1 : r->m->domain.rank;
  char isThere[KSM_AROUND] = {0};
  int missing = 0;
  for (int n = 0; n < count; n++) {
    const int place = isFlat ? n + 9 : n;
    if (waysOf(place) > most)
      continue;
    const int cell[3] = {centre[0] + place % 3 - 1, centre[1] + place / 3 % 3 - 1, centre[2] + place / 9 - 1};
    isThere[n] = (char)readBeside(r, leaf, cell, around + (size_t)n * bytes);
    missing += !isThere[n];
  }
  for (int ways = 1; missing && ways <= most; ways++)
    for (int n = 0; n < count; n++) {
      const int place = isFlat ? n + 9 : n, step = stepOf(place);
      if (isThere[n] || waysOf(place) != ways)
        continue;
      const int to = ways == 1 ? middle : middle + step, from = ways == 1 ? middle - step : middle, aside = n - step;
      ksm_beyond(r->like->type, r->like->components, around + (size_t)aside * bytes, around + (size_t)to * bytes,
                 around + (size_t)from * bytes, around + (size_t)n * bytes);
    }
}

void ksm_make_finer(const ksm_reading *r, int coarser, const int64_t *cell, ksm_numbers *room, void *made) {
  const ksm_mesh *const m = r->m;
  const int rank = m->domain.rank, components = r->like->components;
  const size_t size = ksm_size_of(r->like->type);
  int coarse[3] = {0, 0, 0}, side[3] = {0, 0, 0};
  for (int a = 0; a < rank; a++) {
    coarse[a] = (int)(cell[a] / 2 - (int64_t)m->at[coarser][a] * m->domain.cells);
    side[a] = cell[a] % 2 ? 1 : -1;
  }
  if (r->rule == KSM_CONSTANT) {
    readLeaf(r, r->level - 1, coarser, coarse, made);
    return;
  }
  char *const around = (char *)room->of;
  if (!room->isMade || memcmp(room->cell, coarse, sizeof coarse) != 0)
    readAround(r, coarser, coarse, r->rule->finer ? WHOLE : FACES, around);
  room->isMade = 1;
  memcpy(room->cell, coarse, sizeof coarse);
  if (r->rule->finer) {
    ksm_cell about = cellOf(r, r->level);
    memcpy(about.side, side, sizeof side);
    r->rule->finer(around, made, &about);
    return;
  }
  const ptrdiff_t stride[3] = {components, 3 * components, 9 * components};
  const char *const centre = around + (size_t)(ksm_directions(m) / 2) * bytesOfCell(r);
  for (int c = 0; c < components; c++)
    ksm_linear_from(r->like->type, rank, centre + (size_t)c * size, stride, side, (char *)made + (size_t)c * size);
}
