// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/KnownNumbers.h"

#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"
#include "Simplify/Elements.h"

#include <map>

namespace kasane {
namespace {

constexpr int64_t kMostKnown = 8; // more is the length of an axis

// Does the place fall with the variable? Subscripts of an element, the innermost first.
bool falls(const clang::Expr *element, const clang::VarDecl *var) {
  for (const auto *at = llvm::dyn_cast<clang::ArraySubscriptExpr>(element->IgnoreParenImpCasts()); at;
       at = llvm::dyn_cast<clang::ArraySubscriptExpr>(at->getBase()->IgnoreParenImpCasts()))
    if (fallsWith(at->getIdx(), var))
      return true;
  return false;
}

// Does it store to an array, and read an element of it that lies a length away, or on the mirrored side? Neighbours,
// u[i] = u[i + 1], are no ghosts.
bool copiesWithin(const clang::Stmt *stmt, const clang::VarDecl *counter) {
  const clang::Expr *stored = assignedIn(stmt);
  const std::string key = stored && isElement(stored) ? storageKey(stored) : "";
  return !key.empty() && holds(stmt, [&](const clang::Stmt *part) {
    const auto *read = llvm::dyn_cast<clang::Expr>(part);
    return read && read != stored && isElement(read) && read->getType()->isArithmeticType() &&
           storageKey(read) == key &&
           (variablesIn(read) != variablesIn(stored) || falls(read, counter) != falls(stored, counter));
  });
}

struct Known {
  clang::Expr *named; // what the program calls it
  int64_t number;
};

class Fixer : public Cloner {
public:
  Fixer(const clang::ASTContext &ast, const clang::FunctionDecl *function, const Rehearsal &rehearsal,
        Expansion &expansion)
      : Cloner(ast, expansion.made, function), rehearsal_(rehearsal), effects_(effectsOf(expansion.stmt)),
        changes_(callees_, expansion.stmt) {
    for (const auto &[place, code] : expansion.hostCode)
      changes_.addHostCode(code);
    find(expansion.stmt);
  }

  std::map<std::string, Known> numbers; // by key
  clang::Expr *conditionOf(const Known &known) {
    return combined(clang::BO_EQ, known.named, number(known.number, known.named->getType(), known.named->getBeginLoc()),
                    ast_.IntTy);
  }

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const std::string key = keyOf(original);
    const auto known = key.empty() ? numbers.end() : numbers.find(key);
    return known == numbers.end() ? nullptr
                                  : number(known->second.number, original->getType(), original->getBeginLoc());
  }

private:
  // Of an integer's value where it stands; "": it is none, or has no name.
  std::string keyOf(const clang::Expr *expr) const {
    const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
    const bool isInteger = load && load->getCastKind() == clang::CK_LValueToRValue &&
                           load->getType()->isIntegerType() &&
                           ast_.getTypeSize(load->getType()) >= ast_.getTypeSize(ast_.IntTy);
    return isInteger ? lvalueKey(load->getSubExpr()->IgnoreParens()) : "";
  }

  // The heads of loops over ghost cells.
  void find(const clang::Stmt *stmt) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt)) {
      LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
      const auto isCopy = [&](const clang::Stmt *inner) { return copiesWithin(inner, shape.var); };
      if (loop->getInit() && readInit(loop->getInit(), shape) && effects_.wrappedStores.count(shape.var) &&
          holds(loop->getBody(), isCopy))
        for (const clang::Expr *part : {shape.first, loop->getCond()})
          if (part)
            findIn(part);
    }
    for (const clang::Stmt *child : stmt->children())
      if (child)
        find(child);
  }

  void findIn(const clang::Stmt *part) {
    const auto *expr = llvm::dyn_cast<clang::Expr>(part);
    const std::string key = expr ? keyOf(expr) : "";
    const clang::VarDecl *var = key.empty() ? nullptr : variableOf(llvm::cast<clang::CastExpr>(expr)->getSubExpr());
    if (var && effects_.declared.count(var) && !effects_.assigned.count(var) && var->getInit())
      findIn(var->getInit()); // a function's parameter
    else if (!key.empty() && !numbers.count(key) && isInvariant(expr, effects_) && changes_.isFixed(expr))
      if (const std::optional<Rehearsed> value = rehearsal_.valueOf(expr);
          value && value->isSure && value->number > 0 && value->number <= kMostKnown)
        numbers[key] = {const_cast<clang::Expr *>(expr), value->number};
    for (const clang::Stmt *child : part->children())
      if (child)
        findIn(child);
  }

  const Rehearsal &rehearsal_;
  const Effects effects_;
  Callees callees_;
  Changes changes_;
};

} // namespace

int copiesOfGhosts(const clang::ASTContext &ast, const clang::Stmt *region) {
  Diagnostics silent;
  const Effects none;
  const Reader probe(ast, silent, none, none);
  int count = 0;
  holds(region, [&](const clang::Stmt *part) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
    const std::optional<Trips> trips = loop ? tripsOf(probe, loop) : std::nullopt;
    const auto isCopy = [&](const clang::Stmt *inner) { return copiesWithin(inner, trips->var); };
    count += trips && trips->count <= kMostKnown && holds(loop->getBody(), isCopy) ? 1 : 0;
    return false;
  });
  return count;
}

bool fixNumbers(const clang::ASTContext &ast, const clang::FunctionDecl *function, const Rehearsal &rehearsal,
                Expansion &expansion) {
  Fixer fixer(ast, function, rehearsal, expansion);
  if (fixer.numbers.empty())
    return false;
  expansion.stmt = fixer.stmt(expansion.stmt);
  for (const auto &[key, known] : fixer.numbers)
    expansion.asked.push_back(fixer.conditionOf(known));
  return true;
}

} // namespace kasane
