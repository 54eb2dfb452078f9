// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that a block has overwritten at home, as they were before: the next block begins with some of them.
#ifndef KASANE_RT_CHUNK_KEEP_H
#define KASANE_RT_CHUNK_KEEP_H

#include "stream/ChunkState.h"

// Before the block that is worked at goes home, what the next one looks at of it is kept, from row `from` on. Once a
// block, whose own launches find what the one before has kept.
void ksn_keep_rows(const ksn_run *run, const ksn_chunk *chunk, int64_t from);
// Where a plane's first row of those that the block before has kept would be, if all of the array lay around it.
char *ksn_kept_plane(const ksn_chunk *chunk, const ksn_store *store, int64_t plane);
void ksn_forget_rows(ksn_store *store);

#endif
// Tests: tests/unit/runtime/ChunkBlockTest.cpp
