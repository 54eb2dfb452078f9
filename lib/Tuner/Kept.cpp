// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kept.h"

#include <algorithm>

namespace kasane::tuning {
namespace {

constexpr size_t kFastest = 16;

} // namespace

std::vector<Candidate> kept(std::vector<Candidate> sorted, const Schedule &choice) {
  std::vector<Candidate> out;
  for (Candidate &candidate : sorted) {
    const auto sameKind = [&](const Candidate &k) {
      return k.schedule.family == candidate.schedule.family && (k.schedule.depth > 1) == (candidate.schedule.depth > 1);
    };
    if (out.size() < kFastest || candidate.schedule == choice || std::ranges::none_of(out, sameKind))
      out.push_back(std::move(candidate));
  }
  return out;
}

} // namespace kasane::tuning
