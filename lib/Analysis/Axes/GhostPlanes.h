// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether ghost planes hold the images of interior cells whenever something reads them.
#pragma once

#include "kasane/Analysis/Periodic.h"

#include <map>
#include <set>

namespace kasane {

// Is the field, or one that it exchanges its buffer with, stored to?
bool isWritten(const StencilProgram &program, FieldId field);

class GhostPlanes {
public:
  // `refreshAxis`: of each stage the axis along which it refreshes ghosts, or -1.
  GhostPlanes(const StencilProgram &program, const Rings &rings, const std::vector<int> &refreshAxis)
      : program_(program), rings_(rings), refreshAxis_(refreshAxis) {}

  // From the second step on every read of a ghost sees the image of its buffer's interior. And from the third on: were
  // the fresh ghosts made anew before a step, that step would read and leave in all ghosts what it does in the
  // original.
  bool stayFresh();
  Offset width() const { return width_; } // of ghosts, refreshed or read

private:
  // 0 the interior, -1 the plane before it, 1 the one behind it; in any combination of axes.
  using Region = std::array<int64_t, kMaxAxes>;
  using Regions = std::set<Region>;

  std::optional<Regions> regionsOf(const Box &domain);
  std::optional<Regions> regionsRead(const FieldRead &element);
  bool prepare();
  bool step(int number);
  bool refreshes(size_t stage, FieldId buffer) const;
  bool refreshedAlone() const;

  struct StageUse {
    std::vector<std::pair<FieldId, Regions>> reads;
    std::vector<FieldId> writes;
    Regions refreshed;
  };
  const StencilProgram &program_;
  const Rings &rings_;
  const std::vector<int> &refreshAxis_;
  Offset width_{};
  std::vector<StageUse> uses_;
  std::map<FieldId, Regions> ever_;          // by buffer: what is refreshed in it at some time
  std::map<FieldId, Regions> fresh_, exact_; // by buffer
  std::vector<FieldId> bound_;
};

} // namespace kasane
