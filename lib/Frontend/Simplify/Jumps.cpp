// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Jumps.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"

namespace kasane {
namespace {

using List = std::vector<clang::Stmt *>;

constexpr size_t kMaxParts = 1024; // statements, with those that are written again

// A jump that is to go: to the end of the loop's body, or, where there is a label, to that.
struct Target {
  Jump jump;
  const clang::LabelDecl *label = nullptr;
};

bool isJump(const clang::Stmt *stmt, Target target) {
  if (const auto *to = llvm::dyn_cast<clang::GotoStmt>(stmt))
    return target.label && to->getLabel() == target.label;
  return !target.label &&
         (target.jump == Jump::Break ? llvm::isa<clang::BreakStmt>(stmt) : llvm::isa<clang::ContinueStmt>(stmt));
}

bool holdsJump(const clang::Stmt *stmt, Target target) {
  if (isJump(stmt, target))
    return true;
  return !bodyOf(stmt) && (target.label || target.jump == Jump::Continue || !llvm::isa<clang::SwitchStmt>(stmt)) &&
         llvm::any_of(stmt->children(), [&](const clang::Stmt *child) { return child && holdsJump(child, target); });
}

struct Remover {
  Cloner &cloner;
  clang::ASTContext &ast;
  Target jump;
  size_t parts = 0;
  bool failed = false;

  List without(List list) {
    List out;
    while (!list.empty() && !failed) {
      clang::Stmt *first = list.front();
      list.erase(list.begin());
      failed = ++parts > kMaxParts;
      if (isJump(first, jump))
        return out;
      const auto *block = llvm::dyn_cast<clang::CompoundStmt>(first);
      const auto *branch = llvm::dyn_cast<clang::IfStmt>(first);
      if (!holdsJump(first, jump)) {
        out.push_back(first);
        if (leaves(first))
          return out;
      } else if (block) {
        list.insert(list.begin(), block->body_begin(), block->body_end());
      } else if (branch && !branch->getInit() && !branch->hasVarStorage()) {
        if (clang::Stmt *made = split(branch, list))
          out.push_back(made);
        return out;
      } else {
        failed = true;
      }
    }
    return out;
  }

