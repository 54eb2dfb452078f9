// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mesh in a file, as it lies in memory: a mark, the domain, the leaves' places, and each array with its name. What is
// read is believed only where it makes a mesh: leaves that cover the domain once, next to others of nearly their level.
#include "Domain.h"
#include "Error.h"
#include "Stores.h"
#include "Tree.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kMark[16] = "kasane mesh 1\n"; // another number for another form
static const uint64_t kOrder = 0x0102030405060708u;

// All structs that are saved have a fixed form on a kind of machine, and none has gaps that aren't zero.
typedef struct saved_head {
  char mark[sizeof kMark];
  uint64_t order; // of bytes
  int64_t leaves, arrays;
  int64_t rank, cells, ghosts, finest;
  int64_t roots[3], periodic[3];
  double corner[3], width;
} saved_head;

typedef struct saved_array {
  char name[KSM_NAME];
  int64_t type, components, block;
  int64_t ends[KSM_SIDES];
  double values[KSM_SIDES];
} saved_array;

static saved_head headOf(const ksm_mesh *m) {
  const ksm_domain *const d = &m->domain;
  saved_head h;
  memset(&h, 0, sizeof h);
  memcpy(h.mark, kMark, sizeof kMark);
  h.order = kOrder;
  h.leaves = m->leaves;
  h.arrays = m->state->count;
  h.rank = d->rank;
  h.cells = d->cells;
  h.ghosts = d->ghosts;
  h.finest = d->finest;
  h.width = d->width;
  for (int a = 0; a < 3; a++) {
    h.roots[a] = d->roots[a];
    h.periodic[a] = d->periodic[a] != 0;
    h.corner[a] = d->corner[a];
  }
  return h;
}

static int put(FILE *file, const void *data, size_t size, size_t count) {
  return fwrite(data, size, count, file) == count;
}

static int putArray(FILE *file, const ksm_mesh *m, const char *name, const ksm_store *store) {
  saved_array a;
  memset(&a, 0, sizeof a);
  memcpy(a.name, name, strlen(name) + 1);
  a.type = store->type;
  a.components = store->components;
  a.block = (int64_t)store->block;
  for (int s = 0; s < KSM_SIDES; s++) {
    a.ends[s] = store->ends[s];
    a.values[s] = store->values[s];
  }
  return put(file, &a, sizeof a, 1) && put(file, store->memory, store->block, (size_t)m->leaves);
}

static int putMesh(FILE *file, const ksm_mesh *m, const int *of) {
  const saved_head head = headOf(m);
  int isGood = put(file, &head, sizeof head, 1);
  for (int n = 0; n < m->leaves && isGood; n++) {
    const int32_t place[4] = {m->level[n], m->at[n][0], m->at[n][1], m->at[n][2]};
    isGood = put(file, place, sizeof place, 1);
  }
  for (int n = 0; n < m->state->count && isGood; n++)
    isGood = putArray(file, m, m->state->holders[n].name, &m->state->stores[of[n]]);
  return isGood;
}

int ksm_save(const ksm_mesh *m, const char *path) {
  if (!m || !path)
    return ksm_fail("ksm_save: there is no %s, but NULL", m ? "path" : "mesh");
  int *const of = malloc(((size_t)m->state->count + 1) * sizeof *of);
  if (!of)
    return ksm_fail("ksm_save: memory ends");
  if (ksm_pair("ksm_save", m, of) != 0) {
    free(of);
    return -1;
  }
  FILE *const file = fopen(path, "wb");
  const int isWritten = file && putMesh(file, m, of);
  free(of);
  if ((file && fclose(file) != 0) || !isWritten)
    return ksm_fail("ksm_save: %s: %s", path, strerror(errno));
  return 0;
}

static int get(FILE *file, void *data, size_t size, size_t count) { return fread(data, size, count, file) == count; }

static int isShort(const char *path) { return ksm_fail("ksm_load: %s ends early, or isn't what ksm_save wrote", path); }

static int narrow(int64_t value) { return value < INT32_MIN || value > INT32_MAX ? -1 : (int)value; }

static int readHead(FILE *file, const char *path, saved_head *head, ksm_domain *d) {
  if (!get(file, head, sizeof *head, 1) || memcmp(head->mark, kMark, sizeof kMark) != 0)
    return ksm_fail("ksm_load: %s is no file of ksm_save", path);
  if (head->order != kOrder)
    return ksm_fail("ksm_load: %s is from a machine with another order of bytes", path);
  *d = (ksm_domain){.rank = narrow(head->rank),
                    .cells = narrow(head->cells),
                    .ghosts = narrow(head->ghosts),
                    .finest = narrow(head->finest),
                    .width = head->width};
  for (int a = 0; a < 3; a++) {
    d->roots[a] = narrow(head->roots[a]);
    d->periodic[a] = head->periodic[a] != 0;
    d->corner[a] = head->corner[a];
  }
  return ksm_check_domain("ksm_load", d);
}

