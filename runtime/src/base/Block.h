// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's own memory on the host: copies of arrays, and scratch. In: how much. Out: a block, whose pages nobody
// has touched or a region before has.
//
// A new page costs more than a pass over it, so blocks that are given back are kept for the next region that needs
// as much. The system may take their pages meanwhile. They are a quarter of the machine's memory at most.
#ifndef KASANE_RT_BLOCK_H
#define KASANE_RT_BLOCK_H

#include "base/Base.h"

typedef struct ksn_block {
  void *memory; // NULL: none
  size_t bytes; // at least those that were asked for
} ksn_block;

// From a page up at the start of a page, of large blocks at that of a huge one; else of a line. -1: there is no memory.
int ksn_take_block(size_t bytes, ksn_block *block);
void ksn_give_block(ksn_block *block); // it is none then
int64_t ksn_kept_blocks(void);         // bytes

// Asks for huge pages where whole ones lie in the memory; `now`: of pages that have been touched, too, which copies
// them. Bytes that it has asked for.
int64_t ksn_ask_for_huge_pages(void *memory, int64_t bytes, int now);

#endif
// Tests: tests/unit/runtime/BlockTest.cpp
