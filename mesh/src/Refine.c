// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A change of the mesh: what every leaf is to become, the places of the new leaves, and the arrays on them. No leaf
// changes by more than one level: neighbours differed by one at most, so one more is enough to keep that.
#include "Cells.h"
#include "Error.h"
#include "Stores.h"
#include "Tree.h"
#include <stdlib.h>
#include <string.h>

static int ask(const ksm_mesh *m, ksm_wanted *wanted, void *data, signed char *become) {
  const int finest = m->domain.finest ? m->domain.finest : KSM_LEVELS;
  const int limit = finest < m->state->most_level ? finest : m->state->most_level;
  for (int n = 0; n < m->leaves; n++) {
    const int answer = wanted(m, n, data);
    become[n] = (signed char)((answer > 0) - (answer < 0));
    if (become[n] > 0 && m->level[n] >= limit) {
      become[n] = 0;
      if (m->level[n] < finest)
        return ksm_fail("ksm_refine: the callback asks without end, for level %d at (%g, %g, %g), which can't be; it "
                        "has to look at m->level, or give ksm_domain.finest",
                        m->level[n] + 1, m->corner[n][0], m->corner[n][1], m->corner[n][2]);
    }
  }
  return 0;
}

// Coarser neighbours of what is refined are refined, too; from the finest level on, so that once is enough.
static void balance(const ksm_mesh *m, signed char *become) {
  const size_t directions = (size_t)ksm_directions(m);
  for (int l = m->deepest; l > 0; l--)
    for (int n = m->first[l]; n < m->first[l + 1]; n++)
      for (size_t at = (size_t)n * directions; become[n] > 0 && at < ((size_t)n + 1) * directions; at++)
        if (m->kind[at] == KSM_COARSER)
          become[m->neighbour[at]] = 1;
}

// 2^rank leaves of one parent follow each other; is this the first one of such?
static int isFamily(const ksm_mesh *m, int leaf) {
  const int count = ksm_children(m), last = leaf + count - 1;
  const uint64_t rest = (uint64_t)count - 1;
  return m->level[leaf] > 0 && (m->key[leaf] & rest) == 0 && last < m->first[m->level[leaf] + 1] &&
         m->key[last] == m->key[leaf] + rest;
}

// May the leaf become part of its parent, as to its neighbours? Finer ones have been decided.
static int mayJoin(const ksm_mesh *m, const signed char *become, int leaf) {
  const size_t directions = (size_t)ksm_directions(m);
  if (become[leaf] >= 0)
    return 0;
  for (size_t at = (size_t)leaf * directions; at < ((size_t)leaf + 1) * directions; at++) {
    if (m->kind[at] == KSM_FINER && become[m->neighbour[at]] >= 0)
      return 0; // else the whole family beside it joins
    if (m->kind[at] == KSM_SAME && become[m->neighbour[at]] > 0)
      return 0;
  }
  return 1;
}

// Leaves keep a -1 only where they join. Finer levels first: they make room for coarser ones.
static void decideJoins(const ksm_mesh *m, signed char *become) {
  const int count = ksm_children(m);
  for (int l = m->deepest; l >= 0; l--)
    for (int n = m->first[l]; n < m->first[l + 1]; n++) {
      int joins = isFamily(m, n);
      for (int c = 0; joins && c < count; c++)
        joins = mayJoin(m, become, n + c);
      if (joins)
        n += count - 1;
      else if (become[n] < 0)
        become[n] = 0;
    }
}

static int64_t countOf(const ksm_mesh *m, const signed char *become, int *changes) {
  const int children = ksm_children(m);
  int64_t refined = 0, joined = 0;
  for (int n = 0; n < m->leaves; n++) {
    refined += become[n] > 0;
    joined += become[n] < 0;
  }
  *changes = (int)(refined + joined);
  return m->leaves + refined * (children - 1) - joined + joined / children;
}

static int placesOf(const ksm_mesh *m, const signed char *become, ksm_place *places) {
  const int children = ksm_children(m);
  int count = 0;
  for (int n = 0; n < m->leaves; n++) {
    const int *const at = m->at[n];
    if (become[n] == 0)
      places[count++] = ksm_place_of(m, m->level[n], at);
    for (int c = 0; become[n] > 0 && c < children; c++) {
      const int child[3] = {2 * at[0] + c % 2, 2 * at[1] + c / 2 % 2, 2 * at[2] + c / 4};
      places[count++] = ksm_place_of(m, m->level[n] + 1, child);
    }
    if (become[n] < 0) {
      const int parent[3] = {at[0] / 2, at[1] / 2, at[2] / 2};
      places[count++] = ksm_place_of(m, m->level[n] - 1, parent);
      n += children - 1;
    }
  }
  return count;
}

