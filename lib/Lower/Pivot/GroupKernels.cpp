// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/GroupKernels.h"

#include "Pivot/HeldStep.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

void append(KBody &to, KBody more) { std::ranges::move(more, std::back_inserter(to)); }

// The kinds of values: of the step's row, which lie along x, and of its column.
constexpr int kRow = 0, kColumn = 1;
int otherAxis(int axis) { return 1 - axis; }

std::array<ExprPtr, 2> firstCells(const PivotPass &pass, PivotKernel which) {
  return {which == PivotKernel::Rows ? pass.context.from(0) : pass.from[0],
          which == PivotKernel::Columns ? pass.context.from(1) : pass.from[1]};
}

const PivotShape &shapeOf(const PivotGroups &groups, PivotKernel which) {
  return which == PivotKernel::Corner ? groups.corner : which == PivotKernel::Rows ? groups.rows : groups.columns;
}

class Steps {
public:
  Steps(const Context &whole, const PivotPass &pass, const GroupPanels &panels, const PivotGroups &groups,
        PivotKernel which)
      : whole_(whole), pass_(pass), panels_(panels), which_(which), names_(whole.names),
        tile_(pass, names_, shapeOf(groups, which), groups.row, firstCells(pass, which), panels.boxes()),
        shows_{which != PivotKernel::Columns, which != PivotKernel::Rows} {
    set_ = names_.fresh("set");
    turn_ = names_.fresh("turn");
    nth_ = names_.fresh("nth");
    for (const FieldId f : pass.pivot.written)
      nameValues(f);
  }

  Kernel kernel() {
    static const char *const kNames[] = {"_corner", "_rows", "_columns"};
    static const char *const kComments[] = {"steps where their rows and columns meet",
                                            "steps in the rest of their rows", "steps in the rest of their columns"};
    Kernel out;
    out.name = whole_.program.name + kNames[static_cast<int>(which_)];
    out.comment = kComments[static_cast<int>(which_)];
    for (int a = 0; a < kMaxAxes; ++a)
      out.grid[a] = {pass_.context.origin[a], intLit(0), intLit(1), 1};
    const int along = which_ == PivotKernel::Rows ? 0 : 1;
    if (which_ != PivotKernel::Corner)
      out.grid[along] = {pass_.context.origin[along], panels_.begin(along), panels_.box(along).hi, tile_.length(along)};
    tile_.addItems(out);
    KBody body = tile_.loaded();
    append(body, staged(out));
    addLines(out);
    body.push_back(eachStep());
    body.push_back(tile_.stored(mayStore()));
    if (which_ != PivotKernel::Corner)
      body = {makeKStmt(KIf{isWanted(along), std::move(body), {}})};
    out.body = panels_.withNames(std::move(body));
    return finished(whole_, pass_, panels_.all(), std::move(out));
  }

private:
  struct Line {                                // the step's row or column of a field
    std::string line;                          // where the group shows it
    std::array<std::string, 2> staged, values; // old and new: of all steps on chip; the item's of one
  };

  void nameValues(FieldId f) {
    const std::string &field = whole_.program.fields[f].name;
    for (const int kind : {kRow, kColumn}) {
      const std::string name = field + (kind == kRow ? "_row" : "_column");
      Line &of = of_[static_cast<size_t>(kind)][f];
      of = {names_.fresh(name + "_shown"),
            {names_.fresh(name + "_old_steps"), names_.fresh(name + "_new_steps")},
            {names_.fresh(name + "_old"), names_.fresh(name + "_new")}};
    }
    corner_[f] = {names_.fresh(field + "_corner_old"), names_.fresh(field + "_corner_new")};
    now_[f] = names_.fresh(field + "_now");
  }

  const Line &of(int kind, FieldId f) const { return of_[static_cast<size_t>(kind)].at(f); }
  bool shows(int kind) const { return shows_[static_cast<size_t>(kind)]; }
  ScalarType typeOf(FieldId f) const { return whole_.program.fields[f].elem; }
  bool movesRows(FieldId f) const {
    const int64_t bytes = tile_.row * sizeOf(typeOf(f));
    return bytes == 8 || bytes == 16;
  }

