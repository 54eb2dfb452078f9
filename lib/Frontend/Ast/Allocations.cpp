// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Allocations.h"

#include "Ast/AstVisitor.h"
#include "Ast/Unwrap.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace kasane {
namespace {

std::string calleeName(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  return callee && callee->getIdentifier() ? callee->getNameAsString() : "";
}

bool isNull(const clang::Expr *expr) {
  expr = expr->IgnoreParenCasts();
  const auto *number = llvm::dyn_cast<clang::IntegerLiteral>(expr);
  return (number && number->getValue().isZero()) || llvm::isa<clang::GNUNullExpr>(expr);
}

// What each pointer variable gets, and which are given back.
class Collector : public AstVisitor {
public:
  std::vector<std::pair<const clang::VarDecl *, const clang::Expr *>> values;
  Variables declared, released;
  std::vector<const clang::BinaryOperator *> moves; // of pointers

  bool VisitVarDecl(const clang::VarDecl *var) override {
    declared.insert(var);
    if (var->getInit() && var->getType()->isPointerType())
      values.push_back({var, var->getInit()});
    return true;
  }
  bool VisitBinaryOperator(const clang::BinaryOperator *op) override {
    if (op->isAssignmentOp() && op->getType()->isPointerType())
      moves.push_back(op);
    if (const clang::VarDecl *var = variableOf(op->getLHS());
        var && op->getOpcode() == clang::BO_Assign && var->getType()->isPointerType())
      values.push_back({var, op->getRHS()});
    return true;
  }
  bool VisitCallExpr(const clang::CallExpr *call) override {
    if (const clang::VarDecl *var = releasedBy(call))
      released.insert(var);
    return true;
  }
};

using Allocates = std::function<const clang::CallExpr *(const clang::Expr *value)>;

const clang::CallExpr *libraryAllocation(const clang::Expr *value) {
  static const std::set<std::string> names = {"malloc", "calloc", "aligned_alloc",    "memalign",
                                              "valloc", "alloca", "__builtin_alloca", "_mm_malloc"};
  const auto *call = llvm::dyn_cast<clang::CallExpr>(value->IgnoreParenCasts());
  return call && names.count(calleeName(call)) ? call : nullptr;
}

// p of free(p)
const clang::Expr *pointerReleasedBy(const clang::Stmt *stmt) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  const auto *call = expr ? llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParenCasts()) : nullptr;
  const std::string name = call && call->getNumArgs() == 1 ? calleeName(call) : "";
  return name == "free" || name == "_mm_free" ? call->getArg(0)->IgnoreParenCasts() : nullptr;
}

// tmp[j] = malloc(..); if (!tmp[j]) exit(1); free(tmp[j]); of these tables.
bool isMemoryOfRow(const clang::Stmt *stmt, const Variables &tables, const Allocates &allocates) {
  stmt = unwrap(stmt);
  const auto isRow = [&](const clang::Expr *expr) {
    const auto *row = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr->IgnoreParenCasts());
    return row && tables.count(variableOf(row->getBase()->IgnoreParenCasts())) > 0;
  };
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return !block->body_empty() &&
           llvm::all_of(block->body(), [&](const clang::Stmt *part) { return isMemoryOfRow(part, tables, allocates); });
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
    const clang::Expr *condition = branch->getCond()->IgnoreParenImpCasts();
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(condition);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition);
    return !branch->getElse() &&
           ((unary && unary->getOpcode() == clang::UO_LNot && isRow(unary->getSubExpr())) ||
            (op && op->getOpcode() == clang::BO_EQ && isRow(op->getLHS()) && isNull(op->getRHS())));
  }
  if (const clang::Expr *pointer = pointerReleasedBy(stmt))
    return isRow(pointer);
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  return op && op->getOpcode() == clang::BO_Assign && isRow(op->getLHS()) && allocates(op->getRHS());
}

bool isMemory(const clang::Stmt *stmt, const Variables &pointers, const Allocates &allocates) {
  auto isOwn = [&](const clang::VarDecl *var) { return pointers.count(var) > 0; };
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
    return isMemoryOfRow(loop->getBody(), pointers, allocates);
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
    return !branch->getElse() && isNullTest(branch->getCond(), isOwn);
  if (const clang::VarDecl *var = releasedBy(stmt))
    return isOwn(var);
  if (isNullAssertion(stmt, isOwn))
    return true;
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  const auto *op = expr ? llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens()) : nullptr;
  const clang::VarDecl *var = op && op->getOpcode() == clang::BO_Assign ? variableOf(op->getLHS()) : nullptr;
  return var && isOwn(var) && allocates(op->getRHS());
}

