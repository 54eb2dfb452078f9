// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Vla.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace kasane {
namespace {

// In the function's body, or in the other variable's initialiser.
std::vector<const clang::Expr *> writesIn(const clang::Decl *decl, const clang::VarDecl *var) {
  std::vector<const clang::Expr *> writes;
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
  const auto *other = llvm::dyn_cast<clang::VarDecl>(decl);
  if (function && function->doesThisDeclarationHaveABody())
    collectWrites(function->getBody(), var, writes);
  if (other && other->getInit())
    collectWrites(other->getInit(), var, writes);
  return writes;
}

bool isAddress(const clang::Expr *write) {
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(write);
  return unary && unary->getOpcode() == clang::UO_AddrOf;
}

// May the function change the file's own variable? It may where it or one that it calls assigns to it, where its
// address is known to anybody, and where a function from elsewhere is called. (Those of the system's headers know
// nothing of the file.)
bool mayChangeDuring(const Reader &reader, const clang::FunctionDecl *function, const clang::VarDecl *var) {
  for (const clang::Decl *decl : reader.ast.getTranslationUnitDecl()->decls())
    if (llvm::any_of(writesIn(decl, var), isAddress))
      return true;
  std::set<const clang::FunctionDecl *> seen;
  std::vector<const clang::FunctionDecl *> left = {function};
  while (!left.empty()) {
    const clang::FunctionDecl *next = left.back();
    left.pop_back();
    if (!seen.insert(next).second)
      continue;
    if (!writesIn(next, var).empty())
      return true;
    const bool isUnknown = holds(next->getBody(), [&](const clang::Stmt *part) {
      const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
      const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
      const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
      if (definition)
        left.push_back(definition);
      return call && !definition &&
             !(callee &&
               (callee->getBuiltinID() || reader.ast.getSourceManager().isInSystemHeader(callee->getLocation())));
    });
    if (isUnknown)
      return true;
  }
  return false;
}

// Do the variables of a VLA's size still hold, wherever the VLA is in scope, what they held at its declaration? All
// assignments stand before that, and nothing else can reach them. (No jump leads into the scope past the declaration.)
// A reader of a statement by itself doesn't know.
bool keepsValue(const Reader &reader, const clang::Expr *size) {
  if (!reader.function)
    return false;
  const clang::SourceManager &sources = reader.ast.getSourceManager();
  return !holds(size, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    if (!ref || !llvm::isa<clang::VarDecl>(ref->getDecl()))
      return llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr, clang::CallExpr, clang::StmtExpr>(part) ||
             (llvm::isa<clang::UnaryOperator>(part) && isElement(llvm::cast<clang::UnaryOperator>(part)));
    const auto *var = llvm::cast<clang::VarDecl>(ref->getDecl());
    if (!var->hasLocalStorage())
      return !var->getType().isConstQualified() &&
             (var->isExternallyVisible() || mayChangeDuring(reader, reader.function, var));
    return llvm::any_of(writesIn(reader.function, var), [&](const clang::Expr *write) {
      return isAddress(write) || !sources.isBeforeInTranslationUnit(write->getExprLoc(), size->getExprLoc());
    });
  });
}

// Tells expressions apart by what they say and of which variables.
std::string meaningOf(const Reader &reader, const clang::Expr *expr) {
  std::string key = "size:" + writtenAnew(reader.ast, expr);
  holds(expr, [&](const clang::Stmt *part) {
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part))
      key += ' ' + lvalueKey(ref);
    return false;
  });
  return key;
}

// Of the region's function, before the region: what its variables held then is not what they hold now.
bool isEarlier(const Reader &reader, const clang::Expr *size) {
  const clang::SourceManager &sources = reader.ast.getSourceManager();
  auto within = [&](clang::SourceRange range) {
    return sources.isPointWithin(sources.getExpansionLoc(size->getExprLoc()), sources.getExpansionLoc(range.getBegin()),
                                 sources.getExpansionLoc(range.getEnd()));
  };
  return reader.statement && within(reader.function->getSourceRange()) && !within(reader.statement->getSourceRange());
}

} // namespace

// The extent of a VLA is its size expression where that still has the declaration's value; else sizeof tells. Arrays
// with one size expression are alike, which the call checks.
std::optional<Poly> extentOfVla(Reader &reader, const clang::VariableArrayType *type, const std::string &row) {
  const clang::Expr *size = type->getSizeExpr();
  if (size && keepsValue(reader, size))
    if (std::optional<Poly> value = affineOf(reader, size))
      return value;
  std::string text = "sizeof " + row + " / sizeof " + row + "[0]";
  auto [it, inserted] = reader.paramByKey.try_emplace(text, reader.draft.params.size());
  if (inserted)
    reader.draft.params.push_back({reader.names.take("n_" + row), ScalarType::I64, "(" + text + ")"});
  Poly own = Poly::symbol(reader.draft.params[it->second].name);
  if (!size)
    return own;
  size_t first = reader.paramByKey.try_emplace(meaningOf(reader, size), it->second).first->second;
  Poly like = Poly::symbol(reader.draft.params[first].name), apart = own - like;
  if (inserted && !apart.isZero())
    for (const Poly &side : {apart, Poly(0) - apart})
      require(reader, side, "arrays that are declared alike have different sizes", reader.range(size));
  return like;
}

std::optional<Poly> sizeOfVla(Reader &reader, const clang::Expr *size) {
  if (!isEarlier(reader, size) || keepsValue(reader, size))
    return affineOf(reader, size);
  auto known = reader.paramByKey.find(meaningOf(reader, size));
  return known == reader.paramByKey.end() ? std::nullopt
                                          : std::optional(Poly::symbol(reader.draft.params[known->second].name));
}

bool hasLostSize(const Reader &reader, clang::QualType type) {
  for (const clang::ArrayType *array = reader.ast.getAsArrayType(type); array;
       array = reader.ast.getAsArrayType(array->getElementType())) {
    const auto *vla = llvm::dyn_cast<clang::VariableArrayType>(array);
    const clang::Expr *size = vla ? vla->getSizeExpr() : nullptr;
    if (size && isEarlier(reader, size) && !keepsValue(reader, size) &&
        !reader.paramByKey.count(meaningOf(reader, size)))
      return true;
  }
  return false;
}

} // namespace kasane
