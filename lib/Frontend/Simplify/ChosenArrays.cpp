// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/ChosenArrays.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"
#include "Simplify/JoinedArms.h"

#include <llvm/ADT/StringExtras.h>

namespace kasane {
namespace {

class Tabler : public Cloner {
public:
  Tabler(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), region_(expansion.stmt), effects_(effectsOf(expansion.stmt)) {}

  bool chooses = false;

  // Where something goes by an array's own name, too: two names that no step tells apart.
  const clang::Expr *mixed(const clang::Stmt *stmt) const {
    const clang::Expr *found = nullptr;
    holds(stmt, [&](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      if (expr && (expr->getType()->isPointerType() || expr->getType()->isArrayType()) &&
          elements_.count(lvalueKey(expr)))
        found = expr;
      return found != nullptr;
    });
    return found;
  }

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(original);
    if (!select || !select->getType()->isPointerType() || isInvariant(select->getCond(), effects_) ||
        select->getCond()->HasSideEffects(ast_))
      return nullptr;
    std::vector<Arm> arms;
    if (!collectArms(select, nullptr, arms))
      return nullptr;
    chooses = true;
    if (clang::Expr *element = arms.size() == 2 ? ofOneTable(select, arms.back().truth) : nullptr)
      return element;
    std::set<std::string> elements; // in one order, so that all choices between them have one table
    for (const Arm &arm : arms)
      elements.insert(arm.element);
    if (elements.size() < 2)
      return nullptr;
    const clang::SourceLocation at = original->getBeginLoc();
    clang::Expr *index = nullptr;
    for (const Arm &arm : arms)
      if (auto place = std::distance(elements.begin(), elements.find(arm.element)); place > 0) {
        clang::Expr *term =
            place == 1 ? arm.truth : combined(clang::BO_Mul, arm.truth, number(place, ast_.IntTy, at), ast_.IntTy);
        index = index ? combined(clang::BO_Add, index, term, ast_.IntTy) : term;
      }
    clang::VarDecl *table = tableOf(select->getType(), {elements.begin(), elements.end()}, at);
    return elementOfTable(ast_, *this, table, index, at, true);
  }

  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &) override {
    const auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(var->getInit());
    const clang::ConstantArrayType *type = ast_.getAsConstantArrayType(var->getType());
    if (!list || !type || !type->getElementType()->isPointerType() || type->getSize() != list->getNumInits() ||
        var->isStaticLocal())
      return false;
    const bool changes = holds(region_, [&](const clang::Stmt *part) {
      const clang::Expr *assigned = assignedIn(part);
      return assigned && assigned->getType()->isPointerType() && !variableOf(assigned) && mentions(assigned, var);
    });
    if (changes)
      return false;
    std::vector<std::string> elements;
    for (const clang::Expr *value : list->inits()) {
      elements.push_back(fixedPointer(value));
      if (elements.back().empty())
        return false;
    }
    chooses = true;
    scope[var] = {tableOf(type->getElementType(), elements, var->getLocation()), nullptr, nullptr};
    return true;
  }

private:
  struct Arm {
    std::string element;
    clang::Expr *truth; // 1 in the steps that choose it, else 0
  };

  // Of c ? a : d ? b : e; `truth` of the whole, null: always.
  bool collectArms(const clang::Expr *value, clang::Expr *truth, std::vector<Arm> &arms) {
    const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(value->IgnoreParens());
    if (!select) {
      arms.push_back({fixedPointer(value), truth});
      return !arms.back().element.empty();
    }
    if (select->getCond()->HasSideEffects(ast_))
      return false;
    clang::Expr *isNot = negation(select->getCond()), *is = negation(isNot);
    auto both = [&](clang::Expr *further) {
      return truth ? combined(clang::BO_Mul, truth, further, ast_.IntTy) : further;
    };
    return collectArms(select->getTrueExpr(), both(is), arms) && collectArms(select->getFalseExpr(), both(isNot), arms);
  }

  // u[c] of c ? u[1] : u[0]
  clang::Expr *ofOneTable(const clang::ConditionalOperator *select, clang::Expr *isNot) {
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(select->getTrueExpr()->IgnoreParens());
    auto elementIn = [](const clang::Expr *arm) {
      return llvm::dyn_cast<clang::ArraySubscriptExpr>(arm->IgnoreParenImpCasts());
    };
    const clang::ArraySubscriptExpr *yes = elementIn(select->getTrueExpr()), *no = elementIn(select->getFalseExpr());
    if (!cast || !yes || !no || lvalueKey(yes->getBase()) != lvalueKey(no->getBase()))
      return nullptr;
    const std::optional<llvm::APSInt> first = yes->getIdx()->getIntegerConstantExpr(ast_),
                                      second = no->getIdx()->getIntegerConstantExpr(ast_);
    const std::pair<int64_t, int64_t> indices{first ? first->getExtValue() : -1, second ? second->getExtValue() : -1};
    if (indices != std::pair<int64_t, int64_t>{0, 1} && indices != std::pair<int64_t, int64_t>{1, 0})
      return nullptr;
    clang::Expr *index = indices.first == 0 ? isNot : negation(isNot);
    auto *element =
        noted(new (ast_) clang::ArraySubscriptExpr(const_cast<clang::Expr *>(yes->getBase()), index, yes->getType(),
                                                   clang::VK_LValue, clang::OK_Ordinary, select->getBeginLoc()));
    return noted(clang::ImplicitCastExpr::Create(ast_, select->getType(), cast->getCastKind(), element, nullptr,
                                                 clang::VK_PRValue, {}));
  }

