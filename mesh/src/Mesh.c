// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Domain.h"
#include "Error.h"
#include "Map.h"
#include "Stores.h"
#include "Tree.h"
#include <math.h>
#include <stdlib.h>

int ksm_check_domain(const char *function, const ksm_domain *d) {
  static const char kAxes[] = "xyz";
  if (!d)
    return ksm_fail("%s: there is no domain, but NULL", function);
  if (d->rank != 2 && d->rank != 3)
    return ksm_fail("%s: rank is %d; it is 2 for quadtrees and 3 for octrees", function, d->rank);
  if (d->cells < 4 || d->cells > 64 || d->cells % 2 != 0)
    return ksm_fail("%s: blocks of %d cells; cells is an even number from 4 to 64", function, d->cells);
  if (d->ghosts < 1 || d->ghosts > 4)
    return ksm_fail("%s: %d ghost layers; there are 1 to 4", function, d->ghosts);
  for (int a = 0; a < d->rank; a++) {
    const int most = d->rank == 2 ? 1 << 24 : 1 << 20;
    if (d->roots[a] < 1 || d->roots[a] > most)
      return ksm_fail("%s: %d roots along %c, so a mesh of no leaves; there are 1 to %d", function, d->roots[a],
                      kAxes[a], most);
    if (!isfinite(d->corner[a]))
      return ksm_fail("%s: the domain's corner has no finite %c", function, kAxes[a]);
  }
  if (!isfinite(d->width) || d->width < 0)
    return ksm_fail("%s: the domain is %g wide; its width is above 0, or 0 for 1", function, d->width);
  if (d->finest < 0 || d->finest >= KSM_LEVELS)
    return ksm_fail("%s: finest is level %d; levels are 0 to %d", function, d->finest, KSM_LEVELS - 1);
  return 0;
}

// The finest level whose places fit into a key: 31 bits an axis in 2D, of which one is for neighbours; 21 in 3D.
static int mostLevel(const ksm_domain *d) {
  const int64_t places = d->rank == 2 ? 1 << 29 : 1 << 21;
  int level = 0;
  for (int fits = 1; fits && level < KSM_LEVELS; level += fits)
    for (int a = 0; a < d->rank; a++)
      fits = fits && (int64_t)d->roots[a] << (level + 1) <= places;
  return level < KSM_LEVELS ? level : KSM_LEVELS - 1;
}

ksm_mesh *ksm_new(const ksm_domain *domain) {
  ksm_mesh *const m = calloc(1, sizeof *m);
  struct ksm_state *const state = calloc(1, sizeof *state);
  if (!m || !state) {
    free(m);
    free(state);
    return NULL;
  }
  m->domain = *domain;
  if (m->domain.width == 0)
    m->domain.width = 1;
  if (domain->rank == 2) {
    m->domain.roots[2] = 1;
    m->domain.periodic[2] = 0;
  }
  m->state = state;
  atomic_flag_clear(&state->busy);
  state->most_level = mostLevel(&m->domain);
  state->limit = domain->memory ? domain->memory : ksm_machine_memory();
  return m;
}

ksm_mesh *ksm_create(const ksm_domain *domain) {
  if (ksm_check_domain("ksm_create", domain) != 0)
    return NULL;
  ksm_mesh *const m = ksm_new(domain);
  if (!m) {
    (void)ksm_fail("ksm_create: memory ends");
    return NULL;
  }
  int64_t count = 1;
  for (int a = 0; a < domain->rank && count < INT32_MAX; a++)
    count *= m->domain.roots[a];
  if (ksm_check_room("ksm_create", m, count, 0, 0) != 0) {
    ksm_free(m);
    return NULL;
  }
  ksm_place *const places = malloc((size_t)count * sizeof *places);
  int n = 0, at[3];
  for (at[2] = 0; places && at[2] < m->domain.roots[2]; at[2]++)
    for (at[1] = 0; at[1] < m->domain.roots[1]; at[1]++)
      for (at[0] = 0; at[0] < m->domain.roots[0]; at[0]++)
        places[n++] = ksm_place_of(m, 0, at);
  if (!places || ksm_index(m, places, n) != 0) {
    (void)ksm_fail_room("ksm_create", m, count, 0, 0);
    ksm_free(m);
    free(places);
    return NULL;
  }
  free(places);
  return m;
}

void ksm_free(ksm_mesh *m) {
  if (!m)
    return;
  ksm_free_map(m->state);
  ksm_free_stores(m);
  ksm_free_tables(m);
  free(m->state);
  free(m);
}
