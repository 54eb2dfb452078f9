// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that members keep between two regions (#pragma stencil keep). What is kept is a run of one field, whose parts
// have one store. While a region has the field, its shares are the region's:
//
//   region 1 ends     its store's shares -> the kept store's         planes 0..8 of member 0, 8..16 of member 1
//   region 2 begins   the kept store's -> region 2's                 it goes by that cut: nothing is moved
//
// A box that reaches further than what is kept is filled from home, but for what is kept.
#ifndef KASANE_RT_PARTS_KEPT_H
#define KASANE_RT_PARTS_KEPT_H

#include "parts/Parts.h"
#include "parts/PartsState.h"

// Can the run, on so many members at most, go by the cut of what is kept, and its field have that?
int ksn_may_have_kept(const ksn_run *run, const ksn_field *field, const ksn_run *kept, int64_t members,
                      const ksn_network *network);
ksn_cut ksn_cut_of(const ksn_run *kept);
static inline int ksn_is_same_cut(ksn_cut a, ksn_cut b) {
  return a.members == b.members && a.planes.from == b.planes.from && a.planes.end == b.planes.end;
}
ksn_field ksn_field_with(const ksn_field *field, const ksn_field *kept); // its box holds both boxes
// Of a store, the bytes that the members here have on a card; -1: on all of them.
int64_t ksn_blocks_of(const ksn_parts *parts, int store, int card);

// A run with the field's store, less its shares.
void ksn_adopt_parts(ksn_run *kept, const ksn_run *of);
// The shares of the run's field go to what is kept.
void ksn_give_kept(ksn_run *kept, const ksn_run *run, const ksn_field *field);

// While parts are opened, the field's mem is the kept store: the store here gets its shares.
void ksn_take_kept(ksn_parted *store, ksn_parted *kept);
void ksn_return_kept(const ksn_parts *parts); // they can't be opened
// What the field has beside what is kept comes from home: enqueues. 0, or an error of the device's.
int ksn_fill_kept(ksn_run *run, const ksn_parts *parts, const ksn_field *field);

#endif
// Tests: tests/unit/runtime/PartsKeptTest.cpp, tests/run/check_kept.py