  // for each step: in sets of those that an item has side by side, in turn by the items
  // The barrier stands under no condition, though all items of a group would meet it: PoCL's compiler (3.1) goes wrong.
  KStmtPtr eachStep() {
    const int axis = which_ == PivotKernel::Columns ? 0 : 1;
    const int64_t row = tile_.row, items = tile_.shape.items[static_cast<size_t>(axis)];
    const int64_t sets = tile_.cells(axis) / row;
    const ExprPtr inSet = add(mul(scalar(turn_), intLit(row)), scalar(nth_));
    const ExprPtr number = sets == 1 ? inSet : add(mul(scalar(set_), intLit(row * items)), inSet);
    const ExprPtr isOne = binary(BinaryOp::Lt, now(), scalar(pass_.steps));
    KBody body = {makeKStmt(KLet{pass_.step, ScalarType::I64, number}), makeKStmt(KIf{isOne, shown(), {}}),
                  makeKStmt(Barrier{}), makeKStmt(KIf{isOne, pass_.withTime(stepBody()), {}})};
    KStmtPtr out = makeKStmt(KFor{nth_, intLit(0), intLit(row), 1, std::move(body), true});
    out = makeKStmt(KFor{turn_, intLit(0), intLit(items), 1, {out}});
    return sets == 1 ? out : makeKStmt(KFor{set_, intLit(0), intLit(sets), 1, {out}, true});
  }

  // Of an item's cells along the axis of the step's place the one that is there, if it is the item's turn.
  ExprPtr nthOfPlace(int axis) const {
    return tile_.cells(axis) == tile_.row ? scalar(nth_) : add(mul(scalar(set_), intLit(tile_.row)), scalar(nth_));
  }
  ExprPtr isTurn(int axis) const { return binary(BinaryOp::Eq, tile_.item(axis), scalar(turn_)); }
  ExprPtr half(int kind) const { // of what is shown: the other one is still being read
    return mul(remainderOf(scalar(nth_), 2), intLit(tile_.length(kind)));
  }

  void addLines(Kernel &kernel) const {
    for (const int kind : {kRow, kColumn})
      for (const FieldId f : pass_.pivot.written)
        if (shows(kind))
          kernel.groupArrays.push_back({of(kind, f).line, typeOf(f), 2 * tile_.length(kind)});
  }

  // What other kernels wrote down of the steps: all of it, on chip.
  KBody staged(Kernel &kernel) const {
    KBody out;
    for (const int kind : {kRow, kColumn})
      for (const FieldId f : pass_.pivot.written)
        for (const int version : {0, 1})
          if (isStaged(kind, f, version))
            append(out, stagedOne(kernel, kind, f, version));
    if (!out.empty()) {
      out.push_back(makeKStmt(KArrive{}));
      out.push_back(makeKStmt(Barrier{}));
    }
    return out;
  }

  bool isStaged(int kind, FieldId f, int version) const {
    const Panel *panel = panels_.of(kind, f);
    return !shows(kind) && panel && panel->isUsed[static_cast<size_t>(version)];
  }

  KBody stagedOne(Kernel &kernel, int kind, FieldId f, int version) const {
    const std::string &to = of(kind, f).staged[static_cast<size_t>(version)];
    const int64_t length = tile_.length(kind), elements = 16 / sizeOf(typeOf(f));
    kernel.groupArrays.push_back({to, typeOf(f), length * length});
    const std::string line = names_.fresh("line"), part = names_.fresh("part");
    const ExprPtr at = add(panels_.fromBegin(kind, pass_.from[static_cast<size_t>(kind)]), scalar(part));
    KBody move = {
        makeKStmt(KBring{to, add(mul(scalar(line), intLit(length)), scalar(part)), typeOf(f), panels_.of(kind, f)->name,
                         panels_.index(kind, intLit(version), scalar(line), at), elements})};
    KBody lines = {makeKStmt(CellLoop{0, part, intLit(0), intLit(length), std::move(move), elements})};
    return {makeKStmt(CellLoop{1, line, intLit(0), scalar(pass_.steps), std::move(lines)})};
  }

  // One step -------------------------------------------------------------------------------------------------------