// The cells of a new leaf from the old mesh.
static void carryLeaf(const ksm_mesh *m, int leaf, ksm_reading *old, char *memory) {
  const ksm_mesh *const before = old->m;
  const ksm_store *const store = old->like;
  const size_t size = ksm_size_of(store->type), next = ksm_room_of_component(m) * size;
  const int level = m->level[leaf], b = m->domain.cells, same = ksm_leaf_of(before, level, m->key[leaf]);
  if (same >= 0) {
    memcpy(memory + (size_t)leaf * store->block, old->same + (size_t)same * store->block, store->block);
    return;
  }
  const int parent = ksm_leaf_of(before, level - 1, m->key[leaf] >> m->domain.rank);
  ksm_numbers room;
  double values[KSM_COMPONENTS];
  int cell[3];
  old->level = level;
  room.isMade = 0;
  for (cell[2] = 0; cell[2] < (m->domain.rank == 2 ? 1 : b); cell[2]++)
    for (cell[1] = 0; cell[1] < b; cell[1]++)
      for (cell[0] = 0; cell[0] < b; cell[0]++) {
        int64_t place[3];
        for (int a = 0; a < 3; a++)
          place[a] = (int64_t)m->at[leaf][a] * b + cell[a];
        if (parent >= 0)
          ksm_make_finer(old, parent, place, &room, values);
        else
          ksm_make_coarser(old, level, place, values);
        char *to = memory + (ksm_element(old, memory, leaf, 0, cell) - memory);
        for (int c = 0; c < store->components; c++, to += next)
          memcpy(to, (char *)values + (size_t)c * size, size);
      }
}

static void carry(const ksm_mesh *before, const ksm_mesh *m, const ksm_store *store, const ksm_rule *rule,
                  char *memory) {
  ksm_reading old = {.m = before,
                     .like = store,
                     .rule = rule,
                     .same = store->memory,
                     .finer = store->memory,
                     .old_time = store->memory};
  for (int leaf = 0; leaf < m->leaves; leaf++)
    carryLeaf(m, leaf, &old, memory);
}

static void freeAll(char **memories, int count) {
  for (int n = 0; memories && n < count; n++)
    free(memories[n]);
  free(memories);
}

static char **allocateAll(const struct ksm_state *s, size_t leaves) {
  char **const memories = calloc((size_t)s->count + 1, sizeof *memories);
  for (int n = 0; memories && n < s->count; n++) {
    memories[n] = calloc(leaves, s->stores[n].block);
    if (!memories[n]) {
      freeAll(memories, n);
      return NULL;
    }
  }
  return memories;
}

// Memories in place of those of the stores, and in the variables that hold them.
static void exchange(struct ksm_state *s, const int *of, char **memories) {
  for (int n = 0; n < s->count; n++)
    if (s->holders[n].variable)
      memcpy(s->holders[n].variable, &memories[of[n]], sizeof(char *));
  for (int n = 0; n < s->count; n++) {
    char *const old = s->stores[n].memory;
    s->stores[n].memory = memories[n];
    memories[n] = old;
  }
}

// Everything is there before anything changes, so that a mesh without memory stays as it was.
static int change(ksm_mesh *m, const signed char *become, int64_t count, const int *of, const ksm_rule *rule) {
  ksm_mesh before = *m;
  if (ksm_check_room("ksm_refine", m, count, m->leaves, 0) != 0)
    return -1;
  ksm_place *const places = malloc((size_t)count * sizeof *places);
  char **const memories = allocateAll(m->state, (size_t)count);
  const int isIndexed = places && memories && ksm_index(m, places, placesOf(m, become, places)) == 0;
  free(places);
  if (!isIndexed) {
    const int failed = ksm_fail_room("ksm_refine", m, count, m->leaves, 0);
    freeAll(memories, m->state->count);
    return failed;
  }
  for (int n = 0; n < m->state->count; n++)
    carry(&before, m, &m->state->stores[n], rule, memories[n]);
  exchange(m->state, of, memories);
  ksm_free_tables(&before);
  freeAll(memories, m->state->count);
  return 0;
}

int ksm_refine(ksm_mesh *m, ksm_wanted *wanted, void *data, const ksm_rule *rule) {
  if (!m || !wanted)
    return ksm_fail("ksm_refine: there is no %s, but NULL", m ? "callback" : "mesh");
  signed char *const become = malloc((size_t)m->leaves);
  int *const of = malloc(((size_t)m->state->count + 1) * sizeof *of);
  int changes = -1;
  if (!become || !of) {
    (void)ksm_fail("ksm_refine: memory ends: %d leaves have no room for what they are to become", m->leaves);
  } else if (ksm_pair("ksm_refine", m, of) == 0 && ask(m, wanted, data, become) == 0) {
    balance(m, become);
    decideJoins(m, become);
    const int64_t count = countOf(m, become, &changes);
    if (changes > 0 && change(m, become, count, of, rule ? rule : KSM_LINEAR) != 0)
      changes = -1;
  }
  free(become);
  free(of);
  return changes;
}

int ksm_settle(ksm_mesh *m, ksm_wanted *wanted, void *data, const ksm_rule *rule) {
  enum { kRounds = 2 * KSM_LEVELS }; // from the finest level to the coarsest, and back
  int all = 0, changes = 0;
  for (int round = 0; round < kRounds; round++, all += changes) {
    changes = ksm_refine(m, wanted, data, rule);
    if (changes <= 0)
      return changes < 0 ? changes : all;
  }
  return ksm_fail("ksm_settle: the callback asks without end: after %d rounds it still changes %d leaves; the cells "
                  "that it asks for must not depend on the level",
                  kRounds, changes);
}
