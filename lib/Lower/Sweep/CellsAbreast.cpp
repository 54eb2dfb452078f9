// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sweep/CellsAbreast.h"

#include "Cells/CellBody.h"
#include "Cells/StageRow.h"

#include <algorithm>
#include <map>

namespace kasane::lowering {
namespace {

class Cells {
public:
  Cells(const Context &context, const Abreast &abreast, const std::function<bool(FieldId)> &isStored,
        const March &march)
      : c_(context), abreast_(abreast), names_(context.names), isStored_(isStored), march_(march),
        axis_(context.program.rank - 1) {
    out_.first = c_.cell[0] = c_.image[0] = names_.fresh("first");
    for (int64_t row = 0; row < abreast_.jam.rows; ++row)
      places_.push_back(row ? names_.fresh(c_.cell[abreast_.jam.axis] + "_" + std::to_string(row + 1))
                            : c_.cell[abreast_.jam.axis]);
  }

  CellsAbreast of(const Stage &stage) {
    for (const auto &load : abreast_.loads)
      loaded_[load] = namesFor(load.first, std::to_string(loaded_.size() + 1));
    for (const MarchColumn &column : march_.columns)
      for (int64_t plane = column.from; plane <= column.to; ++plane)
        if (auto &names = loaded_[loadOf(column, plane)]; names.empty()) // that no cell looks at itself
          names = namesFor(column.field, std::to_string(loaded_.size()));
    for (const FieldId f : abreast_.stores)
      for (int64_t row = 0; row < (isStored_(f) ? abreast_.jam.rows : 0); ++row)
        stored_[{f, row}] = namesFor(f, row ? "new" + std::to_string(row + 1) : "new");
    KBody cells;
    for (int64_t row = 0; row < abreast_.jam.rows; ++row)
      for (int64_t cell = 0; cell < abreast_.cells; ++cell)
        cells.push_back(makeKStmt(KBlock{lowerCell(inRowOf(row), stage.body, 0, elementsOf(row, cell))}));
    const NameSet wanted = usesOf(cells).names;
    for (const auto &[load, elements] : loaded_)
      if (!columnOf(march_.columns, load, axis_))
        loadRow(load, elements, wanted);
    KBody ahead;
    for (const MarchColumn &column : march_.columns) {
      loadAhead(stage, column);
      append(ahead, movedOn(column));
    }
    for (const auto &[at, values] : stored_)
      declare(at.first, values);
    out_.body.insert(out_.body.end(), cells.begin(), cells.end());
    for (const auto &[at, values] : stored_)
      storeRow(at.first, at.second, values);
    append(out_.body, std::move(ahead));
    return withPlaces(wanted);
  }

private:
  const Field &field(FieldId f) const { return c_.program.fields[f]; }

  Context inRowOf(int64_t row) const {
    Context out = c_;
    out.cell[abreast_.jam.axis] = out.image[abreast_.jam.axis] = places_[static_cast<size_t>(row)];
    return out;
  }

  CellsAbreast withPlaces(const NameSet &wanted) {
    for (size_t row = places_.size(); row-- > 1;)
      if (wanted.count(places_[row]))
        out_.body.insert(
            out_.body.begin(),
            makeKStmt(KLet{places_[row], ScalarType::I64, add(scalar(places_[0]), intLit(static_cast<int64_t>(row)))}));
    return std::move(out_);
  }

  FieldRead elementIn(int64_t row, const FieldRead &element) const {
    return {element.field, inRow(c_.program, abreast_.jam, element.field, element.offset, row)};
  }

  std::vector<std::string> namesFor(FieldId f, const std::string &which) {
    std::vector<std::string> out;
    for (int64_t k = 0; k < abreast_.cells; ++k)
      out.push_back(names_.fresh(field(f).name + "_" + which + "_" + std::to_string(k)));
    return out;
  }

  void declare(FieldId f, const std::vector<std::string> &variables) {
    for (const std::string &name : variables)
      if (!name.empty())
        out_.body.push_back(makeKStmt(KVar{name, field(f).elem, nullptr}));
  }

  // A local of the stage's that nobody reads may be all that wanted it.
  void loadRow(const std::pair<FieldId, Offset> &load, std::vector<std::string> elements, const NameSet &wanted) {
    const auto &[f, offset] = load;
    for (std::string &name : elements)
      if (!wanted.count(name))
        name.clear();
    if (std::all_of(elements.begin(), elements.end(), [](const std::string &name) { return name.empty(); }))
      return;
    declare(f, elements);
    const ExprPtr index = march_.columns.empty() ? elementIndex(c_, {f, offset}) : placeAfterLast(load);
    out_.body.push_back(makeKStmt(KLoadRow{elements, field(f).elem, field(f).name, index}));
    askDense(f);
  }

  // Of a march: from the last row's load on. A compiler that sees what an index is made of keeps a part of each, and
  // has no registers left for planes.
  ExprPtr placeAfterLast(const std::pair<FieldId, Offset> &load) {
    const auto &[f, offset] = load;
    const bool follows = !lastPlace_.empty() && last_.first == f && last_.second[0] == offset[0];
    Poly between;
    for (int a = 1; follows && a < c_.program.rank; ++a)
      between = between + Poly(field(f).has[a] ? offset[a] - last_.second[a] : 0) * field(f).stride[a];
    const ExprPtr index = follows ? add(scalar(lastPlace_), toExpr(between)) : elementIndex(c_, {f, offset});
    last_ = load;
    lastPlace_ = names_.fresh(field(f).name + "_place");
    out_.body.push_back(makeKStmt(KLet{lastPlace_, ScalarType::I64, index, true}));
    return scalar(lastPlace_);
  }

