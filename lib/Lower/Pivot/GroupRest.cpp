// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/GroupRest.h"

#include "Pivot/HeldStep.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

// Values of the steps' rows (0) or columns (1) that the cells of a tile read.
struct Operand {
  FieldId field;
  int kind;
  ExprPtr version;
  std::string onChip, start, ofItem, values; // of some steps; where all steps' values begin in the panel, from there
                                             // the item's first piece of a slice; an item's values of a step
};

class Rest {
public:
  Rest(const Context &whole, const PivotPass &pass, const GroupPanels &panels, const PivotGroups &groups,
       const std::set<FieldId> &extremes, const Scan *scan)
      : whole_(whole), pass_(pass), panels_(panels), groups_(groups), extremes_(extremes), scan_(scan),
        names_(whole.names), parts_(pass.restParts()),
        tile_(pass, names_, groups.rest, groups.row, {pass.context.from(0), pass.context.from(1)}, panels.boxes()) {
    slice_ = names_.fresh("slice");
    slices_ = names_.fresh("slices");
    inSlice_ = names_.fresh("in_slice");
    ahead_ = names_.fresh("ahead");
    inRing_ = names_.fresh("in_ring");
    piece_ = names_.fresh("piece");
    left_ = names_.fresh("left");
    isPlain_ = names_.fresh("is_plain");
    for (size_t a = 0; a < 2; ++a) {
      number_[a] = names_.fresh(a == 0 ? "number" : "line_of_groups");
      tileNumber_[a] = names_.fresh(a == 0 ? "tile_x" : "tile_y");
      strip_[a] = names_.fresh(a == 0 ? "strip_x" : "strip_y");
      isInStrip_[a] = names_.fresh(a == 0 ? "is_in_strip_x" : "is_in_strip_y");
    }
    for (const FieldId f : pass.pivot.written)
      own_[f] = names_.fresh(whole.program.fields[f].name + "_now");
    odd_ = names_.fresh("has_odd");
    findOperands();
  }

  Kernel kernel() {
    Kernel out;
    out.name = whole_.program.name + "_rest";
    out.comment = "steps of all other cells, in registers; rows and columns of " + std::to_string(groups_.slice) +
                  " steps come on chip at a time";
    for (int a = 0; a < 2; ++a)
      out.grid[a] = {number_[static_cast<size_t>(a)], intLit(0), tilesOf(a), 1};
    out.grid[2] = {pass_.context.origin[2], intLit(0), intLit(1), 1};
    const int64_t items = groups_.rest.items[0] * groups_.rest.items[1];
    out.resident = static_cast<int>(std::max<int64_t>(kItemsOfUnit / items, 1));
    tile_.addItems(out);
    KBody body = {makeKStmt(
        KLet{slices_, ScalarType::I32, dividedBy(add(scalar(pass_.steps), intLit(groups_.slice - 1)), groups_.slice)})};
    for (const Operand &o : operands_) {
      out.groupArrays.push_back({o.onChip, typeOf(o), groups_.slices * groups_.slice * tile_.length(o.kind)});
      body.push_back(makeKStmt(
          KLet{o.start, ScalarType::I64,
               add(panels_.start(o.kind, o.version), panels_.fromBegin(o.kind, pass_.context.from(o.kind)))}));
      body.push_back(makeKStmt(KLet{o.ofItem, ScalarType::I64, inPanel(o, tile_.number())}));
    }
    if (scan_)
      body.push_back(
          makeKStmt(KLet{odd_, ScalarType::I32, makeExpr(ScalarType::I32, Load{scan_->found.name, intLit(0)})}));
    body.push_back(makeKStmt(
        KFor{ahead_, intLit(0), intLit(groups_.slices - 1), 1, asked(scalar(ahead_)), true, ScalarType::I32}));
    body.push_back(makeKStmt(KLet{isPlain_, ScalarType::Bool, isPlain()}));
    const ExprPtr plain = scalar(isPlain_, ScalarType::Bool);
    append(body, tile_.loaded(plain));
    body.push_back(makeKStmt(KFor{slice_, intLit(0), scalar(slices_), 1, sliceBody(), false, ScalarType::I32}));
    body.push_back(tile_.stored(mayStore(), plain));
    KBody where = tileOfGroup();
    where.push_back(makeKStmt(KIf{isWanted(), std::move(body), {}}));
    out.body = panels_.withNames(std::move(where));
    std::vector<Panel> panels = panels_.all();
    if (scan_)
      panels.push_back(scan_->found);
    out = finished(whole_, pass_, panels, std::move(out));
    out.scalars.push_back({kStrips, ScalarType::I64});
    return out;
  }

