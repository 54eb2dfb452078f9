// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/WalkingPointers.h"

#include "Ast/Advances.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"

#include <algorithm>

namespace kasane {
namespace {

class Walker : public Cloner {
public:
  Variables trouble; // walk in another way

  Walker(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion,
         const Variables &walkers, const Variables &outside)
      : Cloner(ast, expansion.made, function), walkers_(walkers), effects_(effectsOf(expansion.stmt)) {
    for (const clang::VarDecl *var : outside)
      if (walkers.count(var)) { // one that is set nowhere in the region goes on from where it is
        goTo(var, nullptr);
        if (holds(expansion.stmt, [&](const clang::Stmt *part) { return sets(part, var); }))
          lost_.insert(var);
      }
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (llvm::isa<clang::CompoundStmt>(original))
      return nullptr;
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(original);
    if (decls && (names(decls) || !changed(decls).empty()))
      return walkedDeclarations(decls);
    const Variables all = changed(original);
    if (const auto *expr = llvm::dyn_cast<clang::Expr>(original))
      return all.empty() ? nullptr : walkedExpression(expr);
    const bool carries =
        std::any_of(all.begin(), all.end(), [&](const clang::VarDecl *var) { return !lost_.count(var); });
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(original); loop && (carries || begins(loop->getInit())))
      return walkedLoop(loop);
    if (all.empty())
      return nullptr;
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(original);
    if (carries || (branch && branch->getElse()))
      return refuse(original);
    clang::Stmt *copy = stmt(original);
    lost_.insert(all.begin(), all.end());
    return copy;
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *access = llvm::dyn_cast<clang::ImplicitCastExpr>(original);
    if (const clang::VarDecl *var =
            access && access->getCastKind() == clang::CK_LValueToRValue ? variableOf(access->getSubExpr()) : nullptr;
        lost_.count(var))
      trouble.insert(var);
    const std::optional<Advance> advance = advanceOf(original);
    if (!advance || !walkers_.count(advance->var))
      return nullptr;
    clang::Expr *behind = sumOf(places_[advance->var], stretch(*advance));
    clang::Expr *value = valueAt(advance->var, advance->before ? behind : places_[advance->var]);
    ahead_[advance->var] = behind;
    return value;
  }

private:
  using Places = std::map<const clang::VarDecl *, clang::Expr *>; // how far each has gone; null: not at all

  static bool changes(const clang::Stmt *part, const clang::VarDecl *var) {
    const clang::Expr *assigned = assignedIn(part);
    return assigned && variableOf(assigned) == var;
  }
  static bool sets(const clang::Stmt *part, const clang::VarDecl *var) {
    return changes(part, var) && !advanceOf(part);
  }

  // Of those that were declared in front of the statement.
  Variables changed(const clang::Stmt *stmt) const {
    Variables out;
    for (const auto &[var, place] : places_)
      if (holds(stmt, [&, v = var](const clang::Stmt *part) { return changes(part, v); }))
        out.insert(var);
    return out;
  }

  bool names(const clang::Stmt *declaration) const {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(declaration);
    return decls && std::any_of(decls->decl_begin(), decls->decl_end(), [&](const clang::Decl *decl) {
             return walkers_.count(llvm::dyn_cast<clang::VarDecl>(decl));
           });
  }

  // Does a loop's head set one?
  bool begins(const clang::Stmt *init) const { return init && (names(init) || !changed(init).empty()); }

  clang::Stmt *refuse(const clang::Stmt *stmt) {
    const Variables found = changed(stmt);
    trouble.insert(found.begin(), found.end());
    if (found.empty())
      trouble = walkers_;
    return nullptr;
  }