  KBody stepBody() {
    KBody out = cornerValues();
    for (const int kind : {kRow, kColumn})
      append(out, valuesOf(kind));
    for (const int kind : {kRow, kColumn})
      append(out, writtenDown(kind));
    append(out, cells());
    return out;
  }

  KBody shown() const {
    KBody out;
    for (const int kind : {kRow, kColumn}) {
      if (!shows(kind))
        continue;
      const int place = otherAxis(kind);
      KBody each;
      for (const FieldId f : pass_.pivot.written) {
        const ExprPtr value =
            kind == kRow ? tile_.own(f, tile_.nth(0), nthOfPlace(1)) : tile_.own(f, nthOfPlace(0), tile_.nth(1));
        each.push_back(makeKStmt(KStore{of(kind, f).line, add(half(kind), tile_.offset(kind)), value}));
      }
      out.push_back(makeKStmt(KIf{isTurn(place), {tile_.eachAlong(kind, std::move(each))}, {}}));
    }
    return out;
  }

  // Where the step's row and column meet.
  KBody cornerValues() {
    KBody out;
    for (const FieldId f : pass_.pivot.written) {
      const auto &[old, made] = corner_.at(f);
      if (shows(kRow) && shows(kColumn)) {
        out.push_back(
            makeKStmt(KLet{old, typeOf(f), makeExpr(typeOf(f), Load{of(kRow, f).line, add(half(kRow), now())})}));
        continue;
      }
      const int kind = shows(kRow) ? kColumn : kRow;
      for (const int version : {0, 1})
        if (isStaged(kind, f, version))
          out.push_back(makeKStmt(KLet{corner_.at(f)[static_cast<size_t>(version)], typeOf(f),
                                       makeExpr(typeOf(f), Load{of(kind, f).staged[static_cast<size_t>(version)],
                                                                mul(now(), intLit(tile_.length(kind) + 1))})}));
    }
    if (which_ == PivotKernel::Corner && step().changes(InStep::Corner)) {
      std::map<FieldId, std::string> own;
      for (const FieldId f : pass_.pivot.written) {
        own[f] = corner_.at(f)[1];
        out.push_back(makeKStmt(KVar{own[f], typeOf(f), scalar(corner_.at(f)[0], typeOf(f))}));
      }
      out.push_back(makeKStmt(KBlock{step().update(InStep::Corner, own)}));
    }
    return out;
  }

  ExprPtr now() const { return scalar(pass_.step); }

  bool hasNew(int kind) const { return step().changes(kind == kRow ? InStep::Row : InStep::Column); }

  // The item's values of the step's row or column.
  KBody valuesOf(int kind) {
    KBody out;
    for (const FieldId f : pass_.pivot.written)
      for (const int version : {0, 1}) {
        const std::string &values = of(kind, f).values[static_cast<size_t>(version)];
        if (shows(kind) ? version == 0 || hasNew(kind) : isStaged(kind, f, version))
          out.push_back(makeKStmt(KItemArray{values, typeOf(f), tile_.cells(kind)}));
        if (shows(kind) ? version == 0 : isStaged(kind, f, version))
          out.push_back(tile_.eachRow(kind, [&](const ExprPtr &n) { return rowOfValues(kind, f, version, n); }));
      }
    if (shows(kind) && hasNew(kind)) {
      KBody each;
      for (const FieldId f : pass_.pivot.written)
        each.push_back(makeKStmt(KVar{now_.at(f), typeOf(f), valueAt(kind, f, 0)}));
      append(each, step().update(kind == kRow ? InStep::Row : InStep::Column, now_));
      for (const FieldId f : pass_.pivot.written)
        each.push_back(makeKStmt(KStore{of(kind, f).values[1], tile_.nth(kind), withCorner(kind, f)}));
      out.push_back(tile_.eachAlong(kind, std::move(each)));
    }
    return out;
  }

  // The new value of the row or column; where they meet it is made elsewhere.
  ExprPtr withCorner(int kind, FieldId f) const {
    const ExprPtr value = scalar(now_.at(f), typeOf(f));
    if (which_ != PivotKernel::Corner)
      return value;
    const size_t version = step().changes(InStep::Corner) ? 1 : 0;
    return chosen(isThere(kind), scalar(corner_.at(f)[version], typeOf(f)), value);
  }

