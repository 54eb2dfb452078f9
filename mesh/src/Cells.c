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

void ksm_make_coarser(const ksm_reading *r, int level, const int64_t *cell, void *made) {
  const int rank = r->m->domain.rank, components = r->like->components;
  const size_t size = ksm_size_of(r->like->type);
  double parts[KSM_CHILDREN * KSM_COMPONENTS];
  for (int n = 0; n < ksm_children(r->m); n++) {
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
    block[a] = (int)(cell[a] >= 0 ? cell[a] / b : -1 - (-1 - cell[a]) / b);
    inner[a] = (int)(cell[a] - (int64_t)block[a] * b);
  }
  if (!ksm_wrap(r->m, level, block))
    return 0;
  const ksm_kind kind = ksm_cover(r->m, level, block, &leaf);
  if (kind == KSM_COARSER)
    return 0;
  if (kind == KSM_SAME) {
    readLeaf(r, level, leaf, inner, made);
    return 1;
  }
  int64_t wrapped[3];
  for (int a = 0; a < 3; a++)
    wrapped[a] = (int64_t)block[a] * b + inner[a];
  ksm_make_coarser(r, level, wrapped, made);
  return 1;
}

// Which of the 3^rank are looked at.
typedef enum extent { FACES, WHOLE } extent;

static int waysOf(int n) { return (n % 3 != 1) + (n / 3 % 3 != 1) + (n / 9 != 1); }

// The coarser cells around one that a leaf has, as `[cell][component]`. Cells beyond the domain's end, and those of
// still coarser leaves, follow linearly from the others: along an axis from the cell and the one opposite, which is in
// the leaf, since a block has at least 4 cells; aside from the cells beside the faces.
static void readAround(const ksm_reading *r, const int64_t *centre, extent which, char *around) {
  const int rank = r->m->domain.rank, level = r->level - 1, count = ksm_directions(r->m), middle = count / 2;
  const size_t bytes = bytesOfCell(r);
  const ksm_type type = r->like->type;
  const int components = r->like->components;
  char isThere[KSM_AROUND] = {0};
  for (int n = 0; n < count; n++) {
    const int64_t cell[3] = {centre[0] + n % 3 - 1, centre[1] + n / 3 % 3 - 1, rank == 2 ? 0 : centre[2] + n / 9 - 1};
    const int ways = waysOf(rank == 2 ? n + 9 : n);
    if (which == WHOLE || ways <= 1)
      isThere[n] = (char)ksm_read_cell(r, level, cell, around + (size_t)n * bytes);
  }
  for (int ways = 1; ways <= (which == WHOLE ? rank : 1); ways++)
    for (int n = 0; n < count; n++) {
      const int place = rank == 2 ? n + 9 : n;
      if (isThere[n] || waysOf(place) != ways)
        continue;
      const int step = place % 3 != 1       ? place % 3 - 1
                       : place / 3 % 3 != 1 ? 3 * (place / 3 % 3 - 1)
                                            : 9 * (place / 9 - 1);
      const int face = middle + step, other = ways == 1 ? middle - step : middle, aside = n - step;
      ksm_beyond(type, components, around + (size_t)aside * bytes, around + (size_t)(ways == 1 ? middle : face) * bytes,
                 around + (size_t)other * bytes, around + (size_t)n * bytes);
    }
}

void ksm_make_finer(const ksm_reading *r, const int64_t *cell, ksm_numbers *room, void *made) {
  const int rank = r->m->domain.rank, components = r->like->components;
  const size_t size = ksm_size_of(r->like->type);
  int64_t coarse[3] = {0, 0, 0};
  ksm_cell about = cellOf(r, r->level);
  for (int a = 0; a < rank; a++) {
    coarse[a] = cell[a] >> 1;
    about.side[a] = cell[a] & 1 ? 1 : -1;
  }
  if (r->rule == KSM_CONSTANT) {
    (void)ksm_read_cell(r, r->level - 1, coarse, made);
    return;
  }
  char *const around = (char *)room->of;
  readAround(r, coarse, r->rule->finer ? WHOLE : FACES, around);
  if (r->rule->finer) {
    r->rule->finer(around, made, &about);
    return;
  }
  const ptrdiff_t stride[3] = {components, 3 * components, 9 * components};
  const char *const centre = around + (size_t)(ksm_directions(r->m) / 2) * bytesOfCell(r);
  for (int c = 0; c < components; c++)
    ksm_linear_from(r->like->type, rank, centre + (size_t)c * size, stride, about.side,
                    (char *)made + (size_t)c * size);
}
