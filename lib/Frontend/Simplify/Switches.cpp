// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Switches.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Jumps.h"

namespace kasane {
namespace {

using List = std::vector<clang::Stmt *>;

// The statements from one label to the next.
struct Case {
  std::vector<const clang::CaseStmt *> labels;
  bool isDefault = false;
  List stmts;
};

class Chain {
public:
  Chain(Cloner &cloner, clang::ASTContext &ast, const clang::SwitchStmt *choice)
      : cloner_(cloner), ast_(ast), choice_(choice) {}

  clang::Stmt *make() {
    if (choice_->getInit() || choice_->hasVarStorage() || !readCases())
      return nullptr;
    const bool isPlain =
        !choice_->getCond()->HasSideEffects(ast_) && !holds(choice_->getCond(), [](const clang::Stmt *part) {
          return llvm::isa<clang::CallExpr, clang::StmtExpr>(part);
        });
    clang::Stmt *named = isPlain ? nullptr : nameValue();
    clang::Stmt *rest = nullptr;
    for (size_t n = 0; n < cases_.size(); ++n)
      if (cases_[n].isDefault)
        if (clang::CompoundStmt *block = blockOf(n); !block->body_empty())
          rest = block;
    for (size_t n = cases_.size(); n-- > 0;)
      if (!cases_[n].isDefault)
        rest = ifOf(conditionOf(cases_[n]), blockOf(n), rest);
    if (failed_)
      return nullptr;
    List all = before_;
    if (named)
      all.push_back(named);
    if (rest)
      all.push_back(rest);
    return all.size() == 1 ? all.front() : cloner_.block(all, choice_->getSourceRange());
  }

private:
  bool readCases() {
    size_t labels = 0, found = 0;
    for (const clang::SwitchCase *label = choice_->getSwitchCaseList(); label; label = label->getNextSwitchCase())
      ++labels;
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(choice_->getBody());
    const List parts =
        block ? List(block->body_begin(), block->body_end()) : List{const_cast<clang::Stmt *>(choice_->getBody())};
    for (clang::Stmt *part : parts) {
      if (llvm::isa<clang::SwitchCase>(part))
        cases_.emplace_back();
      while (auto *label = llvm::dyn_cast<clang::SwitchCase>(part)) {
        if (const auto *value = llvm::dyn_cast<clang::CaseStmt>(label))
          cases_.back().labels.push_back(value);
        else
          cases_.back().isDefault = true;
        part = label->getSubStmt();
        ++found;
      }
      if (cases_.empty() && !llvm::isa<clang::DeclStmt>(part))
        continue; // never reached
      (cases_.empty() ? before_ : cases_.back().stmts).push_back(part);
    }
    return found == labels;
  }

