// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stores.h"
#include "Error.h"
#include "Tree.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ksm_store *ksm_store_of(const char *function, const ksm_mesh *m, const void *u) {
  for (int s = 0; s < m->state->count; s++)
    if (m->state->stores[s].memory == u)
      return &m->state->stores[s];
  (void)ksm_fail("%s: this pointer is to no array of the mesh; arrays are made by ksm_add, and when the mesh changes "
                 "only the variables named there are set anew",
                 function);
  return NULL;
}

// The pointers' own type isn't known.
static char *heldBy(const void *variable) {
  char *held;
  memcpy(&held, variable, sizeof held);
  return held;
}
static void hold(void *variable, char *memory) { memcpy(variable, &memory, sizeof memory); }

int ksm_pair(const char *function, const ksm_mesh *m, int *of) {
  const struct ksm_state *const s = m->state;
  for (int n = 0; n < s->count; n++) {
    const ksm_holder *const holder = &s->holders[n];
    of[n] = holder->variable ? -1 : n;
    const char *const held = holder->variable ? heldBy(holder->variable) : NULL;
    for (int i = 0; held && i < s->count; i++)
      if (s->stores[i].memory == held)
        of[n] = i;
    if (of[n] < 0)
      return ksm_fail("%s: the variable of '%s' holds no array of the mesh", function, holder->name);
    for (int i = 0; i < n; i++)
      if (of[i] == of[n])
        return ksm_fail("%s: the variables of '%s' and '%s' hold the same array", function, s->holders[i].name,
                        holder->name);
  }
  return 0;
}

uint64_t ksm_machine_memory(void) {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
}

static uint64_t leafBytes(const ksm_mesh *m, size_t block) {
  uint64_t bytes = ksm_table_bytes(m) + block;
  for (int s = 0; s < m->state->count; s++)
    bytes += m->state->stores[s].block;
  return bytes;
}

static const char *besides(int64_t stay) { return stay > 0 ? ", beside those that there are," : ""; }

int ksm_check_room(const char *function, const ksm_mesh *m, int64_t leaves, int64_t stay, size_t block) {
  enum { kMostLeaves = INT32_MAX / 2 };
  const uint64_t bytes = leafBytes(m, block), limit = m->state->limit;
  const uint64_t all = limit / bytes, fit = all > (uint64_t)stay ? all - (uint64_t)stay : 0;
  if (leaves > kMostLeaves)
    return ksm_fail("%s: %lld leaves; a mesh has at most %d", function, (long long)leaves, kMostLeaves);
  if ((uint64_t)leaves <= fit)
    return 0;
  return ksm_fail("%s: memory ends: %lld leaves of %llu bytes%s are asked for, %llu would fit into %llu MiB", function,
                  (long long)leaves, (unsigned long long)bytes, besides(stay), (unsigned long long)fit,
                  (unsigned long long)(limit >> 20));
}

// The allocator said no: how many it has room for is tried.
int ksm_fail_room(const char *function, const ksm_mesh *m, int64_t leaves, int64_t stay, size_t block) {
  const uint64_t bytes = leafBytes(m, block);
  int64_t fit = 0, most = leaves;
  while (fit < most) {
    const int64_t middle = most - (most - fit) / 2;
    void *const room = (uint64_t)middle <= SIZE_MAX / bytes ? malloc((size_t)((uint64_t)middle * bytes)) : NULL;
    free(room);
    if (room)
      fit = middle;
    else
      most = middle - 1;
  }
  return ksm_fail("%s: memory ends: %lld leaves of %llu bytes%s are asked for, %lld would fit", function,
                  (long long)leaves, (unsigned long long)bytes, besides(stay), (long long)fit);
}

int ksm_append(ksm_mesh *m, const char *name, void *variable, const ksm_store *store) {
  struct ksm_state *const s = m->state;
  ksm_store *const stores = realloc(s->stores, (size_t)(s->count + 1) * sizeof *stores);
  if (stores)
    s->stores = stores;
  ksm_holder *const holders = realloc(s->holders, (size_t)(s->count + 1) * sizeof *holders);
  if (holders)
    s->holders = holders;
  if (!stores || !holders)
    return -1;
  stores[s->count] = *store;
  memset(&holders[s->count], 0, sizeof *holders);
  memcpy(holders[s->count].name, name, strlen(name) + 1); // of a checked length
  holders[s->count++].variable = variable;
  return 0;
}

void ksm_free_stores(ksm_mesh *m) {
  for (int n = 0; n < m->state->count; n++)
    free(m->state->stores[n].memory);
  free(m->state->stores);
  free(m->state->holders);
}

