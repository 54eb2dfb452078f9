// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of rows, where no slab of whole planes fits.
#ifndef KASANE_RT_CHUNK_BLOCK_H
#define KASANE_RT_CHUNK_BLOCK_H

#include "stream/ChunkState.h"

// May a visit's launches be on some of the rows?
int ksn_has_blocks(const ksn_run *run, const ksn_chunk *chunk);
// The best blocks for so many planes a slab (0: any) and from `least` to `most` passes a visit. 0: there are none.
int ksn_plan_blocks(const ksn_run *run, ksn_chunk *chunk, int64_t slab, int64_t least, int64_t most);
int64_t ksn_block_bytes(const ksn_run *run, ksn_chunk *chunk, int64_t slab, int64_t passes); // least memory for that
int ksn_make_banks(ksn_run *run, ksn_chunk *chunk);                                          // as ksn_make_rings
// Which rows each of the launches noted makes, for the block that begins there.
void ksn_find_rows(const ksn_run *run, ksn_chunk *chunk, int64_t from);

#endif
// Tests: tests/unit/runtime/ChunkBlockTest.cpp
