// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sweep/CellsAbreast.h"

#include "Cells/CellBody.h"

#include <algorithm>
#include <map>

namespace kasane::lowering {
namespace {

class Cells {
public:
  Cells(const Context &context, const Abreast &abreast, const std::function<bool(FieldId)> &isStored)
      : c_(context), abreast_(abreast), names_(context.names), isStored_(isStored) {
    out_.first = c_.cell[0] = c_.image[0] = names_.fresh("first");
    for (int64_t row = 0; row < abreast_.jam.rows; ++row)
      places_.push_back(row ? names_.fresh(c_.cell[abreast_.jam.axis] + "_" + std::to_string(row + 1))
                            : c_.cell[abreast_.jam.axis]);
  }

  CellsAbreast of(const Stage &stage) {
    for (const auto &load : abreast_.loads)
      loaded_[load] = namesFor(load.first, std::to_string(loaded_.size() + 1));
    for (const FieldId f : abreast_.stores)
      for (int64_t row = 0; row < (isStored_(f) ? abreast_.jam.rows : 0); ++row)
        stored_[{f, row}] = namesFor(f, row ? "new" + std::to_string(row + 1) : "new");
    KBody cells;
    for (int64_t row = 0; row < abreast_.jam.rows; ++row)
      for (int64_t cell = 0; cell < abreast_.cells; ++cell)
        cells.push_back(makeKStmt(KBlock{lowerCell(inRowOf(row), stage.body, 0, elementsOf(row, cell))}));
    const NameSet wanted = usesOf(cells).names;
    for (const auto &[load, elements] : loaded_)
      loadRow(load, elements, wanted);
    for (const auto &[at, values] : stored_)
      declare(at.first, values);
    out_.body.insert(out_.body.end(), cells.begin(), cells.end());
    for (const auto &[at, values] : stored_)
      storeRow(at.first, at.second, values);
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
    out_.body.push_back(makeKStmt(KLoadRow{elements, field(f).elem, field(f).name, elementIndex(c_, {f, offset})}));
    askDense(f);
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
  CellsAbreast out_ = {};
  std::map<std::pair<FieldId, Offset>, std::vector<std::string>> loaded_;
  std::map<std::pair<FieldId, int64_t>, std::vector<std::string>> stored_; // in each row
  std::vector<std::string> places_;                                        // of the rows along their axis
  std::set<std::string> asked_;
};

} // namespace

CellsAbreast cellsAbreast(const Context &context, const Stage &stage, const Abreast &abreast,
                          const std::function<bool(FieldId)> &isStored) {
  return Cells(context, abreast, isStored).of(stage);
}

} // namespace kasane::lowering