  // ---- Numbers, all of them `long`
  clang::Expr *longOf(clang::Expr *value) {
    if (ast_.hasSameType(value->getType(), ast_.LongTy))
      return value;
    return noted(clang::ImplicitCastExpr::Create(ast_, ast_.LongTy, clang::CK_IntegralCast, value, nullptr,
                                                 clang::VK_PRValue, {}));
  }
  clang::Expr *sumOf(clang::Expr *left, clang::Expr *right) {
    if (!left || !right)
      return left ? left : right;
    return combined(clang::BO_Add, left, right, ast_.LongTy);
  }
  bool isNumber(const clang::Expr *value, int64_t which) const {
    const std::optional<llvm::APSInt> number = value->getIntegerConstantExpr(ast_);
    return number && *number == which;
  }
  clang::Expr *productOf(clang::Expr *left, clang::Expr *right) {
    return isNumber(right, 1) ? left : combined(clang::BO_Mul, left, right, ast_.LongTy);
  }
  clang::Expr *differenceOf(clang::Expr *left, clang::Expr *right) {
    return isNumber(right, 0) ? left : combined(clang::BO_Sub, left, right, ast_.LongTy);
  }

  clang::Expr *stretch(const Advance &advance) {
    const clang::SourceLocation at = advance.by ? advance.by->getBeginLoc() : clang::SourceLocation();
    if ((advance.by && !isInvariant(advance.by, effects_)) || lost_.count(advance.var))
      trouble.insert(advance.var);
    clang::Expr *by = advance.by ? longOf(const_cast<clang::Expr *>(advance.by)) : number(1, ast_.LongTy, at);
    return advance.down ? differenceOf(number(0, ast_.LongTy, at), by) : by;
  }

  clang::Expr *valueAt(const clang::VarDecl *var, clang::Expr *place) {
    auto own = own_.find(var);
    clang::Expr *start =
        rvalueOf(lvalueOf(own == own_.end() ? const_cast<clang::VarDecl *>(var) : own->second, var->getLocation()));
    if (!place)
      return start;
    if (var->getType()->isPointerType())
      return combined(clang::BO_Add, start, place, start->getType());
    clang::Expr *sum = sumOf(longOf(start), place);
    return ast_.hasSameType(sum->getType(), start->getType())
               ? sum
               : noted(clang::ImplicitCastExpr::Create(ast_, start->getType(), clang::CK_IntegralCast, sum, nullptr,
                                                       clang::VK_PRValue, {}));
  }

  void goTo(const clang::VarDecl *var, clang::Expr *place) {
    lost_.erase(var);
    places_[var] = place;
    scope[var] = {nullptr, valueAt(var, place), nullptr};
  }

  // ---- Statements
  clang::Stmt *walkedDeclarations(const clang::DeclStmt *decls) {
    if (std::any_of(decls->decl_begin(), decls->decl_end(),
                    [](const clang::Decl *decl) { return !llvm::isa<clang::VarDecl>(decl); }))
      return refuse(decls);
    std::vector<clang::Stmt *> stmts;
    for (const clang::Decl *decl : decls->decls()) {
      const auto *var = llvm::cast<clang::VarDecl>(decl);
      ahead_.clear();
      if (var->getInit())
        advancesOnce(var->getInit());
      clang::VarDecl *own = newVariable(var, var->getInit() ? expr(var->getInit()) : nullptr);
      stmts.push_back(declare(own));
      settle();
      if (walkers_.count(var)) {
        own_[var] = own;
        goTo(var, nullptr);
      } else {
        scope[var] = {own, nullptr, nullptr};
      }
    }
    if (stmts.size() == 1)
      return stmts.front();
    std::vector<clang::Decl *> list;
    for (clang::Stmt *stmt : stmts)
      list.push_back(llvm::cast<clang::DeclStmt>(stmt)->getSingleDecl());
    return noted(new (ast_) clang::DeclStmt(clang::DeclGroupRef::Create(ast_, list.data(), list.size()),
                                            decls->getBeginLoc(), decls->getEndLoc()));
  }

  // What a statement advances occurs in it once.
  void advancesOnce(const clang::Stmt *stmt) {
    for (const clang::VarDecl *var : changed(stmt)) {
      int mentioned = 0;
      holds(stmt, [&](const clang::Stmt *part) {
        const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
        mentioned += ref && ref->getDecl() == var;
        return false;
      });
      if (mentioned != 1 || holds(stmt, [&](const clang::Stmt *part) { return sets(part, var); }))
        trouble.insert(var);
    }
  }

