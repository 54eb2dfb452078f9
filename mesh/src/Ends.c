// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ends.h"
#include "Error.h"
#include "Stores.h"
#include <string.h>

static int isEnd(const ksm_mesh *m, int leaf, int axis, int high) {
  int way[3] = {0, 0, 0};
  way[axis] = high ? 1 : -1;
  const size_t at = (size_t)leaf * (size_t)ksm_directions(m) + (size_t)ksm_direction(m, way[0], way[1], way[2]);
  return m->kind[at] == KSM_END;
}

static int sourceOf(ksm_end how, int high, int b, int index) {
  if (how == KSM_COPY)
    return high ? b - 1 : 0;
  return high ? 2 * b - 1 - index : -1 - index; // KSM_MIRROR
}

static void setValue(ksm_type type, double value, char *to) {
  const float narrow = (float)value;
  memcpy(to, type == KSM_F32 ? (const void *)&narrow : &value, ksm_size_of(type));
}

// The ghosts beyond one end, over lo .. hi along the other axes.
static void fillBox(const ksm_mesh *m, const ksm_store *store, int leaf, int side, const int *lo, const int *hi) {
  const int axis = side / 2, g = m->domain.ghosts, b = m->domain.cells;
  const size_t size = ksm_size_of(store->type);
  const ptrdiff_t along = (ptrdiff_t)(ksm_stride(m, axis) * size);
  int cell[3];
  for (int c = 0; c < store->components; c++)
    for (cell[2] = lo[2]; cell[2] < hi[2]; cell[2]++)
      for (cell[1] = lo[1]; cell[1] < hi[1]; cell[1]++)
        for (cell[0] = lo[0]; cell[0] < hi[0]; cell[0]++) {
          size_t at = (size_t)c * ksm_room_of_component(m);
          for (int a = 0; a < m->domain.rank; a++)
            at += (size_t)(cell[a] + g) * ksm_stride(m, a);
          char *const to = store->memory + (size_t)leaf * store->block + at * size;
          if (store->ends[side] == KSM_VALUE)
            setValue(store->type, store->values[side], to);
          else
            memcpy(to, to + along * (sourceOf(store->ends[side], side % 2, b, cell[axis]) - cell[axis]), size);
        }
}

void ksm_fill_ends(const ksm_mesh *m, const ksm_store *store, int leaf) {
  const int rank = m->domain.rank, b = m->domain.cells, g = m->domain.ghosts;
  for (int axis = 0; axis < rank; axis++)
    for (int high = 0; high < 2; high++) {
      const int side = 2 * axis + high;
      if (store->ends[side] == KSM_USER || !isEnd(m, leaf, axis, high))
        continue;
      int lo[3] = {0, 0, 0}, hi[3] = {1, 1, 1};
      for (int a = 0; a < rank; a++) {
        // Beyond the ends of axes to come nothing is made yet; beyond those of the user nothing may be.
        const int isLow = isEnd(m, leaf, a, 0) && (a > axis || store->ends[2 * a] == KSM_USER);
        const int isHigh = isEnd(m, leaf, a, 1) && (a > axis || store->ends[2 * a + 1] == KSM_USER);
        lo[a] = isLow ? 0 : -g;
        hi[a] = isHigh ? b : b + g;
      }
      lo[axis] = high ? b : -g;
      hi[axis] = high ? b + g : 0;
      fillBox(m, store, leaf, side, lo, hi);
    }
}

int ksm_ends(ksm_mesh *m, void *u, int side, ksm_end how, double value) {
  ksm_store *const store = m ? ksm_store_of("ksm_ends", m, u) : NULL;
  if (!store)
    return m ? -1 : ksm_fail("ksm_ends: there is no mesh, but NULL");
  if (side != KSM_ALL && (side < 0 || side >= 2 * m->domain.rank))
    return ksm_fail("ksm_ends: side %d; sides are 0 to %d, low and high x first, and KSM_ALL", side,
                    2 * m->domain.rank - 1);
  if (side != KSM_ALL && m->domain.periodic[side / 2])
    return ksm_fail("ksm_ends: side %d is of a periodic axis, which has no end", side);
  if (how != KSM_USER && how != KSM_COPY && how != KSM_MIRROR && how != KSM_VALUE)
    return ksm_fail("ksm_ends: rule %d; it is KSM_USER, KSM_COPY, KSM_MIRROR or KSM_VALUE", (int)how);
  for (int s = side == KSM_ALL ? 0 : side; s <= (side == KSM_ALL ? 2 * m->domain.rank - 1 : side); s++) {
    store->ends[s] = how;
    store->values[s] = value;
  }
  return 0;
}
