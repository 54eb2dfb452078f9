// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/ShiftStage.h"

#include "kasane/Support/Match.h"

namespace kasane {
namespace {

class Shifter {
public:
  Shifter(const StencilProgram &program, const Offset &stored) : program_(program), stored_(stored) {}

  std::vector<StmtPtr> body(const std::vector<StmtPtr> &stmts) const {
    std::vector<StmtPtr> out;
    for (const StmtPtr &s : stmts)
      out.push_back(makeStmt(stmt(*s), s->range));
    return out;
  }

private:
  Stmt::Node stmt(const Stmt &s) const {
    return match(
        s.node,
        [&](const LocalDecl &n) -> Stmt::Node { return LocalDecl{n.name, n.type, n.init ? expr(n.init) : nullptr}; },
        [&](const LocalAssign &n) -> Stmt::Node { return LocalAssign{n.name, n.type, expr(n.value)}; },
        [&](const FieldStore &n) -> Stmt::Node { return FieldStore{n.field, moved(n.field, n.offset), expr(n.value)}; },
        [&](const IfStmt &n) -> Stmt::Node { return IfStmt{expr(n.condition), body(n.thenBody), body(n.elseBody)}; });
  }

  Offset moved(FieldId field, Offset offset) const {
    for (int a = 0; a < kMaxAxes; ++a)
      if (program_.fields[field].has[a])
        offset[a] -= stored_[a];
    return offset;
  }

  ExprPtr expr(const ExprPtr &e) const {
    return rewrite(e, [&](const Expr &leaf) -> ExprPtr {
      if (const auto *read = std::get_if<FieldRead>(&leaf.node)) {
        FieldRead element = *read;
        element.offset = moved(read->field, read->offset);
        for (int a = 0; a < kMaxAxes; ++a)
          element.offset[a] = read->at[a] ? 0 : element.offset[a];
        return makeExpr(leaf.type, std::move(element), leaf.range);
      }
      const auto *index = std::get_if<IndexRef>(&leaf.node);
      if (!index || stored_[index->axis] == 0)
        return nullptr;
      int64_t by = stored_[index->axis];
      ExprPtr own = makeExpr(leaf.type, *index, leaf.range);
      return by > 0 ? binary(BinaryOp::Sub, own, intLit(by, leaf.type))
                    : binary(BinaryOp::Add, own, intLit(-by, leaf.type));
    });
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
