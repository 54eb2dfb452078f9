// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/Scopes.h"
#include "base/Error.h"
#include <stdlib.h>

typedef struct scope {
  const char *base;
  size_t bytes;
  struct scope *next;
} scope;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static scope *scopes;

void ksn_scope_begins(const void *array, size_t bytes) {
  scope *const entry = ksn_allocate(1, sizeof *entry);
  entry->base = array;
  entry->bytes = bytes;
  ksn_lock(&mutex);
  entry->next = scopes;
  scopes = entry;
  ksn_unlock(&mutex);
}

void ksn_scope_ends(const void *array) {
  ksn_lock(&mutex);
  scope **at = &scopes;
  while (*at && (*at)->base != array)
    at = &(*at)->next;
  scope *const ended = *at;
  if (ended)
    *at = ended->next;
  ksn_unlock(&mutex);
  free(ended);
}

int ksn_has_scopes(void) {
  ksn_lock(&mutex);
  const int has = scopes != NULL;
  ksn_unlock(&mutex);
  return has;
}

int ksn_is_in_array(const void *home, const void *array, size_t bytes) {
  const char *const place = home, *const base = array;
  return place == base || (place > base && place < base + bytes);
}

int ksn_is_in_scope(const void *home) {
  int is = 0;
  ksn_lock(&mutex);
  for (const scope *s = scopes; s && !is; s = s->next)
    is = ksn_is_in_array(home, s->base, s->bytes);
  ksn_unlock(&mutex);
  return is;
}
