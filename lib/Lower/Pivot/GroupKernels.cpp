// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: the three kernels are one class. What a group shows, what it finds on chip and how cells are updated go by
// the same names.
#include "Pivot/GroupKernels.h"

#include "Pivot/HeldStep.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

enum class PivotKernel { Corner, Rows, Columns };

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
    batch_ = names_.fresh("steps_batch");
    turn_ = names_.fresh("turn");
    turnInBatch_ = names_.fresh("turn_in_batch");
    nth_ = names_.fresh("nth");
    inBatch_ = names_.fresh("step_in_batch");
    piece_ = names_.fresh("piece");
    part_ = names_.fresh("part");
    for (const FieldId f : pass.pivot.written)
      nameValues(f);
    for (int axis = 0; axis < 2; ++axis)
      if (shows(otherAxis(axis))) {
        before_[static_cast<size_t>(axis)] = names_.fresh(axis == 0 ? "is_before_column" : "is_before_row");
        tile_.define(axis, {before_[static_cast<size_t>(axis)], ScalarType::Bool, inOrder(axis, BinaryOp::Lt)});
      }
    findStaged();
  }

  const HeldTile &tile() const { return tile_; }

  Kernel kernel() {
    static const char *const kNames[] = {"_corner", "_rows", "_columns"};
    static const char *const kComments[] = {
        "steps where their rows and columns meet; the items that hold a step's row or column show it to the group",
        "steps in the rest of their rows; the items that hold a step's row show it to the group",
        "steps in the rest of their columns; the items that hold a step's column show it to the group"};
    Kernel out;
    out.name = whole_.program.name + kNames[static_cast<int>(which_)];
    out.comment = kComments[static_cast<int>(which_)];
    for (int a = 0; a < kMaxAxes; ++a)
      out.grid[a] = {pass_.context.origin[a], intLit(0), intLit(1), 1};
    if (which_ != PivotKernel::Corner)
      out.grid[along()] = {pass_.context.origin[along()], panels_.begin(along()), panels_.box(along()).hi,
                           tile_.length(along())};
    tile_.addItems(out);
    out.body = panels_.withNames(body(out));
    return finished(whole_, pass_, panels_.all(), std::move(out));
  }

  // What a group does, with the arrays that it needs.
  KBody body(Kernel &kernel) {
    KBody out = tile_.loaded(nullptr);
    const KStmtPtr steps = eachStep();
    append(out, staged(kernel, usesOf({steps}).buffers));
    addLines(kernel);
    out.push_back(steps);
    out.push_back(tile_.stored(mayStore(), nullptr));
    return which_ == PivotKernel::Corner ? out : KBody{makeKStmt(KIf{isWanted(along()), std::move(out), {}})};
  }

  int along() const { return which_ == PivotKernel::Rows ? 0 : 1; } // the axis of its tiles

