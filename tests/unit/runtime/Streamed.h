// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions for tests of placement chunked: planes of cells that look some planes back and ahead, by kernels on the host,
// and the same on plain arrays.
#pragma once

#include "kasane_rt.h"

#include <cstdint>
#include <vector>

// Planes of `width` elements; those in lo..hi are updated, from `back` before to `ahead` behind.
struct Grid {
  int64_t width, planes, lo, hi, tile, back, ahead;
};

// A is written by way of a spare; A and B in turn from each other; both in each step; B anew in each step, then A from
// it; A from C, which nobody writes, then both in each step; A and B in turn, and C by the last step alone; as with
// Reads, and D by the last step alone.
enum class Way { Spare, Swap, InPlace, Renewed, Reads, Last, ReadsLast };

struct Case {
  Way way;
  int rank;
  Grid shape;
  int64_t steps;
  int slab, visit;
  // Kernels take off of their indices what is in front of what is there, rather than get pointers moved.
  bool shifts = false;
  int brief = 0; // "quick" takes the place of "other" for so many planes and fewer
  const char *placement = "chunked";
  bool ring = false; // the planes close to a ring, all of them are updated, and "endless" takes the place of "other"
  int64_t apart = 1; // at home, of all arrays
};

// The kernels, by name: a work-group is a tile of planes.
void coverNext(int64_t tiles, void *const *values);    // "cover"
void writeOther(int64_t tiles, void *const *values);   // "other"
void writeQuick(int64_t tiles, void *const *values);   // "quick", where the case has that
void writeEndless(int64_t tiles, void *const *values); // "endless"

class Streamed {
public:
  // One at a time. kernels: these, as the device has them.
  Streamed(const Case &c, const ksn_device &device, const ksn_kernel *kernels);
  Streamed(const Streamed &) = delete;
  void step(int64_t number);
  void stepAgain();   // another step of the same pass, by way of the spare
  void showSomeOfA(); // while it is kept: some planes come home, where nothing of worth is, and go back
  void expectAfter(int64_t steps) const; // the arrays are at home

  std::vector<uint32_t> a, b, c, d, factors; // the last are the same for all planes
  std::vector<ksn_field> fields;
  ksn_run run = {};

private:
  void launch(const char *kernel, void *&from, void *&to);
  Case case_;
  ksn_reach covering_[3], other_[3];
  ksn_window windows_[3];
  ksn_info info_ = {};
  ksn_spare spare_ = {};
  void *call_[8] = {};
};

// From begin to end.
void expectStreams(const Case &c, const ksn_device &device, const ksn_kernel *kernels);