// Leaves cover the domain once if none has an ancestor that is a leaf, none is there twice, and level after level, from
// the finest, they and what finer ones cover are whole families.
static int isCover(const ksm_mesh *m) {
  int64_t covered = 0, roots = 1;
  for (int n = 0; n < m->leaves; n++) {
    int leaf;
    if (ksm_cover(m, m->level[n] - 1, (int[3]){m->at[n][0] / 2, m->at[n][1] / 2, m->at[n][2] / 2}, &leaf) != KSM_FINER)
      return 0;
    if (n > 0 && m->level[n] == m->level[n - 1] && m->key[n] == m->key[n - 1])
      return 0;
  }
  for (int l = m->deepest; l > 0; l--) {
    covered += m->first[l + 1] - m->first[l];
    if (covered % ksm_children(m) != 0)
      return 0;
    covered /= ksm_children(m);
  }
  for (int a = 0; a < m->domain.rank; a++)
    roots *= m->domain.roots[a];
  return covered + m->first[1] == roots;
}

static int isBalanced(const ksm_mesh *m) {
  const int directions = ksm_directions(m);
  for (int n = 0; n < m->leaves; n++)
    for (int d = 0; d < directions; d++) {
      const size_t at = (size_t)n * (size_t)directions + (size_t)d;
      const int other = m->neighbour[at];
      if (m->kind[at] != KSM_END && (other < 0 || abs(m->level[other] - m->level[n]) > 1))
        return 0;
    }
  return 1;
}

static int readLeaves(FILE *file, const char *path, ksm_mesh *m, int64_t count) {
  if (count < 1)
    return ksm_fail("ksm_load: %s has a mesh of no leaves", path);
  if (ksm_check_room("ksm_load", m, count, 0, 0) != 0)
    return -1;
  ksm_place *const places = malloc((size_t)count * sizeof *places);
  int isGood = places != NULL, isThere = 1;
  for (int64_t n = 0; n < count && isGood && isThere; n++) {
    int32_t place[4];
    isThere = get(file, place, sizeof place, 1);
    isGood = isThere && place[0] >= 0 && place[0] <= m->state->most_level;
    for (int a = 0; a < 3 && isGood; a++)
      isGood = place[1 + a] >= 0 && place[1 + a] < (a < m->domain.rank ? (int64_t)m->domain.roots[a] << place[0] : 1);
    if (isGood)
      places[n] = ksm_place_of(m, place[0], (int[3]){place[1], place[2], place[3]});
  }
  const int hasRoom = places && (!isGood || ksm_index(m, places, (int)count) == 0);
  free(places);
  if (!hasRoom)
    return ksm_fail_room("ksm_load", m, count, 0, 0);
  if (!isThere)
    return isShort(path);
  if (!isGood || !isCover(m) || !isBalanced(m))
    return ksm_fail("ksm_load: the leaves in %s make no mesh", path);
  return 0;
}

static int readArray(FILE *file, const char *path, ksm_mesh *m) {
  saved_array a;
  if (!get(file, &a, sizeof a, 1))
    return isShort(path);
  ksm_store store = {.type = (ksm_type)a.type, .components = narrow(a.components)};
  if ((a.type != KSM_F32 && a.type != KSM_F64) || store.components < 1 || store.components > KSM_COMPONENTS ||
      !memchr(a.name, 0, sizeof a.name))
    return isShort(path);
  store.block = (size_t)store.components * ksm_room_of_component(m) * ksm_size_of(store.type);
  if (a.block != (int64_t)store.block)
    return isShort(path);
  for (int s = 0; s < KSM_SIDES; s++) {
    store.ends[s] =
        a.ends[s] == KSM_COPY || a.ends[s] == KSM_MIRROR || a.ends[s] == KSM_VALUE ? (ksm_end)a.ends[s] : KSM_USER;
    store.values[s] = a.values[s];
  }
  if (ksm_check_room("ksm_load", m, m->leaves, 0, store.block) != 0)
    return -1;
  store.memory = malloc((size_t)m->leaves * store.block);
  const int isThere = store.memory && get(file, store.memory, store.block, (size_t)m->leaves);
  if (!isThere || ksm_append(m, a.name, NULL, &store) != 0) {
    const int hadRoom = store.memory != NULL;
    free(store.memory);
    return hadRoom && !isThere ? isShort(path) : ksm_fail_room("ksm_load", m, m->leaves, 0, store.block);
  }
  return 0;
}

static ksm_mesh *readMesh(FILE *file, const char *path) {
  saved_head head;
  ksm_domain domain;
  if (readHead(file, path, &head, &domain) != 0)
    return NULL;
  ksm_mesh *const m = ksm_new(&domain);
  if (!m) {
    (void)ksm_fail("ksm_load: memory ends");
    return NULL;
  }
  int failed = readLeaves(file, path, m, head.leaves);
  for (int64_t n = 0; n < head.arrays && failed == 0; n++)
    failed = readArray(file, path, m);
  if (failed == 0 && fgetc(file) != EOF)
    failed = ksm_fail("ksm_load: %s has more than its arrays", path);
  if (failed == 0)
    return m;
  ksm_free(m);
  return NULL;
}

ksm_mesh *ksm_load(const char *path) {
  FILE *const file = path ? fopen(path, "rb") : NULL;
  if (!file) {
    (void)ksm_fail("ksm_load: %s: %s", path ? path : "no path", path ? strerror(errno) : "but NULL");
    return NULL;
  }
  ksm_mesh *const m = readMesh(file, path);
  (void)fclose(file);
  return m;
}
