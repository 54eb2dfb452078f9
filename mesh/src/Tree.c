// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tree.h"
#include "State.h"
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Of b bits each, two or one 0 between neighbours.
static uint64_t spreadBy1(uint64_t v) {
  v = (v | v << 16) & 0x0000ffff0000ffffu;
  v = (v | v << 8) & 0x00ff00ff00ff00ffu;
  v = (v | v << 4) & 0x0f0f0f0f0f0f0f0fu;
  v = (v | v << 2) & 0x3333333333333333u;
  return (v | v << 1) & 0x5555555555555555u;
}
static uint64_t spreadBy2(uint64_t v) {
  v = (v | v << 32) & 0x001f00000000ffffu;
  v = (v | v << 16) & 0x001f0000ff0000ffu;
  v = (v | v << 8) & 0x100f00f00f00f00fu;
  v = (v | v << 4) & 0x10c30c30c30c30c3u;
  return (v | v << 2) & 0x1249249249249249u;
}

uint64_t ksm_key(int rank, const int *at) {
  if (rank == 2)
    return spreadBy1((uint64_t)at[0]) | spreadBy1((uint64_t)at[1]) << 1;
  return spreadBy2((uint64_t)at[0]) | spreadBy2((uint64_t)at[1]) << 1 | spreadBy2((uint64_t)at[2]) << 2;
}

ksm_place ksm_place_of(const ksm_mesh *m, int level, const int *at) {
  return (ksm_place){level, {at[0], at[1], at[2]}, ksm_key(m->domain.rank, at)};
}

