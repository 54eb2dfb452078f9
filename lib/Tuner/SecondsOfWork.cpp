// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SecondsOfWork.h"

#include "Ceilings.h"
#include "kasane_trade.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kasane::tuning {
namespace {

// What the other resources cost beside the slowest one: they are not used perfectly at once.
constexpr double kNotHidden = 0.15, kNotHiddenByWarps = 0.3, kNotHiddenOfStreams = 0.2, kNotHiddenOfSweeps = 0.1;
// What a GPU's sweeps reach beside memory: of a copy's rate in its second cache, and of its slots for instructions.
constexpr double kCacheOfSweeps = 0.8, kSlotsOfSweeps = 0.57;
constexpr double kRateOfStreams = 0.8; // of its units for arithmetic: sums keep their order, so additions wait
constexpr double kPause = 195; // instructions that a slot could begin while a group ends at a barrier and goes on
// Clocks of a stream's group that has a unit to itself: for an instruction, each of which needs the last one's result,
// and for a plane.
constexpr double kAfterAnother = 2.75, kAfterBarrier = 60;
constexpr double kWaiting = 16; // warps of a group: with fewer, what is loaded late is waited for longer than it takes

} // namespace

SecondsOfWork::SecondsOfWork(const Machine &machine, double bytes)
    : machine_(machine), memory_(memoryCeiling(machine, bytes)) {}

void SecondsOfWork::add(const KernelWork &work, double share, int64_t items, int steps) {
  const double units = static_cast<double>(machine_.units);
  const double at = resident(machine_, work, items), waves = work.groups / (units * at);
  // The last groups leave units without work.
  const double groups = work.isStream ? work.groups : std::ceil(work.groups / units) * units;
  const bool isGpu = machine_.kind == MachineClass::Gpu;
  const double made = isGpu ? 1 : share; // a GPU's work-items without a cell cost, too
  const bool isSweep = isGpu && work.isSweep;
  ByResource seconds;
  seconds[Resource::Memory] = over(groups * work.memory * share, memory_);
  seconds[Resource::Cache] =
      machine_.caches.empty()
          ? 0
          : over(groups * work.cache * share, machine_.caches.front().bandwidth * (isSweep ? kCacheOfSweeps : 1));
  seconds[Resource::Local] =
      isGpu ? over(groups * work.local, machine_.local.bandwidth)
            : inCaches(machine_, groups * work.local * made, static_cast<double>(work.onChip), work.rows);
  const OperationRates &rates = machine_.operations;
  seconds[Resource::Operations] =
      groups * share / (work.isStream ? kRateOfStreams : 1) *
      (over(work.operations[0], rates.f32) + over(work.operations[1], rates.f64) + over(work.operations[2], rates.i32));
  const double warps = at * static_cast<double>(items) / static_cast<double>(machine_.width) / issueSlots(machine_);
  // Groups of a unit wait for their items at different times.
  const double missing = work.isStream ? work.warpsToFill + kPause / (work.betweenBarriers * std::sqrt(at)) : 0;
  // An instruction that multiplies and adds counts two there.
  seconds[Resource::Instructions] =
      over(groups * work.instructions * made, rates.f32 / 2 * (isSweep ? kSlotsOfSweeps : 1)) * (warps + missing) /
      warps;
  if (isGpu) // cores look ahead
    seconds[Resource::Latency] =
        std::ceil(waves) * (work.isStream ? alone(work) : work.waits * machine_.memory.latency);
  const double late = work.late / at * kWaiting / (warps * issueSlots(machine_)); // the unit's others work meanwhile
  const double lasts = work.isStream ? lasting(work, seconds, waves, late) : 1;
  addTimes(seconds, machine_.launch + std::ceil(waves) * work.barriers * machine_.barrier, steps, work, lasts, late);
  sum_.moved += work.groups * work.memory * share / steps;
  if (work.cells * work.groups > most_) {
    most_ = work.cells * work.groups;
    sum_.fill = work.groups / groups / lasts;
  }
  sum_.onChip = std::max(sum_.onChip, work.onChip);
}

Prediction SecondsOfWork::sum() const {
  Prediction out = sum_;
  out.bound = static_cast<Resource>(std::max_element(out.seconds.begin(), out.seconds.end()) - out.seconds.begin());
  return out;
}

SecondsOfWork::Shares SecondsOfWork::sharesOf(const ByResource &seconds, const KernelWork &work, double late) const {
  const auto &each = seconds.values;
  const auto end = each.end() - (work.isStream ? 1 : 0);
  const double moved = std::max(seconds[Resource::Memory], seconds[Resource::Cache]);
  const double busy = *std::max_element(each.begin() + static_cast<int>(Resource::Local), end);
  const bool isGpu = machine_.kind == MachineClass::Gpu;
  if (const double local = seconds[Resource::Local]; local > 0 && !isGpu) {
    // A core waits for its own caches.
    const double core = std::max(seconds[Resource::Operations], seconds[Resource::Instructions]) + local;
    return {moved, core, std::min(moved, core)}; // it loads a tile, computes and stores, one after the other
  }
  double notHidden = isGpu ? kNotHiddenByWarps : kNotHidden;
  if (work.isStream)
    notHidden = kNotHiddenOfStreams;
  else if (isGpu && work.isSweep)
    notHidden = kNotHiddenOfSweeps;
  return {moved, busy,
          notHidden * (std::accumulate(each.begin(), end, 0.0) - std::max(moved, busy)) + late * std::min(moved, busy)};
}

double SecondsOfWork::alone(const KernelWork &work) const {
  const double clock =
      machine_.operations.f32 / 2 / static_cast<double>(machine_.units * machine_.width) / issueSlots(machine_);
  return over(kAfterAnother * work.barriers * work.betweenBarriers + kAfterBarrier * work.barriers, clock);
}

double SecondsOfWork::lasting(const KernelWork &work, const ByResource &seconds, double waves, double late) const {
  const double shared = sharesOf(seconds, work, late).sum(), one = alone(work), full = std::floor(waves),
               left = waves - full;
  const double all = full * std::max(shared / waves, one) + (left > 0 ? std::max(left * shared / waves, one) : 0);
  return (work.slowStartFirst ? std::max(all, work.slowest * one) : all + (work.slowest - 1) * one) / shared;
}

void SecondsOfWork::addTimes(const ByResource &seconds, double overhead, int steps, const KernelWork &work,
                             double lasts, double late) {
  const Shares shares = sharesOf(seconds, work, late);
  for (int r = 0; r < kResources; ++r)
    sum_.seconds[r] += seconds.values[r] / steps;
  sum_.overhead += overhead / steps;
  sum_.total +=
      ksn_trade_time(lasts * shares.busy / steps, 0, lasts * shares.moved, lasts * shares.beside + overhead, steps);
}

} // namespace kasane::tuning