  // The `if` with all that follows in its arms; null: nothing is left of it.
  clang::Stmt *split(const clang::IfStmt *branch, const List &rest) {
    auto arm = [&](const clang::Stmt *stmt) {
      List all = rest;
      if (stmt)
        all.insert(all.begin(), const_cast<clang::Stmt *>(stmt));
      return without(all);
    };
    const List yes = arm(branch->getThen()), no = arm(branch->getElse());
    auto *condition = const_cast<clang::Expr *>(branch->getCond());
    const clang::SourceLocation at = branch->getIfLoc(), end = condition->getEndLoc();
    const bool isTurned = yes.empty();
    if (isTurned && no.empty() && !condition->HasSideEffects(ast))
      return nullptr;
    if (isTurned) {
      auto *inner = cloner.noted(new (ast) clang::ParenExpr(condition->getBeginLoc(), end, condition));
      condition = cloner.noted(clang::UnaryOperator::Create(ast, inner, clang::UO_LNot, ast.IntTy, clang::VK_PRValue,
                                                            clang::OK_Ordinary, condition->getBeginLoc(), false, {}));
    }
    clang::Stmt *then = cloner.block(isTurned ? no : yes, branch->getSourceRange());
    clang::Stmt *other = isTurned || no.empty() ? nullptr : cloner.block(no, branch->getSourceRange());
    return cloner.noted(clang::IfStmt::Create(ast, at, clang::IfStatementKind::Ordinary, nullptr, nullptr, condition,
                                              at, end, then, at, other));
  }
};

} // namespace

bool holdsJump(const clang::Stmt *stmt, Jump jump) { return holdsJump(stmt, Target{jump}); }

bool leaves(const clang::Stmt *stmt) {
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return llvm::any_of(block->body(), leaves);
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
    return branch->getElse() && leaves(branch->getThen()) && leaves(branch->getElse());
  return llvm::isa<clang::BreakStmt, clang::ReturnStmt, clang::ContinueStmt, clang::GotoStmt>(stmt);
}

std::optional<std::vector<clang::Stmt *>> withoutJumps(Cloner &cloner, clang::ASTContext &ast,
                                                       const std::vector<clang::Stmt *> &list, Jump jump) {
  Remover remover{cloner, ast, {jump}};
  List out = remover.without(list);
  return remover.failed ? std::nullopt : std::optional(std::move(out));
}

namespace {

// Loops without `continue`: what it skips stands in the other arm of the `if` before it.
class Continuer : public Cloner {
public:
  Continuer(const clang::ASTContext &ast, const clang::FunctionDecl *function, std::set<const clang::Stmt *> &made)
      : Cloner(ast, made, function) {}

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const clang::Stmt *body = bodyOf(original);
    if (!body || !holdsJump(body, Jump::Continue))
      return nullptr;
    const std::optional<List> all = withoutJumps(*this, ast_, {const_cast<clang::Stmt *>(body)}, Jump::Continue);
    if (!all)
      return nullptr;
    clang::Stmt *copy = stmt(block(*all, body->getSourceRange()));
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(original))
      return noted(new (ast_)
                       clang::ForStmt(ast_, part(loop->getInit()), expr(loop->getCond()), nullptr, expr(loop->getInc()),
                                      copy, loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc()));
    if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(original))
      return noted(clang::WhileStmt::Create(ast_, nullptr, expr(loop->getCond()), copy, loop->getWhileLoc(),
                                            loop->getLParenLoc(), loop->getRParenLoc()));
    const auto *loop = llvm::cast<clang::DoStmt>(original);
    return noted(new (ast_) clang::DoStmt(copy, expr(loop->getCond()), loop->getDoLoc(), loop->getWhileLoc(),
                                          loop->getRParenLoc()));
  }
};

using Places = std::set<clang::SourceLocation>;

// Where jumps to the label stand; `deep`: in loops and `switch`, too.
void findGotos(const clang::Stmt *stmt, const clang::LabelDecl *label, bool deep, Places &places) {
  if (const auto *jump = llvm::dyn_cast<clang::GotoStmt>(stmt); jump && jump->getLabel() == label)
    places.insert(jump->getGotoLoc());
  if (const auto *address = llvm::dyn_cast<clang::AddrLabelExpr>(stmt); address && address->getLabel() == label)
    places.insert(clang::SourceLocation()); // from anywhere
  if (!deep && (bodyOf(stmt) || llvm::isa<clang::SwitchStmt>(stmt)))
    return;
  for (const clang::Stmt *child : stmt->children())
    if (child)
      findGotos(child, label, deep, places);
}

// Jumps to the label directly behind the loop are breaks.
class Breaker : public Cloner {
public:
  Breaker(const clang::ASTContext &ast, std::set<const clang::Stmt *> &made, const clang::LabelDecl *label,
          Places &gone)
      : Cloner(ast, made), label_(label), gone_(gone) {}
  const clang::Stmt *loop(const clang::Stmt *stmt) { return outer_ = stmt, Cloner::stmt(stmt); }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *jump = llvm::dyn_cast<clang::GotoStmt>(original);
    if (jump && jump->getLabel() == label_) {
      gone_.insert(jump->getGotoLoc());
      return noted(new (ast_) clang::BreakStmt(jump->getGotoLoc()));
    }
    const bool isInner = original != outer_ && (bodyOf(original) || llvm::isa<clang::SwitchStmt>(original));
    return isInner ? const_cast<clang::Stmt *>(original) : nullptr;
  }

private:
  const clang::LabelDecl *label_;
  Places &gone_;
  const clang::Stmt *outer_ = nullptr;
};

