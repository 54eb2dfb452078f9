// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/Leaves.h"

#include "kasane/Layout/Layout.h"
#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

using Body = std::vector<StmtPtr>;

// The loops that are left have other numbers.
Poly renumbered(const Poly &poly, size_t leaf) {
  return poly.substitute([&](const std::string &symbol) -> std::optional<Poly> {
    for (size_t l = leaf + 1; l <= kMaxAxes; ++l)
      if (symbol == loopSymbol(l))
        return Poly::symbol(loopSymbol(l - 1));
    return std::nullopt;
  });
}

ExprPtr renumbered(const ExprPtr &expr, int leaf) {
  return !expr ? nullptr : rewrite(expr, [&](const Expr &e) -> ExprPtr {
    const auto *index = std::get_if<IndexRef>(&e.node);
    if (!index || index->axis < leaf)
      return nullptr;
    if (index->axis > leaf)
      return makeExpr(e.type, IndexRef{index->axis - 1}, e.range);
    const ExprPtr block = scalar(kLeafName);
    return e.type == ScalarType::I64 ? block : makeExpr(e.type, Cast{block}, e.range);
  });
}

Body renumbered(const Body &body, int leaf) {
  return withValues(body, [&](const ExprPtr &value) { return renumbered(value, leaf); });
}

class Taker {
public:
  Taker(Draft &draft, Diagnostics &diagnostics)
      : draft_(draft), diagnostics_(diagnostics), groupOf_(groupsOf(draft)), isSelected_(draft.arrays.size(), false),
        leafOf_(draft.nests.size()) {}

  bool run() {
    for (size_t n = 0; n < draft_.nests.size(); ++n)
      if (draft_.nests[n].loops.size() > kMaxAxes)
        select(n, leafLoopOf(draft_.nests[n]));
    for (bool isNew = true; isNew;) {
      isNew = false;
      for (size_t n = 0; n < draft_.nests.size(); ++n)
        isNew |= !leafOf_[n] && findLeaf(n);
    }
    for (size_t n = 0; n < draft_.nests.size(); ++n)
      if (!checkNest(n))
        return false;
    for (size_t n = 0; n < draft_.nests.size(); ++n)
      take(draft_.nests[n], *leafOf_[n]);
    for (size_t a = 0; a < draft_.arrays.size(); ++a)
      if (isLeaf(static_cast<int>(a)))
        take(draft_.arrays[a]);
    return true;
  }

private:
  // Arrays whose pointers are exchanged are alike.
  bool isLeaf(int array) const { return isSelected_[static_cast<size_t>(groupOf_[static_cast<size_t>(array)])]; }

  // The one that selects a block wherever it occurs. Where there is none, the outermost one shows why.
  size_t leafLoopOf(const DraftNest &nest) const {
    for (size_t l = 0; l < nest.loops.size(); ++l) {
      bool selects = false, isOther = false;
      for (size_t a = nest.firstAccess; a < nest.endAccess; ++a) {
        const DraftAccess &access = draft_.accesses[a];
        const bool isBlock = !access.index.empty() && access.index[0] == Poly::symbol(loopSymbol(l));
        selects |= isBlock;
        isOther |= access.write && !isBlock;
        for (size_t d = isBlock ? 1 : 0; d < access.index.size(); ++d)
          isOther |= access.index[d].symbols().count(loopSymbol(l)) > 0;
      }
      if (selects && !isOther)
        return l;
    }
    return 0;
  }

  // Of the nest's arrays those whose first subscript is the loop are of blocks.
  void select(size_t nest, size_t loop) {
    leafOf_[nest] = loop;
    for (size_t a = draft_.nests[nest].firstAccess; a < draft_.nests[nest].endAccess; ++a)
      if (const DraftAccess &access = draft_.accesses[a];
          !access.index.empty() && access.index[0] == Poly::symbol(loopSymbol(loop)))
        isSelected_[static_cast<size_t>(groupOf_[static_cast<size_t>(access.array)])] = true;
  }

  bool findLeaf(size_t nest) {
    for (size_t a = draft_.nests[nest].firstAccess; a < draft_.nests[nest].endAccess; ++a)
      for (size_t l = 0; isLeaf(draft_.accesses[a].array) && l < draft_.nests[nest].loops.size(); ++l)
        if (draft_.accesses[a].index[0] == Poly::symbol(loopSymbol(l))) {
          select(nest, l);
          return true;
        }
    return false;
  }