int ksm_leaf_of(const ksm_mesh *m, int level, uint64_t key) {
  if (level < 0 || level >= KSM_LEVELS)
    return -1;
  int lo = m->first[level], hi = m->first[level + 1];
  const int end = hi;
  while (lo < hi) {
    const int middle = lo + (hi - lo) / 2;
    if (m->key[middle] < key)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo < end && m->key[lo] == key ? lo : -1;
}

int ksm_leaf_near(const ksm_mesh *m, int leaf, uint64_t key) {
  const int level = m->level[leaf];
  const int64_t there = leaf + (int64_t)(key - m->key[leaf]); // if no place between is of another level
  if (there >= m->first[level] && there < m->first[level + 1] && m->key[there] == key)
    return (int)there;
  return ksm_leaf_of(m, level, key);
}

int ksm_wrap(const ksm_mesh *m, int level, int *at) {
  for (int a = 0; a < m->domain.rank; a++) {
    const int64_t n = (int64_t)m->domain.roots[a] << level;
    if (at[a] >= 0 && at[a] < n)
      continue;
    if (!m->domain.periodic[a])
      return 0;
    at[a] = (int)((at[a] % n + n) % n);
  }
  return 1;
}

ksm_kind ksm_cover(const ksm_mesh *m, int level, const int *at, int *leaf) {
  uint64_t key = ksm_key(m->domain.rank, at);
  *leaf = ksm_leaf_of(m, level, key);
  if (*leaf >= 0)
    return KSM_SAME;
  for (int l = level - 1; l >= 0; l--) {
    key >>= m->domain.rank;
    *leaf = ksm_leaf_of(m, l, key);
    if (*leaf >= 0)
      return KSM_COARSER;
  }
  return KSM_FINER;
}

static int before(const void *a, const void *b) {
  const ksm_place *const p = a, *const q = b;
  if (p->level != q->level)
    return p->level < q->level ? -1 : 1;
  return p->key < q->key ? -1 : p->key > q->key;
}

// The tables of a mesh, before they are const.
typedef struct tables {
  int *level, (*at)[3], *neighbour;
  double (*corner)[3], *h;
  unsigned char *kind;
  uint64_t *key;
} tables;

static void freeTables(tables *t) {
  free(t->level);
  free(t->at);
  free(t->neighbour);
  free(t->corner);
  free(t->h);
  free(t->kind);
  free(t->key);
}

static int allocate(tables *t, size_t count, size_t directions) {
  t->level = malloc(count * sizeof *t->level);
  t->at = malloc(count * sizeof *t->at);
  t->neighbour = malloc(count * directions * sizeof *t->neighbour);
  t->corner = malloc(count * sizeof *t->corner);
  t->h = malloc(count * sizeof *t->h);
  t->kind = malloc(count * directions);
  t->key = malloc(count * sizeof *t->key);
  if (t->level && t->at && t->neighbour && t->corner && t->h && t->kind && t->key)
    return 0;
  freeTables(t);
  return -1;
}

size_t ksm_table_bytes(const ksm_mesh *m) {
  return 4 * sizeof(int) + 4 * sizeof(double) + sizeof(uint64_t) + (size_t)ksm_directions(m) * (sizeof(int) + 1);
}

void ksm_free_tables(ksm_mesh *m) {
  free((void *)m->level);
  free((void *)m->at);
  free((void *)m->neighbour);
  free((void *)m->corner);
  free((void *)m->h);
  free((void *)m->kind);
  free((void *)m->key);
}

// Of the finer leaves beside a leaf, one that touches it: in each axis the nearer half where the way leads along it.
static int touching(const ksm_mesh *m, int level, const int *block, const int *way) {
  int at[3] = {0, 0, 0};
  for (int a = 0; a < m->domain.rank; a++)
    at[a] = 2 * block[a] + (way[a] < 0);
  return ksm_leaf_of(m, level + 1, ksm_key(m->domain.rank, at));
}

static void findNeighbours(const ksm_mesh *m, int leaf, int *neighbour, unsigned char *kind) {
  const int directions = ksm_directions(m), level = m->level[leaf];
  for (int d = 0; d < directions; d++) {
    const int way[3] = {d % 3 - 1, d / 3 % 3 - 1, m->domain.rank == 2 ? 0 : d / 9 - 1};
    int at[3], found = leaf;
    for (int a = 0; a < 3; a++)
      at[a] = m->at[leaf][a] + way[a];
    if (!ksm_wrap(m, level, at)) {
      neighbour[d] = -1;
      kind[d] = KSM_END;
      continue;
    }
    kind[d] = (unsigned char)ksm_cover(m, level, at, &found);
    neighbour[d] = kind[d] == KSM_FINER ? touching(m, level, at, way) : found;
  }
}

// No two meshes of a program have had the same one.
static int64_t newNumber(void) {
  static atomic_llong last;
  return atomic_fetch_add(&last, 1) + 1;
}

int ksm_index(ksm_mesh *m, ksm_place *places, int count) {
  tables t;
  const int directions = ksm_directions(m), b = m->domain.cells;
  if (allocate(&t, (size_t)count, (size_t)directions) != 0)
    return -1;
  qsort(places, (size_t)count, sizeof *places, before);
  memset(m->first, 0, sizeof m->first);
  const double root = m->domain.width / m->domain.roots[0];
  for (int n = 0; n < count; n++) {
    const ksm_place *const p = &places[n];
    m->first[p->level + 1]++;
    t.level[n] = p->level;
    t.key[n] = p->key;
    const double width = ldexp(root, -p->level);
    t.h[n] = width / b;
    for (int a = 0; a < 3; a++) {
      t.at[n][a] = p->at[a];
      t.corner[n][a] = m->domain.corner[a] + p->at[a] * width;
    }
  }
  for (int l = 0; l < KSM_LEVELS; l++)
    m->first[l + 1] += m->first[l];
  m->leaves = count;
  m->deepest = places[count - 1].level;
  m->level = t.level;
  m->at = (const int(*)[3])t.at;
  m->corner = (const double(*)[3])t.corner;
  m->h = t.h;
  m->neighbour = t.neighbour;
  m->kind = t.kind;
  m->key = t.key;
  m->number = newNumber();
  for (int n = 0; n < count; n++)
    findNeighbours(m, n, t.neighbour + (size_t)n * (size_t)directions, t.kind + (size_t)n * (size_t)directions);
  return 0;
}

int ksm_find(const ksm_mesh *m, const double *point) {
  const double root = m->domain.width / m->domain.roots[0];
  for (int l = 0; l <= m->deepest; l++) {
    int at[3] = {0, 0, 0};
    for (int a = 0; a < m->domain.rank; a++) {
      const double place = floor((point[a] - m->domain.corner[a]) / ldexp(root, -l));
      if (!(place >= 0 && place < ldexp(m->domain.roots[a], l)))
        return -1;
      at[a] = (int)place;
    }
    const int leaf = ksm_leaf_of(m, l, ksm_key(m->domain.rank, at));
    if (leaf >= 0)
      return leaf;
  }
  return -1;
}

void ksm_way_of(const ksm_mesh *m, int direction, int *way) {
  way[0] = direction % 3 - 1;
  way[1] = direction / 3 % 3 - 1;
  way[2] = m->domain.rank == 2 ? 0 : direction / 9 - 1;
}

void ksm_ghosts_at(const ksm_mesh *m, const int *way, int *lo, int *hi) {
  const int b = m->domain.cells, g = m->domain.ghosts;
  for (int a = 0; a < 3; a++) {
    lo[a] = 0;
    hi[a] = a < m->domain.rank ? b : 1;
    if (way[a] < 0) {
      lo[a] = -g;
      hi[a] = 0;
    } else if (way[a] > 0) {
      lo[a] = b;
      hi[a] = b + g;
    }
  }
}