  void settle() {
    for (const auto &[var, place] : ahead_)
      goTo(var, place);
    ahead_.clear();
  }

  clang::Stmt *walkedExpression(const clang::Expr *original) {
    const clang::Expr *bare = original->IgnoreParens();
    if (const auto *comma = llvm::dyn_cast<clang::BinaryOperator>(bare); comma && comma->isCommaOp()) {
      std::vector<const clang::Stmt *> parts;
      splitCommas(bare, parts);
      std::vector<clang::Stmt *> copies;
      for (const clang::Stmt *one : parts)
        copies.push_back(walkedExpression(llvm::cast<clang::Expr>(one)));
      return block(copies, original->getSourceRange());
    }
    ahead_.clear();
    const auto *set = llvm::dyn_cast<clang::BinaryOperator>(bare);
    const clang::VarDecl *var = set && set->getOpcode() == clang::BO_Assign ? variableOf(set->getLHS()) : nullptr;
    if (walkers_.count(var)) {
      advancesOnce(set->getRHS());
      clang::Expr *value = expr(set->getRHS());
      settle();
      own_[var] = newVariable(var, value); // of its own, for nobody else looks at it
      goTo(var, nullptr);
      return declare(own_[var]);
    }
    if (const std::optional<Advance> advance = advanceOf(bare); advance && walkers_.count(advance->var)) {
      goTo(advance->var, sumOf(places_[advance->var], stretch(*advance)));
      return noted(new (ast_) clang::NullStmt(original->getEndLoc()));
    }
    advancesOnce(original);
    clang::Stmt *copy = stmt(original);
    settle();
    return copy;
  }

  // ---- Loops
  clang::Stmt *walkedLoop(const clang::ForStmt *loop) {
    std::vector<clang::Stmt *> before;
    std::vector<const clang::Stmt *> starts, advances;
    clang::Stmt *init = nullptr;
    const clang::VarDecl *counter = countedBy(loop);
    if (!counter || holds(loop->getBody(), [](const clang::Stmt *part) {
          return llvm::isa<clang::ContinueStmt, clang::BreakStmt, clang::GotoStmt>(part);
        }))
      return refuse(loop);
    if (const auto *decls = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit())) {
      for (const clang::Decl *decl : decls->decls()) {
        auto *one = noted(new (ast_) clang::DeclStmt(clang::DeclGroupRef(const_cast<clang::Decl *>(decl)),
                                                     decls->getBeginLoc(), decls->getEndLoc()));
        clang::Stmt *copy = part(one);
        decl == counter ? void(init = copy) : before.push_back(copy);
      }
    } else {
      splitCommas(loop->getInit(), starts);
      for (const clang::Stmt *start : starts)
        changes(start, counter) ? void(init = part(start)) : before.push_back(part(start));
    }
    splitCommas(loop->getInc(), advances);
    const auto own =
        std::find_if(advances.begin(), advances.end(), [&](const clang::Stmt *part) { return changes(part, counter); });
    if (own == advances.end())
      return refuse(loop);
    clang::Expr *inc = expr(llvm::cast<clang::Expr>(*own));
    advances.erase(own);
    clang::Stmt *copy = rounds(loop, init, inc, advances);
    if (!copy || before.empty())
      return copy;
    before.push_back(copy);
    return block(before, loop->getSourceRange());
  }

  // How far the walkers get in a round, by a first copy that nobody sees.
  // Those that begin anew in each round are lost behind it.
  Places stretches(const clang::ForStmt *loop, const std::vector<const clang::Stmt *> &advances,
                   const Variables &through) {
    const Places entry = places_;
    const auto scopes = scope;
    const Variables lost = lost_;
    for (const clang::VarDecl *var : through)
      enter(var, loop, nullptr);
    part(loop->getBody());
    for (const clang::Stmt *advance : advances)
      part(advance);
    Places out;
    const Effects effects = effectsOf(loop);
    for (const clang::VarDecl *var : through)
      if (!isSet(var, loop)) {
        out[var] = places_[var];
        if (out[var] && !isInvariant(out[var], effects))
          trouble.insert(var);
      }
    places_ = entry;
    scope = scopes;
    lost_ = lost;
    return out;
  }

