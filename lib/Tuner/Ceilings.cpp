// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ceilings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kasane::tuning {
namespace {

constexpr double kSeveralArrays =
    1.6;                      // as long as a copy in memory takes a core for rows of several arrays, at many places
constexpr double kRoom = 0.6; // of a CPU's cache, for tile buffers

// The share of a cache's places where rows meet that leave no way to `bytes` of a tile's own.
double crowdedShare(const MemoryLevel &level, double bytes, const UserRows &rows) {
  if (level.shared || level.ways == 0 || rows.stride == 0)
    return 0;
  const int64_t way = level.bytes / level.ways;
  const double size = static_cast<double>(way);
  const double places = size / static_cast<double>(std::gcd(rows.stride, way)); // where rows begin
  const double share = std::min(1.0, places * rows.bytes / size);
  return share < 1 && rows.count / places + bytes / size > static_cast<double>(level.ways) ? share : 0;
}

} // namespace

double bytesOf(const StencilProgram &program, const Problem &problem) {
  double bytes = 0;
  for (const Field &field : program.fields) {
    double cells = 1;
    for (int a = 0; a < program.rank; ++a)
      cells *= field.has[a] ? static_cast<double>(problem.grid[a]) : 1.0;
    bytes += cells * sizeOf(field.elem);
  }
  return bytes;
}

double memoryCeiling(const Machine &machine, double bytes) {
  double ceiling = machine.memory.bandwidth / (machine.kind == MachineClass::Gpu ? 1 : kSeveralArrays);
  for (const MemoryLevel &level : machine.caches)
    if (bytes <= 0.8 * static_cast<double>(level.bytes) * (level.shared ? 1.0 : static_cast<double>(machine.units)))
      ceiling = std::max(ceiling, level.bandwidth);
  return ceiling;
}

double issueSlots(const Machine &machine) { return static_cast<double>(issueSlotsOf(machine)); }

double over(double work, double ceiling) { return ceiling > 0 ? work / ceiling : 0; }

double inCaches(const Machine &machine, double moved, double bytes, const UserRows &rows) {
  double seconds = 0;
  for (const MemoryLevel &level : machine.caches) {
    const double room =
        kRoom * static_cast<double>(level.bytes) / (level.shared ? static_cast<double>(machine.units) : 1);
    const double fits = bytes > 0 ? std::clamp(2 - bytes / room, 0.0, 1.0) : 1;
    const double here = fits * (1 - crowdedShare(level, bytes, rows));
    seconds = here * over(moved, level.bandwidth) + (1 - here) * seconds;
  }
  return seconds;
}

double withCrowd(const Machine &machine, double registers) {
  const double most = static_cast<double>(machine.registers.perUnit) / static_cast<double>(busyItemsOf(machine));
  return most > 0 ? std::min(registers, most) : registers;
}

double resident(const Machine &machine, const KernelWork &work, int64_t items) {
  int64_t groups = machine.groups.groupsPerUnit ? machine.groups.groupsPerUnit : 1;
  if (machine.groups.itemsPerUnit)
    groups = std::min(groups, machine.groups.itemsPerUnit / items);
  if (machine.local.perUnit && work.onChip)
    groups = std::min(groups, machine.local.perUnit / work.onChip);
  double most = static_cast<double>(groups);
  if (machine.registers.perUnit && work.registers > 0) { // each slot has its share, of which a warp has its own
    const double width = static_cast<double>(machine.width);
    const double slots = issueSlots(machine);
    const double warps =
        slots * std::floor(static_cast<double>(machine.registers.perUnit) / slots / (work.registers * width));
    most = std::min(most, std::floor(warps * width / static_cast<double>(items)));
  }
  return std::max(most, 1.0);
}

} // namespace kasane::tuning
