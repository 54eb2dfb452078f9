// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/NullTests.h"

#include "Ast/Allocations.h"
#include "Read/StepArrays.h"

namespace kasane {

std::optional<bool> nullTest(Reader &reader, const clang::Expr *condition) {
  std::map<const clang::VarDecl *, const clang::Expr *> moved;
  if (reader.draft.time)
    holds(condition, [&](const clang::Stmt *part) {
      const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
      const clang::VarDecl *var =
          load && load->getCastKind() == clang::CK_LValueToRValue ? variableOf(load->getSubExpr()) : nullptr;
      if (var && var->getType()->isPointerType() && !isStepArray(reader, var) && !isInvariant(load, reader.effects) &&
          scalarTypeOf(reader.ast, reader.ast.getBaseElementType(var->getType()->getPointeeType())))
        moved[var] = load;
      return false;
    });
  const std::optional<bool> truth = truthWhereThere(
      condition, [&](const clang::VarDecl *var) { return isStepArray(reader, var) || moved.count(var) > 0; });
  if (!truth)
    return std::nullopt;
  for (const auto &[var, load] : moved) {
    const std::optional<Place> place = pointerOf(reader, load);
    if (!place)
      return std::nullopt;
    reader.there.insert(place->array);
  }
  return truth;
}

void guardThere(Reader &reader, StencilProgram &program) {
  const auto namedBy = [&](const Field &field, const DraftArray &array) {
    return field.base == array.text || field.base.starts_with("&" + array.pointer() + "[");
  };
  std::set<std::string> asked;
  for (FieldId f = 0; f < static_cast<FieldId>(program.fields.size()); ++f)
    if (llvm::any_of(reader.there, [&](int a) { return namedBy(program.fields[f], reader.draft.arrays[a]); }))
      for (const FieldId other : cycleOf(program, f))
        for (const DraftArray &array : reader.draft.arrays)
          if (array.pointed && !array.hidden && namedBy(program.fields[other], array))
            asked.insert(array.text);
  if (asked.empty())
    return;
  std::string text;
  for (const std::string &pointer : asked)
    text += (text.empty() ? "" : " && ") + pointer + " != 0";
  const std::string name = reader.names.take("arrays_there");
  program.params.push_back({name, ScalarType::I32, "(" + text + ")"});
  program.guards.push_back(
      {Poly::symbol(name) - 1, "one of the pointers that the steps exchange is null", reader.range(reader.statement)});
}

} // namespace kasane
