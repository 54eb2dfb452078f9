// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Base/Window.h"

#include <algorithm>

namespace kasane::lowering {

void WindowOf::addCells(FieldId buffer, const Reach &reach) {
  KReach &known = reach_[buffer];
  known.back = std::max(known.back, -reach.lo[axis_]);
  known.ahead = std::max(known.ahead, reach.hi[axis_]);
  if (!context_.sided)
    return;
  known.left = std::max(known.left, -reach.lo[axis_ - 1]);
  known.right = std::max(known.right, reach.hi[axis_ - 1]);
}

void WindowOf::addStage(const Stage &stage, const Reach &around, const std::vector<FieldId> &bound) {
  for (const FieldAccess &access : footprintOf(stage).fields)
    addCells(bound[access.field], around);
  walkExprs(stage.body, [&](const Expr &e) {
    const auto *read = std::get_if<FieldRead>(&e.node);
    if (!read)
      return;
    Reach reach = around;
    for (int a = std::max(0, axis_ - 1); a <= axis_; ++a) {
      const int64_t distance =
          context_.program.fields[read->field].has[a] ? distanceOf(*read, a).constant().value_or(0) : 0;
      reach.lo[a] += std::min<int64_t>(distance, 0);
      reach.hi[a] += std::max<int64_t>(distance, 0);
    }
    if (context_.program.fields[read->field].has[axis_])
      addCells(bound[read->field], reach);
  });
}

void WindowOf::put(Kernel &kernel, const std::map<std::string, FieldId> &buffers, const std::set<std::string> &covered,
                   int64_t slack, int64_t sideSlack) const {
  if (!context_.windowed)
    return;
  KWindow window{axis_, {}, slack, context_.sided, sideSlack};
  for (const BufferParam &buffer : kernel.buffers) {
    const auto reach = reach_.find(buffers.at(buffer.name));
    window.reach.push_back(reach == reach_.end() ? KReach{} : reach->second);
    window.reach.back().covers = covered.count(buffer.name) > 0;
    if (window.reach.back().covers)
      window.reach.back() = {0, 0, true};
  }
  kernel.window = std::move(window);
}

void addEndless(Kernel &kernel, std::vector<Kernel> &endless) {
  const auto isAlike = [](const BufferParam &a, const BufferParam &b) {
    return a.name == b.name && a.type == b.type && a.written == b.written;
  };
  const bool alike = std::all_of(endless.begin(), endless.end(), [&](const Kernel &k) {
    return std::ranges::equal(kernel.buffers, k.buffers, isAlike) && k.group == kernel.group &&
           k.order == kernel.order && std::ranges::equal(kernel.grid, k.grid, {}, &GridAxis::step, &GridAxis::step) &&
           std::ranges::equal(kernel.grid, k.grid, {}, &GridAxis::atEnds, &GridAxis::atEnds);
  });
  if (!alike || endless.empty() || !endless.front().window) {
    endless.clear();
    return;
  }
  for (const Kernel &k : endless)
    for (const ScalarParam &param : k.scalars)
      if (std::ranges::none_of(kernel.scalars, [&](const ScalarParam &known) { return known.name == param.name; }))
        kernel.scalars.push_back(param);
  for (Kernel &k : endless) {
    k.scalars = kernel.scalars;
    k.comment += ", where planes go on past the ends of the ring";
  }
  kernel.window = endless.front().window;
  kernel.window->endless = endless.front().name;
}

} // namespace kasane::lowering
