// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Recorded.h"

#include "Ast/LoopForms.h"
#include "Read/HostNests.h"

namespace kasane {
namespace {

std::string arrayOf(const clang::Expr *lhs);

// rec[r] of rec[r].data; null: it is no member of an array's element.
const clang::ArraySubscriptExpr *elementOf(const clang::Stmt *stmt) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(stmt);
  return member && !member->isArrow() ? llvm::dyn_cast<clang::ArraySubscriptExpr>(member->getBase()->IgnoreParens())
                                      : nullptr;
}

// rec[].data of rec[r].data, where rec has a name; else "".
std::string memberKey(const clang::Stmt *stmt) {
  const clang::ArraySubscriptExpr *element = elementOf(stmt);
  const std::string array = element ? arrayOf(element) : "";
  return array.empty() ? "" : array + "[]." + llvm::cast<clang::MemberExpr>(stmt)->getMemberDecl()->getNameAsString();
}

// rec of rec[t], *rp and *rp++; its key.
std::string arrayOf(const clang::Expr *lhs) {
  lhs = lhs->IgnoreParenCasts();
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lhs))
    return arrayOf(subscript->getBase());
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(lhs))
    return unary->getOpcode() == clang::UO_AddrOf ? "" : arrayOf(unary->getSubExpr());
  const std::string key = lvalueKey(lhs);
  return key.empty() ? memberKey(lhs) : key;
}

} // namespace

Recorded::Recorded(Callees &callees, const clang::Stmt *region, Records records)
    : region_(region), records_(records), effects_(effectsOf(region)), rank_(storeRankOf(callees, region)) {
  count(region, "");
}

bool Recorded::holdsFor(const clang::Stmt *stmt) const {
  bool stores = false;
  bool isOther = holds(stmt, [&](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    if (!lhs || !isElement(lhs))
      return false;
    stores = true;
    return isSeen(lhs);
  });
  return stores && !isOther && isStepped(stmt);
}

bool Recorded::isPlaced(Callees &callees, const clang::Stmt *stmt) const {
  const auto moves = [&](const clang::VarDecl *var) {
    return effects_.assigned.count(var) || effects_.declared.count(var);
  };
  const bool isGiven = holds(stmt, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return call && callees.definitionOf(call) && llvm::any_of(call->arguments(), [&](const clang::Expr *argument) {
             return argument->getType()->isIntegerType() && holds(argument, [&](const clang::Stmt *inner) {
                      const auto *expr = llvm::dyn_cast<clang::Expr>(inner);
                      return expr && variableOf(expr) && moves(variableOf(expr));
                    });
           });
  });
  const auto storesOne = [](const clang::Stmt *part) { return assignedIn(part) && isElement(assignedIn(part)); };
  return records_ >= Records::Placed && (isGiven || llvm::any_of(effectsOf(stmt).wrappedStores, moves)) &&
         holdsAnywhere(callees, stmt, storesOne) && !holdsAnywhere(callees, stmt, [](const clang::Stmt *part) {
           return bodyOf(part) || (assignedIn(part) && assignedIn(part)->getType()->isPointerType());
         });
}

bool Recorded::isSearch(Callees &callees, const clang::Stmt *stmt) const {
  std::set<std::string> arrays;
  const bool isOther = holds(stmt, [&](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    const auto *expr = llvm::dyn_cast<clang::Expr>(part);
    if (expr && isElement(expr) && !expr->getType()->isArrayType())
      arrays.insert(arrayOf(expr));
    return (lhs && (isElement(lhs) || lhs->getType()->isPointerType())) ||
           llvm::isa<clang::CallExpr, clang::ReturnStmt, clang::GotoStmt>(part);
  });
  if (records_ < Records::Placed || !bodyOf(stmt) || isOther || arrays.empty() || arrays.count(""))
    return false;
  std::set<std::string> kept; // by statements without loops
  const std::function<bool(const clang::Stmt *)> isSeenByNests = [&](const clang::Stmt *part) {
    if (bodyOf(part) && part != region_) {
      bool stores = false, looks = false;
      holds(part, [&](const clang::Stmt *inner) {
        const auto *expr = llvm::dyn_cast<clang::Expr>(inner);
        stores |= assignedIn(inner) && isElement(assignedIn(inner));
        looks |= expr && arrays.count(lvalueKey(expr)) > 0;
        return false;
      });
      return stores && looks;
    }
    if (assignedIn(part) && isElement(assignedIn(part)) && isPlaced(callees, part))
      kept.insert(arrayOf(assignedIn(part)));
    return llvm::any_of(part->children(), [&](const clang::Stmt *child) { return child && isSeenByNests(child); });
  };
  return !isSeenByNests(region_) && llvm::all_of(arrays, [&](const auto &array) { return kept.count(array) > 0; });
}

