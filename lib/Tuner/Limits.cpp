// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Limits.h"

#include "Ceilings.h"

#include <algorithm>

namespace kasane::tuning {
namespace {

constexpr int64_t kMostCells = 1 << 20; // of a tile
// Loop nests of all passes: one pass for each number of steps that may be left, each with all its steps. More only
// where they are short.
constexpr int64_t kMostNests = 80;
constexpr double kMostCode = 2200;      // their operations
constexpr double kSpilled = 1.6;        // registers that rows made at once may need, over those that there are
constexpr int64_t kOfOwn = 2;           // of a core's own cache a tile's arrays may take one part in so many
constexpr int64_t kOfLast = 4;          // of its share of the last one, where it has none of its own
constexpr int64_t kMostJoined = 16;     // cells of a tile of one step, for each work-item that runs as one with others
constexpr int64_t kMostUnrolled = 3400; // operations of a pipeline's code for one axis

// Tile arrays of a device have a place of their own. What a thread loads and stores goes through the cache that its
// tile's arrays are in.
int64_t roomOf(const TargetInfo &target, const Machine &machine) {
  if (target.workGroups)
    return machine.local.bytes;
  int64_t own = 0, last = 0;
  for (const MemoryLevel &level : machine.caches)
    if (level.shared)
      last = std::max(last, level.bytes / machine.units / kOfLast);
    else
      own = std::max(own, level.bytes / kOfOwn);
  return own ? own : std::max(last, machine.local.bytes / kOfOwn);
}

std::string tooMuch(const std::string &what) { return "it is too much code, " + what; }

} // namespace

Limits::Limits(const CostModel &model, const StencilProgram &program, const Pins &pins, const TargetInfo &target,
               const Machine &machine, const Problem &problem)
    : model_(model), program_(program), pins_(pins), target_(target), machine_(machine), problem_(problem),
      room_(roomOf(target, machine)) {}

std::string Limits::refusal(const Schedule &s, bool asPinned) const {
  if (s.tile[0] * s.tile[1] * s.tile[2] > kMostCells)
    return "the tile has more than " + std::to_string(kMostCells) + " cells";
  if (s.family == Family::Diamond)
    return "";
  if (!asPinned)
    for (const auto limit : {&Limits::tooMuchCode, &Limits::notWorthIt})
      if (std::string reason = (this->*limit)(s); !reason.empty())
        return reason;
  if (std::string reason = tooManyRegisters(s, asPinned); !reason.empty())
    return reason;
  const int64_t onChip = model_.onChipBytes(s);
  if (onChip > room_)
    return "its arrays need " + std::to_string(onChip) + " bytes of " +
           (target_.workGroups ? "on-chip memory, a group has " : "cache, a thread has ") + std::to_string(room_);
  return "";
}

// A pipeline's passes are of few sizes; a line's operations are counted elsewhere.
std::string Limits::tooMuchCode(const Schedule &s) const {
  if (s.family == Family::Pivot) // its kernels have loops over the steps
    return "";
  const bool isPipeline = s.family == Family::Pipeline;
  const int64_t steps = isPipeline ? 3 * s.depth : s.depth * (s.depth + 1) / 2;
  const int64_t nests = static_cast<int64_t>(program_.stages.size()) * steps;
  const bool isLong = isPipeline || static_cast<double>(steps) * model_.instructionsOfStep() > kMostCode;
  return s.depth > 1 && nests > kMostNests && isLong && !(isPipeline && program_.rank == 1)
             ? tooMuch(std::to_string(nests) + " loop nests")
             : "";
}

std::string Limits::notWorthIt(const Schedule &s) const {
  const bool isFree = !pins_.family;
  if (isFree && s.family == Family::Pipeline && s.depth == 1)
    return "with one step at a time a pipeline is a sweep with barriers";
  if (isFree && s.family == Family::Overlap && s.depth == 1 && target_.workGroups) {
    if (!model_.movesLess(s))
      return "with one step at a time a tile is a sweep that copies first";
    if (machine_.kind == MachineClass::Gpu)
      if (std::string reason = notJoined(s); !reason.empty())
        return reason;
  }
  if (s.depth > problem_.steps)
    return "the region makes " + std::to_string(problem_.steps) + (problem_.steps == 1 ? " step" : " steps");
  return "";
}

// What was measured of tiles of one step: several rows lose where no row needs what others compute, and else they have
// no more cells than a sweep's group.
std::string Limits::notJoined(const Schedule &s) const {
  const std::array<int64_t, 3> halo = model_.haloOf(s);
  if (s.tile[1] * s.tile[2] > 1 && halo[1] + halo[2] == 0)
    return "with one step at a time tiles are rows, where no row needs what others compute";
  const int64_t most = kMostJoined * machine_.width;
  if (s.tile[1] * s.tile[2] > 1 && s.tile[0] * s.tile[1] * s.tile[2] > most)
    return "with one step at a time a tile of several rows has at most " + std::to_string(most) + " cells";
  return "";
}

std::string Limits::tooManyRegisters(const Schedule &s, bool asPinned) const {
  const bool isOpen = s.group == std::array<int64_t, 3>{1, 1, 1};
  if (s.family == Family::Sweep && !asPinned && !isOpen)
    if (const double registers = model_.registersOf(s); registers > kSpilled * withCrowd(machine_, registers))
      return "a work-item would hold about " + std::to_string(static_cast<int64_t>(registers)) +
             " registers for its rows";
  if (s.family != Family::Pipeline || isOpen)
    return "";
  if (const double registers = model_.registersOf(s); !hasRegisters(registers, s))
    return "a work-item would hold about " + std::to_string(static_cast<int64_t>(registers)) + " registers";
  if (const int64_t unrolled = model_.unrolledOf(s); !(asPinned && pins_.tile) && unrolled > kMostUnrolled)
    return tooMuch(std::to_string(unrolled) + " operations");
  return "";
}

bool Limits::hasRegisters(double registers, const Schedule &s) const {
  const Registers &has = machine_.registers;
  return (!has.perItem || registers <= static_cast<double>(has.perItem)) &&
         (!has.perUnit || registers * static_cast<double>(s.group[0] * s.group[1]) <= static_cast<double>(has.perUnit));
}

} // namespace kasane::tuning
