// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the slowest axis closes to a ring, a visit goes along planes that begin before the ring's first plane and end
// behind its last one, as far as its launches look: what is beyond an end is the other end's, and made twice.
//
//   ring:       0         1         2            planes 0..12, two launches that look one plane back and ahead
//   planes in  -2..2     2..8      8..14         -2, -1 are 10, 11 at home; 12, 13 are 0, 1 as before this visit
//   launch 0   -1..1     1..7      7..13
//   launch 1    0..0     0..6      6..12
//   planes out  0..0     0..6      6..12
#include "stream/ChunkRing.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "box/Field.h"
#include "notes/Notes.h"
#include <stdlib.h>

static int64_t mostOf(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t leastOf(int64_t a, int64_t b) { return a < b ? a : b; }

int ksn_closes(const ksn_run *run, ksn_chunk *chunk, ksn_why *why) {
  const int64_t kFar = (int64_t)1 << 29; // where kernels take it to end
  if (!ksn_closes_to_ring(run))
    return 0;
  if (chunk->end - chunk->first >= kFar || chunk->end >= kFar || chunk->first <= -kFar)
    return ksn_because(why, "a ring of %lld planes has too many", (long long)(chunk->end - chunk->first));
  chunk->ring_first = chunk->first;
  chunk->ring_end = chunk->end;
  return 0;
}

// Those of a field's planes that may go home before they are looked at as what follows the ring's end, as they are now.
static void keepFirst(const ksn_chunk *chunk, ksn_store *has) {
  const ksn_field *const like = has->like;
  const int64_t size = (int64_t)ksn_size_of(like->type), pitch = like->stride[chunk->axis];
  const int64_t planes = leastOf(chunk->end, 2 * chunk->ring_end - chunk->ring_first) - chunk->ring_end;
  if (planes <= 0)
    return;
  ksn_field part = *like;
  part.apart = 1;
  part.hi[chunk->axis] = leastOf(part.hi[chunk->axis], chunk->ring_first + planes);
  char *const kept = ksn_allocate((size_t)ksn_times(planes, pitch), (size_t)size);
  has->kept[0] = kept;
  has->again = kept - (chunk->ring_first * pitch + has->first) * size;
  part.home = has->again;
  has->again_apart = 1;
  const ksn_field now = ksn_at_store(has);
  ksn_copy_homes(&part, &now);
}

void ksn_go_round(const ksn_run *run, ksn_chunk *chunk) {
  const int count = run->field_count + run->spare_count;
  int64_t before = 0, behind = 0;
  for (int s = 0; s < count; s++)
    chunk->stores[s].before = chunk->stores[s].behind = 0;
  for (ksn_noted *note = chunk->last; note; note = note->before) {
    if (note->of.lo > chunk->ring_first || note->of.hi != chunk->ring_end) // a grid may begin before the first cell
      ksn_fail_region(run->info, "internal: %s makes a part of a ring", note->of.window->kernel);
    int64_t lo = 0, hi = 0;
    for (int b = 0; b < note->of.window->count; b++)
      if (note->of.window->reach[b].writes) {
        lo = mostOf(lo, note->stores[b]->before);
        hi = mostOf(hi, note->stores[b]->behind);
      }
    for (int b = 0; b < note->of.window->count; b++) {
      const ksn_reach *const reach = &note->of.window->reach[b];
      ksn_store *const store = note->stores[b];
      if (store->is_whole || reach->writes == KSN_COVERS)
        continue;
      store->before = mostOf(store->before, lo + reach->back);
      store->behind = mostOf(store->behind, hi + reach->ahead);
      before = mostOf(before, store->before);
      behind = mostOf(behind, store->behind);
    }
    note->of.lo = chunk->ring_first - lo;
    note->of.hi = chunk->ring_end + hi;
  }
  chunk->first = chunk->ring_first - before;
  chunk->end = chunk->ring_end + behind;
  for (int s = 0; s < count; s++) {
    ksn_store *const has = &chunk->stores[s];
    has->arrived = chunk->first;
    has->again = has->home;
    has->again_apart = has->apart;
    if (has->is_loaded && has->like->written)
      keepFirst(chunk, has);
  }
}

void ksn_forget_first(const ksn_run *run, ksn_chunk *chunk) {
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    free(chunk->stores[s].kept[0]);
    chunk->stores[s].kept[0] = NULL;
  }
}