  KBody rowOfValues(int kind, FieldId f, int version, const ExprPtr &n) const {
    const Line &names = of(kind, f);
    const auto v = static_cast<size_t>(version);
    const std::string &from = shows(kind) ? names.line : names.staged[v];
    const ExprPtr start = shows(kind) ? half(kind) : mul(now(), intLit(tile_.length(kind)));
    KBody out;
    if (movesRows(f))
      return {makeKStmt(KLoadItems{names.values[v], n, tile_.row, typeOf(f), from, add(start, tile_.offset(kind, n))})};
    for (int64_t k = 0; k < tile_.row; ++k) {
      const ExprPtr at = add(start, add(tile_.offset(kind, n), intLit(k)));
      out.push_back(makeKStmt(KStore{names.values[v], add(n, intLit(k)), makeExpr(typeOf(f), Load{from, at})}));
    }
    return out;
  }

  ExprPtr valueAt(int kind, FieldId f, int version) const {
    return makeExpr(typeOf(f), Load{of(kind, f).values[static_cast<size_t>(version)], tile_.nth(kind)});
  }

  KBody writtenDown(int kind) const {
    KBody each;
    const ExprPtr at = panels_.fromBegin(kind, tile_.place(kind));
    for (const FieldId f : pass_.pivot.written)
      for (const int version : {0, 1})
        if (const Panel *panel = panels_.of(kind, f);
            panel && panel->isUsed[static_cast<size_t>(version)] && shows(kind))
          each.push_back(makeKStmt(
              KStore{panel->name, panels_.index(kind, intLit(version), now(), at), valueAt(kind, f, version)}));
    if (each.empty())
      return {};
    if (which_ != PivotKernel::Corner) { // which has written down what lies there
      const auto a = static_cast<size_t>(kind);
      const ExprPtr isBeside = binary(BinaryOp::LogicalOr, binary(BinaryOp::Lt, tile_.place(kind), pass_.from[a]),
                                      binary(BinaryOp::Ge, tile_.place(kind), pass_.to[a]));
      each = {makeKStmt(KIf{isBeside, std::move(each), {}})};
    }
    return {makeKStmt(KIf{isTurn(otherAxis(kind)), {tile_.eachAlong(kind, std::move(each))}, {}})};
  }

  KBody cells() {
    KBody each;
    for (const FieldId f : pass_.pivot.written)
      each.push_back(makeKStmt(KVar{now_.at(f), typeOf(f), tile_.own(f)}));
    append(each, step().update(InStep::Beside, now_));
    for (const FieldId f : pass_.pivot.written) {
      ExprPtr value = scalar(now_.at(f), typeOf(f));
      for (const int kind : {kColumn, kRow})
        if (shows(kind))
          value = chosen(isThere(otherAxis(kind)), hasNew(kind) ? valueAt(kind, f, 1) : tile_.own(f), value);
      if (which_ == PivotKernel::Corner && step().changes(InStep::Corner) && !hasNew(kRow))
        value = chosen(both(isThere(0), isThere(1)), scalar(corner_.at(f)[1], typeOf(f)), value);
      each.push_back(tile_.setOwn(f, value));
    }
    return {tile_.eachCell(std::move(each))};
  }

  // The cell lies in the step's column (axis 0) or row (axis 1).
  ExprPtr isThere(int axis) const {
    return both(isTurn(axis), binary(BinaryOp::Eq, tile_.nth(axis), nthOfPlace(axis)));
  }

  HeldStep step() const {
    std::array<ExprPtr, 2> isBefore, isBehind, mayChange;
    for (int axis = 0; axis < 2; ++axis) {
      const auto a = static_cast<size_t>(axis);
      const bool isInPass = shows(otherAxis(axis)); // the tile's cells are places of steps
      isBefore[a] = isInPass ? binary(BinaryOp::Lt, tile_.offset(axis), now())
                             : binary(BinaryOp::Lt, pass_.context.from(axis), pass_.from[a]);
      isBehind[a] = isInPass ? binary(BinaryOp::Gt, tile_.offset(axis), now())
                             : binary(BinaryOp::Ge, pass_.context.from(axis), pass_.from[a]);
      if (isInPass)
        mayChange[a] = insideWhole(axis);
    }
    return {pass_, isBefore, isBehind, mayChange,
            [this](const FieldRead &, const PivotRead &read, bool isNew, ScalarType type) {
              return readValue(read, isNew, type);
            }};
  }

