// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/ConstantElements.h"

#include "Read/Replaceable.h"

#include <variant>

namespace kasane {
namespace {

using Part = std::variant<int64_t, const clang::FieldDecl *>; // an element, a member

const clang::Expr *zeroOf(const Reader &reader, clang::QualType type, clang::SourceLocation at) {
  if (!type->isIntegralOrEnumerationType())
    return nullptr;
  auto &ast = const_cast<clang::ASTContext &>(reader.ast);
  return clang::IntegerLiteral::Create(ast, llvm::APInt(static_cast<unsigned>(ast.getTypeSize(type)), 0),
                                       type.getUnqualifiedType(), at);
}

// From the variable inwards; nullptr: it is none, or an index isn't known.
const clang::VarDecl *partsOf(Reader &reader, const clang::Expr *lvalue, std::vector<Part> &parts) {
  const clang::Expr *base = lvalue->IgnoreParenImpCasts();
  for (;; base = base->IgnoreParenImpCasts()) {
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(base)) {
      const std::optional<Poly> at = affineOf(reader, subscript->getIdx());
      if (!at || !at->constant())
        return nullptr;
      parts.insert(parts.begin(), *at->constant());
      base = subscript->getBase();
      continue;
    }
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(base);
    const auto *field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
    if (!field || member->isArrow() || field->isBitField())
      return variableOf(base);
    parts.insert(parts.begin(), field);
    base = member->getBase();
  }
}

} // namespace

const clang::Expr *constantElement(Reader &reader, const clang::Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (!llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr>(lvalue))
    return nullptr;
  std::vector<Part> parts;
  const clang::VarDecl *var = partsOf(reader, lvalue, parts);
  const clang::QualType type = var ? var->getType() : clang::QualType();
  const bool isConstant = var && !type->isPointerType() && !type->isVariablyModifiedType() &&
                          reader.ast.getBaseElementType(type).isConstQualified() &&
                          !reader.ast.getBaseElementType(type).isVolatileQualified();
  const clang::Expr *value = isConstant ? var->getAnyInitializer() : nullptr;
  if (value)
    guardReplaced(reader, var, reader.range(lvalue));
  for (const Part &part : parts) {
    const auto *list = value ? llvm::dyn_cast<clang::InitListExpr>(value) : nullptr;
    if (list && list->isSyntacticForm() && list->getSemanticForm())
      list = list->getSemanticForm();
    if (!list)
      return nullptr;
    const auto *const *field = std::get_if<const clang::FieldDecl *>(&part);
    if (field && (*field)->getParent()->isUnion())
      return nullptr;
    const int64_t at = field ? (*field)->getFieldIndex() : std::get<int64_t>(part);
    const clang::ConstantArrayType *array = reader.ast.getAsConstantArrayType(list->getType());
    if (at < 0 || (!field && (!array || array->getSize().ule(static_cast<uint64_t>(at)))))
      return nullptr;
    if (at >= list->getNumInits()) // what the list leaves out is 0
      return &part == &parts.back() ? zeroOf(reader, lvalue->getType(), lvalue->getBeginLoc()) : nullptr;
    value = list->getInit(static_cast<unsigned>(at));
  }
  return value && llvm::isa<clang::ImplicitValueInitExpr>(value)
             ? zeroOf(reader, lvalue->getType(), lvalue->getBeginLoc())
             : value;
}

} // namespace kasane