class GotoRemover : public Cloner {
public:
  GotoRemover(const clang::ASTContext &ast, const clang::FunctionDecl *function, std::set<const clang::Stmt *> &made)
      : Cloner(ast, made, function) {}

protected:
  // do { .. } while (0), and labels to which nobody jumps
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(original); label && isIdle(label->getDecl()))
      return part(label->getSubStmt());
    const auto *loop = llvm::dyn_cast<clang::DoStmt>(original);
    const auto *never = loop ? llvm::dyn_cast<clang::IntegerLiteral>(loop->getCond()->IgnoreParenImpCasts()) : nullptr;
    if (!never || !never->getValue().isZero())
      return nullptr;
    clang::Stmt *body = stmt(loop->getBody());
    if (holds(body, isLabel))
      return nullptr;
    std::optional<List> all = List{body};
    for (const Jump jump : {Jump::Break, Jump::Continue})
      if (all)
        all = withoutJumps(*this, ast_, *all, jump);
    return all ? block(*all, loop->getSourceRange()) : nullptr;
  }

  void rewriteBlock(std::vector<const clang::Stmt *> &children) override {
    for (size_t n = 0; n < children.size(); ++n)
      while (const auto *label = llvm::dyn_cast<clang::LabelStmt>(children[n])) {
        if (n > 0 && bodyOf(children[n - 1]))
          children[n - 1] = Breaker(ast_, made_, label->getDecl(), gone_).loop(children[n - 1]);
        const std::optional<size_t> first = firstJump(children, n, label->getDecl());
        if (!first)
          break;
        if (*first == n) { // nobody does
          children[n] = label->getSubStmt();
          continue;
        }
        const size_t count = n - *first;
        const auto from = children.begin() + static_cast<std::ptrdiff_t>(*first);
        List list;
        for (size_t m = *first; m < n; ++m)
          list.push_back(const_cast<clang::Stmt *>(children[m]));
        Remover remover{*this, ast_, {Jump::Break, label->getDecl()}};
        const List rest = remover.without(list);
        if (remover.failed)
          break;
        children[n] = label->getSubStmt();
        const auto at = children.erase(from, from + static_cast<std::ptrdiff_t>(count));
        children.insert(at, rest.begin(), rest.end());
        n = n - count + rest.size();
      }
  }

private:
  static bool isLabel(const clang::Stmt *stmt) { return llvm::isa<clang::LabelStmt>(stmt); }

  bool isIdle(const clang::LabelDecl *label) const {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(label->getDeclContext());
    Places all;
    if (function && function->getBody())
      findGotos(function->getBody(), label, true, all);
    return function && all.empty();
  }

  // The first of the statements before the label that jumps to it; the label's own place: none does. nullopt: others
  // do, too, from within a loop for instance, or these declare what is looked at behind it.
  std::optional<size_t> firstJump(const std::vector<const clang::Stmt *> &children, size_t place,
                                  const clang::LabelDecl *label) const {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(label->getDeclContext());
    Places all, before;
    if (!function || !function->getBody())
      return std::nullopt;
    findGotos(function->getBody(), label, true, all);
    std::erase_if(all, [&](clang::SourceLocation at) { return gone_.count(at) > 0; });
    size_t first = place;
    for (size_t n = 0; n < place; ++n) {
      findGotos(children[n], label, false, before);
      if (!before.empty() && first == place)
        first = n;
    }
    for (size_t n = first; n < place; ++n)
      if (holds(children[n], isLabel) || isDeclaredFor(children, n, place))
        return std::nullopt;
    return all == before ? std::optional(first) : std::nullopt;
  }

  // Does a statement from `place` on look at what this one declares?
  static bool isDeclaredFor(const std::vector<const clang::Stmt *> &children, size_t number, size_t place) {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(children[number]);
    return decls && llvm::any_of(decls->decls(), [&](const clang::Decl *decl) {
             const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
             return var && std::any_of(children.begin() + static_cast<std::ptrdiff_t>(place), children.end(),
                                       [&](const clang::Stmt *behind) { return mentions(behind, var); });
           });
  }

  Places gone_; // jumps that are breaks now
};