  bool fail(SourceRange range, const std::string &reason) {
    diagnostics_.add(DiagId::not_by_leaf, range, {reason});
    return false;
  }

  bool checkNest(size_t number) {
    const DraftNest &nest = draft_.nests[number];
    if (!leafOf_[number])
      return fail(nest.range, "this nest has no loop over the blocks that another nest of the region goes over");
    const std::string symbol = loopSymbol(*leafOf_[number]);
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a)
      if (!checkAccess(draft_.accesses[a], symbol))
        return false;
    const DraftLoop &leaf = nest.loops[*leafOf_[number]];
    if (leaf.timed || leaf.moving || leaf.stride != 1)
      return fail(leaf.range, "the loop over blocks doesn't go from one to the next in all steps");
    for (const DraftLoop &loop : nest.loops)
      if (loop.lo.symbols().count(symbol) || loop.hi.symbols().count(symbol))
        return fail(loop.range, "blocks have loops of different lengths");
    return true;
  }

  bool checkAccess(const DraftAccess &access, const std::string &leaf) {
    const DraftArray &array = draft_.arrays[static_cast<size_t>(access.array)];
    const bool isBlocks = isLeaf(access.array);
    if (array.hidden)
      return fail(access.range, "its cells are collected to a sum, or keep values from one loop to the next");
    if (isBlocks && (access.linear || array.tables > 0 || array.isMember(0) || !hasKnownSize(array)))
      return fail(access.range, "'" + array.text + "' is no array whose first subscript is the block");
    if (isBlocks && !(access.index[0] == Poly::symbol(leaf)))
      return fail(access.range, "'" + array.text + "' is looked at in another block");
    for (size_t d = isBlocks ? 1 : 0; d < access.index.size(); ++d)
      if (access.index[d].symbols().count(leaf))
        return fail(access.range, "'" + array.text + "' has the block's number in a further subscript");
    if (access.write && !isBlocks)
      return fail(access.range, "all blocks store to '" + array.text + "'");
    return true;
  }

  static bool hasKnownSize(const DraftArray &array) {
    return std::all_of(array.extents.begin() + 1, array.extents.end(),
                       [](const std::optional<Poly> &extent) { return extent.has_value(); });
  }

  void take(DraftNest &nest, size_t leaf) {
    const auto at = static_cast<std::ptrdiff_t>(leaf);
    nest.leaf = nest.loops[leaf];
    nest.loops.erase(nest.loops.begin() + at);
    if (leaf < nest.around.size())
      nest.around.erase(nest.around.begin() + at);
    nest.body = renumbered(nest.body, static_cast<int>(leaf));
    for (DraftLoop &loop : nest.loops) {
      loop.lo = renumbered(loop.lo, leaf);
      loop.hi = renumbered(loop.hi, leaf);
    }
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a)
      take(draft_.accesses[a], nest, leaf);
  }

  // What conditions say of the cells is said of the loops that there were: all cells, then, but which is not known.
  void take(DraftAccess &access, const DraftNest &nest, size_t leaf) const {
    if (isLeaf(access.array))
      access.index.erase(access.index.begin());
    for (Poly &index : access.index)
      index = renumbered(index, leaf);
    access.cells = {};
    for (size_t l = 0; l < kMaxAxes; ++l)
      access.cells[l] =
          l < nest.loops.size() ? CellBounds{{nest.loops[l].lo}, {nest.loops[l].hi}} : CellBounds{{0}, {1}};
    access.isSure = false;
    if (access.loops != SIZE_MAX && access.loops > leaf)
      --access.loops;
  }

  static void take(DraftArray &array) {
    array.leaf = 1;
    for (size_t d = 1; d < array.extents.size(); ++d)
      array.leaf = array.leaf * *array.extents[d];
    array.leaves = array.extents[0];
    array.extents.erase(array.extents.begin());
    if (!array.followed.empty())
      array.followed.erase(array.followed.begin());
    array.origin = "[0]" + array.origin;
  }

  Draft &draft_;
  Diagnostics &diagnostics_;
  std::vector<int> groupOf_;
  std::vector<bool> isSelected_;              // by group
  std::vector<std::optional<size_t>> leafOf_; // of each nest: the loop
};

} // namespace

bool takeLeaves(Draft &draft, Diagnostics &diagnostics) {
  size_t most = 0;
  for (const DraftNest &nest : draft.nests)
    most = std::max(most, nest.loops.size());
  return most != kMaxAxes + 1 || Taker(draft, diagnostics).run();
}

} // namespace kasane