bool Recorded::isOtherNest(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *stmt) const {
  if (records_ == Records::Nests &&
      (changesSpacing(ast, callees, stmt) || drawsNumbers(callees, stmt) || printsCells(callees, stmt)))
    return true;
  if (goesAlong(ast, stmt))
    return storeRankOf(callees, stmt) < rank_;
  // Loops over all cells may count them, hist[u[j][i]]++, where no cell looks.
  const bool isSeenElsewhere = static_cast<size_t>(loopsIn(stmt)) >= rank_ && effectsOf(stmt).storesByArray &&
                               holds(stmt, [&](const clang::Stmt *part) {
                                 const clang::Expr *lhs = assignedIn(part);
                                 return lhs && isElement(lhs) && isSeen(lhs);
                               });
  return records_ == Records::Nests && !isSeenElsewhere && !whyNoStencil(callees, stmt).empty() &&
         storeRankOf(callees, stmt) < rank_;
}

bool Recorded::mayChange(const clang::Expr *condition) const {
  return holds(condition, [&](const clang::Stmt *part) {
    const auto *expr = llvm::dyn_cast<clang::Expr>(part);
    const clang::VarDecl *var = expr ? variableOf(expr) : nullptr;
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
    return llvm::isa<clang::CallExpr, clang::ArraySubscriptExpr>(part) ||
           (unary && unary->getOpcode() == clang::UO_Deref) ||
           (var && (effects_.assigned.count(var) || effects_.declared.count(var))) ||
           (expr && effects_.assignedKeys.count(lvalueKey(expr)));
  });
}

bool Recorded::isSeen(const clang::Expr *element) const {
  const std::string array = arrayOf(element), whole = array.substr(0, array.find("[]."));
  return array.empty() || looked_.count(array) || looked_.count(whole) ||
         (array == whole &&
          llvm::any_of(looked_, [&](const std::string &key) { return key.starts_with(array + "[]."); }));
}

// What else is mentioned than by being stored to; `array` is what the store goes to whose left side this is.
void Recorded::count(const clang::Stmt *stmt, const std::string &array) {
  if (llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(stmt))
    if (std::string key = lvalueKey(llvm::cast<clang::Expr>(stmt)); !key.empty() && key != array)
      looked_.insert(key);
  if (const std::string key = memberKey(stmt); !key.empty()) { // the array is looked at there alone
    if (key != array)
      looked_.insert(key);
    for (const clang::Expr *at = elementOf(stmt);
         const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(at->IgnoreParenImpCasts());
         at = element->getBase())
      count(element->getIdx(), array);
    return;
  }
  const clang::Expr *lhs = assignedIn(stmt);
  const bool stores = lhs && isElement(lhs);
  for (const clang::Stmt *child : stmt->children())
    if (child)
      count(child, stores && child == lhs ? arrayOf(lhs) : array);
}

// By what changes from step to step: the time loop's variable;
// for a single element any that the region moves on, too.
bool Recorded::isStepped(const clang::Stmt *stmt) const {
  const bool isSingle = !holds(stmt, [](const clang::Stmt *part) { return bodyOf(part) != nullptr; });
  const Variables movers = isSingle ? effects_.assigned : counters();
  for (const clang::VarDecl *var : effectsOf(stmt).storeSubscripts)
    if (movers.count(var))
      return true;
  const auto isMovedMember = [&](const clang::Stmt *part) { // log->values[log->count++]
    return llvm::isa<clang::MemberExpr>(part) &&
           effects_.assignedKeys.count(lvalueKey(llvm::cast<clang::Expr>(part))) > 0;
  };
  return isSingle && holds(stmt, [&](const clang::Stmt *part) {
           const clang::Expr *lhs = assignedIn(part);
           const auto *element = lhs ? llvm::dyn_cast<clang::ArraySubscriptExpr>(lhs->IgnoreParenImpCasts()) : nullptr;
           return lhs && isElement(lhs) &&
                  (effects_.assignedKeys.count(arrayOf(lhs)) || (element && holds(element->getIdx(), isMovedMember)));
         });
}

Variables Recorded::counters() const {
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(region_))
    return loop->getInc() ? effectsOf(loop->getInc()).assigned : Variables();
  const clang::Expr *condition = testOf(region_);
  Variables found;
  for (const clang::VarDecl *var : effects_.assigned)
    if (condition && mentions(condition, var))
      found.insert(var);
  return found;
}

const clang::Expr *recordAmidStores(const clang::Stmt *region) {
  const auto *rounds = llvm::dyn_cast<clang::ForStmt>(region);
  const clang::VarDecl *round = rounds ? countedBy(rounds) : nullptr;
  if (!round)
    return nullptr;
  Callees callees;
  const Recorded recorded(callees, region, Records::Unseen);
  const clang::Expr *found = nullptr;
  holds(rounds->getBody(), [&](const clang::Stmt *part) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
    const clang::VarDecl *cell = loop && !hasLoop(loop->getBody()) ? countedBy(loop) : nullptr;
    const clang::Expr *record = nullptr;
    bool storesOther = false;
    if (cell)
      holds(loop->getBody(), [&](const clang::Stmt *stored) {
        const clang::Expr *lhs = assignedIn(stored);
        if (!lhs || !isElement(lhs) || !mentions(lhs, cell))
          return false;
        if (!mentions(lhs, round))
          storesOther = true;
        else if (!recorded.isSeen(lhs))
          record = lhs;
        return false;
      });
    if (record && storesOther)
      found = record;
    return found != nullptr;
  });
  return found;
}

} // namespace kasane
