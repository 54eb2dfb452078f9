// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/LoopHeads.h"

#include "Ast/Advances.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

using Stmts = std::vector<const clang::Stmt *>;

// One of `a = 1, b = 2`, or of what `int a = 1, b = 2` declares.
struct Part {
  const clang::VarDecl *var;  // that it changes; null: something else
  const clang::Stmt *looksAt; // where the variables stand that it reads
  const clang::Expr *expr;    // null: it declares
  bool moves;
};

class Heads : public Cloner {
public:
  Heads(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function) {}

protected:
  void rewriteBlock(Stmts &stmts) override {
    Stmts all;
    for (const clang::Stmt *stmt : stmts) {
      const Stmts apart = partsInPlaceOf(stmt);
      if (apart.empty())
        all.push_back(stmt);
      all.insert(all.end(), apart.begin(), apart.end());
    }
    stmts = std::move(all);
  }

  clang::Stmt *instead(const clang::Stmt *original) override {
    std::vector<clang::Stmt *> copies;
    for (const clang::Stmt *each : partsInPlaceOf(original))
      copies.push_back(stmt(each));
    return copies.empty() ? nullptr : block(copies, original->getSourceRange());
  }

private:
  static std::vector<Part> partsOf(const clang::Stmt *head) {
    std::vector<Part> parts;
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(head)) {
      for (const clang::Decl *decl : decls->decls()) {
        const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
        parts.push_back({var && var->getInit() ? var : nullptr, var ? var->getInit() : nullptr, nullptr, false});
      }
      return parts;
    }
    Stmts stmts;
    splitCommas(head, stmts);
    for (const clang::Stmt *stmt : stmts) {
      const clang::Expr *place = assignedIn(stmt);
      parts.push_back({place ? variableOf(place) : nullptr, stmt, llvm::cast<clang::Expr>(stmt), false});
    }
    return parts;
  }

  // Does the loop count the variable, or advance it?
  bool goesOn(const clang::ForStmt *loop, const clang::VarDecl *var) const {
    return holds(loop, [&](const clang::Stmt *part) {
      const std::optional<Advance> advance = advanceOf(part);
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return (advance && advance->var == var) || (expr && stepOf(expr, var, ast_) != 0);
    });
  }

  // Says which parts are done before the others. False: none is, or what they read wouldn't be the same.
  bool move(const clang::ForStmt *loop, std::vector<Part> &parts, bool isFirst) const {
    for (Part &part : parts) {
      if (!part.var)
        return false;
      const auto *op = part.expr ? llvm::dyn_cast<clang::BinaryOperator>(part.expr->IgnoreParens()) : nullptr;
      const clang::Expr *value = op && op->isAssignmentOp() ? op->getRHS() : part.var->getInit();
      const bool isOther =
          part.var->getType()->isPointerType() && op && isFirst && !mentions(loop->getCond(), part.var);
      part.moves = (op || !part.expr) && (part.var->getType()->isArithmeticType() || isOther) && value &&
                   !value->HasSideEffects(ast_) &&
                   ((isFirst && part.var->getType()->isRealFloatingType()) || !goesOn(loop, part.var));
    }
    for (size_t n = 0; n < parts.size(); ++n)
      for (size_t later = n + 1; later < parts.size(); ++later)
        if (!parts[n].moves && parts[later].moves &&
            (mentions(parts[later].looksAt, parts[n].var) || mentions(parts[n].looksAt, parts[later].var)))
          return false;
    return llvm::any_of(parts, [](const Part &part) { return part.moves; }) &&
           !llvm::all_of(parts, [](const Part &part) { return part.moves; });
  }

  void append(const std::vector<Part> &parts, Stmts &out) {
    for (const Part &part : parts)
      if (part.moves)
        out.push_back(part.expr ? part.expr : declare(const_cast<clang::VarDecl *>(part.var)));
  }

  // The parts that stay; null: all do.
  clang::Stmt *rest(const std::vector<Part> &parts, bool moves) {
    std::vector<clang::Decl *> declared;
    clang::Expr *all = nullptr;
    for (const Part &part : parts) {
      auto *expr = const_cast<clang::Expr *>(part.expr);
      if (part.moves || !moves)
        continue;
      if (!expr)
        declared.push_back(const_cast<clang::VarDecl *>(part.var));
      else
        all = all ? combined(clang::BO_Comma, all, expr, expr->getType()) : expr;
    }
    if (declared.empty())
      return all;
    const clang::DeclGroupRef group = clang::DeclGroupRef::Create(ast_, declared.data(), declared.size());
    return noted(new (ast_) clang::DeclStmt(group, declared[0]->getBeginLoc(), declared.back()->getEndLoc()));
  }

  // What is set before the loop, and the loop; nothing: it stays as it is.
  Stmts partsInPlaceOf(const clang::Stmt *stmt) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(unwrap(stmt));
    if (!loop || !loop->getInit() || !loop->getInc())
      return {};
    std::vector<Part> first = partsOf(loop->getInit()), steps = partsOf(loop->getInc());
    const bool movesFirst = loop->getCond() && move(loop, first, true),
               movesSteps = !holdsContinue(loop->getBody()) && move(loop, steps, false);
    if (!movesFirst && !movesSteps)
      return {};
    Stmts out;
    if (movesFirst)
      append(first, out);
    Stmts body;
    if (movesSteps) {
      const auto *own = llvm::dyn_cast<clang::CompoundStmt>(loop->getBody());
      body = own ? Stmts(own->body_begin(), own->body_end()) : Stmts{loop->getBody()};
      append(steps, body);
    }
    clang::Stmt *init = rest(first, movesFirst), *step = rest(steps, movesSteps);
    std::vector<clang::Stmt *> all;
    for (const clang::Stmt *part : body)
      all.push_back(const_cast<clang::Stmt *>(part));
    out.push_back(noted(new (ast_) clang::ForStmt(
        ast_, init ? init : const_cast<clang::Stmt *>(loop->getInit()), const_cast<clang::Expr *>(loop->getCond()),
        nullptr, step ? llvm::cast<clang::Expr>(step) : const_cast<clang::Expr *>(loop->getInc()),
        movesSteps ? block(all, loop->getBody()->getSourceRange()) : const_cast<clang::Stmt *>(loop->getBody()),
        loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc())));
    return out;
  }
};

// { x = x0; for (i..) .. }, where the loop goes over cells.
bool endsWithCells(const clang::ASTContext &ast, const clang::Stmt *region) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(region);
  const auto *loop = block ? llvm::dyn_cast<clang::ForStmt>(block->body_back()) : nullptr;
  Diagnostics silent;
  const Effects effects = effectsOf(region);
  return loop && isSpaceLoop(Reader(ast, silent, effects, effects), loop, true);
}

} // namespace

void simplifyHeads(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  Heads heads(ast, function, expansion);
  const clang::Stmt *apart = llvm::isa<clang::ForStmt>(expansion.stmt) ? heads.run(expansion.stmt) : nullptr;
  expansion.stmt = apart && endsWithCells(ast, apart) ? apart : heads.stmt(expansion.stmt);
}

} // namespace kasane
