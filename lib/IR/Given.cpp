// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Given.h"

#include <algorithm>

namespace kasane {
namespace {

// One more bound, which is no narrower than the first but may be comparable with what else is known of an access.
void addWider(std::vector<Poly> &bounds, const Poly &bound, bool lower) {
  auto isNarrower = [&](const Poly &a, const Poly &b) { return isAtLeast(lower ? a : b, lower ? b : a); };
  if (std::any_of(bounds.begin(), bounds.end(), [&](const Poly &known) { return isNarrower(known, bound); }))
    return;
  auto wider =
      std::find_if(bounds.begin() + 1, bounds.end(), [&](const Poly &known) { return isNarrower(bound, known); });
  if (wider != bounds.end())
    *wider = bound;
  else
    bounds.insert(bounds.begin() + 1, bound);
}

} // namespace

void noteParameters(CellRegion &cells, BinaryOp op, const Poly &difference) {
  std::vector<Poly> given; // none is negative. Equality is how options are asked for, which bound no cells
  if (op == BinaryOp::Ge || op == BinaryOp::Gt)
    given.push_back(op == BinaryOp::Gt ? difference - 1 : difference);
  if (op == BinaryOp::Le || op == BinaryOp::Lt)
    given.push_back(op == BinaryOp::Lt ? Poly(-1) - difference : Poly(0) - difference);
  for (const Poly &room : given)
    for (size_t a = 0; a < kMaxAxes && !room.constant(); ++a) {
      addWider(cells[a].lo, cells[a].lo.front() - room, true);
      addWider(cells[a].hi, cells[a].hi.front() + room, false);
    }
}

} // namespace kasane