  // int s = value; the comparisons look at s then.
  clang::Stmt *nameValue() {
    const clang::Expr *value = choice_->getCond();
    const clang::SourceLocation at = value->getBeginLoc();
    const clang::QualType type = value->getType().getUnqualifiedType();
    value_ = clang::VarDecl::Create(ast_, cloner_.owner, at, at, &ast_.Idents.get("chosen"), type,
                                    ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
    value_->setInit(const_cast<clang::Expr *>(value));
    return cloner_.declare(value_);
  }

  clang::Expr *compare(clang::BinaryOperatorKind kind, const clang::Expr *label) {
    clang::Expr *value = value_ ? cloner_.rvalueOf(cloner_.lvalueOf(value_, label->getBeginLoc()))
                                : const_cast<clang::Expr *>(choice_->getCond());
    const auto *constant = llvm::dyn_cast<clang::ConstantExpr>(label);
    return cloner_.combined(kind, value, const_cast<clang::Expr *>(constant ? constant->getSubExpr() : label),
                            ast_.IntTy);
  }

  clang::Expr *conditionOf(const Case &one) {
    clang::Expr *any = nullptr;
    for (const clang::CaseStmt *label : one.labels) {
      clang::Expr *is = label->getRHS() ? cloner_.combined(clang::BO_LAnd, compare(clang::BO_GE, label->getLHS()),
                                                           compare(clang::BO_LE, label->getRHS()), ast_.IntTy)
                                        : compare(clang::BO_EQ, label->getLHS());
      any = any ? cloner_.combined(clang::BO_LOr, any, is, ast_.IntTy) : is;
    }
    return any;
  }

  // Null: neither arm does anything.
  clang::Stmt *ifOf(clang::Expr *condition, clang::CompoundStmt *yes, clang::Stmt *no) {
    const clang::SourceLocation at = condition->getBeginLoc(), end = condition->getEndLoc();
    clang::Stmt *then = yes;
    if (yes->body_empty()) {
      if (!no)
        return nullptr;
      then = std::exchange(no, nullptr);
      auto *inner = cloner_.noted(new (ast_) clang::ParenExpr(at, end, condition));
      condition = cloner_.noted(clang::UnaryOperator::Create(ast_, inner, clang::UO_LNot, ast_.IntTy, clang::VK_PRValue,
                                                             clang::OK_Ordinary, at, false, {}));
    }
    return cloner_.noted(clang::IfStmt::Create(ast_, at, clang::IfStatementKind::Ordinary, nullptr, nullptr, condition,
                                               at, end, then, at, no));
  }

  // All that runs from this case's label on, up to a break.
  clang::CompoundStmt *blockOf(size_t first) {
    List list;
    for (size_t n = first; n < cases_.size(); ++n) {
      list.insert(list.end(), cases_[n].stmts.begin(), cases_[n].stmts.end());
      if (llvm::any_of(cases_[n].stmts, leaves))
        break;
    }
    llvm::erase_if(list, [](const clang::Stmt *stmt) { return llvm::isa<clang::NullStmt>(unwrap(stmt)); });
    const std::optional<List> all = withoutJumps(cloner_, ast_, list, Jump::Break);
    failed_ |= !all;
    const clang::SourceRange range =
        cases_[first].stmts.empty() ? choice_->getSourceRange() : cases_[first].stmts.front()->getSourceRange();
    return llvm::cast<clang::CompoundStmt>(cloner_.block(all.value_or(List{}), range));
  }

  Cloner &cloner_;
  clang::ASTContext &ast_;
  const clang::SwitchStmt *choice_;
  std::vector<Case> cases_;
  List before_; // declarations in front of the first label
  clang::VarDecl *value_ = nullptr;
  bool failed_ = false;
};

} // namespace

clang::Stmt *switchAsIfs(Cloner &cloner, clang::ASTContext &ast, const clang::SwitchStmt *choice) {
  return Chain(cloner, ast, choice).make();
}

clang::Stmt *selectionAsIf(Cloner &cloner, clang::ASTContext &ast, const clang::Expr *statement) {
  const clang::Expr *bare = statement->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(bare); cast && cast->getCastKind() == clang::CK_ToVoid)
    bare = cast->getSubExpr()->IgnoreParens();
  const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(bare);
  const auto *logical = llvm::dyn_cast<clang::BinaryOperator>(bare);
  if (!select && !(logical && logical->isLogicalOp()))
    return nullptr;
  const clang::Expr *condition = select ? select->getCond() : logical->getLHS();
  const clang::Stmt *yes = select ? select->getTrueExpr() : logical->getRHS(),
                    *no = select ? select->getFalseExpr() : nullptr;
  const clang::SourceLocation at = statement->getBeginLoc(), end = statement->getEndLoc();
  if (logical && logical->getOpcode() == clang::BO_LOr) {
    auto *inner = cloner.noted(new (ast) clang::ParenExpr(at, end, const_cast<clang::Expr *>(condition)));
    condition = cloner.noted(clang::UnaryOperator::Create(ast, inner, clang::UO_LNot, ast.IntTy, clang::VK_PRValue,
                                                          clang::OK_Ordinary, at, false, {}));
  }
  return cloner.noted(clang::IfStmt::Create(ast, at, clang::IfStatementKind::Ordinary, nullptr, nullptr,
                                            const_cast<clang::Expr *>(condition), at, end,
                                            const_cast<clang::Stmt *>(yes), at, const_cast<clang::Stmt *>(no)));
}

} // namespace kasane