  static bool isSet(const clang::VarDecl *var, const clang::ForStmt *loop) {
    return holds(loop->getBody(), [&](const clang::Stmt *part) { return sets(part, var); });
  }

  void enter(const clang::VarDecl *var, const clang::ForStmt *loop, clang::Expr *place) {
    goTo(var, place);
    if (isSet(var, loop))
      lost_.insert(var);
  }

  clang::Stmt *rounds(const clang::ForStmt *loop, clang::Stmt *init, clang::Expr *inc,
                      const std::vector<const clang::Stmt *> &advances) {
    clang::Expr *condition = expr(loop->getCond());
    auto *head =
        noted(new (ast_) clang::ForStmt(ast_, init, condition, nullptr, inc, const_cast<clang::Stmt *>(loop->getBody()),
                                        loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc()));
    Diagnostics silent;
    const Effects none;
    Reader probe(ast_, silent, none, none);
    const std::optional<LoopShape> shape = loopShape(probe, head);
    if (!shape || !shape->first || !shape->limit || !shape->also.empty() || !shape->added.empty() ||
        !shape->taken.empty() || std::abs(shape->step) != 1)
      return refuse(loop);
    if (!isInvariant(shape->first, effects_) || !isInvariant(shape->limit, effects_))
      return refuse(loop);
    const Variables through = changed(loop);
    if (llvm::any_of(through, [&](const clang::VarDecl *var) { return mentions(loop->getCond(), var); }))
      return refuse(loop); // k < m; k++, m--
    const Places ways = stretches(loop, advances, through);
    const Places entry = places_;
    const bool up = shape->step > 0;
    clang::Expr *first = longOf(const_cast<clang::Expr *>(shape->first)),
                *limit = longOf(const_cast<clang::Expr *>(shape->limit));
    clang::Expr *at = longOf(rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(shape->var), loop->getForLoc())));
    clang::Expr *rounds = up ? differenceOf(limit, first) : differenceOf(first, limit);
    if (shape->inclusive)
      rounds = sumOf(rounds, number(1, ast_.LongTy, loop->getForLoc()));
    auto after = [&](clang::Expr *count) {
      for (const clang::VarDecl *var : through) {
        auto way = ways.find(var);
        enter(var, loop,
              way == ways.end() || !way->second ? entry.at(var) : sumOf(entry.at(var), productOf(count, way->second)));
      }
    };
    after(up ? differenceOf(at, first) : differenceOf(first, at));
    clang::Stmt *body = part(loop->getBody());
    for (const clang::Stmt *advance : advances)
      if (clang::Stmt *copy = part(advance); !llvm::isa<clang::NullStmt>(copy))
        return refuse(loop);
    after(rounds);
    return noted(new (ast_) clang::ForStmt(ast_, init, condition, nullptr, inc, body, loop->getForLoc(),
                                           loop->getLParenLoc(), loop->getRParenLoc()));
  }

  const Variables &walkers_;
  const Effects effects_;                                  // of the region
  std::map<const clang::VarDecl *, clang::VarDecl *> own_; // declared by the copy
  Places places_, ahead_;                                  // ahead: behind the statement
  Variables lost_;                                         // nobody knows where
};

} // namespace

std::optional<Expansion> withoutWalks(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                      const clang::Stmt *region, const Expansion &expansion) {
  const Walkers found = walkersIn(ast, function, region, expansion.stmt);
  Variables walkers = found.all;
  for (const auto &[empty, host] : expansion.hostCode)
    std::erase_if(walkers, [&, code = host](const clang::VarDecl *var) { return mentions(code, var); });
  while (!walkers.empty()) {
    Expansion out = expansion;
    Walker walker(ast, function, out, walkers, found.outside);
    out.stmt = walker.run(expansion.stmt);
    if (walker.trouble.empty())
      return out;
    std::erase_if(walkers, [&](const clang::VarDecl *var) { return walker.trouble.count(var) > 0; });
  }
  return std::nullopt;
}

} // namespace kasane
