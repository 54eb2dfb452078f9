// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/WindowPlaces.h"

#include <algorithm>

namespace kasane {
namespace {

const char *const kCounter = "@w";

class Finder {
public:
  explicit Finder(Reader &reader) : reader_(reader) {}

  bool isAlong(const clang::Stmt *stmt) {
    note(stmt);
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt);
    return (!element || isElementAlong(element)) &&
           std::all_of(stmt->child_begin(), stmt->child_end(),
                       [&](const clang::Stmt *child) { return !child || isAlong(child); });
  }

private:
  // int row = j + k; row = j + k;
  void note(const clang::Stmt *stmt) {
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getInit())
          note(var, var->getInit());
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (const clang::VarDecl *var = op && op->getOpcode() == clang::BO_Assign ? variableOf(op->getLHS()) : nullptr)
      note(var, op->getRHS());
  }

  void note(const clang::VarDecl *var, const clang::Expr *value) {
    if (!var->getType()->isIntegerType() || reader_.step.integers.count(var))
      return;
    if (const std::optional<Poly> known = affineOf(reader_, value))
      reader_.step.integers[var] = *known;
  }

  bool isOverLoops(const Poly &index) const {
    for (size_t l = 0; l < reader_.nest.loops.size(); ++l)
      if (index.symbols().count(loopSymbol(l)))
        return true;
    return false;
  }

  // The counter's factor is a number times that of a loop over the cells.
  bool isBesideLoop(const Poly &index) const {
    const Poly factor = index.coefficientOf(kCounter).value_or(0);
    for (size_t l = 0; l < reader_.nest.loops.size(); ++l) {
      const Poly ofLoop = index.coefficientOf(loopSymbol(l)).value_or(0);
      const std::optional<Poly> times = ofLoop.isZero() ? std::nullopt : factor.dividedBy(ofLoop);
      if (times && times->constant())
        return true;
    }
    return false;
  }

  bool isElementAlong(const clang::ArraySubscriptExpr *element) {
    bool looksFar = false, movesOverCells = false;
    for (const clang::Expr *base = element;
         const auto *part = llvm::dyn_cast<clang::ArraySubscriptExpr>(base->IgnoreParenImpCasts());
         base = part->getBase()) {
      const std::optional<Poly> index = affineOf(reader_, part->getIdx());
      movesOverCells |= index && isOverLoops(*index);
      looksFar |= index && index->symbols().count(kCounter) && !isBesideLoop(*index);
    }
    return !looksFar || !movesOverCells;
  }

  Reader &reader_;
};

} // namespace

bool movesAlongAxes(Reader &reader, const clang::ForStmt *loop, const clang::VarDecl *counter, const Poly &first) {
  const auto integers = reader.step.integers;
  const Diagnostics said = reader.diags; // what can't be read with this counter may be read round by round
  std::vector<StmtPtr> unused;
  std::vector<StmtPtr> *hoist = std::exchange(reader.nest.hoist, &unused);
  const size_t choices = reader.nest.choices.size(), phases = reader.step.phases.size(),
               guards = reader.draft.guards.size(), accesses = reader.draft.accesses.size();
  reader.step.integers[counter] = first + Poly::symbol(kCounter);
  const bool isAlong = Finder(reader).isAlong(loop->getBody());
  reader.step.integers = integers;
  reader.diags = said;
  reader.nest.hoist = hoist;
  reader.nest.choices.resize(choices);
  reader.step.phases.resize(phases);
  reader.draft.guards.resize(guards);
  reader.draft.accesses.erase(reader.draft.accesses.begin() + static_cast<std::ptrdiff_t>(accesses),
                              reader.draft.accesses.end());
  return isAlong;
}

} // namespace kasane
