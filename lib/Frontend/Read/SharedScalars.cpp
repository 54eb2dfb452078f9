// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/SharedScalars.h"

#include "Ast/AstVisitor.h"
#include "Ast/Effects.h"

#include <algorithm>

namespace kasane {
namespace {

class Addressed : public AstVisitor {
public:
  explicit Addressed(const clang::VarDecl *var) : var_(var) {}
  bool found = false;
  bool VisitUnaryOperator(const clang::UnaryOperator *op) override {
    if (op->getOpcode() == clang::UO_AddrOf)
      note(op->getSubExpr());
    return !found;
  }
  bool VisitImplicitCastExpr(const clang::ImplicitCastExpr *cast) override { // a member array becomes a pointer
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay)
      note(cast->getSubExpr());
    return !found;
  }

private:
  void note(const clang::Expr *expr) {
    expr = expr->IgnoreParens();
    while (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr)) {
      if (member->isArrow())
        return;
      expr = member->getBase()->IgnoreParens();
    }
    found |= variableOf(expr) == var_;
  }
  const clang::VarDecl *var_;
};

class Finder {
public:
  Finder(const Reader &reader, const clang::FunctionDecl *function) : reader_(reader), function_(function) {}

  // `where` it is asked for, as C text; "": always.
  void look(const clang::Expr *expr, const std::string &where) {
    expr = expr->IgnoreParenImpCasts();
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
    bool isLvalue = llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(expr) ||
                    (unary && unary->getOpcode() == clang::UO_Deref);
    if (isLvalue && scalarTypeOf(reader_.ast, expr->getType())) {
      std::string text = spelled(reader_, expr);
      if (!where.empty() && followsPointer(expr))
        text = placeWhere(where, text);
      if (isShared(expr) && std::find(texts.begin(), texts.end(), text) == texts.end())
        texts.push_back(text);
      return;
    }
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr); op && op->isLogicalOp()) {
      look(op->getLHS(), where);
      return look(op->getRHS(), also(where, op->getLHS(), op->getOpcode() == clang::BO_LAnd));
    }
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr)) {
      look(choice->getCond(), where);
      look(choice->getTrueExpr(), also(where, choice->getCond(), true));
      return look(choice->getFalseExpr(), also(where, choice->getCond(), false));
    }
    for (const clang::Stmt *child : expr->children())
      if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
        look(operand, where);
  }

  // Globals that other files see, and what has its address taken.
  bool isShared(const clang::VarDecl *var) {
    if (reader_.ast.getBaseElementType(var->getType()).isConstQualified())
      return false;
    auto [it, isNew] = known_.try_emplace(var, true);
    if (!isNew || (var->hasGlobalStorage() && !var->isStaticLocal() && var->isExternallyVisible()))
      return it->second;
    Addressed addressed(var);
    if (var->isFileVarDecl())
      addressed.TraverseDecl(reader_.ast.getTranslationUnitDecl());
    else
      addressed.TraverseStmt(function_->getBody());
    return it->second = addressed.found;
  }

  std::vector<std::string> texts;

private:
  std::string also(const std::string &where, const clang::Expr *condition, bool holds) const {
    return (where.empty() ? "" : where + " && ") + (holds ? "(" : "!(") + spelled(reader_, condition) + ")";
  }

  static bool followsPointer(const clang::Expr *lvalue) {
    return holds(lvalue, [](const clang::Stmt *part) {
      const auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
      const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
      return (member && member->isArrow()) || (unary && unary->getOpcode() == clang::UO_Deref) ||
             llvm::isa<clang::ArraySubscriptExpr>(part);
    });
  }

  // An lvalue whose address is the scalar's. Where nobody asks for it, that is the address 1, at which nothing lies:
  // the pointers on the way may be null there.
  static std::string placeWhere(const std::string &where, const std::string &text) {
    return "*(" + where + " ? &" + text + " : (__typeof__(&" + text + "))1)";
  }

  bool isShared(const clang::Expr *lvalue) {
    lvalue = lvalue->IgnoreParenImpCasts();
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(lvalue))
      return member->isArrow() || isShared(member->getBase());
    if (llvm::isa<clang::ArraySubscriptExpr, clang::UnaryOperator>(lvalue))
      return true;
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(lvalue);
    if (ref && !llvm::isa<clang::VarDecl>(ref->getDecl()))
      return false; // an enumerator
    const clang::VarDecl *var = variableOf(lvalue);
    return !var || isShared(var);
  }

  const Reader &reader_;
  const clang::FunctionDecl *function_;
  std::map<const clang::VarDecl *, bool> known_;
};

} // namespace

SharedScalars sharedScalars(const Reader &reader, const clang::FunctionDecl *function) {
  Finder finder(reader, function);
  for (const auto &[expr, where] : reader.paramExprs)
    finder.look(expr, where);
  SharedScalars out{std::move(finder.texts), {}};
  for (const std::string &array : reader.paramArrays)
    out.read.push_back(array);
  for (const clang::VarDecl *var : reader.effects.assigned)
    if (!reader.effects.declared.count(var) && scalarTypeOf(reader.ast, var->getType()) && finder.isShared(var))
      out.written.push_back(var->getNameAsString());
  std::sort(out.written.begin(), out.written.end()); // the set has no order of its own
  return out;
}

} // namespace kasane