// Jumps to what a function does last, with that in their place: goto out; .. out: free(p); return r;
class Ender : public Cloner {
public:
  Ender(const clang::ASTContext &ast, std::set<const clang::Stmt *> &made) : Cloner(ast, made) {}

  clang::Stmt *run(clang::Stmt *body) {
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body);
    for (auto at = block ? block->body_begin() : nullptr; block && at != block->body_end(); ++at)
      if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(*at))
        noteEnd(label, {at, block->body_end()}, block->getEndLoc());
    const bool isOther = holds(body, [&](const clang::Stmt *part) {
      const auto *jump = llvm::dyn_cast<clang::GotoStmt>(part);
      return (jump && !ends_.count(jump->getLabel())) || llvm::isa<clang::IndirectGotoStmt, clang::AddrLabelExpr>(part);
    });
    return ends_.empty() || isOther ? body : part(body);
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *jump = llvm::dyn_cast<clang::GotoStmt>(original);
    const auto *label = llvm::dyn_cast<clang::LabelStmt>(original);
    if (label && ends_.count(label->getDecl()))
      return part(label->getSubStmt());
    return jump ? block(ends_[jump->getLabel()], jump->getSourceRange()) : nullptr;
  }

private:
  // Plain statements, up to a return.
  void noteEnd(const clang::LabelStmt *label, llvm::ArrayRef<clang::Stmt *> stmts, clang::SourceLocation at) {
    constexpr size_t kMost = 16;
    List end;
    bool isOther = stmts.size() > kMost;
    for (clang::Stmt *stmt : stmts) {
      while (auto *inner = llvm::dyn_cast<clang::LabelStmt>(stmt))
        stmt = inner->getSubStmt();
      end.push_back(stmt);
      isOther |= holds(stmt, [](const clang::Stmt *part) {
        return bodyOf(part) || llvm::isa<clang::DeclStmt, clang::GotoStmt, clang::LabelStmt, clang::SwitchStmt>(part);
      });
      if (llvm::isa<clang::ReturnStmt>(stmt))
        break;
    }
    if (!llvm::isa<clang::ReturnStmt>(end.back()))
      end.push_back(noted(clang::ReturnStmt::Create(ast_, at, nullptr, nullptr)));
    if (!isOther)
      ends_[label->getDecl()] = std::move(end);
  }

  std::map<const clang::LabelDecl *, List> ends_;
};

} // namespace

const clang::Stmt *gotoIn(const clang::Stmt *body) {
  const clang::Stmt *found = nullptr;
  holds(body, [&](const clang::Stmt *part) {
    found = llvm::isa<clang::GotoStmt>(part) ? part : nullptr;
    return found != nullptr;
  });
  return found;
}

clang::Stmt *withoutGotosToEnd(const clang::ASTContext &ast, const clang::FunctionDecl *function, clang::Stmt *body,
                               std::set<const clang::Stmt *> &made) {
  clang::Stmt *rest = withoutGotos(ast, function, body, made);
  return gotoIn(body) ? Ender(ast, made).run(rest) : rest;
}

clang::Stmt *withoutGotos(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                          std::set<const clang::Stmt *> &made) {
  const bool mayChange =
      holds(region, [](const clang::Stmt *part) { return llvm::isa<clang::LabelStmt, clang::DoStmt>(part); });
  return mayChange ? GotoRemover(ast, function, made).run(region) : const_cast<clang::Stmt *>(region);
}

clang::Stmt *withoutContinues(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                              const clang::Stmt *region, std::set<const clang::Stmt *> &made) {
  return Continuer(ast, function, made).run(region);
}

} // namespace kasane