  // Null where all of the box's cells are.
  ExprPtr insideWhole(int axis) const {
    const auto a = static_cast<size_t>(axis);
    const ExprPtr at = pass_.context.at(axis);
    ExprPtr out;
    const ExprPtr lo = toExpr(pass_.pivot.whole[a].lo), hi = toExpr(pass_.pivot.whole[a].hi);
    if (pass_.hasSide(axis, -1) && print(lo) != print(panels_.box(axis).lo))
      out = binary(BinaryOp::Ge, at, lo);
    if (pass_.hasSide(axis, 1) && print(hi) != print(panels_.box(axis).hi))
      out = both(out, binary(BinaryOp::Lt, at, hi));
    return out;
  }

  ExprPtr readValue(const PivotRead &read, bool isNew, ScalarType type) const {
    const size_t version = isNew ? 1 : 0;
    if (read.at[0] && read.at[1])
      return scalar(corner_.at(read.field)[version], type);
    const int kind = read.at[1] ? kRow : kColumn;
    return makeExpr(type, Load{of(kind, read.field).values[version], tile_.nth(kind)});
  }

  // Whether the tile has any cell beside the steps' places that they change or write down.
  ExprPtr isWanted(int axis) const {
    const auto a = static_cast<size_t>(axis);
    const ExprPtr first = pass_.context.from(axis), end = add(first, intLit(tile_.length(axis)));
    ExprPtr out;
    if (pass_.hasSide(axis, -1))
      out = both(binary(BinaryOp::Lt, first, pass_.from[a]), binary(BinaryOp::Gt, end, panels_.box(axis).lo));
    if (pass_.hasSide(axis, 1)) {
      const ExprPtr behind = binary(BinaryOp::Gt, end, pass_.to[a]);
      out = out ? binary(BinaryOp::LogicalOr, out, behind) : behind;
    }
    return out;
  }

  ExprPtr mayStore() const {
    ExprPtr out;
    for (int axis = 0; axis < 2; ++axis) {
      const auto a = static_cast<size_t>(axis);
      const ExprPtr at = tile_.place(axis), end = add(at, intLit(1));
      if (shows(otherAxis(axis))) { // a place of the steps, or one that they change
        out = both(out, binary(BinaryOp::Lt, at, pass_.to[a]));
        if (pass_.hasSide(axis, -1))
          out = both(out, binary(BinaryOp::Ge, at, toExpr(pass_.pivot.whole[a].lo)));
        if (pass_.hasSide(axis, 1))
          out = both(out, binary(BinaryOp::Lt, at, toExpr(pass_.pivot.whole[a].hi)));
        continue;
      }
      ExprPtr beside;
      for (const int side : {-1, 1})
        if (pass_.hasSide(axis, side)) {
          const ExprBounds cells = pass_.beside(axis, side);
          const ExprPtr isIn = both(binary(BinaryOp::Ge, at, cells.lo), binary(BinaryOp::Le, end, cells.hi));
          beside = beside ? binary(BinaryOp::LogicalOr, beside, isIn) : isIn;
        }
      out = both(out, beside);
    }
    return out;
  }

  const Context &whole_;
  const PivotPass &pass_;
  const GroupPanels &panels_;
  PivotKernel which_;
  mutable Names names_;
  HeldTile tile_;
  std::array<bool, 2> shows_;
  std::string set_, turn_, nth_;
  std::array<std::map<FieldId, Line>, 2> of_;
  std::map<FieldId, std::array<std::string, 2>> corner_;
  std::map<FieldId, std::string> now_;
};

} // namespace

Kernel stepsKernel(const Context &whole, const PivotPass &pass, const GroupPanels &panels, const PivotGroups &groups,
                   PivotKernel which) {
  return Steps(whole, pass, panels, groups, which).kernel();
}

} // namespace kasane::lowering