static int isName(const char *name) {
  const size_t length = name ? strlen(name) : 0;
  return length > 0 && length < KSM_NAME &&
         strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.") == length;
}

static int checkArray(const ksm_mesh *m, const char *name, const void *variable, size_t block, ksm_type type) {
  if (!m)
    return ksm_fail("ksm_add: there is no mesh, but NULL");
  if (!isName(name))
    return ksm_fail("ksm_add: a name has 1 to %d letters, digits, '_', '-' and '.'; it names the array in files",
                    KSM_NAME - 1);
  if (!variable)
    return ksm_fail("ksm_add: '%s' has no variable; give the address of the pointer, &%s", name, name);
  if (type != KSM_F32 && type != KSM_F64)
    return ksm_fail("ksm_add: '%s' is of type %d; it is KSM_F32 or KSM_F64", name, (int)type);
  const int w = ksm_width(m);
  const size_t component = ksm_room_of_component(m) * ksm_size_of(type), components = block / component;
  if (block % component != 0 || components < 1)
    return ksm_fail("ksm_add: a block of '%s' has %zu bytes, no multiple of %d%s %s: the mesh has blocks of %d cells "
                    "and %d ghost layers, so it is declared as [%d]%s[%d][%d]",
                    name, block, w, m->domain.rank == 2 ? "^2" : "^3", type == KSM_F32 ? "floats" : "doubles",
                    m->domain.cells, m->domain.ghosts, w, m->domain.rank == 2 ? "" : "[..]", w, w);
  if (components > KSM_COMPONENTS)
    return ksm_fail("ksm_add: '%s' has %zu components; %d are the most", name, components, KSM_COMPONENTS);
  return 0;
}

// An array that was loaded, or -2 where none has this name; -1: it can't be had.
static int claim(ksm_mesh *m, const char *name, void *variable, size_t block, ksm_type type) {
  struct ksm_state *const s = m->state;
  for (int n = 0; n < s->count; n++) {
    if (strcmp(s->holders[n].name, name) != 0)
      continue;
    if (s->holders[n].variable)
      return ksm_fail("ksm_add: there is an array '%s' already", name);
    if (s->stores[n].block != block || s->stores[n].type != type)
      return ksm_fail("ksm_add: '%s' was saved with blocks of %zu bytes of %s, and is asked for with %zu of %s", name,
                      s->stores[n].block, s->stores[n].type == KSM_F32 ? "floats" : "doubles", block,
                      type == KSM_F32 ? "floats" : "doubles");
    s->holders[n].variable = variable;
    hold(variable, s->stores[n].memory);
    return 0;
  }
  return -2;
}

int ksm_add(ksm_mesh *m, const char *name, void *variable, size_t block, ksm_type type) {
  if (checkArray(m, name, variable, block, type) != 0)
    return -1;
  const int claimed = claim(m, name, variable, block, type);
  if (claimed != -2)
    return claimed;
  if (ksm_check_room("ksm_add", m, m->leaves, 0, block) != 0)
    return -1;
  const ksm_store store = {.type = type,
                           .components = (int)(block / (ksm_room_of_component(m) * ksm_size_of(type))),
                           .block = block,
                           .memory = calloc((size_t)m->leaves, block)};
  if (!store.memory || ksm_append(m, name, variable, &store) != 0) {
    free(store.memory);
    return ksm_fail_room("ksm_add", m, m->leaves, 0, block);
  }
  hold(variable, store.memory);
  return 0;
}

int ksm_drop(ksm_mesh *m, void *u) {
  if (!m)
    return ksm_fail("ksm_drop: there is no mesh, but NULL");
  ksm_store *const store = ksm_store_of("ksm_drop", m, u);
  struct ksm_state *const s = m->state;
  int *const of = store ? malloc((size_t)s->count * sizeof *of) : NULL;
  if (!store)
    return -1;
  if (!of || ksm_pair("ksm_drop", m, of) != 0) {
    free(of);
    return -1;
  }
  // Names stay with what their variables hold: each goes to its store's number, and the last to the gap.
  const int gone = (int)(store - s->stores);
  ksm_holder *const holders = malloc((size_t)s->count * sizeof *holders);
  if (holders) {
    for (int n = 0; n < s->count; n++)
      holders[of[n]] = s->holders[n];
    if (holders[gone].variable)
      hold(holders[gone].variable, NULL);
    free(store->memory);
    s->count--;
    *store = s->stores[s->count];
    holders[gone] = holders[s->count];
    memcpy(s->holders, holders, (size_t)s->count * sizeof *holders);
  }
  free(of);
  const int isDone = holders != NULL;
  free(holders);
  return isDone ? 0 : ksm_fail("ksm_drop: memory ends");
}