private:
  struct Line { // the step's row or column of a field, as the group shows it
    std::string line;
    std::array<std::string, 2> values; // old and new: the item's
  };
  struct Staged { // of all steps on chip, as another kernel wrote them down; the item's of one step
    FieldId field;
    ExprPtr version;
    std::string steps, values;
  };

  void nameValues(FieldId f) {
    const std::string &field = whole_.program.fields[f].name;
    for (const int kind : {kRow, kColumn}) {
      const std::string name = field + (kind == kRow ? "_row" : "_column");
      Line &of = of_[static_cast<size_t>(kind)][f];
      of = {shows(kind) ? names_.fresh((which_ == PivotKernel::Corner ? name : field) + "_shown") : "",
            {names_.fresh(name + "_old"), names_.fresh(name + "_new")}};
    }
    cornerSteps_[f] = {names_.fresh(field + "_corner_old_steps"), names_.fresh(field + "_corner_new_steps")};
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

  // for each step: in sets of those that an item has side by side, in batches of turns, in turn by the items
  // The barrier stands under no condition, though all items of a group would meet it: PoCL's compiler (3.1) goes wrong.
  KStmtPtr eachStep() {
    const int64_t row = tile_.row, items = turns(), sets = tile_.cells(axisOfTurns()) / row, inBatch = turnsOfBatch();
    const auto numberOf = [&](const ExprPtr &inTurns) {
      return sets == 1 ? inTurns : add(mul(scalar(set_), intLit(row * items)), inTurns);
    };
    const ExprPtr first = mul(scalar(batch_), intLit(inBatch));
    const ExprPtr isOne = binary(BinaryOp::Lt, now(), scalar(pass_.steps));
    KBody body = {
        makeKStmt(KLet{inBatch_, ScalarType::I32, add(mul(scalar(turnInBatch_), intLit(row)), scalar(nth_))}),
        makeKStmt(KLet{pass_.step, ScalarType::I32, numberOf(add(mul(scalar(turn_), intLit(row)), scalar(nth_)))}),
        makeKStmt(KIf{isOne, shown(), {}}), makeKStmt(Barrier{}),
        makeKStmt(KIf{isOne, pass_.withTime(stepBody()), {}})};
    KStmtPtr out = makeKStmt(KFor{nth_, intLit(0), intLit(row), 1, std::move(body), true, ScalarType::I32});
    out = makeKStmt(KFor{turnInBatch_,
                         intLit(0),
                         intLit(inBatch),
                         1,
                         {makeKStmt(KLet{turn_, ScalarType::I32, add(first, scalar(turnInBatch_))}), out},
                         false,
                         ScalarType::I32});
    KBody batch = {out};
    append(batch, writtenDown(numberOf(mul(first, intLit(row)))));
    batch.push_back(makeKStmt(Barrier{}));
    out = makeKStmt(KFor{batch_, intLit(0), intLit(items / inBatch), 1, std::move(batch), false, ScalarType::I32});
    return sets == 1 ? out : makeKStmt(KFor{set_, intLit(0), intLit(sets), 1, {out}, true, ScalarType::I32});
  }

  int axisOfTurns() const { return which_ == PivotKernel::Columns ? 0 : 1; }
  int64_t turns() const { return tile_.shape.items[static_cast<size_t>(axisOfTurns())]; } // of a set
  // So many turns that what is shown in their steps fits on chip, until it is written down.
  int64_t turnsOfBatch() const {
    int64_t out = std::max<int64_t>(kPivotItems / tile_.row, 1);
    while (turns() % out != 0)
      --out;
    return out;
  }

  // Of an item's cells along the axis of the step's place the one that is there, if it is the item's turn.
  ExprPtr nthOfPlace(int axis) const {
    return tile_.cells(axis) == tile_.row ? scalar(nth_) : add(mul(scalar(set_), intLit(tile_.row)), scalar(nth_));
  }
  ExprPtr isTurn(int axis) const { return binary(BinaryOp::Eq, tile_.item(axis), scalar(turn_)); }
  ExprPtr lineOf(int kind) const { return mul(scalar(inBatch_), intLit(tile_.length(kind))); } // of what is shown

  static void addArray(Kernel &kernel, GroupArray array) {
    if (std::ranges::find(kernel.groupArrays, array.name, &GroupArray::name) == kernel.groupArrays.end())
      kernel.groupArrays.push_back(std::move(array));
  }

  void addLines(Kernel &kernel) const {
    for (const int kind : {kRow, kColumn})
      for (const FieldId f : pass_.pivot.written)
        if (shows(kind))
          addArray(kernel, {of(kind, f).line, typeOf(f), turnsOfBatch() * tile_.row * tile_.length(kind)});
  }

  int stagedKind() const { return shows(kRow) ? kColumn : kRow; }

  // What the cells beside the steps' places read of the kind that the group doesn't show. A tile lies on one side, so
  // that most of it has one version.
  void findStaged() {
    if (which_ == PivotKernel::Corner)
      return;
    const std::vector<PivotPart> parts = pass_.restParts();
    walkExprs(whole_.program.stages[parts.front().stage].body, [&](const Expr &e) {
      const auto *element = std::get_if<FieldRead>(&e.node);
      const std::optional<PivotRead> read = element ? pass_.pivot.readOf(parts.front(), *element) : std::nullopt;
      if (!read || read->at[0] == read->at[1] || (read->at[1] ? kRow : kColumn) != stagedKind())
        return;
      const ExprPtr version = pass_.versionOf(parts, *element, step().isBefore());
      if (!isOfStep(version))
        addStaged(read->field, version);
      else
        for (const int one : {0, 1})
          addStaged(read->field, intLit(one));
    });
  }

  bool isOfStep(const ExprPtr &version) const {
    bool found = false;
    walk(version, [&](const Expr &e) {
      const auto *ref = std::get_if<ScalarRef>(&e.node);
      found |= ref && std::ranges::find(before_, ref->name) != before_.end();
    });
    return found;
  }

  void addStaged(FieldId f, const ExprPtr &version) {
    if (stagedOf(f, version))
      return;
    const std::string &field = whole_.program.fields[f].name;
    staged_.push_back({f, version, names_.fresh(field + "_steps"),
                       names_.fresh(field + (stagedKind() == kRow ? "_row" : "_column"))});
  }

  const Staged *stagedOf(FieldId f, const ExprPtr &version) const {
    for (const Staged &s : staged_)
      if (s.field == f && print(s.version) == print(version))
        return &s;
    return nullptr;
  }

  // What other kernels wrote down of the steps: all of it that is wanted, on chip.
  KBody staged(Kernel &kernel, const NameSet &wanted) {
    KBody out;
    for (const Staged &s : staged_)
      append(out, stagedOne(kernel, s));
    if (which_ != PivotKernel::Corner)
      append(out, stagedCorners(kernel, wanted));
    if (!out.empty()) {
      out.push_back(makeKStmt(KArrive{}));
      out.push_back(makeKStmt(Barrier{}));
    }
    return out;
  }

  KBody stagedOne(Kernel &kernel, const Staged &s) {
    const int kind = stagedKind();
    const int64_t length = tile_.length(kind), elements = 16 / sizeOf(typeOf(s.field));
    addArray(kernel, {s.steps, typeOf(s.field), length * length});
    const std::string line = names_.fresh("line"), part = names_.fresh("part");
    const ExprPtr at = add(panels_.fromBegin(kind, pass_.from[static_cast<size_t>(kind)]), scalar(part));
    KBody move = {
        makeKStmt(KBring{s.steps, add(mul(scalar(line), intLit(length)), scalar(part)), typeOf(s.field),
                         panels_.of(kind, s.field)->name, panels_.index(kind, s.version, scalar(line), at), elements})};
    KBody lines = {makeKStmt(CellLoop{0, part, intLit(0), intLit(length), std::move(move), elements})};
    return {makeKStmt(CellLoop{1, line, intLit(0), scalar(pass_.steps), std::move(lines)})};
  }

  bool hasCorner(FieldId f, int version) const {
    const Panel *panel = panels_.of(stagedKind(), f);
    return panel && panel->isUsed[static_cast<size_t>(version)];
  }

  KBody stagedCorners(Kernel &kernel, const NameSet &wanted) {
    const int kind = stagedKind();
    const std::string line = names_.fresh("line"), once = names_.fresh("once");
    const ExprPtr at = add(panels_.fromBegin(kind, pass_.from[static_cast<size_t>(kind)]), scalar(line));
    KBody each;
    for (const FieldId f : pass_.pivot.written)
      for (const int version : {0, 1})
        if (const std::string &to = cornerSteps_.at(f)[static_cast<size_t>(version)]; wanted.count(to)) {
          addArray(kernel, {to, typeOf(f), tile_.length(kind)});
          each.push_back(
              makeKStmt(KStore{to, scalar(line),
                               makeExpr(typeOf(f), Load{panels_.of(kind, f)->name,
                                                        panels_.index(kind, intLit(version), scalar(line), at)})}));
        }
    if (each.empty())
      return {};
    KBody lines = {makeKStmt(CellLoop{0, line, intLit(0), scalar(pass_.steps), std::move(each)})};
    return {makeKStmt(CellLoop{1, once, intLit(0), intLit(1), std::move(lines)})};
  }

  // One step -------------------------------------------------------------------------------------------------------

  KBody stepBody() {
    KBody out, corners = cornerValues();
    for (const int kind : {kRow, kColumn})
      append(out, valuesOf(kind));
    append(out, cells());
    if (which_ != PivotKernel::Corner)
      dropUnusedLets(corners, out);
    append(corners, std::move(out));
    return corners;
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
        each.push_back(makeKStmt(KStore{of(kind, f).line, add(lineOf(kind), tile_.offset(kind)), value}));
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
            makeKStmt(KLet{old, typeOf(f), makeExpr(typeOf(f), Load{of(kRow, f).line, add(lineOf(kRow), now())})}));
        continue;
      }
      for (const int version : {0, 1})
        if (hasCorner(f, version))
          out.push_back(
              makeKStmt(KLet{corner_.at(f)[static_cast<size_t>(version)], typeOf(f),
                             makeExpr(typeOf(f), Load{cornerSteps_.at(f)[static_cast<size_t>(version)], now()})}));
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
    if (!shows(kind))
      for (const Staged &s : staged_) {
        out.push_back(makeKStmt(KItemArray{s.values, typeOf(s.field), tile_.cells(kind)}));
        const ExprPtr start = mul(now(), intLit(tile_.length(kind)));
        append(out, tile_.eachRow(kind, [&](const ExprPtr &n) {
          return rowOfValues(kind, s.field, s.values, s.steps, start, n);
        }));
      }
    for (const FieldId f : pass_.pivot.written)
      for (const int version : {0, 1}) {
        const Line &line = of(kind, f);
        const std::string &values = line.values[static_cast<size_t>(version)];
        if (shows(kind) && (version == 0 || hasNew(kind)))
          out.push_back(makeKStmt(KItemArray{values, typeOf(f), tile_.cells(kind)}));
        if (shows(kind) && version == 0)
          append(out, tile_.eachRow(kind, [&](const ExprPtr &n) {
            return rowOfValues(kind, f, values, line.line, lineOf(kind), n);
          }));
      }
    if (shows(kind) && hasNew(kind))
      out.push_back(tile_.eachAlong(kind, newValues(kind, step(), isThere(kind))));
    return out;
  }

  // Of one cell of the step's row or column: what it becomes. `isMeeting`: there row and column meet.
  KBody newValues(int kind, const HeldStep &step, const ExprPtr &isMeeting) const {
    KBody out;
    for (const FieldId f : pass_.pivot.written)
      out.push_back(makeKStmt(KVar{now_.at(f), typeOf(f), valueAt(kind, f, 0)}));
    append(out, step.update(kind == kRow ? InStep::Row : InStep::Column, now_));
    for (const FieldId f : pass_.pivot.written)
      out.push_back(makeKStmt(KStore{of(kind, f).values[1], tile_.nth(kind), withCorner(f, isMeeting)}));
    return out;
  }

  // The new value of the row or column; where they meet it is made elsewhere.
  ExprPtr withCorner(FieldId f, const ExprPtr &isMeeting) const {
    const ExprPtr value = scalar(now_.at(f), typeOf(f));
    if (which_ != PivotKernel::Corner)
      return value;
    const size_t version = step().changes(InStep::Corner) ? 1 : 0;
    return chosen(isMeeting, scalar(corner_.at(f)[version], typeOf(f)), value);
  }

  KBody rowOfValues(int kind, FieldId f, const std::string &values, const std::string &from, const ExprPtr &start,
                    const ExprPtr &n) const {
    return rowFrom(f, values, from, n, add(start, tile_.offset(kind, n)));
  }

  // A row of cells side by side, from an array to an item's own, and from there to another.
  KBody rowFrom(FieldId f, const std::string &values, const std::string &from, const ExprPtr &to,
                const ExprPtr &at) const {
    if (movesRows(f))
      return {makeKStmt(KLoadItems{values, to, tile_.row, typeOf(f), from, at})};
    KBody out;
    for (int64_t k = 0; k < tile_.row; ++k)
      out.push_back(makeKStmt(KStore{values, add(to, intLit(k)), makeExpr(typeOf(f), Load{from, add(at, intLit(k))})}));
    return out;
  }
  KBody rowTo(FieldId f, const std::string &to, const std::string &values, const ExprPtr &at) const {
    std::vector<ExprPtr> all;
    KBody out;
    for (int64_t k = 0; k < tile_.row; ++k) {
      all.push_back(makeExpr(typeOf(f), Load{values, intLit(k)}));
      out.push_back(makeKStmt(KStore{to, add(at, intLit(k)), all.back()}));
    }
    if (movesRows(f))
      out = {makeKStmt(KStoreRow{to, at, std::move(all)})};
    return out;
  }

  ExprPtr valueAt(int kind, FieldId f, int version) const {
    return makeExpr(typeOf(f), Load{of(kind, f).values[static_cast<size_t>(version)], tile_.nth(kind)});
  }

  // What a batch has shown, in rows of cells side by side that the group's items share out. `first`: its first step.
  KBody writtenDown(const ExprPtr &first) {
    KBody out;
    for (const int kind : {kRow, kColumn})
      if (shows(kind) && std::ranges::any_of(pass_.pivot.written, [&](FieldId f) { return panels_.of(kind, f); }))
        append(out, writtenDownOf(kind, first));
    return out;
  }

  KBody writtenDownOf(int kind, const ExprPtr &first) {
    const auto a = static_cast<size_t>(kind);
    const int64_t row = tile_.row, inLine = tile_.length(kind) / row;
    const ExprPtr at = add(scalar(part_), tile_.nth(kind)); // in the tile
    const ExprPtr place = add(tile_.first[a], scalar(part_));
    KBody body, corners = cornerValues();
    for (const FieldId f : pass_.pivot.written) {
      const Line &line = of(kind, f);
      body.push_back(makeKStmt(KItemArray{line.values[0], typeOf(f), row}));
      append(body, rowFrom(f, line.values[0], line.line, intLit(0), add(lineOf(kind), scalar(part_))));
      if (hasNew(kind))
        body.push_back(makeKStmt(KItemArray{line.values[1], typeOf(f), row}));
    }
    if (hasNew(kind)) {
      KBody each = newValues(kind, stepWhere(kind, binary(BinaryOp::Lt, at, now()), binary(BinaryOp::Gt, at, now())),
                             binary(BinaryOp::Eq, at, now()));
      body.push_back(tile_.eachOf(kind, row, at, std::move(each)));
    }
    for (const FieldId f : pass_.pivot.written)
      for (const int version : {0, 1})
        if (const Panel *panel = panels_.of(kind, f); panel && panel->isUsed[static_cast<size_t>(version)])
          append(body, rowTo(f, panel->name, of(kind, f).values[static_cast<size_t>(version)],
                             panels_.index(kind, intLit(version), now(), panels_.fromBegin(kind, place))));
    if (which_ != PivotKernel::Corner)
      dropUnusedLets(corners, body);
    else if (!hasNew(kind))
      corners.clear();
    append(corners, std::move(body));
    ExprPtr isWanted = binary(BinaryOp::Lt, now(), scalar(pass_.steps));
    if (which_ != PivotKernel::Corner) // which has written down what lies there, as far as a whole pass goes
      isWanted = both(isWanted, binary(BinaryOp::LogicalOr, binary(BinaryOp::Lt, place, pass_.from[a]),
                                       binary(BinaryOp::Ge, place, add(pass_.from[a], intLit(depth())))));
    KBody one = {makeKStmt(KLet{inBatch_, ScalarType::I32, dividedBy(scalar(piece_), inLine)}),
                 makeKStmt(KLet{part_, ScalarType::I32, mul(remainderOf(scalar(piece_), inLine), intLit(row))}),
                 makeKStmt(KLet{pass_.step, ScalarType::I32, add(first, scalar(inBatch_))}),
                 makeKStmt(KIf{isWanted, pass_.withTime(std::move(corners)), {}})};
    return tile_.eachPiece(turnsOfBatch() * row * inLine, piece_, std::move(one));
  }

  int64_t depth() const { return whole_.schedule.depth; }

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
    std::array<ExprPtr, 2> isBefore, isBehind;
    for (int axis = 0; axis < 2; ++axis)
      if (shows(otherAxis(axis))) { // the tile's cells are places of steps
        isBefore[static_cast<size_t>(axis)] = scalar(before_[static_cast<size_t>(axis)], ScalarType::Bool);
        isBehind[static_cast<size_t>(axis)] = inOrder(axis, BinaryOp::Gt);
      }
    return stepWith(isBefore, isBehind);
  }

  // For cells that lie so along one axis, if the tile's cells are places of steps there.
  HeldStep stepWhere(int axis, const ExprPtr &isBefore, const ExprPtr &isBehind) const {
    std::array<ExprPtr, 2> before, behind;
    for (int a = 0; a < 2; ++a)
      if (shows(otherAxis(a))) {
        before[static_cast<size_t>(a)] = a == axis ? isBefore : inOrder(a, BinaryOp::Lt);
        behind[static_cast<size_t>(a)] = a == axis ? isBehind : inOrder(a, BinaryOp::Gt);
      }
    return stepWith(before, behind);
  }

  HeldStep stepWith(std::array<ExprPtr, 2> isBefore, std::array<ExprPtr, 2> isBehind) const {
    std::array<ExprPtr, 2> mayChange;
    for (int axis = 0; axis < 2; ++axis) {
      const auto a = static_cast<size_t>(axis);
      if (shows(otherAxis(axis))) {
        mayChange[a] = insideWhole(axis);
        continue;
      }
      isBefore[a] = binary(BinaryOp::Lt, pass_.context.from(axis), pass_.from[a]);
      isBehind[a] = binary(BinaryOp::Ge, pass_.context.from(axis), pass_.from[a]);
    }
    return {pass_, isBefore, isBehind, mayChange,
            [this](const PivotRead &read, const ExprPtr &version, ScalarType type) {
              return readValue(read, version, type);
            }};
  }

  // The cell lies before (behind) the step's place: by sets, items and then cells of an item. So a compiler that has
  // written out sets and cells is left with one comparison, of items, for many cells.
  ExprPtr inOrder(int axis, BinaryOp op) const {
    const auto then = [&](const ExprPtr &a, const ExprPtr &b, const ExprPtr &next) {
      return binary(BinaryOp::LogicalOr, binary(op, a, b), both(binary(BinaryOp::Eq, a, b), next));
    };
    const ExprPtr last = binary(op, remainderIn(axis), scalar(nth_));
    const ExprPtr inSet = then(tile_.item(axis), scalar(turn_), last);
    return tile_.cells(axis) == tile_.row ? inSet : then(dividedBy(tile_.nth(axis), tile_.row), scalar(set_), inSet);
  }
  ExprPtr remainderIn(int axis) const {
    return tile_.cells(axis) == tile_.row ? tile_.nth(axis) : remainderOf(tile_.nth(axis), tile_.row);
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

  ExprPtr readValue(const PivotRead &read, const ExprPtr &version, ScalarType type) const {
    const int kind = read.at[1] ? kRow : kColumn;
    const bool isCorner = read.at[0] && read.at[1];
    if (const Staged *whole = isCorner || shows(kind) ? nullptr : stagedOf(read.field, version))
      return makeExpr(type, Load{whole->values, tile_.nth(kind)});
    return pickedBy(version, [&](bool isNew) -> ExprPtr {
      const size_t v = isNew ? 1 : 0;
      if (isCorner)
        return scalar(corner_.at(read.field)[v], type);
      const Staged *one = shows(kind) ? nullptr : stagedOf(read.field, intLit(isNew));
      return makeExpr(type, Load{one ? one->values : of(kind, read.field).values[v], tile_.nth(kind)});
    });
  }

  // Whether the tile has any cell beside the steps' places that they change or write down.
  ExprPtr isWanted(int axis) const {
    const auto a = static_cast<size_t>(axis);
    const ExprPtr first = pass_.context.from(axis), end = add(first, intLit(tile_.length(axis)));
    ExprPtr out;
    if (pass_.hasSide(axis, -1))
      out = both(binary(BinaryOp::Lt, first, pass_.from[a]), binary(BinaryOp::Gt, end, panels_.box(axis).lo));
    if (pass_.hasSide(axis, 1)) {
      const ExprPtr behind =
          both(binary(BinaryOp::Gt, end, pass_.to[a]), binary(BinaryOp::Lt, first, panels_.box(axis).hi));
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
  Names names_;
  HeldTile tile_;
  std::array<bool, 2> shows_;
  std::string set_, batch_, turn_, turnInBatch_, nth_, inBatch_, piece_, part_;
  std::array<std::string, 2> before_; // does a cell of the tile lie before the step's column, its row?
  std::array<std::map<FieldId, Line>, 2> of_;
  std::vector<Staged> staged_;
  std::map<FieldId, std::array<std::string, 2>> corner_, cornerSteps_;
  std::map<FieldId, std::string> now_;
};

} // namespace

namespace {

// Rows and columns by one kernel: the first tiles of its grid's first axis are those of rows.
Kernel sidesKernel(const Context &whole, const PivotPass &pass, const GroupPanels &panels, Steps &rows,
                   Steps &columns) {
  Names names = whole.names;
  const std::string number = names.fresh("number"), kind = names.fresh("kind");
  Kernel out;
  out.name = whole.program.name + "_sides";
  out.comment =
      "steps in the rest of their rows, and of their columns; the items that hold a step's one show it to the group";
  std::array<ExprPtr, 2> tiles;
  std::array<KBody, 2> bodies;
  for (size_t a = 0; a < 2; ++a) {
    Steps &steps = a == 0 ? rows : columns;
    const int axis = steps.along();
    const int64_t length = steps.tile().length(axis);
    tiles[a] = dividedBy(add(sub(panels.box(axis).hi, panels.begin(axis)), intLit(length - 1)), length);
    bodies[a] = {makeKStmt(KLet{pass.context.origin[axis], ScalarType::I64,
                                add(panels.beginName(axis), mul(scalar(number), intLit(length)))})};
    append(bodies[a], steps.body(out));
  }
  out.grid = {GridAxis{number, intLit(0), maxOf(tiles[0], tiles[1]), 1}, GridAxis{kind, intLit(0), intLit(2), 1},
              GridAxis{pass.context.origin[2], intLit(0), intLit(1), 1}};
  rows.tile().addItems(out);
  out.body = panels.withNames(
      {makeKStmt(KIf{binary(BinaryOp::Eq, scalar(kind), intLit(0)), std::move(bodies[0]), std::move(bodies[1])})});
  return finished(whole, pass, panels.all(), std::move(out));
}

} // namespace

std::vector<Kernel> stepsKernels(const Context &whole, const PivotPass &pass, const GroupPanels &panels,
                                 const PivotGroups &groups) {
  auto of = [&](PivotKernel which) { return Steps(whole, pass, panels, groups, which); };
  Steps corner = of(PivotKernel::Corner), rows = of(PivotKernel::Rows), columns = of(PivotKernel::Columns);
  if (groups.rows.items == groups.columns.items)
    return {corner.kernel(), sidesKernel(whole, pass, panels, rows, columns)};
  return {corner.kernel(), rows.kernel(), columns.kernel()};
}

} // namespace kasane::lowering
