// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a round is. In: launches as they were noted, and which planes each member has. Out: the planes that each member
// makes, those that it needs for that, who sends them, and which of its planes are made first. Nothing is launched or
// copied here.
#ifndef KASANE_RT_ROUND_H
#define KASANE_RT_ROUND_H

#include "parts/PartsState.h"

ksn_span ksn_part_of(const ksn_parts *parts, int member); // its planes of all planes
// Its planes of an array's; without any, none at the end that is nearest.
ksn_span ksn_own_of(const ksn_parts *parts, const ksn_field *like, int member);

// For the launches first..last: their planes of the member, and into shares[member].needed what it must have before.
void ksn_find_needs(ksn_parts *parts, ksn_made *first, const ksn_made *last, int member);

// Once every member has made its planes of the launch, which planes are valid.
void ksn_have_made(const ksn_parts *parts, ksn_made *note);

// Messages by which the member gets what it lacks of these planes, which are valid then. A member has one owner's run
// of planes by each.
void ksn_ask_for(ksn_parts *parts, ksn_parted *store, int member, ksn_span wanted);

void ksn_find_lags(ksn_parts *parts, ksn_made *first, const ksn_made *last);

// Ends first: launch by launch the planes before `low` less the launch's lag and those behind `high` and its lag, then
// all in between. What the neighbours need is final when the ends are made, and what is left keeps away from it.
typedef struct ksn_ends {
  int is_split;
  int64_t low, high;
} ksn_ends;
ksn_ends ksn_ends_of(const ksn_parts *parts, const ksn_made *first, const ksn_made *last, int member);
// The member's planes of the launch: the lower end, the middle, the upper end.
void ksn_cut_launch(const ksn_made *note, const ksn_ends *ends, int member, ksn_span cut[3]);

#endif
// Tests: tests/unit/runtime/RoundTest.cpp
