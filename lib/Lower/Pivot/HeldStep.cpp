// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/HeldStep.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

bool atPlace(InStep what, size_t axis) {
  return what == InStep::Corner || what == (axis == 0 ? InStep::Column : InStep::Row);
}

} // namespace

ExprPtr pickedBy(const ExprPtr &version, const std::function<ExprPtr(bool isNew)> &value) {
  if (const auto *select = std::get_if<Select>(&version->node))
    return chosen(select->condition, pickedBy(select->whenTrue, value), pickedBy(select->whenFalse, value));
  return value(std::get<IntLit>(version->node).value != 0);
}

HeldStep::HeldStep(const PivotPass &pass, const std::array<ExprPtr, 2> &isBefore,
                   const std::array<ExprPtr, 2> &isBehind, const std::array<ExprPtr, 2> &mayChange, Value values)
    : pass_(pass), isBefore_(isBefore), isBehind_(isBehind), mayChange_(mayChange), values_(std::move(values)) {}

std::vector<PivotPart> HeldStep::partsOf(InStep what) const {
  std::vector<PivotPart> out;
  for (const PivotPart &part : pass_.pivot.parts)
    if ((part.side[0] == 0) == atPlace(what, 0) && (part.side[1] == 0) == atPlace(what, 1))
      out.push_back(part);
  return out;
}

ExprPtr HeldStep::isOn(const PivotPart &part, InStep what) const {
  ExprPtr out;
  for (size_t a = 0; a < 2; ++a)
    if (!atPlace(what, a))
      out = both(out, part.side[a] < 0 ? isBefore_[a] : isBehind_[a]);
  return out;
}

ExprPtr HeldStep::value(const std::vector<PivotPart> &parts, const FieldRead &element, ScalarType type,
                        InStep what) const {
  PivotRead read = *pass_.pivot.readOf(parts.front(), element);
  for (size_t a = 0; a < 2; ++a)
    read.at[a] = read.at[a] || atPlace(what, a);
  return values_(read, pass_.versionOf(parts, element, isBefore_), type);
}

KBody HeldStep::updateOne(const std::vector<PivotPart> &parts, InStep what,
                          const std::map<FieldId, std::string> &own) const {
  Elements elements;
  elements.read = [&](const FieldRead &element, ScalarType type) -> ExprPtr {
    if (pass_.pivot.readOf(parts.front(), element))
      return value(parts, element, type, what);
    if (own.count(element.field))
      return scalar(own.at(element.field), type);
    return makeExpr(type, Load{pass_.context.program.fields[element.field].name, elementIndex(pass_.context, element)});
  };
  elements.store = [&](const FieldRead &element, ExprPtr stored) {
    return makeKStmt(KAssign{own.at(element.field), std::move(stored)});
  };
  return lowerCell(pass_.context, pass_.context.program.stages[parts.front().stage].body, 0, elements);
}

// In the step's row or column a cell is where these are.
KBody HeldStep::knowingPlaces(InStep what, KBody body) const {
  if (atPlace(what, 1))
    body = pass_.withRows(std::move(body));
  KBody places;
  for (int axis = 0; axis < 2; ++axis)
    if (atPlace(what, static_cast<size_t>(axis)))
      places.push_back(
          makeKStmt(KLet{pass_.context.cell[static_cast<size_t>(axis)], ScalarType::I64, pass_.placeOf(axis)}));
  dropUnusedLets(places, body);
  if (places.empty())
    return body;
  std::ranges::move(body, std::back_inserter(places));
  return {makeKStmt(KBlock{std::move(places)})};
}

KBody HeldStep::update(InStep what, const std::map<FieldId, std::string> &own) const {
  std::vector<PivotPart> left = partsOf(what);
  const size_t sides = what == InStep::Corner ? 1 : what == InStep::Beside ? 4 : 2;
  ExprPtr mayChange;
  for (size_t a = 0; a < 2; ++a)
    if (!atPlace(what, a) && mayChange_[a])
      mayChange = both(mayChange, mayChange_[a]);
  KBody out;
  while (!left.empty()) {
    std::vector<PivotPart> alike, others;
    for (const PivotPart &part : left)
      (doTheSame(pass_.context.program, left.front(), part) ? alike : others).push_back(part);
    ExprPtr where;
    for (const PivotPart &part : alike)
      if (alike.size() < sides)
        where = where ? binary(BinaryOp::LogicalOr, where, isOn(part, what)) : isOn(part, what);
    if (mayChange)
      where = both(where, mayChange);
    KBody body = updateOne(alike, what, own);
    if (where)
      body = {makeKStmt(KIf{where, std::move(body), {}})};
    body = knowingPlaces(what, std::move(body));
    std::ranges::move(body, std::back_inserter(out));
    left = others;
  }
  return out;
}

} // namespace kasane::lowering
