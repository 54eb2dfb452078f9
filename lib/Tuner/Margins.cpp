// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Margins.h"

#include "SweepShapes.h"

#include <algorithm>

namespace kasane::tuning {
namespace {

// From sweeps to another family.
constexpr double kOneStepInTiles = 0.85; // tiles and pipelines of one step, on a GPU
constexpr double kSeveralSteps = 1;      // those of several, on a GPU
constexpr double kOnProcessors = 0.92;   // either of them
constexpr double kJoinedNests = 0.95;    // tiles of one step that make several loop nests of sweeps at once
// To a neighbour of the same family.
constexpr double kNeighbour = 0.995;
constexpr double kRowsOfPlanes = 0.98; // sweeps of a GPU in three dimensions, whose groups share planes, too
constexpr double kSeveralRows = 0.92;  // sweeps whose groups take several rows: what rows share is known roughly
constexpr double kWholeRows = 0.84;    // sweeps of threads, whose whole rows compilers and prefetchers like best

} // namespace

bool Margins::isBetter(const Candidate &found, const Candidate &best) const {
  const double most = best.predicted.total * between(best.schedule, found.schedule);
  // Also of what is predicted to take less than no time.
  return found.predicted.total < std::min(most, best.predicted.total);
}

// Tiles of one step that join loop nests are to those of several what sweeps are.
double Margins::between(const Schedule &from, const Schedule &to) const {
  const bool isSweep =
      from.family == Family::Sweep ||
      (machine_.kind == MachineClass::Gpu && to.family == from.family && to.depth > 1 && model_.movesLess(from));
  return to.family != Family::Sweep && isSweep ? ofFamily(to) : ofStep(from);
}

double Margins::ofFamily(const Schedule &to) const {
  if (model_.movesLess(to))
    return kJoinedNests;
  if (machine_.kind != MachineClass::Gpu)
    return kOnProcessors;
  return to.depth == 1 ? kOneStepInTiles : kSeveralSteps;
}

double Margins::ofStep(const Schedule &from) const {
  if (from.family != Family::Sweep)
    return kNeighbour;
  if (!target_.workGroups)
    return kWholeRows;
  const bool isListed = haveShapes(from.family, target_, machine_) && !pins_.tile;
  if (!isListed)
    return machine_.kind == MachineClass::Cpu ? kSeveralRows : kNeighbour;
  return program_.rank > 2 ? kRowsOfPlanes : kSeveralRows;
}

} // namespace kasane::tuning
