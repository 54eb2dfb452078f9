// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Schedule/Schedule.h"

#include "kasane/Analysis/PivotGroups.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kMostPlanes = 64; // of a work-group along z, on every device

std::string list(const std::array<int64_t, 3> &values) {
  return std::to_string(values[0]) + "x" + std::to_string(values[1]) + "x" + std::to_string(values[2]);
}
} // namespace

const std::vector<FamilyInfo> &families() {
  static const std::vector<FamilyInfo> kFamilies = {
      {.family = Family::Sweep, .name = "sweep"},
      {.family = Family::Overlap, .name = "overlap", .holdsTiles = true},
      {.family = Family::Pipeline, .name = "pipeline", .holdsTiles = true},
      {.family = Family::Diamond, .name = "diamond", .mostSteps = 1 << 20, .leavesAxesWhole = true},
      {.family = Family::Pivot, .name = "pivot", .mostSteps = kMostGroupSteps},
      {.family = Family::Mapped, .name = "mapped", .mostSteps = 1},
      {.family = Family::Rows, .name = "rows", .mostSteps = 1},
      {.family = Family::Families, .name = "families", .mostSteps = 1},
      {.family = Family::Classes, .name = "classes", .mostSteps = 1}};
  return kFamilies;
}

const FamilyInfo &infoOf(Family family) { return families()[static_cast<size_t>(family)]; }

bool holdsTiles(const Schedule &schedule) { return infoOf(schedule.family).holdsTiles; }
bool isOnBlocks(Family family) { return family >= Family::Mapped; }

Schedule fitted(const Schedule &schedule, const Box &domain) {
  Schedule out = schedule;
  int64_t cells = 1, items = 1; // left over
  for (int a = 0; a < 3; ++a) {
    const std::optional<int64_t> length = (domain[a].hi - domain[a].lo).constant();
    const int64_t most = std::max<int64_t>(length.value_or(1), 1);
    if (!length || !out.tile[a]) {
      const int64_t room = a == 2 ? std::max<int64_t>(kMostPlanes / out.group[a], 1) : items;
      out.tile[a] *= cells;
      out.group[a] *= std::min(items, room);
      cells = items = 1;
    } else if (out.tile[a] > most) {
      cells *= out.tile[a] / most;
      out.tile[a] = most;
      const int64_t group = std::min(out.group[a], most);
      items *= out.group[a] / group;
      out.group[a] = group;
    }
  }
  return out;
}

std::string nameOf(Family family) { return infoOf(family).name; }
std::optional<Family> familyOf(const std::string &name) {
  if (name == kFilledName)
    return Family::Sweep;
  for (const FamilyInfo &info : families())
    if (info.name == name)
      return info.family;
  return std::nullopt;
}
std::string nameOf(Placement placement) { return placement == Placement::InCore ? "in core" : "chunked"; }
std::string nameOf(FpMode fp) {
  static const char *const kNames[] = {"strict", "contract", "fast"};
  return kNames[static_cast<int>(fp)];
}

std::string spellTile(const std::array<int64_t, 3> &tile) {
  std::string out;
  for (const int64_t extent : tile)
    out += (out.empty() ? "" : "x") + (extent ? std::to_string(extent) : "all");
  return out;
}

std::string spellSchedule(const Schedule &schedule) {
  return nameOf(schedule.family) + " " + spellTile(schedule.tile) +
         (schedule.depth > 1 ? " depth " + std::to_string(schedule.depth) : "");
}

std::string print(const Schedule &s) {
  return "schedule " + s.target + " " + nameOf(s.family) + " tile " + list(s.tile) + " group " + list(s.group) +
         " depth " + std::to_string(s.depth) + " " + nameOf(s.placement) + " fp " + nameOf(s.fp) + "\n";
}

} // namespace kasane
