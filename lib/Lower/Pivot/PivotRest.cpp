// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/PivotRest.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

class Rest {
public:
  Rest(const Context &whole, const PivotCells &pass)
      : whole_(whole), pass_(pass), names_(whole.names), parts_(pass.restParts()) {
    panel_ = names_.fresh("panel");
    panelEnd_ = names_.fresh("panel_end");
    block_ = names_.fresh("block");
    blockEnd_ = names_.fresh("block_end");
    lane_ = names_.fresh("lane");
    for (const FieldId f : pass.pivot.written) {
      const std::string &field = whole.program.fields[f].name;
      own_[f] = names_.fresh(field + "_own");
      for (std::string &array : arrays_[f])
        array = names_.fresh(field + "_held");
    }
  }

  Kernel kernel() {
    const Context &context = pass_.context;
    const std::array<int64_t, 3> &tile = whole_.schedule.tile;
    Kernel out;
    out.name = whole_.program.name + "_rest";
    out.comment = "steps of all other cells";
    out.group = {1, 1, 1};
    for (int a = 0; a < 2; ++a)
      out.grid[a] = {context.origin[a], pass_.panels.lo(a), pass_.panels.hi(a), tile[a]};
    out.grid[2] = {context.origin[2], intLit(0), intLit(1), 1};
    const auto endOf = [&](int a, const ExprPtr &from, int64_t cells) {
      return minOf(add(from, intLit(cells)), pass_.panels.hi(a));
    };
    KBody block = {
        makeKStmt(KLet{blockEnd_, ScalarType::I64, endOf(1, scalar(block_), kPivotRows)}),
        makeKStmt(KIf{isWhole(), inRegisters(), inPlace()}),
    };
    KBody panel = {
        makeKStmt(KLet{panelEnd_, ScalarType::I64, endOf(0, scalar(panel_), pass_.panels.width())}),
        makeKStmt(KFor{block_, context.from(1), endOf(1, context.from(1), tile[1]), kPivotRows, std::move(block)}),
    };
    out.body = {makeKStmt(
        KFor{panel_, context.from(0), endOf(0, context.from(0), tile[0]), pass_.panels.width(), std::move(panel)})};
    return finished(whole_, pass_, pass_.panels.all(), std::move(out));
  }

private:
  ExprPtr isWhole() const {
    const ExprPtr isFull =
        binary(BinaryOp::LogicalAnd,
               binary(BinaryOp::Eq, sub(scalar(panelEnd_), scalar(panel_)), intLit(pass_.panels.width())),
               binary(BinaryOp::Eq, sub(scalar(blockEnd_), scalar(block_)), intLit(kPivotRows)));
    return lowering::both(isFull,
                          pass_.changes({scalar(panel_), scalar(block_)}, {scalar(panelEnd_), scalar(blockEnd_)}));
  }

  // Row after row, step after step.
  KBody inPlace() const {
    const ExprBounds columns = {scalar(panel_), scalar(panelEnd_)}, rows = {scalar(block_), scalar(blockEnd_)};
    KBody out;
    for (const PivotPart &part : parts_) {
      const ExprBounds x = among(columns, pass_.beside(0, part.side[0])),
                       y = among(rows, pass_.beside(1, part.side[1]));
      out.push_back(pass_.eachStep(
          pass_.cells(part, {{x, y}}, PivotCells::RowsFrom::Panels, [](const PivotRead &) { return true; })));
    }
    return out;
  }

  static ExprBounds among(const ExprBounds &a, const ExprBounds &b) { return {maxOf(a.lo, b.lo), minOf(a.hi, b.hi)}; }

  ExprPtr versionOf(const FieldRead &element) const {
    return pass_.versionOf(
        parts_, element,
        {binary(BinaryOp::Lt, scalar(panel_), pass_.from[0]), binary(BinaryOp::Lt, scalar(block_), pass_.from[1])});
  }

  const std::string &arrayOf(FieldId f, int64_t row) const { return arrays_.at(f)[static_cast<size_t>(row)]; }

  // for lane { x = ..; body }, in row `row` of the block.
  KStmtPtr inRow(int64_t row, KBody before, KBody body) const {
    const Context &context = pass_.context;
    KBody x = {makeKStmt(KLet{context.cell[0], ScalarType::I64, add(scalar(panel_), scalar(lane_))})};
    dropUnusedLets(x, body);
    body.insert(body.begin(), x.begin(), x.end());
    before.push_back(makeKStmt(CellLoop{0, lane_, intLit(0), intLit(pass_.panels.width()), std::move(body)}));
    before = pass_.withRows(std::move(before));
    KBody y = {makeKStmt(KLet{context.cell[1], ScalarType::I64, add(scalar(block_), intLit(row))})};
    dropUnusedLets(y, before);
    before.insert(before.begin(), y.begin(), y.end());
    return makeKStmt(KBlock{std::move(before)});
  }

