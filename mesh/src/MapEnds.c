// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an array has beyond the ends of the domain, as places.
#include "Map.h"
#include <stdlib.h>
#include <string.h>

// What the ghost beyond an end is a copy of: fills go along x, then y, then z, so the last axis tells, and what is
// there may be such a ghost, too. (Ends.c says the same of boxes.)
static int64_t sourceOf(const ksm_mesh *m, const ksm_end *how, int leaf, const int *ghost) {
  const int b = m->domain.cells, directions = ksm_directions(m);
  int cell[3] = {ghost[0], ghost[1], ghost[2]}, side[3];
  for (int a = 0; a < m->domain.rank; a++) {
    int way[3] = {0, 0, 0};
    way[a] = cell[a] < 0 ? -1 : cell[a] >= b;
    const size_t at = (size_t)leaf * (size_t)directions + (size_t)ksm_direction(m, way[0], way[1], way[2]);
    side[a] = way[a] && m->kind[at] == KSM_END ? 2 * a + (way[a] > 0) : -1;
    if (side[a] >= 0 && how[side[a]] == KSM_USER)
      return -1;
  }
  for (int a = m->domain.rank - 1; a >= 0; a--) {
    if (side[a] < 0)
      continue;
    if (how[side[a]] == KSM_VALUE)
      return -2 - side[a];
    const int high = side[a] % 2, last = high ? b - 1 : 0;
    cell[a] = how[side[a]] == KSM_COPY ? last : (high ? 2 * b - 1 : -1) - cell[a];
  }
  return ksm_map_place(m, m->state->mapped, leaf, cell);
}

static int *sourcesOf(const ksm_mesh *m, struct ksm_mapped *x, const ksm_store *store) {
  ksm_end_list *found = NULL;
  for (int n = 0; n < x->array_count; n++)
    if (x->arrays[n].memory == store->memory)
      found = &x->arrays[n];
  if (found && memcmp(found->how, store->ends, sizeof found->how) == 0)
    return found->from;
  int *const from = malloc((size_t)(x->map.ends + 1) * sizeof *from);
  ksm_end_list *const more =
      from && !found ? realloc(x->arrays, (size_t)(x->array_count + 1) * sizeof *more) : x->arrays;
  if (!from || !more) {
    free(from);
    return NULL;
  }
  x->arrays = more;
  if (!found) {
    found = &x->arrays[x->array_count++];
    found->from = NULL;
  }
  for (int n = 0; n < x->map.ends; n++)
    from[n] = (int)sourceOf(m, store->ends, x->end_at.of[4 * n], &x->end_at.of[4 * n + 1]);
  free(found->from);
  found->memory = store->memory;
  memcpy(found->how, store->ends, sizeof found->how);
  found->from = from;
  return from;
}

static const ksm_store *storeOf(const ksm_mesh *m, const void *u) {
  for (int s = 0; s < m->state->count; s++)
    if (m->state->stores[s].memory == u)
      return &m->state->stores[s];
  return NULL;
}

const int *ksm_map_ends(const ksm_mesh *m, const void *u) {
  const ksm_map *const map = ksm_map_of(m);
  const ksm_store *const store = storeOf(m, u);
  static const int kNothing[1] = {0}; // a list of no numbers lies somewhere, too
  if (!store || map->ends == 0)
    return store ? kNothing : NULL;
  ksm_lock(m->state);
  const int *const from = sourcesOf(m, m->state->mapped, store);
  ksm_unlock(m->state);
  return from;
}

const double *ksm_map_values(const ksm_mesh *m, const void *u) {
  const ksm_store *const store = storeOf(m, u);
  return store ? store->values : NULL;
}
