// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/TileArray.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kLine = 64;      // bytes
constexpr int64_t kLongRow = 1024; // bytes of a tile's own cells: of shorter rows too much would be halo

int64_t roundedUp(int64_t n, int64_t unit) { return (n + unit - 1) / unit * unit; }

bool isCalm(const ExprPtr &expr) {
  bool calm = isFloat(expr->type);
  walk(expr, [&](const Expr &e) {
    const auto *binary = std::get_if<Binary>(&e.node);
    const auto *unary = std::get_if<Unary>(&e.node);
    const auto *read = std::get_if<FieldRead>(&e.node);
    const bool isKnown =
        std::holds_alternative<FloatLit>(e.node) || std::holds_alternative<ScalarRef>(e.node) ||
        std::holds_alternative<Cast>(e.node) || (unary && unary->op == UnaryOp::Negate) ||
        (read && !isFar(read->far)) ||
        (binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub || binary->op == BinaryOp::Mul));
    calm &= isKnown && isFloat(e.type);
  });
  return calm;
}

} // namespace

int64_t lineOfRows(const StencilProgram &program, const std::array<int64_t, 3> &tile, bool rowLoops) {
  int64_t smallest = kLine;
  for (const Field &field : program.fields)
    smallest = std::min<int64_t>(smallest, sizeOf(field.elem));
  return rowLoops && tile[0] * smallest >= kLongRow ? kLine / smallest : 1;
}

TileArray tileArrayOf(const StencilProgram &program, const Cone &cone, FieldId buffer,
                      const std::array<int64_t, 3> &tile, bool rowLoops) {
  const Reach &reach = cone.buffers[buffer].reach;
  TileArray out;
  for (int a = 0; a < program.rank; ++a)
    out.span[a] = tile[a] + reach.hi[a] - reach.lo[a];
  const int64_t line = lineOfRows(program, tile, rowLoops);
  out.before = roundedUp(-reach.lo[0], line);
  if (line == 1)
    return out;
  out.lead = line;
  out.span[0] = roundedUp(out.before + tile[0] + reach.hi[0], line);
  if (program.rank > 1 && out.span[0] / line % 2 == 0)
    out.span[0] += line;
  return out;
}

bool mayBeMadeAlong(const Stage &stage) {
  return std::ranges::all_of(stage.body, [](const StmtPtr &stmt) {
    return match(
        stmt->node, [](const LocalDecl &n) { return !n.init || isCalm(n.init); },
        [](const LocalAssign &n) { return isCalm(n.value); }, [](const FieldStore &n) { return isCalm(n.value); },
        [](const IfStmt &) { return false; });
  });
}

} // namespace kasane
