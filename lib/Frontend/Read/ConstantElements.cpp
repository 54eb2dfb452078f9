// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/ConstantElements.h"

#include "clang/Basic/SourceManager.h"

#include "Ast/AstVisitor.h"
#include "Ast/Records.h"
#include "Read/Replaceable.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"

#include <variant>

namespace kasane {
namespace {

using Part = std::variant<int64_t, const clang::FieldDecl *>; // an element, a member

const clang::Expr *zeroOf(const Reader &reader, clang::QualType type, clang::SourceLocation at) {
  auto &ast = const_cast<clang::ASTContext &>(reader.ast);
  if (type->isRealFloatingType())
    return clang::FloatingLiteral::Create(ast, llvm::APFloat::getZero(ast.getFloatTypeSemantics(type)), true,
                                          type.getUnqualifiedType(), at);
  if (!type->isIntegralOrEnumerationType())
    return nullptr;
  return clang::IntegerLiteral::Create(ast, llvm::APInt(static_cast<unsigned>(ast.getTypeSize(type)), 0),
                                       type.getUnqualifiedType(), at);
}

// A pointer of the region's own to an array's first element that stays there, as a function's parameter does.
bool leadsToElements(const Reader &reader, const clang::VarDecl *var) {
  if (!var->getType()->isPointerType() || !var->getInit() || !reader.effects.declared.count(var) ||
      reader.effects.assigned.count(var))
    return false;
  const clang::VarDecl *other = variableOf(var->getInit()->IgnoreParenImpCasts());
  if (other && other != var && other->getType()->isPointerType())
    return reader.ast.hasSameUnqualifiedType(other->getType()->getPointeeType(), var->getType()->getPointeeType()) &&
           leadsToElements(reader, other);
  const clang::QualType array = var->getInit()->IgnoreParenImpCasts()->getType();
  return array->isConstantArrayType() &&
         reader.ast.hasSameUnqualifiedType(reader.ast.getAsArrayType(array)->getElementType(),
                                           var->getType()->getPointeeType());
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
    if (!field || member->isArrow() || field->isBitField()) {
      const clang::VarDecl *var = variableOf(base);
      if (!var || !leadsToElements(reader, var))
        return var;
      base = var->getInit();
      continue;
    }
    parts.insert(parts.begin(), field);
    base = member->getBase();
  }
}

bool isUndefinedIn(llvm::StringRef text, llvm::StringRef macro) {
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    llvm::StringRef words = line.trim();
    if (words.consume_front("#") && (words = words.ltrim()).consume_front("undef") &&
        words.trim().take_while([](char c) { return clang::isAsciiIdentifierContinue(c); }) == macro)
      return true;
    text = rest;
  }
  return false;
}

// Does the value stand in macros that are undefined before the region? Their names say something else there.
class HasUndefined : public AstVisitor {
public:
  explicit HasUndefined(const Reader &reader)
      : sources_(reader.ast.getSourceManager()), options_(reader.ast.getLangOpts()),
        region_(sources_.getDecomposedExpansionLoc(reader.statement->getBeginLoc())) {}
  bool found = false;
  bool VisitExpr(const clang::Expr *expr) override {
    for (clang::SourceLocation at = expr->getExprLoc(); at.isMacroID() && !found;
         at = sources_.getImmediateExpansionRange(at).getBegin())
      found = isUndefined(clang::Lexer::getImmediateMacroName(at, sources_, options_), at);
    return !found;
  }

private:
  bool isUndefined(llvm::StringRef macro, clang::SourceLocation at) const {
    const auto [file, offset] = sources_.getDecomposedExpansionLoc(at);
    const bool isHere = file == region_.first;
    return isUndefinedIn(sources_.getBufferData(region_.first).slice(isHere ? offset : 0, region_.second), macro) ||
           (!isHere && isUndefinedIn(sources_.getBufferData(file).substr(offset), macro));
  }

  const clang::SourceManager &sources_;
  const clang::LangOptions &options_;
  std::pair<clang::FileID, unsigned> region_;
};

bool hasUndefined(const Reader &reader, const clang::Expr *value) {
  if (!reader.statement)
    return false;
  HasUndefined check(reader);
  check.TraverseStmt(value);
  return check.found;
}

} // namespace

std::optional<int64_t> constantNumber(Reader &reader, const clang::VarDecl *var) {
  const clang::QualType type = var->getType();
  const clang::Expr *init = type.isConstQualified() ? var->getAnyInitializer() : nullptr;
  clang::Expr::EvalResult result;
  if (!init || !type->isIntegerType() || type.isVolatileQualified() || var->isWeak() ||
      init->HasSideEffects(reader.ast) || !init->EvaluateAsInt(result, reader.ast) ||
      result.Val.getInt().getSignificantBits() > 64)
    return std::nullopt;
  holds(init, [&](const clang::Stmt *part) { // const int half = width / 2;
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *other = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    if (other)
      constantNumber(reader, other);
    return false;
  });
  noteFolded(reader, init);
  return result.Val.getInt().getExtValue();
}

bool leadsToTable(const Reader &reader, const clang::VarDecl *var) {
  if (!leadsToElements(reader, var))
    return false;
  const clang::Expr *to = var->getInit()->IgnoreParenImpCasts();
  const clang::VarDecl *table = variableOf(to) ? variableOf(to) : storageVariable(to);
  return table && (reader.expansion->tables.count(table) || leadsToTable(reader, table));
}

const clang::Expr *constantElement(Reader &reader, const clang::Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (!llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr>(lvalue) || lvalue->getType().isVolatileQualified())
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
    if (value && llvm::isa<clang::ImplicitValueInitExpr>(value))
      break; // all that is in there is 0
    const auto *list = value ? llvm::dyn_cast<clang::InitListExpr>(value) : nullptr;
    if (list && list->isSyntacticForm() && list->getSemanticForm())
      list = list->getSemanticForm();
    if (!list)
      return nullptr;
    const auto *const *field = std::get_if<const clang::FieldDecl *>(&part);
    if (field && (*field)->getParent()->isUnion())
      return nullptr;
    const int64_t at = field ? placeInList(*field) : std::get<int64_t>(part);
    const clang::ConstantArrayType *array = reader.ast.getAsConstantArrayType(list->getType());
    if (at < 0 || (!field && (!array || array->getSize().ule(static_cast<uint64_t>(at)))))
      return nullptr;
    if (at >= list->getNumInits()) // what the list leaves out is 0
      return zeroOf(reader, lvalue->getType(), lvalue->getBeginLoc());
    value = list->getInit(static_cast<unsigned>(at));
  }
  if (value && hasUndefined(reader, value))
    return nullptr;
  return value && llvm::isa<clang::ImplicitValueInitExpr>(value)
             ? zeroOf(reader, lvalue->getType(), lvalue->getBeginLoc())
             : value;
}

} // namespace kasane
