// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many passes should a round have? More of them share one exchange's latency, and cost planes that neighbours make
// both. In: what the first rounds, of one pass each, took and sent; latency and rate of the network. Out: the number
// with the least predicted time of a step.
//
//   a step = max(middle, exchange) / k + ends / k,   exchange = latency + k * bytes / rate
//
// Where a part is too thin for ends and a middle, the exchange is waited for: a step = all / k + exchange / k.
#ifndef KASANE_RT_PACE_H
#define KASANE_RT_PACE_H

#include "report/Report.h"

typedef struct ksn_pace {
  double latency, rate; // seconds, bytes per second; 0: the rounds stay as they are
  int64_t most;         // passes
  int64_t depth;        // steps of a pass
  int64_t halo;         // planes that a pass needs beside a part, on either side
  int64_t own;          // planes of the smallest part
  int64_t sides;        // that have a neighbour, of the parts that are made here
  // What rounds of one pass were like
  int64_t rounds, launches, planes; // planes: that were made here, by all launches
  int64_t bytes;                    // that the busiest link moved
  double plane_seconds;             // the least
  int64_t chosen;                   // 0: not yet
  double predicted[KSN_PACES];      // seconds of a step, by passes from 1 on
} ksn_pace;

double ksn_pace_seconds(const ksn_pace *pace, int64_t passes); // of a step
int64_t ksn_pace_best(const ksn_pace *pace);
// A round of one pass took so long. 1: enough of them are known.
int ksn_pace_note(ksn_pace *pace, int64_t launches, int64_t planes, int64_t bytes, double seconds);

#endif
// Tests: tests/unit/runtime/PaceTest.cpp, tests/run/check_ranks.py
