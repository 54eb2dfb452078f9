// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/BetweenEnds.h"

#include "Cells/Answered.h"
#include "kasane/IR/Narrow.h"

#include <algorithm>
#include <cstdlib>

namespace kasane {
namespace {

// Cells from an end: stencils look no further, and whoever takes the cells there apart wants few of them.
constexpr int64_t kFarthest = 16;
constexpr int64_t kShort = 64; // a few vectors

class Between {
public:
  Between(const StencilProgram &program, const AxisBounds &domain, int axis)
      : isParam_(integersAmong(program.params)), domain_(domain), axis_(axis) {}

  bool answered() const { return answered_; }
  AxisBounds cells() const { return {domain_.lo + first_, domain_.hi - last_}; }

  // As of x >= from and its opposite; the end that is nearer has the cells for which it is otherwise.
  std::optional<bool> answer(const Expr &condition) {
    const std::optional<AxisComparison> asked = comparisonAlong(axis_, condition, isParam_);
    if (!asked)
      return std::nullopt;
    const bool isOne = asked->op == BinaryOp::Eq || asked->op == BinaryOp::Ne;
    const std::optional<int64_t> behind = (asked->value - domain_.lo).constant(),
                                 before = (domain_.hi - asked->value).constant();
    if (!isNear(behind) && !isNear(before))
      return std::nullopt;
    const bool atFirst = isNear(behind) && (!isNear(before) || std::abs(*behind) <= std::abs(*before));
    const bool fromNext = asked->op == BinaryOp::Gt || asked->op == BinaryOp::Le || (isOne && atFirst);
    if (atFirst)
      first_ = std::max(first_, *behind + fromNext);
    else
      last_ = std::max(last_, *before - fromNext);
    answered_ = true;
    if (isOne)
      return asked->op == BinaryOp::Ne;
    return (asked->op == BinaryOp::Gt || asked->op == BinaryOp::Ge) == atFirst;
  }

private:
  static bool isNear(const std::optional<int64_t> &cells) { return cells && std::abs(*cells) <= kFarthest; }

  const IsParam isParam_;
  const AxisBounds &domain_;
  const int axis_;
  int64_t first_ = 0, last_ = 0; // cells at the ends
  bool answered_ = false;
};

} // namespace

std::optional<BetweenEnds> betweenEnds(const StencilProgram &program, const AxisBounds &domain, int axis,
                                       const std::vector<StmtPtr> &body) {
  Between between(program, domain, axis);
  std::vector<StmtPtr> cells =
      kasane::answered(body, [&](const Expr &comparison) { return between.answer(comparison); });
  if (!between.answered())
    return std::nullopt;
  return BetweenEnds{between.cells(), std::move(cells)};
}

std::optional<BetweenEnds> rowBetweenEnds(const StencilProgram &program, const Stage &stage) {
  const AxisBounds &cells = stage.domain[0];
  const std::optional<int64_t> length = (cells.hi - cells.lo).constant();
  return holdsTime(stage.domain) || (length && *length < kShort) ? std::nullopt
                                                                 : betweenEnds(program, cells, 0, stage.body);
}

} // namespace kasane
