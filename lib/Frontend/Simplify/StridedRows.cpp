// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/StridedRows.h"

#include "Ast/Liveness.h"
#include "Ast/LoopForms.h"
#include "Simplify/Clone.h"
#include "Simplify/CopyLengths.h"
#include "Simplify/FlatCuts.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kShortestRow = 8; // cells of a row; fewer are rather a pattern, or components

// k = first; k < limit; k += by, or k <= limit.
struct Stride {
  const clang::VarDecl *var;
  const clang::Expr *first, *limit, *by;
  bool inclusive;
};

// A sum as a number of rows and what is left, in terms to be added or taken away.
struct InRows {
  std::vector<std::pair<Product, bool>> rows; // with `true`: taken away
  std::vector<std::pair<const clang::Expr *, bool>> rest;
};

class Strider : public Cloner {
public:
  Strider(const Surroundings &around, Expansion &expansion)
      : Cloner(around.ast, expansion.made, around.function), around_(around), expansion_(expansion),
        lengths_(around.ast, around.function->getBody(), around.region) {}

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    const std::optional<Stride> stride = loop ? strideOf(loop) : std::nullopt;
    return stride && isByRows(loop, *stride) ? rowsOf(loop, *stride) : nullptr;
  }

private:
  // ---- Which loops
  std::optional<Stride> strideOf(const clang::ForStmt *loop) const {
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    const clang::BinaryOperator *test =
        loop->getCond() ? operation(loop->getCond(), {clang::BO_LT, clang::BO_LE}) : nullptr;
    if (!loop->getInit() || !readInit(loop->getInit(), shape) || !shape.first || !test || !loop->getInc() ||
        variableOf(plain(test->getLHS())) != shape.var)
      return std::nullopt;
    const auto *step = llvm::dyn_cast<clang::BinaryOperator>(loop->getInc()->IgnoreParens());
    const bool isStep = step && step->getOpcode() == clang::BO_AddAssign && variableOf(step->getLHS()) == shape.var;
    const Stride stride{shape.var, shape.first, test->getRHS(), isStep ? step->getRHS() : nullptr,
                        test->getOpcode() == clang::BO_LE};
    std::vector<const clang::Expr *> writes;
    collectWrites(loop->getBody(), shape.var, writes);
    const bool isCounter = isStep && writes.empty() && shape.var->hasLocalStorage() &&
                           shape.var->getType()->isIntegerType() &&
                           ast_.getTypeSize(shape.var->getType()) >= ast_.getTypeSize(ast_.IntTy) &&
                           !shape.var->getType().isVolatileQualified();
    if (!isCounter || !isInvariant(stride.by, around_.effects) || !isInvariant(stride.first, around_.effects) ||
        !isInvariant(stride.limit, around_.effects) || leaves(loop->getBody()) ||
        llvm::any_of(expansion_.hostCode, [&](const auto &code) { return mentions(code.second, shape.var); }) ||
        (!llvm::isa<clang::DeclStmt>(loop->getInit()) && isReadBehind(around_, loop, shape.var)))
      return std::nullopt;
    return stride;
  }

  // By `break` out of it, `goto` or `return`.
  static bool leaves(const clang::Stmt *stmt) {
    if (!stmt || llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::SwitchStmt>(stmt))
      return stmt &&
             holds(stmt, [](const clang::Stmt *part) { return llvm::isa<clang::GotoStmt, clang::ReturnStmt>(part); });
    return llvm::isa<clang::BreakStmt, clang::GotoStmt, clang::ReturnStmt>(stmt) ||
           llvm::any_of(stmt->children(), leaves);
  }

  std::optional<int64_t> numberOf(const clang::Expr *expr) const {
    clang::Expr::EvalResult value;
    return expr->EvaluateAsInt(value, ast_) ? std::optional(value.Val.getInt().getExtValue()) : std::nullopt;
  }

  // Does an inner loop begin or end by what the counter is? Then it goes over a tile.
  static bool isOverTiles(const clang::ForStmt *loop, const clang::VarDecl *var) {
    Variables by = {var};
    for (size_t known = 0; known != by.size();) {
      known = by.size();
      holds(loop->getBody(), [&](const clang::Stmt *part) {
        const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part);
        const auto *set = llvm::dyn_cast<clang::BinaryOperator>(part);
        const auto isBy = [&](const clang::Expr *value) {
          return value && llvm::any_of(by, [&](const clang::VarDecl *one) { return mentions(value, one); });
        };
        for (const clang::Decl *decl : decls ? decls->getDeclGroup() : clang::DeclGroupRef())
          if (const auto *own = llvm::dyn_cast<clang::VarDecl>(decl); own && isBy(own->getInit()))
            by.insert(own);
        if (set && set->isAssignmentOp() && variableOf(set->getLHS()) && isBy(set->getRHS()))
          by.insert(variableOf(set->getLHS()));
        return false;
      });
    }
    return holds(loop->getBody(), [&](const clang::Stmt *part) {
      const auto *inner = llvm::dyn_cast<clang::ForStmt>(part);
      return inner && llvm::any_of(by, [&](const clang::VarDecl *one) {
               return (inner->getInit() && mentions(inner->getInit(), one)) ||
                      (inner->getCond() && mentions(inner->getCond(), one));
             });
    });
  }

  // A length that isn't a number may be one of tiles. A number is a row's length where cells lie within the row, or
  // where the region multiplies by it elsewhere.
  bool isByRows(const clang::ForStmt *loop, const Stride &stride) const {
    const std::optional<int64_t> number = numberOf(stride.by);
    if (!effectsOf(loop->getBody()).subscripts.count(stride.var) || isOverTiles(loop, stride.var) ||
        (number && *number < kShortestRow))
      return false;
    return !number || hasLoop(loop->getBody()) || holds(around_.region, [&](const clang::Stmt *part) {
      const auto *product = llvm::dyn_cast<clang::BinaryOperator>(part);
      const auto isRow = [&](const clang::Expr *factor) { return numberOf(factor) == number; };
      const auto *outer = llvm::dyn_cast<clang::ForStmt>(part);
      const std::optional<Stride> other =
          outer && outer != loop && hasLoop(outer->getBody()) ? strideOf(outer) : std::nullopt;
      return (product && product->getOpcode() == clang::BO_Mul && product->getType()->isIntegerType() &&
              !isInvariant(product, around_.effects) && (isRow(product->getLHS()) || isRow(product->getRHS()))) ||
             (other && numberOf(other->by) == number);
    });
  }

  // ---- Sums
  bool divide(const clang::Expr *sum, bool isTaken, const Product &row, InRows &out) const {
    if (const clang::BinaryOperator *op = operation(sum, {clang::BO_Add, clang::BO_Sub}); op && !numberOf(sum))
      return divide(op->getLHS(), isTaken, row, out) &&
             divide(op->getRHS(), isTaken != (op->getOpcode() == clang::BO_Sub), row, out);
    if (numberOf(sum) == 0)
      return true;
    Product all;
    if (const std::optional<Product> rows = lengths_.lengthsOf(sum, 1, all) ? without(all, row) : std::nullopt)
      out.rows.push_back({*rows, isTaken});
    else
      out.rest.push_back({sum, isTaken});
    return true;
  }

  clang::Expr *counted(clang::Expr *value) { return ofType(value, type_); }
  clang::Expr *valueOf(const Length &length, clang::SourceLocation at) {
    if (!length.expr)
      return number(length.number, type_, at);
    auto *value = const_cast<clang::Expr *>(length.expr);
    return inParens(counted(value->isLValue() ? rvalueOf(value) : value));
  }
  clang::Expr *valueOf(const Product &product, clang::SourceLocation at) {
    clang::Expr *out = nullptr;
    for (const Length &length : product)
      out = out ? combined(clang::BO_Mul, out, valueOf(length, at), type_) : valueOf(length, at);
    return out ? out : number(1, type_, at);
  }
  clang::Expr *sumOf(clang::Expr *left, clang::Expr *right, bool isTaken) {
    if (!left && !isTaken)
      return right;
    if (!left)
      left = number(0, type_, right->getBeginLoc());
    return combined(isTaken ? clang::BO_Sub : clang::BO_Add, left, inParens(right), type_);
  }
  clang::Expr *rowsIn(const InRows &sum, clang::SourceLocation at) {
    clang::Expr *out = nullptr;
    for (const auto &[product, isTaken] : sum.rows)
      out = sumOf(out, valueOf(product, at), isTaken);
    return out ? out : number(0, type_, at);
  }
  clang::Expr *restOf(const InRows &sum) { // null: nothing
    clang::Expr *out = nullptr;
    for (const auto &[term, isTaken] : sum.rest)
      out = sumOf(out, counted(const_cast<clang::Expr *>(term)), isTaken);
    return out;
  }

  // ---- The loop
  clang::Stmt *rowsOf(const clang::ForStmt *loop, const Stride &stride) {
    const clang::SourceLocation at = loop->getBeginLoc();
    const std::optional<int64_t> number = numberOf(stride.by);
    type_ = stride.var->getType().getUnqualifiedType();
    const Product row = {number ? Length{*number, nullptr} : Length{0, plain(stride.by)}};
    InRows first, limit;
    divide(stride.first, false, row, first);
    divide(stride.limit, false, row, limit);
    const bool mayWrap = isUnsigned(stride.first) || isUnsigned(stride.limit) || isUnsigned(stride.by);
    if (mayWrap && (first.rows.size() > 1 || limit.rows.size() > 1 || !first.rest.empty() || !limit.rest.empty()))
      return nullptr; // differences that may be below zero
    clang::Expr *const by = valueOf(row[0], at), *const none = this->number(0, type_, at);
    clang::Expr *end = rowsIn(limit, at);
    clang::Expr *const start = restOf(first);
    if (!number)
      ask(combined(clang::BO_GT, by, none, ast_.IntTy));
    if (mayWrap)
      for (const auto &[sum, rows] : {std::pair(stride.first, rowsIn(first, at)), std::pair(stride.limit, end)})
        ask(combined(clang::BO_EQ,
                     combined(clang::BO_Div, inParens(counted(const_cast<clang::Expr *>(sum))), by, type_),
                     inParens(rows), ast_.IntTy));
    if (clang::Expr *more = restOf(limit); more || start || stride.inclusive) {
      clang::Expr *beyond = more ? more : none; // the limit's distance from a row's beginning, as k has one
      if (start)
        beyond = sumOf(beyond, start, true);
      beyond =
          sumOf(beyond, combined(clang::BO_Sub, by, this->number(stride.inclusive ? 0 : 1, type_, at), type_), false);
      const std::optional<int64_t> known = number ? numberOf(beyond) : std::nullopt;
      if (known) {
        const int64_t rows = *known >= 0 ? *known / *number : -((-*known + *number - 1) / *number);
        end = sumOf(end, this->number(std::abs(rows), type_, at), rows < 0);
      } else {
        ask(combined(clang::BO_GE, inParens(beyond), none, ast_.IntTy));
        end = sumOf(end, inParens(combined(clang::BO_Div, inParens(beyond), by, type_)), false);
      }
    }
    clang::IdentifierInfo &name = ast_.Idents.get("row_of_" + stride.var->getNameAsString());
    auto *counter = clang::VarDecl::Create(ast_, owner, at, at, &name, type_, ast_.getTrivialTypeSourceInfo(type_, at),
                                           clang::SC_None);
    counter->setInit(rowsIn(first, at));
    clang::Expr *value = combined(clang::BO_Mul, rvalueOf(lvalueOf(counter, at)), by, type_);
    if (start)
      value = sumOf(value, start, false);
    const auto outer = scope;
    scope[stride.var] = {nullptr, inParens(value), nullptr};
    clang::Stmt *body = part(loop->getBody());
    scope = outer;
    return countTo(end, counter, body, loop->getSourceRange());
  }

  static bool isUnsigned(const clang::Expr *expr) {
    return holds(expr, [](const clang::Stmt *part) {
      const auto *inner = llvm::dyn_cast<clang::Expr>(part);
      return inner && inner->getType()->isUnsignedIntegerType();
    });
  }

  void ask(clang::Expr *condition) { expansion_.asked.push_back(condition); }

  const Surroundings &around_;
  Expansion &expansion_;
  const CopyLengths lengths_;
  clang::QualType type_; // of the counter
};

} // namespace

void countRows(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
               Expansion &expansion) {
  const Effects effects = effectsOf(expansion.stmt);
  expansion.stmt =
      Strider({ast, effects, effects, function, region, expansion.stmt, noFlowsYet(), &expansion.hostCode}, expansion)
          .run(expansion.stmt);
}

} // namespace kasane