  std::vector<ExprPtr> strips() const {
    return {maxOf(tilesOf(0), tilesOf(1)), intLit(stripTiles(0) + stripTiles(1)), intLit(1)};
  }

private:
  ExprPtr tilesOf(int axis) const {
    return dividedBy(add(sub(panels_.box(axis).hi, panels_.begin(axis)), intLit(tile_.length(axis) - 1)),
                     tile_.length(axis));
  }

  // The tiles along an axis that the next pass's steps have their places in.
  int64_t stripTiles(int axis) const {
    const int64_t depth = whole_.schedule.depth, length = tile_.length(axis);
    return (2 * depth - 1) / length - depth / length + 1;
  }

  // Of the strips, group (n, l) has the n-th tile of the l-th row of tiles, or of a column of them behind those.
  KBody tileOfGroup() const {
    KBody out;
    const ExprPtr isStrips = isOfStrips(), line = scalar(number_[1]), rows = intLit(stripTiles(1));
    const ExprPtr isRow = binary(BinaryOp::Lt, line, rows);
    for (size_t a = 0; a < 2; ++a) {
      const int axis = static_cast<int>(a);
      const ExprPtr first = add(dividedBy(sub(pass_.from[a], panels_.beginName(axis)), tile_.length(axis)),
                                intLit(whole_.schedule.depth / tile_.length(axis)));
      const ExprPtr strip = scalar(strip_[a]), nth = a == 1 ? add(strip, line) : add(strip, sub(line, rows));
      const ExprPtr ofStrips = a == 1 ? chosen(isRow, nth, scalar(number_[0])) : chosen(isRow, scalar(number_[0]), nth);
      const ExprPtr tile = scalar(tileNumber_[a]);
      out.push_back(makeKStmt(KLet{strip_[a], ScalarType::I64, first}));
      out.push_back(makeKStmt(KLet{tileNumber_[a], ScalarType::I64, chosen(isStrips, ofStrips, scalar(number_[a]))}));
      out.push_back(makeKStmt(KLet{
          isInStrip_[a], ScalarType::Bool,
          both(binary(BinaryOp::Ge, tile, strip), binary(BinaryOp::Lt, tile, add(strip, intLit(stripTiles(axis)))))}));
      out.push_back(makeKStmt(KLet{pass_.context.origin[a], ScalarType::I64,
                                   add(panels_.beginName(axis), mul(tile, intLit(tile_.length(axis))))}));
    }
    return out;
  }

  ExprPtr isOfStrips() const { return binary(BinaryOp::Ne, scalar(kStrips), intLit(0)); }

  // Each tile is of one group: of the strips', of that of their row where they meet; or of the others'.
  ExprPtr isWanted() const {
    const ExprPtr inX = scalar(isInStrip_[0], ScalarType::Bool), inY = scalar(isInStrip_[1], ScalarType::Bool);
    const ExprPtr isThere = both(binary(BinaryOp::Lt, scalar(tileNumber_[0]), tilesOf(0)),
                                 binary(BinaryOp::Lt, scalar(tileNumber_[1]), tilesOf(1)));
    const ExprPtr isFirst =
        binary(BinaryOp::LogicalOr, binary(BinaryOp::Lt, scalar(number_[1]), intLit(stripTiles(1))), negated(inY));
    return chosen(isOfStrips(), both(isThere, isFirst), both(negated(inX), negated(inY)));
  }

  ScalarType typeOf(const Operand &o) const { return whole_.program.fields[o.field].elem; }

  std::array<ExprPtr, 2> isBefore() const {
    return {binary(BinaryOp::Lt, pass_.context.from(0), pass_.from[0]),
            binary(BinaryOp::Lt, pass_.context.from(1), pass_.from[1])};
  }

  ExprPtr mayStore() const {
    const ExprPtr x = tile_.place(0), y = tile_.place(1);
    return pass_.changes({x, y}, {add(x, intLit(1)), add(y, intLit(1))});
  }

  // All cells of the tile are changed.
  ExprPtr isPlain() const {
    std::array<ExprPtr, 2> first, end;
    for (int a = 0; a < 2; ++a) {
      first[static_cast<size_t>(a)] = pass_.context.from(a);
      end[static_cast<size_t>(a)] = add(pass_.context.from(a), intLit(tile_.length(a)));
    }
    return pass_.changes(first, end);
  }

  void findOperands() {
    walkExprs(whole_.program.stages[parts_.front().stage].body, [&](const Expr &e) {
      const auto *element = std::get_if<FieldRead>(&e.node);
      const std::optional<PivotRead> read = element ? pass_.pivot.readOf(parts_.front(), *element) : std::nullopt;
      if (!read || read->at[0] == read->at[1] || operandOf(*element, *read))
        return;
      const std::string &field = whole_.program.fields[read->field].name;
      const std::string name = field + (read->at[1] ? "_row" : "_column");
      operands_.push_back({read->field, read->at[1] ? 0 : 1, pass_.versionOf(parts_, *element, isBefore()),
                           names_.fresh(name + "_steps"), names_.fresh(name + "_start"),
                           names_.fresh(name + "_of_item"), names_.fresh(name)});
    });
  }