  // The text of a pointer or an array that the region doesn't move; "": it is none.
  std::string fixedPointer(const clang::Expr *expr) {
    const clang::Expr *bare = expr->IgnoreParenImpCasts();
    const std::string key = lvalueKey(bare);
    if (key.empty() || effects_.assignedKeys.count(key) || !isInvariant(bare, effects_))
      return "";
    const std::string text = writtenAnew(ast_, bare);
    keys_[text] = key;
    return text;
  }

  clang::Expr *negation(const clang::Expr *operand) {
    const clang::SourceLocation at = operand->getBeginLoc();
    auto *inner = noted(new (ast_) clang::ParenExpr(at, at, const_cast<clang::Expr *>(operand)));
    return noted(clang::UnaryOperator::Create(ast_, inner, clang::UO_LNot, ast_.IntTy, clang::VK_PRValue,
                                              clang::OK_Ordinary, at, false, {}));
  }

  clang::VarDecl *tableOf(clang::QualType pointer, const std::vector<std::string> &elements, clang::SourceLocation at) {
    for (const std::string &element : elements)
      elements_.insert(keys_.at(element));
    clang::VarDecl *&table = tables_[elements];
    if (!table)
      table = tableNamed(ast_, pointer, elements, at);
    return table;
  }

  const clang::Stmt *region_;
  Effects effects_;
  std::map<std::string, std::string> keys_; // by text
  std::set<std::string> elements_;
  std::map<std::vector<std::string>, clang::VarDecl *> tables_;
};

} // namespace

clang::VarDecl *tableNamed(clang::ASTContext &ast, clang::QualType pointer, const std::vector<std::string> &elements,
                           clang::SourceLocation at) {
  pointer = pointer.getUnqualifiedType();
  const clang::QualType open = ast.getIncompleteArrayType(pointer, clang::ArraySizeModifier::Normal, 0);
  const std::string name = "((" + open.getAsString(ast.getPrintingPolicy()) + "){" + llvm::join(elements, ", ") + "})";
  const clang::QualType type =
      ast.getConstantArrayType(pointer, llvm::APInt(64, elements.size()), nullptr, clang::ArraySizeModifier::Normal, 0);
  return clang::VarDecl::Create(ast, ast.getTranslationUnitDecl(), at, at, &ast.Idents.get(name), type,
                                ast.getTrivialTypeSourceInfo(type, at), clang::SC_None);
}

clang::Expr *elementOfTable(clang::ASTContext &ast, Cloner &cloner, clang::VarDecl *table, clang::Expr *index,
                            clang::SourceLocation at, bool isValue) {
  const clang::QualType pointer = ast.getAsArrayType(table->getType())->getElementType();
  clang::Expr *decayed =
      cloner.noted(clang::ImplicitCastExpr::Create(ast, ast.getPointerType(pointer), clang::CK_ArrayToPointerDecay,
                                                   cloner.lvalueOf(table, at), nullptr, clang::VK_PRValue, {}));
  clang::Expr *element = cloner.noted(
      new (ast) clang::ArraySubscriptExpr(decayed, index, pointer, clang::VK_LValue, clang::OK_Ordinary, at));
  return isValue ? cloner.rvalueOf(element) : element;
}

// Is the host code, whose text stays as it is in the file, still what stands there?
static bool isAsWritten(const clang::ASTContext &ast, const clang::Stmt *region, const clang::Stmt *host) {
  return holds(region, [&](const clang::Stmt *part) {
    return part->getBeginLoc() == host->getBeginLoc() && part->getStmtClass() == host->getStmtClass() &&
           writtenAnew(ast, part) == writtenAnew(ast, host);
  });
}

static bool isAmong(const clang::VarDecl *var, const Variables &declared) {
  return llvm::any_of(declared, [&](const clang::VarDecl *other) {
    return other->getLocation() == var->getLocation() && other->getIdentifier() == var->getIdentifier();
  });
}

std::optional<Expansion> withTables(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                    const clang::Stmt *region, Diagnostics &diagnostics) {
  Diagnostics silent;
  std::set<const clang::Stmt *> made;
  const clang::Stmt *joined = withJoinedArms(ast, function, region, made);
  std::optional<Expansion> expansion = expandCalls(ast, function, joined, Records::Unseen, silent, made);
  if (!expansion)
    return std::nullopt;
  Tabler tabler(ast, function, *expansion);
  expansion->stmt = tabler.stmt(expansion->stmt);
  const std::set<const clang::VarDecl *> before = effectsOf(region).declared, now = effectsOf(expansion->stmt).declared;
  auto isGone = [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    return var && isAmong(var, before) && !isAmong(var, now);
  };
  for (const auto &[empty, host] : expansion->hostCode)
    if (!isAsWritten(ast, region, host) || holds(host, isGone))
      return std::nullopt;
  const clang::Expr *mixed = tabler.mixed(expansion->stmt);
  if (mixed) {
    diagnostics = {};
    diagnostics.add(DiagId::chosen_and_fixed, rangeOf(ast, mixed->getSourceRange()),
                    {textOf(ast, mixed->getSourceRange())});
  }
  return !tabler.chooses || mixed ? std::nullopt : std::move(expansion);
}

} // namespace kasane
