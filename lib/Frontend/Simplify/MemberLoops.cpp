// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/MemberLoops.h"

#include "Ast/Arithmetic.h"
#include "Ast/Callees.h"
#include "Ast/LoopForms.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"
#include "Simplify/FixedLocals.h"

namespace kasane {
namespace {

class Widener : public Cloner {
public:
  Widener(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), expansion_(expansion), effects_(effectsOf(expansion.stmt)),
        changes_(callees_, expansion.stmt), locals_(ast, expansion.stmt, expansion.made) {}
  clang::Stmt *run() { return part(expansion_.stmt); }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    const clang::Stmt *wider = loop ? throughMembers(loop) : nullptr;
    return wider ? stmt(wider) : nullptr;
  }

private:
  // q < nq of a loop's condition.
  struct Limit {
    clang::Expr *value;
    bool inclusive;
  };

  clang::Stmt *throughMembers(const clang::ForStmt *loop) {
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    if (!llvm::isa_and_nonnull<clang::DeclStmt>(loop->getInit()) || !readInit(loop->getInit(), shape) || !shape.first ||
        !number(shape.first) || !loop->getCond() || !loop->getInc() || stepOf(loop->getInc(), shape.var, ast_) != 1 ||
        effectsOf(loop->getBody()).assigned.count(shape.var) || leaves(loop->getBody()))
      return nullptr;
    const std::optional<std::vector<Limit>> limits = limitsOf(loop, shape.var);
    const std::optional<int64_t> extent = limits ? extentFor(loop->getBody(), shape.var) : std::nullopt;
    if (!extent || *extent > kMaxTrips || !askFor(*limits, *extent))
      return nullptr;
    const clang::SourceLocation at = loop->getForLoc();
    auto *var = const_cast<clang::VarDecl *>(shape.var);
    clang::Expr *goesOn = combined(clang::BO_LT, rvalueOf(lvalueOf(var, at)),
                                   Cloner::number(*extent, var->getType().getUnqualifiedType(), at), ast_.IntTy);
    auto *body = noted(clang::IfStmt::Create(ast_, at, clang::IfStatementKind::Ordinary, nullptr, nullptr,
                                             const_cast<clang::Expr *>(loop->getCond()), at, at,
                                             const_cast<clang::Stmt *>(loop->getBody())));
    return noted(new (ast_) clang::ForStmt(ast_, const_cast<clang::Stmt *>(loop->getInit()), goesOn, nullptr,
                                           const_cast<clang::Expr *>(loop->getInc()), body, at, loop->getLParenLoc(),
                                           loop->getRParenLoc()));
  }

  std::optional<int64_t> number(const clang::Expr *expr) const {
    clang::Expr::EvalResult value;
    return expr->EvaluateAsInt(value, ast_) ? std::optional(value.Val.getInt().getExtValue()) : std::nullopt;
  }

  static bool leaves(const clang::Stmt *body) {
    return holds(body, [](const clang::Stmt *part) {
      return llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt, clang::ReturnStmt, clang::LabelStmt>(
          part);
    });
  }

  // nullopt: other conditions, or numbers alone.
  std::optional<std::vector<Limit>> limitsOf(const clang::ForStmt *loop, const clang::VarDecl *var) const {
    std::vector<const clang::Expr *> parts;
    splitAnd(loop->getCond(), parts);
    std::vector<Limit> out;
    bool isKnown = true;
    for (const clang::Expr *part : parts) {
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part->IgnoreParenImpCasts());
      if (!op || (op->getOpcode() != clang::BO_LT && op->getOpcode() != clang::BO_LE) ||
          variableOf(op->getLHS()->IgnoreParenImpCasts()) != var || mentions(op->getRHS(), var) ||
          !op->getRHS()->getType()->isIntegerType() || !isInvariant(op->getRHS(), effectsOf(loop->getBody())))
        return std::nullopt;
      out.push_back({const_cast<clang::Expr *>(op->getRHS()), op->getOpcode() == clang::BO_LE});
      isKnown &= number(op->getRHS()).has_value();
    }
    return isKnown && parts.size() == 1 ? std::nullopt : std::optional(out);
  }

  // How many elements the shortest of the member arrays has that the variable finds.
  std::optional<int64_t> extentFor(const clang::Stmt *body, const clang::VarDecl *var) const {
    std::optional<int64_t> least;
    holds(body, [&](const clang::Stmt *part) {
      const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
      const clang::Expr *base = element ? element->getBase()->IgnoreParenImpCasts() : nullptr;
      const auto *array = base ? ast_.getAsConstantArrayType(base->getType()) : nullptr;
      if (!array || !ast_.getBaseElementType(base->getType())->isArithmeticType() || !isOfElement(base))
        return false;
      const std::optional<LinearSum> index = linearSum(ast_, element->getIdx());
      if (index && index->times.size() == 1 && index->times.begin()->first == var &&
          index->times.begin()->second == 1) {
        const int64_t left = array->getSize().getSExtValue() - index->number;
        least = std::min(least.value_or(left), left);
      }
      return false;
    });
    return least && *least > 0 ? least : std::nullopt;
  }

  // f of a[i].f, or of c->f with c = &a[i]; tables that all cells share are none.
  bool isOfElement(const clang::Expr *array) const {
    const auto isMember = [](const clang::Stmt *part) { return llvm::isa<clang::MemberExpr>(part); };
    const clang::VarDecl *object = storageVariable(array);
    const bool isOwn = object && effects_.declared.count(object);
    return holds(array, isMember) && (isOwn || holds(array, [&](const clang::Stmt *part) {
                                        const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
                                        return element && element->getType()->isRecordType() &&
                                               lvalueKey(element).empty();
                                      }));
  }

  // One limit must be no greater than that.
  bool askFor(const std::vector<Limit> &limits, int64_t extent) {
    for (const Limit &limit : limits)
      if (const std::optional<int64_t> value = number(limit.value); value && *value + limit.inclusive <= extent)
        return true;
    for (const Limit &limit : limits) {
      clang::Expr *value = const_cast<clang::Expr *>(locals_.resolved(limit.value));
      const clang::QualType type = value->getType().getUnqualifiedType();
      clang::Expr *most = Cloner::number(extent, type, value->getBeginLoc());
      clang::Expr *condition = combined(limit.inclusive ? clang::BO_LT : clang::BO_LE, value, most, ast_.IntTy);
      if (number(value) || condition->HasSideEffects(ast_) || !changes_.isFixed(condition))
        continue;
      expansion_.asked.push_back(condition);
      return true;
    }
    return false;
  }

  Expansion &expansion_;
  const Effects effects_;
  Callees callees_;
  Changes changes_;
  FixedLocals locals_;
};

} // namespace

void goThroughMembers(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  expansion.stmt = Widener(ast, function, expansion).run();
}

} // namespace kasane
