// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime knows of a run while it lasts, from ksn_begin to ksn_end: data that each floor may look at.
#ifndef KASANE_RT_STATE_H
#define KASANE_RT_STATE_H

#include "base/Block.h"

struct ksn_state {
  double began, loaded; // times
  int64_t passes, steps;
  int64_t moved;  // bytes between host and device
  int64_t memory; // bytes that were allocated on the device
  int64_t huge;   // bytes of the host's memory for which huge pages were asked
  void **lent;    // by field: the kept memory that it has, or NULL
  char *stays;    // by field, when the run ends: its memory stays on the device; NULL: none does
  ksn_block scratch;
  ksn_block *homes;          // the blocks of the homes that are the runtime's own, by field
  void *device;              // the device layer's own, freed by its release
  struct ksn_chunk *chunk;   // placement chunked, NULL: in core
  struct ksn_parts *parts;   // placement distributed, NULL: in core
  struct ksn_beside *beside; // launches are noted, for calls that refresh halos; NULL: they are made as they come
  int is_pinned;             // see ksn_pin_buffers
  int has_buffers;           // see Buffers.c: what fields and spares have as mem is to be freed
  double shown;              // progress: when the last line was written
  int showing;               // progress: a line without its end stands on the terminal
};

#endif
// Tests: tests/unit/runtime/RegionTest.cpp