  const Operand *operandOf(const FieldRead &element, const PivotRead &read) const {
    const std::string version = print(pass_.versionOf(parts_, element, isBefore()));
    for (const Operand &o : operands_)
      if (o.field == read.field && o.kind == (read.at[1] ? 0 : 1) && print(o.version) == version)
        return &o;
    return nullptr;
  }

  // A slice is on its way; or there is none, and the batch is empty.
  KBody asked(const ExprPtr &slice) const {
    KBody all;
    for (const Operand &o : operands_)
      append(all, askedOf(o, slice));
    all.insert(all.begin(), makeKStmt(KLet{inRing_, ScalarType::I32, remainderOf(slice, groups_.slices)}));
    KBody out = {makeKStmt(KIf{binary(BinaryOp::Lt, slice, scalar(slices_)), std::move(all), {}})};
    out.push_back(makeKStmt(KBatch{}));
    return out;
  }

  // Pieces of 16 bytes, shared out among the items one after the other.
  KBody askedOf(const Operand &o, const ExprPtr &slice) const {
    const int64_t length = tile_.length(o.kind), elements = 16 / sizeOf(typeOf(o)), inLine = length / elements,
                  items = tile_.shape.items[0] * tile_.shape.items[1];
    const ExprPtr first = add(scalar(o.start), mul(mul(slice, intLit(groups_.slice)), panels_.lengthName(o.kind)));
    const ExprPtr piece = scalar(piece_);
    const ExprPtr to = add(mul(scalar(inRing_), intLit(groups_.slice * length)), mul(piece, intLit(elements)));
    if (items % inLine == 0) { // an item's pieces lie one below the other
      const ExprPtr below = mul(tile_.round(groups_.slice * inLine), intLit(items / inLine));
      const ExprPtr from = add(add(first, scalar(o.ofItem)), mul(below, panels_.lengthName(o.kind)));
      return tile_.eachPiece(groups_.slice * inLine, piece_, {brought(o, to, from)});
    }
    return tile_.eachPiece(groups_.slice * inLine, piece_, {brought(o, to, add(first, inPanel(o, piece)))});
  }

  // Where a piece lies, from the slice's first one.
  ExprPtr inPanel(const Operand &o, const ExprPtr &piece) const {
    const int64_t elements = 16 / sizeOf(typeOf(o)), inLine = tile_.length(o.kind) / elements;
    return add(mul(dividedBy(piece, inLine), panels_.lengthName(o.kind)),
               mul(remainderOf(piece, inLine), intLit(elements)));
  }

  KStmtPtr brought(const Operand &o, const ExprPtr &to, const ExprPtr &from) const {
    return makeKStmt(KBring{o.onChip, to, typeOf(o), panels_.of(o.kind, o.field)->name, from, 16 / sizeOf(typeOf(o))});
  }

  // Whole slices are written out, by the instruction for minima where one will do; another loop does for all else.
  KBody sliceBody() {
    KBody out = {makeKStmt(KArrive{groups_.slices - 2}), makeKStmt(Barrier{})};
    append(out, asked(add(scalar(slice_), intLit(groups_.slices - 1))));
    out.push_back(
        makeKStmt(KLet{left_, ScalarType::I64, sub(scalar(pass_.steps), mul(scalar(slice_), intLit(groups_.slice)))}));
    ExprPtr isQuick = binary(BinaryOp::Ge, scalar(left_), intLit(groups_.slice));
    if (scan_)
      isQuick =
          both(binary(BinaryOp::Eq, scalar(odd_, ScalarType::I32), makeExpr(ScalarType::I32, IntLit{0})), isQuick);
    KBody quick = {makeKStmt(
        KFor{inSlice_, intLit(0), intLit(groups_.slice), 1, stepBody(scan_ != nullptr), true, ScalarType::I32})};
    KBody some = {makeKStmt(KFor{inSlice_, intLit(0), minOf(scalar(left_), intLit(groups_.slice)), 1, stepBody(false),
                                 false, ScalarType::I32})};
    out.push_back(makeKStmt(KIf{isQuick, std::move(quick), std::move(some)}));
    return out;
  }

