// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mapped/RowCopies.h"

namespace kasane::lowering {
namespace {

KStmtPtr let(const std::string &name, ExprPtr value) {
  return makeKStmt(KLet{name, ScalarType::I64, std::move(value)});
}

class Maker {
public:
  Maker(const Context &context, const Blocks &blocks, const BlockShape &shape, GhostWork work, const CopiedRow &row,
        Names &names)
      : context_(context), blocks_(blocks), mapped_(blocks.mapped), shape_(shape), work_(work), row_(row),
        names_(names), leaf_(names.fresh("leaf")), towards_(names.fresh("towards")), before_(names.fresh("before")) {}

  KBody run() {
    const int64_t each = mapped_.room() / width(); // rows of a component
    KBody out = {let(leaf_, dividedBy(row_.number, shape_.components * each))};
    ExprPtr towards = intLit(middle());
    int64_t stride = 1, weight = 3;
    for (int a = 1; a < mapped_.program.rank; ++a, stride *= width(), weight *= 3) {
      out.push_back(let(context_.cell[a], remainderOf(dividedBy(row_.number, stride), width())));
      towards =
          add(towards, chosen(binary(BinaryOp::Lt, context_.at(a), intLit(first())), intLit(-weight),
                              chosen(binary(BinaryOp::Ge, context_.at(a), intLit(end())), intLit(weight), intLit(0))));
    }
    out.push_back(let(towards_, towards));
    const ExprPtr inBlock =
        mul(remainderOf(dividedBy(row_.number, each), shape_.components), intLit(mapped_.cellsOfBlock()));
    const ExprPtr z = mapped_.program.rank == 3 ? context_.at(2) : nullptr;
    out.push_back(let(before_, add(inBlock, blocks_.numberOf(z, context_.at(1), intLit(0)))));
    for (const int side : {-1, 0, 1})
      if (side == 0 || work_ != GhostWork::StoreCells)
        append(out, part(side));
    return out;
  }

private:
  int64_t width() const { return mapped_.cells + 2 * mapped_.ghosts; }
  int64_t first() const { return mapped_.ghosts; }
  int64_t end() const { return mapped_.ghosts + mapped_.cells; }
  int64_t middle() const { return mapped_.directions() / 2; }

  KBody part(int side) {
    const std::string block = names_.fresh("block"), at = names_.fresh("at"), x = names_.fresh("x");
    const ExprPtr place = add(mul(scalar(leaf_), intLit(mapped_.directions())), add(scalar(towards_), intLit(side)));
    const ExprPtr begin =
        add(mul(scalar(block), intLit(blocks_.block(shape_))), blocks_.table(context_, blocks_.map.shift, place));
    const ExprPtr inArray = add(mul(row_.number, intLit(width())), scalar(x)), inCopy = add(scalar(at), scalar(x));
    KBody moved = {work_ == GhostWork::Load
                       ? makeKStmt(KStore{row_.copy, inCopy, makeExpr(shape_.elem, Load{row_.array, inArray})})
                       : makeKStmt(KStore{row_.array, inArray, makeExpr(shape_.elem, Load{row_.copy, inCopy})})};
    KBody loop = {makeKStmt(KFor{x,
                                 intLit(side < 0 ? 0
                                        : side   ? end()
                                                 : first()),
                                 intLit(side < 0 ? first()
                                        : side   ? width()
                                                 : end()),
                                 1, std::move(moved)})};
    KBody out = {let(block, blocks_.table(context_, blocks_.map.block, place)), let(at, add(begin, scalar(before_)))};
    if (const ExprPtr isWanted = wanted(side, block))
      out.push_back(makeKStmt(KIf{isWanted, std::move(loop), {}}));
    else
      append(out, std::move(loop));
    return out;
  }

  // Null: always.
  ExprPtr wanted(int side, const std::string &block) const {
    const auto isInMiddle = [&](BinaryOp is) { return binary(is, scalar(towards_), intLit(middle())); };
    if (work_ == GhostWork::StoreCells)
      return isInMiddle(BinaryOp::Eq);
    if (work_ == GhostWork::StoreGhosts)
      return side ? nullptr : isInMiddle(BinaryOp::Ne);
    const ExprPtr isApart = binary(BinaryOp::Ge, scalar(block), scalar(mapped_.leaves));
    return side ? isApart : binary(BinaryOp::LogicalOr, isInMiddle(BinaryOp::Eq), isApart);
  }

  const Context &context_;
  const Blocks &blocks_;
  const Mapped &mapped_;
  BlockShape shape_;
  GhostWork work_;
  const CopiedRow &row_;
  Names &names_;
  std::string leaf_, towards_, before_;
};

} // namespace

KBody copyRow(const Context &context, const Blocks &blocks, const BlockShape &shape, GhostWork work,
              const CopiedRow &row, Names &names) {
  return Maker(context, blocks, shape, work, row, names).run();
}

} // namespace kasane::lowering