// Does a function of the file return new memory of the C library's, and do nothing else but look whether it got any?
bool onlyAllocates(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *definition = function->getDefinition();
  const auto *body = definition ? llvm::dyn_cast_or_null<clang::CompoundStmt>(definition->getBody()) : nullptr;
  if (!body || !definition->getReturnType()->isPointerType())
    return false;
  Collector collector;
  collector.TraverseStmt(body);
  Variables own;
  for (const auto &[var, value] : collector.values)
    if (collector.declared.count(var) && libraryAllocation(value))
      own.insert(var);
  bool returns = false;
  for (const clang::Stmt *stmt : body->body()) {
    const auto *ret = llvm::dyn_cast<clang::ReturnStmt>(stmt);
    const clang::Expr *value = ret ? ret->getRetValue() : nullptr;
    returns |= value && (own.count(variableOf(value->IgnoreParenCasts())) || libraryAllocation(value));
    if ((ret && !returns) || (!ret && !llvm::isa<clang::DeclStmt>(stmt) && !isMemory(stmt, own, libraryAllocation)))
      return false;
  }
  return returns;
}

} // namespace

const clang::CallExpr *allocationIn(const clang::Expr *value) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(value->IgnoreParenCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && (libraryAllocation(value) || onlyAllocates(callee)) ? call : nullptr;
}

const clang::VarDecl *releasedBy(const clang::Stmt *stmt) {
  const clang::Expr *pointer = pointerReleasedBy(stmt);
  return pointer ? variableOf(pointer) : nullptr;
}

Variables ownPointers(const clang::Stmt *stmt) {
  Collector collector;
  collector.TraverseStmt(stmt);
  Variables out;
  for (const auto &[var, value] : collector.values)
    if ((collector.declared.count(var) || collector.released.count(var)) && allocationIn(value))
      out.insert(var);
  return out;
}

namespace {

class Replacements {
public:
  explicit Replacements(const clang::Stmt *region) : effects_(effectsOf(region)) {
    collector_.TraverseStmt(region);
    walk(region);
  }
  std::vector<Replacement> found;

private:
  void walk(const clang::Stmt *stmt) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    if (const clang::Stmt *block = loop ? loop->getBody() : llvm::dyn_cast<clang::CompoundStmt>(stmt);
        block && (!loop || !llvm::isa<clang::CompoundStmt>(block))) {
      std::vector<const clang::Stmt *> stmts;
      flatten(block, stmts);
      for (size_t n = 0; n < stmts.size(); ++n)
        if (const clang::Expr *pointer = pointerReleasedBy(stmts[n]); pointer && seen_.insert(stmts[n]).second)
          addRelease(stmts, n, lvalueKey(behind(pointer)));
    }
    for (const clang::Stmt *child : stmt->children())
      if (child)
        walk(child);
  }

  static void flatten(const clang::Stmt *stmt, std::vector<const clang::Stmt *> &out) {
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
      for (const clang::Stmt *child : block->body())
        flatten(child, out);
      return;
    }
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (const clang::StmtExpr *group = op ? asGroup(op->getRHS()) : nullptr) // old = ({ ..; free(old); new; })
      for (const clang::Stmt *child : llvm::drop_end(group->getSubStmt()->body()))
        flatten(child, out);
    out.push_back(stmt);
  }

  // What a pointer of the statement's own was declared with, and is for good.
  const clang::Expr *behind(const clang::Expr *pointer) const {
    pointer = pointer->IgnoreParenCasts();
    if (const clang::StmtExpr *group = asGroup(pointer))
      if (const auto *value = llvm::dyn_cast<clang::Expr>(group->getSubStmt()->body_back()))
        return behind(value);
    const clang::VarDecl *var = variableOf(pointer);
    return var && collector_.declared.count(var) && !effects_.assigned.count(var) && var->getInit() &&
                   !allocationIn(var->getInit())
               ? behind(var->getInit())
               : pointer;
  }

  void addRelease(const std::vector<const clang::Stmt *> &stmts, size_t release, const std::string &key) {
    const bool isFirst = std::none_of(stmts.begin(), stmts.begin() + static_cast<std::ptrdiff_t>(release), mayLeave);
    for (size_t n = release + 1; !key.empty() && isFirst && n < stmts.size(); ++n) {
      if (const auto *ret = llvm::dyn_cast<clang::ReturnStmt>(stmts[n]); ret && ret->getRetValue())
        if (const clang::VarDecl *memory = variableOf(behind(ret->getRetValue()));
            isOwn(memory) && isAlone(memory, nullptr))
          found.push_back({stmts[release], nullptr, nullptr, memory, allocationIn(memory->getInit())});
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmts[n]);
      if (!op || op->getOpcode() != clang::BO_Assign || lvalueKey(op->getLHS()) != key)
        continue;
      const clang::VarDecl *memory = variableOf(behind(op->getRHS()));
      const clang::CallExpr *call = isOwn(memory) && isAlone(memory, op) ? allocationIn(memory->getInit()) : nullptr;
      const bool isLast = std::none_of(stmts.begin() + static_cast<std::ptrdiff_t>(n) + 1, stmts.end(),
                                       [&](const clang::Stmt *stmt) { return memory && mentions(stmt, memory); });
      if (call && isLast && isAssignedOnce(key))
        found.push_back({stmts[release], op, op->getLHS(), memory, call});
      return;
    }
  }

  // Memory of the statement's own, which the variable is for good.
  bool isOwn(const clang::VarDecl *memory) const {
    return memory && collector_.declared.count(memory) && !effects_.assigned.count(memory) && memory->getInit() &&
           allocationIn(memory->getInit());
  }

  static bool mayLeave(const clang::Stmt *stmt) {
    return holds(stmt, [](const clang::Stmt *part) {
      return llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt, clang::ReturnStmt>(part);
    });
  }

  // No other variable gets the memory for longer than it is declared for.
  bool isAlone(const clang::VarDecl *memory, const clang::BinaryOperator *move) const {
    return llvm::none_of(collector_.moves, [&](const clang::BinaryOperator *op) {
      return op != move && variableOf(behind(op->getRHS())) == memory;
    });
  }
  bool isAssignedOnce(const std::string &key) const {
    return llvm::count_if(collector_.moves,
                          [&](const clang::BinaryOperator *op) { return lvalueKey(op->getLHS()) == key; }) == 1;
  }

  const Effects effects_;
  Collector collector_;
  std::set<const clang::Stmt *> seen_;
};

} // namespace

