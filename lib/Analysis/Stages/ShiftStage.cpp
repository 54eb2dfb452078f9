// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/ShiftStage.h"

#include "kasane/IR/Operands.h"

#include <cstdlib>

namespace kasane {
namespace {

class Shifter {
public:
  Shifter(const StencilProgram &program, const Offset &stored) : program_(program), stored_(stored) {}

  std::vector<StmtPtr> body(const std::vector<StmtPtr> &stmts) const {
    return withValues(
        stmts, [&](const ExprPtr &value) { return expr(value); },
        [&](const FieldStore &store) {
          return FieldStore{store.field, moved(store.field, store.offset), store.value};
        });
  }

private:
  Offset moved(FieldId field, Offset offset) const {
    for (int a = 0; a < kMaxAxes; ++a)
      if (program_.fields[field].has[a])
        offset[a] -= stored_[a];
    return offset;
  }

  ExprPtr expr(const ExprPtr &e) const {
    if (const auto *read = std::get_if<FieldRead>(&e->node)) {
      FieldRead element = *read;
      element.offset = moved(read->field, read->offset);
      for (int a = 0; a < kMaxAxes; ++a)
        element.offset[a] = read->at[a] ? 0 : element.offset[a];
      return makeExpr(e->type, std::move(element), e->range);
    }
    if (const IndexRef *index = indexIn(*e); index && stored_[index->axis] != 0) {
      const int64_t by = stored_[index->axis];
      return binary(by > 0 ? BinaryOp::Sub : BinaryOp::Add, e, intLit(std::abs(by), e->type));
    }
    return withOperands(e, [&](const ExprPtr &operand) { return expr(operand); });
  }

  // The coordinate, or what it is in another integer type, for which the conversion comes first: conditions that look
  // so say where the cell lies (see Narrow.h).
  static const IndexRef *indexIn(const Expr &e) {
    const auto *cast = std::get_if<Cast>(&e.node);
    const bool isInteger = cast && !isFloat(e.type) && e.type != ScalarType::Bool && sizeOf(e.type) >= 4;
    return std::get_if<IndexRef>(isInteger ? &cast->operand->node : &e.node);
  }

  const StencilProgram &program_;
  const Offset &stored_;
};

} // namespace

Stage shiftStage(const StencilProgram &program, const Stage &stage, const Offset &stored) {
  Stage out = stage;
  for (int a = 0; a < kMaxAxes; ++a)
    out.domain[a] = {stage.domain[a].lo + stored[a], stage.domain[a].hi + stored[a]};
  out.body = Shifter(program, stored).body(stage.body);
  return out;
}

} // namespace kasane
