// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CellsAbreast.h"

#include "CellBody.h"

#include <algorithm>
#include <map>

namespace kasane::lowering {
namespace {

class Cells {
public:
  Cells(const Context &context, const Abreast &abreast, const std::function<bool(FieldId)> &isStored)
      : c_(context), abreast_(abreast), names_(context.names), isStored_(isStored) {
    out_.first = c_.cell[0] = c_.image[0] = names_.fresh("first");
  }

  CellsAbreast of(const Stage &stage) {
    for (const auto &load : abreast_.loads)
      loaded_[load] = namesFor(load.first, std::to_string(loaded_.size() + 1));
    for (const FieldId f : abreast_.stores)
      if (isStored_(f))
        stored_[f] = namesFor(f, "new");
    KBody cells;
    for (int64_t cell = 0; cell < abreast_.cells; ++cell)
      cells.push_back(makeKStmt(KBlock{lowerCell(c_, stage.body, 0, elementsOf(cell))}));
    const NameSet wanted = usesOf(cells).names;
    for (const auto &[load, elements] : loaded_)
      loadRow(load, elements, wanted);
    for (const auto &[f, values] : stored_)
      declare(f, values);
    out_.body.insert(out_.body.end(), cells.begin(), cells.end());
    for (const auto &[f, values] : stored_)
      storeRow(f, values);
    return std::move(out_);
  }

private:
  const Field &field(FieldId f) const { return c_.program.fields[f]; }

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

  void storeRow(FieldId f, const std::vector<std::string> &values) {
    std::vector<ExprPtr> row;
    for (const std::string &name : values)
      row.push_back(scalar(name, field(f).elem));
    out_.body.push_back(makeKStmt(KStoreRow{field(f).name, elementIndex(c_, {f, {}}), std::move(row)}));
    askDense(f);
  }

  Elements elementsOf(int64_t cell) {
    auto read = [this, cell](const FieldRead &element, ScalarType type) {
      const auto [load, number] = loadFor(abreast_, element.offset, cell);
      const auto row = loaded_.find({element.field, load});
      return row == loaded_.end() ? makeExpr(type, Load{field(element.field).name, elementIndex(c_, element)}) // the same along x
                                  : scalar(row->second[number], type);
    };
    auto store = [this, cell](const FieldRead &element, ExprPtr value) -> KStmtPtr {
      const auto row = stored_.find(element.field);
      return row == stored_.end() ? nullptr : makeKStmt(KAssign{row->second[cell], std::move(value)});
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
    const ExprPtr &first = c_.hulls[f].first;
    if (const auto *known = first ? std::get_if<IntLit>(&first->node) : nullptr; first && (!known || known->value < 0))
      ask(binary(BinaryOp::Ge, first, intLit(0)));
  }

  Context c_; // in which the cell is the first one
  const Abreast &abreast_;
  Names names_;
  const std::function<bool(FieldId)> &isStored_;
  CellsAbreast out_ = {};
  std::map<std::pair<FieldId, Offset>, std::vector<std::string>> loaded_;
  std::map<FieldId, std::vector<std::string>> stored_;
  std::set<std::string> asked_;
};

} // namespace

CellsAbreast cellsAbreast(const Context &context, const Stage &stage, const Abreast &abreast, const std::function<bool(FieldId)> &isStored) {
  return Cells(context, abreast, isStored).of(stage);
}

} // namespace kasane::lowering
