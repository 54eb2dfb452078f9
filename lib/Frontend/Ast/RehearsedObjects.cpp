// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of a rehearsal, and what their declarations give them.
#include "Ast/Records.h"
#include "Ast/RehearsedMemory.h"

#include "clang/AST/RecordLayout.h"

namespace kasane::rehearsed {

// What a list leaves out is zero.
void Memory::initialise(Spot at, clang::QualType type, const clang::Expr *value) {
  work();
  const auto *list = llvm::dyn_cast<clang::InitListExpr>(value->IgnoreParens());
  if (list && list->isSyntacticForm() && list->getSemanticForm())
    list = list->getSemanticForm();
  if (const clang::ConstantArrayType *array = ast_.getAsConstantArrayType(type)) {
    const int64_t size = sizeOf(array->getElementType()),
                  length = static_cast<int64_t>(array->getSize().getLimitedValue(256));
    for (int64_t e = 0; list && e < length && !isTired(); ++e)
      if (e < list->getNumInits())
        initialise({at.object, at.offset + e * size}, array->getElementType(), list->getInit(static_cast<unsigned>(e)));
      else if (array->getElementType()->isIntegralOrEnumerationType())
        store({at.object, at.offset + e * size}, array->getElementType(), Value{Value::Number, 0});
      else if (array->getElementType()->isRealFloatingType())
        store({at.object, at.offset + e * size}, array->getElementType(), Value{Value::Real});
    return;
  }
  const clang::RecordType *record = type->getAs<clang::RecordType>();
  if (!list || !record || record->isUnionType()) {
    store(at, type, list && list->getNumInits() == 1 ? this->value(list->getInit(0)) : this->value(value));
    return;
  }
  const clang::ASTRecordLayout &layout = ast_.getASTRecordLayout(record->getDecl());
  for (const clang::FieldDecl *field : record->getDecl()->fields())
    if (const unsigned place = placeInList(field); !field->isBitField() && place < list->getNumInits())
      initialise({at.object, at.offset + static_cast<int64_t>(layout.getFieldOffset(field->getFieldIndex())) / 8},
                 field->getType(), list->getInit(place));
}

void Memory::declare(const clang::VarDecl *var) {
  if (!var->isLocalVarDeclOrParm() || var->isStaticLocal())
    return; // with its first mention
  const int object = locals[var] = newObject();
  if (var->getInit())
    initialise({object, 0}, var->getType(), var->getInit());
}

void Memory::doubt(const clang::Expr *lvalue) {
  const std::optional<Spot> at = spot(lvalue);
  if (const auto cell = at ? cells_.find({at->object, at->offset}) : cells_.end(); cell != cells_.end())
    cell->second.isSure = false;
}

std::optional<int> Memory::objectOf(const clang::VarDecl *var) {
  if (const auto local = locals.find(var); local != locals.end())
    return local->second;
  var = var->getCanonicalDecl();
  if (const auto global = globals_.find(var); global != globals_.end())
    return global->second;
  if (frozen_ && !var->hasGlobalStorage())
    return std::nullopt;
  const int object = (var->hasGlobalStorage() ? globals_ : locals)[var] = newObject();
  if (const clang::Expr *init = var->hasGlobalStorage() ? var->getAnyInitializer() : nullptr)
    initialise({object, 0}, var->getType(), init);
  else if (var->hasGlobalStorage() && var->getType()->isIntegralOrEnumerationType() &&
           var->hasDefinition() != clang::VarDecl::DeclarationOnly)
    store({object, 0}, var->getType(), Value{Value::Number, 0});
  return object;
}

} // namespace kasane::rehearsed