  // Between the arrays and the block's own.
  KBody moved(bool in) const {
    KBody out;
    for (int64_t row = 0; row < kPivotRows; ++row) {
      KBody each;
      for (const FieldId f : pass_.pivot.written) {
        const Field &field = whole_.program.fields[f];
        const ExprPtr place = elementIndex(pass_.context, {f, {}});
        each.push_back(
            in ? makeKStmt(KStore{arrayOf(f, row), scalar(lane_), makeExpr(field.elem, Load{field.name, place})})
               : makeKStmt(KStore{field.name, place, makeExpr(field.elem, Load{arrayOf(f, row), scalar(lane_)})}));
      }
      out.push_back(inRow(row, {}, std::move(each)));
    }
    return out;
  }

  KBody inRegisters() {
    KBody out;
    for (int64_t row = 0; row < kPivotRows; ++row)
      for (const FieldId f : pass_.pivot.written)
        out.push_back(makeKStmt(KItemArray{arrayOf(f, row), whole_.program.fields[f].elem, pass_.panels.width()}));
    append(out, moved(true));
    KBody step;
    for (int64_t row = 0; row < kPivotRows; ++row)
      step.push_back(rowOfBlock(row, out));
    out.push_back(pass_.eachStep(std::move(step)));
    append(out, moved(false));
    return out;
  }

  // One step. What is the same for all steps goes to `before`, once.
  KStmtPtr rowOfBlock(int64_t row, KBody &before) {
    KBody ofRow, cell;
    const std::map<FieldId, std::string> &own = own_;
    for (const FieldId f : pass_.pivot.written) {
      const Field &field = whole_.program.fields[f];
      cell.push_back(
          makeKStmt(KVar{own.at(f), field.elem, makeExpr(field.elem, Load{arrayOf(f, row), scalar(lane_)})}));
    }
    std::map<std::string, std::string> known;
    Elements elements;
    elements.read = [&](const FieldRead &element, ScalarType type) {
      if (const std::optional<PivotRead> read = pass_.pivot.readOf(parts_.front(), element))
        return operand(*read, versionOf(element), type, ofRow, before, known);
      if (own.count(element.field))
        return scalar(own.at(element.field), type);
      return makeExpr(type, Load{whole_.program.fields[element.field].name, elementIndex(pass_.context, element)});
    };
    elements.store = [&](const FieldRead &element, ExprPtr value) {
      return makeKStmt(KAssign{own.at(element.field), std::move(value)});
    };
    append(cell, lowerCell(pass_.context, whole_.program.stages[parts_.front().stage].body, 0, elements));
    for (const auto &[f, name] : own)
      cell.push_back(makeKStmt(KStore{arrayOf(f, row), scalar(lane_), scalar(name, whole_.program.fields[f].elem)}));
    return inRow(row, std::move(ofRow), std::move(cell));
  }

  // A value of the column is one for all cells of a row; the row's are a panel's.
  ExprPtr operand(const PivotRead &read, const ExprPtr &version, ScalarType type, KBody &ofRow, KBody &before,
                  std::map<std::string, std::string> &known) {
    const bool isRow = !read.at[0];
    const std::string key =
        std::to_string(read.field) + (read.at[0] ? "x" : "") + (read.at[1] ? "y" : "") + print(version);
    const std::string &field = whole_.program.fields[read.field].name;
    if (isRow) {
      auto [place, isNew] = places_.try_emplace(key);
      if (isNew) {
        place->second = names_.fresh(field + "_panel");
        before.push_back(
            makeKStmt(KLet{place->second, ScalarType::I64, pass_.panels.panelOf(version, scalar(panel_))}));
      }
      const ExprPtr index =
          add(add(scalar(place->second), mul(scalar(pass_.step), intLit(pass_.panels.width()))), scalar(lane_));
      return makeExpr(type, Load{pass_.panels.rows().at(read.field).name, index});
    }
    auto [name, isNew] = known.try_emplace(key);
    if (isNew) {
      name->second = names_.fresh(field + (read.at[1] ? "_there" : "_column"));
      ofRow.push_back(
          makeKStmt(KLet{name->second, type, pass_.writtenDown(read, version, type, PivotCells::RowsFrom::Panels)}));
    }
    return scalar(name->second, type);
  }

  const Context &whole_;
  const PivotCells &pass_;
  Names names_;
  std::vector<PivotPart> parts_;
  std::string panel_, panelEnd_, block_, blockEnd_, lane_;
  std::map<FieldId, std::string> own_;                            // a cell's value in a step
  std::map<FieldId, std::array<std::string, kPivotRows>> arrays_; // the block's rows
  std::map<std::string, std::string> places_;                     // of panels
};

} // namespace

Kernel restKernel(const Context &whole, const PivotCells &pass) { return Rest(whole, pass).kernel(); }

} // namespace kasane::lowering
