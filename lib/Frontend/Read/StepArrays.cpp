// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/StepArrays.h"

#include "Ast/Records.h"

#include <algorithm>

namespace kasane {
namespace {

// The extents of the array's type and its element; null: one of them is not known before the region.
std::optional<clang::QualType> addExtents(Reader &reader, clang::QualType type, DraftArray &array) {
  for (;;) {
    const clang::ArrayType *dims = reader.ast.getAsArrayType(type);
    if (!dims)
      return type;
    std::optional<Poly> extent;
    if (const auto *fixed = llvm::dyn_cast<clang::ConstantArrayType>(dims))
      extent = Poly(static_cast<int64_t>(fixed->getSize().getZExtValue()));
    else if (const auto *vla = llvm::dyn_cast<clang::VariableArrayType>(dims); vla && vla->getSizeExpr())
      extent = affineOf(reader, vla->getSizeExpr());
    const std::set<std::string> symbols = extent ? extent->symbols() : std::set<std::string>{"@"};
    if (std::any_of(symbols.begin(), symbols.end(), [](const std::string &symbol) { return symbol[0] == '@'; }))
      return std::nullopt;
    array.extents.push_back(extent);
    array.followed.push_back(false);
    type = dims->getElementType();
  }
}

// const double *p = in; of float in[3]; null: no pointer takes the array as another type.
const clang::Expr *takenOtherwise(const Reader &reader, const clang::VarDecl *array) {
  const clang::Expr *found = nullptr;
  holds(reader.statement, [&](const clang::Stmt *part) {
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
    if (cast && cast->getType()->isPointerType() && variableOf(cast->IgnoreParenCasts()) == array &&
        !keepsType(reader.ast, cast->getType(), cast))
      found = cast;
    return found != nullptr;
  });
  return found;
}

} // namespace

std::optional<int> addStepArray(Reader &reader, const clang::VarDecl *var, const std::string &suffix,
                                const std::vector<Poly> &outer) {
  clang::QualType type = var->getType();
  const std::string name = var->getNameAsString();
  const SourceRange range = reader.range(var->getSourceRange());
  DraftArray array{variableKey(var) + suffix, name, name, ScalarType::F32, {}, 0, true, false, 0, range, true, true};
  array.extents.assign(outer.begin(), outer.end());
  array.followed.assign(outer.size(), false);
  if (type->isPointerType()) {
    array.extents.push_back(std::nullopt);
    array.followed.push_back(false);
    type = type->getPointeeType();
  }
  const std::optional<clang::QualType> element = addExtents(reader, type, array);
  std::optional<ScalarType> elem = element ? scalarTypeOf(reader.ast, *element) : std::nullopt;
  if (const std::optional<Record> record = element ? recordOf(reader.ast, *element) : std::nullopt) {
    addMembers(array, *record);
    elem = array.elem;
  }
  if (!elem || element->isVolatileQualified()) {
    reader.diags.add(DiagId::array_inside_region, range, {name});
    return std::nullopt;
  }
  array.elem = *elem;
  const auto [known, isNew] = reader.arrayByKey.try_emplace(array.key, static_cast<int>(reader.draft.arrays.size()));
  if (isNew)
    reader.draft.arrays.push_back(std::move(array));
  return known->second;
}

bool declareStepArray(Reader &reader, const clang::VarDecl *var) {
  if (!var->getInit())
    return addStepArray(reader, var, "", {}).has_value();
  return refuseArray(reader, var), false;
}

void refuseArray(Reader &reader, const clang::VarDecl *array) {
  const std::string name = array->getNameAsString();
  if (const clang::Expr *taken = takenOtherwise(reader, array))
    reader.fail(DiagId::reinterpreted_array, taken, {name});
  else
    reader.diags.add(DiagId::array_inside_region, reader.range(array->getSourceRange()), {name});
}

bool allocateStepArray(Reader &reader, const clang::VarDecl *var, const clang::CallExpr *allocation) {
  if (const clang::QualType pointee = var->getType()->getPointeeType();
      pointee->isPointerType() || pointee->isVoidType())
    return reader.fail(DiagId::rows_inside_region, allocation, {var->getNameAsString()}), false;
  const std::optional<int> array = addStepArray(reader, var, "", {});
  if (array)
    reader.step.pointers[variableKey(var)] = Place{*array, {Poly(0)}};
  return array.has_value();
}

bool isStepArray(const Reader &reader, const clang::VarDecl *pointer) {
  const auto place = reader.step.pointers.find(variableKey(pointer));
  return place != reader.step.pointers.end() && place->second.index == std::vector<Poly>{0} &&
         reader.draft.arrays[place->second.array].ofStep;
}

} // namespace kasane