  std::pair<FieldId, Offset> loadOf(const MarchColumn &column, int64_t plane) const {
    Offset at = column.at;
    at[axis_] = plane;
    return {column.field, at};
  }

  // The names of a plane's elements; "": nobody wants that one in this plane, or in one before.
  std::vector<std::string> heldIn(const MarchColumn &column, int64_t plane) const {
    std::vector<std::string> names = loaded_.at(loadOf(column, plane));
    for (size_t k = 0; k < names.size(); ++k)
      if (!column.wanted[k] || plane < column.lowest[k])
        names[k].clear();
    return names;
  }

  KStmtPtr loadOfPlane(const Context &context, const MarchColumn &column, int64_t plane) {
    const auto &[f, offset] = loadOf(column, plane);
    return makeKStmt(KLoadRow{heldIn(column, plane), field(f).elem, field(f).name, elementIndex(context, {f, offset})});
  }

  // Before the march all planes of a column but the farthest, which each plane of the march loads.
  void loadAhead(const Stage &stage, const MarchColumn &column) {
    Context first = c_;
    first.cell[axis_] = first.image[axis_] = names_.fresh(c_.cell[axis_] + "_first");
    for (size_t f = 0; f < first.row.size(); ++f)
      first.row[f] = names_.fresh(c_.program.fields[f].name + "_first_row");
    KBody loads;
    for (int64_t plane = column.from; plane <= column.to; ++plane) {
      for (const std::string &name : heldIn(column, plane))
        if (!name.empty())
          out_.before.push_back(makeKStmt(KVar{name, field(column.field).elem, nullptr}));
      if (plane < column.to)
        loads.push_back(loadOfPlane(first, column, plane));
    }
    loads = withBases(first, stage, std::move(loads));
    loads.insert(loads.begin(), makeKStmt(KLet{first.cell[axis_], ScalarType::I64, march_.from}));
    out_.before.push_back(makeKStmt(KBlock{std::move(loads)}));
    out_.body.push_back(loadOfPlane(c_, column, column.to));
    askDense(column.field);
  }

  // What the next plane finds.
  KBody movedOn(const MarchColumn &column) const {
    KBody out;
    for (int64_t plane = column.from; plane < column.to; ++plane) {
      const std::vector<std::string> held = heldIn(column, plane), next = heldIn(column, plane + 1);
      for (size_t k = 0; k < held.size(); ++k)
        if (!held[k].empty())
          out.push_back(makeKStmt(KAssign{held[k], scalar(next[k], field(column.field).elem)}));
    }
    return out;
  }

  void storeRow(FieldId f, int64_t row, const std::vector<std::string> &names) {
    std::vector<ExprPtr> values;
    for (const std::string &name : names)
      values.push_back(scalar(name, field(f).elem));
    out_.body.push_back(
        makeKStmt(KStoreRow{field(f).name, elementIndex(c_, elementIn(row, {f, {}})), std::move(values)}));
    askDense(f);
  }

  Elements elementsOf(int64_t row, int64_t cell) {
    auto read = [this, row, cell](const FieldRead &read, ScalarType type) {
      const FieldRead element = elementIn(row, read);
      const auto [load, number] = loadFor(abreast_, element.offset, cell);
      const auto loaded = loaded_.find({element.field, load});
      // What isn't loaded for all of them is the same along x.
      return loaded == loaded_.end() ? makeExpr(type, Load{field(element.field).name, elementIndex(c_, element)})
                                     : scalar(loaded->second[number], type);
    };
    auto store = [this, row, cell](const FieldRead &element, ExprPtr value) -> KStmtPtr {
      const auto stored = stored_.find({element.field, row});
      return stored == stored_.end() ? nullptr : makeKStmt(KAssign{stored->second[cell], std::move(value)});
    };
    return {read, store};
  }

  void ask(const ExprPtr &condition) {
    if (asked_.insert(print(condition)).second)
      out_.isDense = both(out_.isDense, condition);
  }

  // Memory begins with element 0, or with the first before that, which only flat arrays may have.
  void askDense(FieldId f) {
    for (int a = 1; a < c_.program.rank; ++a)
      if (field(f).has[a])
        ask(binary(BinaryOp::Eq, binary(BinaryOp::Rem, toExpr(field(f).stride[a]), intLit(abreast_.cells)), intLit(0)));
    if (const Poly &leaf = field(f).leaf; !leaf.isZero())
      ask(binary(BinaryOp::Eq, binary(BinaryOp::Rem, toExpr(leaf), intLit(abreast_.cells)), intLit(0)));
    const ExprPtr &first = c_.hulls[f].first;
    if (const auto *known = first ? std::get_if<IntLit>(&first->node) : nullptr; first && (!known || known->value < 0))
      ask(binary(BinaryOp::Ge, first, intLit(0)));
  }

  Context c_; // in which the cell is the first one of the first row
  const Abreast &abreast_;
  Names names_;
  const std::function<bool(FieldId)> &isStored_;
  const March &march_;
  int axis_;                        // that it goes along
  std::pair<FieldId, Offset> last_; // that was loaded, and where
  std::string lastPlace_;
  CellsAbreast out_ = {};
  std::map<std::pair<FieldId, Offset>, std::vector<std::string>> loaded_;
  std::map<std::pair<FieldId, int64_t>, std::vector<std::string>> stored_; // in each row
  std::vector<std::string> places_;                                        // of the rows along their axis
  std::set<std::string> asked_;
};

} // namespace

CellsAbreast cellsAbreast(const Context &context, const Stage &stage, const Abreast &abreast,
                          const std::function<bool(FieldId)> &isStored, const March &march) {
  return Cells(context, abreast, isStored, march).of(stage);
}

} // namespace kasane::lowering
