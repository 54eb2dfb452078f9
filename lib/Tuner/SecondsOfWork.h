// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a machine takes for kernels. In: the work of each kernel of a pass. Out: the seconds of a step, by resource,
// with what is not hidden behind the slowest one, and which one binds.
#pragma once

#include "Work.h"
#include "kasane/Tuner/CostModel.h"

namespace kasane::tuning {

class SecondsOfWork {
public:
  // `bytes`: that the region holds
  SecondsOfWork(const Machine &machine, double bytes);

  // One kernel of a pass that makes so many steps, whose groups have so many work-items. `share`: of the tiles' cells,
  // those that exist.
  void add(const KernelWork &work, double share, int64_t items, int steps);
  Prediction sum() const;

private:
  struct ByResource {
    std::array<double, kResources> values{};
    double &operator[](Resource r) { return values[static_cast<int>(r)]; }
    double operator[](Resource r) const { return values[static_cast<int>(r)]; }
  };
  struct Shares {
    double moved, busy, beside;
    double sum() const { return std::max(moved, busy) + beside; }
  };

  // Streams wait for instructions, not for memory: they know what they load next, but for what is `late`, before which
  // they do nothing else.
  Shares sharesOf(const ByResource &seconds, const KernelWork &work, double late) const;
  // Seconds of a stream's quick group that has a unit to itself.
  double alone(const KernelWork &work) const;
  // How much longer streams take than their share of what is done at full speed: those of the last wave are few, and
  // slow ones at the rim start first, or may be the last.
  double lasting(const KernelWork &work, const ByResource &seconds, double waves, double late) const;
  // Of a pass of `steps`, which takes so many times as long as its work.
  void addTimes(const ByResource &seconds, double overhead, int steps, const KernelWork &work, double lasts,
                double late);

  const Machine &machine_;
  double memory_; // what its memory gives, in bytes a second
  double most_ = 0;
  Prediction sum_;
};

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp, tests/unit/tuner/StreamsTest.cpp