std::vector<Replacement> replacementsIn(const clang::Stmt *stmt) { return Replacements(stmt).found; }

std::optional<bool> truthWhereThere(const clang::Expr *condition,
                                    const std::function<bool(const clang::VarDecl *)> &isThere) {
  condition = condition->IgnoreParenImpCasts();
  auto isPointer = [&](const clang::Expr *expr) {
    const clang::VarDecl *var = variableOf(expr->IgnoreParenCasts());
    return var && var->getType()->isPointerType() && isThere(var);
  };
  if (isPointer(condition))
    return true;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(condition); unary) {
    const std::optional<bool> truth =
        unary->getOpcode() == clang::UO_LNot ? truthWhereThere(unary->getSubExpr(), isThere) : std::optional<bool>();
    return truth ? std::optional(!*truth) : std::nullopt;
  }
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (op && op->isLogicalOp()) {
    const std::optional<bool> left = truthWhereThere(op->getLHS(), isThere),
                              right = truthWhereThere(op->getRHS(), isThere);
    if (!left || !right)
      return std::nullopt;
    return op->getOpcode() == clang::BO_LAnd ? *left && *right : *left || *right;
  }
  if (!op || !op->isEqualityOp() ||
      !((isPointer(op->getLHS()) && isNull(op->getRHS())) || (isNull(op->getLHS()) && isPointer(op->getRHS()))))
    return std::nullopt;
  return op->getOpcode() == clang::BO_NE;
}

bool isNullTest(const clang::Expr *condition, const std::function<bool(const clang::VarDecl *)> &isOwn) {
  return truthWhereThere(condition, isOwn) == false;
}

// The C library writes it as  (sizeof .., ({ if (p != NULL) ; else __assert_fail(..); })).
bool isNullAssertion(const clang::Stmt *stmt, const std::function<bool(const clang::VarDecl *)> &isOwn) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  const auto *comma = expr ? llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens()) : nullptr;
  const clang::StmtExpr *group = comma && comma->getOpcode() == clang::BO_Comma ? asGroup(comma->getRHS()) : nullptr;
  const clang::CompoundStmt *block = group ? group->getSubStmt() : nullptr;
  const auto *test = block && block->size() == 1 ? llvm::dyn_cast<clang::IfStmt>(block->body_front()) : nullptr;
  const auto *call = test && test->getElse() ? llvm::dyn_cast<clang::CallExpr>(test->getElse()) : nullptr;
  if (!call || calleeName(call) != "__assert_fail" || !llvm::isa<clang::NullStmt>(test->getThen()))
    return false;
  const clang::Expr *condition = test->getCond()->IgnoreParenImpCasts();
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition);
  const bool isComparison = op && op->getOpcode() == clang::BO_NE;
  if (isComparison && isNull(op->getRHS()))
    condition = op->getLHS();
  else if (isComparison && isNull(op->getLHS()))
    condition = op->getRHS();
  const clang::VarDecl *var = variableOf(condition->IgnoreParenCasts());
  return var && isOwn(var);
}

bool isOwnMemory(const clang::Stmt *stmt, const Variables &pointers) { return isMemory(stmt, pointers, allocationIn); }

} // namespace kasane