  KBody stepBody(bool areNumbers) {
    KBody out = {makeKStmt(
        KLet{pass_.step, ScalarType::I64, add(mul(scalar(slice_), intLit(groups_.slice)), scalar(inSlice_))})};
    KBody body;
    const ExprPtr inRing = remainderOf(scalar(slice_), groups_.slices);
    for (const Operand &o : operands_) {
      const int64_t length = tile_.length(o.kind);
      const ExprPtr line = mul(add(mul(inRing, intLit(groups_.slice)), scalar(inSlice_)), intLit(length));
      body.push_back(makeKStmt(KItemArray{o.values, typeOf(o), tile_.cells(o.kind)}));
      append(body, tile_.eachRow(o.kind, [&](const ExprPtr &n) { return rowOf(o, line, n); }));
    }
    KBody corners;
    KBody cell = cellBody(corners);
    if (areNumbers)
      cell = withExtremes(cell, own_, extremes_);
    append(body, corners);
    body.push_back(tile_.eachCell(cell));
    body = pass_.withTime(std::move(body));
    dropUnusedLets(out, body);
    append(out, std::move(body));
    return out;
  }

  KBody rowOf(const Operand &o, const ExprPtr &line, const ExprPtr &n) const {
    const int64_t bytes = tile_.row * sizeOf(typeOf(o));
    if (bytes == 8 || bytes == 16)
      return {makeKStmt(KLoadItems{o.values, n, tile_.row, typeOf(o), o.onChip, add(line, tile_.offset(o.kind, n))})};
    KBody out;
    for (int64_t k = 0; k < tile_.row; ++k)
      out.push_back(
          makeKStmt(KStore{o.values, add(n, intLit(k)),
                           makeExpr(typeOf(o), Load{o.onChip, add(line, add(tile_.offset(o.kind, n), intLit(k)))})}));
    return out;
  }

  KBody cellBody(KBody &corners) {
    KBody out;
    for (const FieldId f : pass_.pivot.written)
      out.push_back(makeKStmt(KVar{own_.at(f), whole_.program.fields[f].elem, tile_.own(f)}));
    std::map<std::string, std::string> known;
    Elements elements;
    elements.read = [&](const FieldRead &element, ScalarType type) {
      if (const std::optional<PivotRead> read = pass_.pivot.readOf(parts_.front(), element)) {
        if (read->at[0] && read->at[1])
          return corner(element, *read, type, known, corners);
        const Operand &o = *operandOf(element, *read);
        return makeExpr(type, Load{o.values, tile_.nth(o.kind)});
      }
      if (own_.count(element.field))
        return scalar(own_.at(element.field), type);
      return makeExpr(type, Load{whole_.program.fields[element.field].name, elementIndex(pass_.context, element)});
    };
    elements.store = [&](const FieldRead &element, ExprPtr value) {
      return makeKStmt(KAssign{own_.at(element.field), std::move(value)});
    };
    append(out, lowerCell(pass_.context, whole_.program.stages[parts_.front().stage].body, 0, elements));
    for (const FieldId f : pass_.pivot.written)
      out.push_back(tile_.setOwn(f, scalar(own_.at(f), whole_.program.fields[f].elem)));
    return out;
  }

  // Where the step's row and column meet: one value for all cells.
  ExprPtr corner(const FieldRead &element, const PivotRead &read, ScalarType type,
                 std::map<std::string, std::string> &known, KBody &corners) {
    const ExprPtr version = pass_.versionOf(parts_, element, isBefore());
    auto [name, isNew] = known.try_emplace(std::to_string(read.field) + print(version));
    if (isNew) {
      name->second = names_.fresh(whole_.program.fields[read.field].name + "_there");
      const ExprPtr at = add(panels_.fromBegin(0, pass_.from[0]), scalar(pass_.step));
      corners.push_back(makeKStmt(KLet{
          name->second, type,
          makeExpr(type, Load{panels_.of(0, read.field)->name, panels_.index(0, version, scalar(pass_.step), at)})}));
    }
    return scalar(name->second, type);
  }

  const Context &whole_;
  const PivotPass &pass_;
  const GroupPanels &panels_;
  const PivotGroups &groups_;
  const std::set<FieldId> &extremes_;
  const Scan *scan_;
  Names names_;
  std::vector<PivotPart> parts_;
  HeldTile tile_;
  std::string slice_, slices_, inSlice_, ahead_, inRing_, piece_, left_, isPlain_, odd_;
  std::array<std::string, 2> number_, tileNumber_, strip_, isInStrip_;
  std::map<FieldId, std::string> own_;
  std::vector<Operand> operands_;
};

} // namespace

GroupRest groupRestKernel(const Context &whole, const PivotPass &pass, const GroupPanels &panels,
                          const PivotGroups &groups, const std::set<FieldId> &extremes, const Scan *scan) {
  Rest rest(whole, pass, panels, groups, extremes, scan);
  std::vector<ExprPtr> strips = rest.strips();
  return {rest.kernel(), std::move(strips)};
}

} // namespace kasane::lowering
