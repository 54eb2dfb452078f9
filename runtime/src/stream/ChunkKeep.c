// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream/ChunkKeep.h"
#include "base/Error.h"
#include "box/Field.h"
#include "box/Piece.h"
#include <stdlib.h>

enum { KEPT, FOR_NEXT }; // in ksn_store.kept

typedef struct copying {
  const ksn_field *field;
  char *to;
} copying;

static void copyPiece(void *context, const ksn_piece *piece) {
  const copying *const c = context;
  const int64_t size = (int64_t)ksn_size_of(c->field->type);
  for (int64_t plane = 0; plane < piece->extent[2]; plane++)
    for (int64_t row = 0; row < piece->extent[1]; row++) {
      const int64_t at = piece->offset + plane * piece->pitch[1] + row * piece->pitch[0];
      ksn_take_run(c->field, at, piece->extent[0], c->to + at * size);
    }
}

// Kept planes lie one behind the other, each with so many rows.
static int64_t mostRows(const ksn_chunk *chunk) { return chunk->side_lag * chunk->passes; }

static char *planeIn(const ksn_chunk *chunk, const ksn_store *store, char *kept, int64_t firstRow, int64_t plane) {
  const ksn_field *const like = store->like;
  const int side = chunk->axis - 1;
  const int64_t first = firstRow > like->lo[side] ? firstRow : like->lo[side];
  const int64_t there = (plane - like->lo[chunk->axis]) * mostRows(chunk) * like->stride[side];
  const int64_t home = plane * like->stride[chunk->axis] + store->first + (first - like->lo[side]) * like->stride[side];
  return kept + (there - home) * (int64_t)ksn_size_of(like->type);
}

char *ksn_kept_plane(const ksn_chunk *chunk, const ksn_store *store, int64_t plane) {
  return planeIn(chunk, store, store->kept[KEPT], chunk->there.from, plane);
}

static void keepRows(const ksn_chunk *chunk, ksn_store *store, int64_t from) {
  const int side = chunk->axis - 1;
  ksn_field part = ksn_at_store(store);
  part.lo[side] = from > part.lo[side] ? from : part.lo[side];
  part.hi[side] = chunk->own.end < part.hi[side] ? chunk->own.end : part.hi[side];
  for (int64_t plane = store->like->lo[chunk->axis]; plane < store->like->hi[chunk->axis]; plane++) {
    part.lo[chunk->axis] = plane;
    part.hi[chunk->axis] = plane + 1;
    copying c = {&part, planeIn(chunk, store, store->kept[FOR_NEXT], from, plane)};
    ksn_pieces_of(&part, copyPiece, &c);
  }
}

void ksn_keep_rows(const ksn_run *run, const ksn_chunk *chunk, int64_t from) {
  if (chunk->own.end - from > mostRows(chunk))
    ksn_fail_region(run->info, "internal: %lld rows are kept", (long long)(chunk->own.end - from));
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    ksn_store *const store = &chunk->stores[s];
    char *const free = store->kept[KEPT];
    store->kept[KEPT] = store->kept[FOR_NEXT];
    store->kept[FOR_NEXT] = free;
    if (!store->is_loaded || from >= chunk->own.end)
      continue;
    const int64_t planes = store->like->hi[chunk->axis] - store->like->lo[chunk->axis];
    const int64_t elements = planes * mostRows(chunk) * store->like->stride[chunk->axis - 1];
    if (!store->kept[FOR_NEXT])
      store->kept[FOR_NEXT] = ksn_allocate((size_t)elements, ksn_size_of(store->like->type));
    keepRows(chunk, store, from);
  }
}

void ksn_forget_rows(ksn_store *store) {
  free(store->kept[KEPT]);
  free(store->kept[FOR_NEXT]);
}
