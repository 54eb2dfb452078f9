// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/CopyCalls.h"

#include "kasane/IR/Expr.h"

#include "Ast/Allocations.h"
#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"
#include "Simplify/CopyLengths.h"

namespace kasane {
namespace {

constexpr int64_t kShortest = 8; // rows; shorter ones are rather components

class CopyWriter : public Cloner {
public:
  CopyWriter(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), region_(expansion.stmt), expansion_(expansion),
        lengths_(ast, function->getBody(), expansion.stmt) {
    for (const auto &[empty, host] : expansion.hostCode)
      if (isOnlyCopies(host)) {
        failed_ = false;
        if (clang::Stmt *nest = part(host); !failed_)
          nests_[empty] = nest;
      }
  }

  bool run() {
    const clang::Stmt *body = bodyOf(region_);
    findCleared(body ? body : region_);
    expansion_.stmt = part(expansion_.stmt);
    return !nests_.empty() || writesFlat_ || clears_ || copiesRows_;
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    auto it = nests_.find(original);
    if (clang::Stmt *cleared = cleared_.count(original) ? withClearing(llvm::cast<clang::DeclStmt>(original)) : nullptr)
      return cleared;
    if (it != nests_.end()) {
      expansion_.hostCode.erase(original);
      return it->second;
    }
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    return loop ? byRows(loop) : nullptr;
  }

  clang::Stmt *call(const clang::CallExpr *original, bool used) override {
    if (!isLibraryCopy(original))
      return copyCall(original);
    clang::Stmt *nest = used ? nullptr : nestFor(original);
    failed_ |= !nest;
    copiesRows_ |= nest != nullptr;
    return nest ? nest : const_cast<clang::CallExpr *>(original);
  }

private:
  // Declarations of the step's own arrays that begin as zeros:
  // double w[ny][nx] = {0}, double *w = calloc(ny * nx, sizeof *w).
  void findCleared(const clang::Stmt *stmt) {
    for (const clang::Stmt *child : stmt->children()) {
      const auto *decls = child ? llvm::dyn_cast<clang::DeclStmt>(child) : nullptr;
      const auto *var =
          decls && decls->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(decls->getSingleDecl()) : nullptr;
      if (var && !var->isStaticLocal() && var->getInit() &&
          ((var->getType()->isArrayType() && isZero(var->getInit())) || zeroedBy(var)))
        cleared_.insert(decls);
      else if (child && llvm::isa<clang::CompoundStmt>(child))
        findCleared(child);
    }
  }

  static bool isZero(const clang::Expr *value) {
    value = value->IgnoreParenImpCasts();
    const auto *list = llvm::dyn_cast<clang::InitListExpr>(value);
    const auto *whole = llvm::dyn_cast<clang::IntegerLiteral>(value);
    const auto *real = llvm::dyn_cast<clang::FloatingLiteral>(value);
    return list ? llvm::all_of(list->inits(), isZero)
                : llvm::isa<clang::ImplicitValueInitExpr>(value) || (whole && whole->getValue().isZero()) ||
                      (real && real->getValue().isPosZero());
  }

  static const clang::CallExpr *zeroedBy(const clang::VarDecl *var) {
    const clang::CallExpr *call = var->getType()->isPointerType() ? allocationIn(var->getInit()) : nullptr;
    return call && call->getDirectCallee()->getName() == "calloc" && call->getNumArgs() == 2 ? call : nullptr;
  }

  // { the declaration; a loop that clears the array }: the readers go by variables, not by scopes.
  clang::Stmt *withClearing(const clang::DeclStmt *decls) {
    const auto *var = llvm::cast<clang::VarDecl>(decls->getSingleDecl());
    const clang::SourceLocation at = var->getLocation();
    const clang::CallExpr *call = zeroedBy(var);
    clang::VarDecl *own = newVariable(var, call ? expr(var->getInit()) : nullptr);
    scope[var] = {own, nullptr, nullptr};
    std::vector<Length> rows, all, axes;
    clang::Expr *to = lvalueOf(own, at);
    if (call)
      to = rvalueOf(to);
    else
      to = noted(clang::ImplicitCastExpr::Create(ast_, ast_.getArrayDecayedType(own->getType()),
                                                 clang::CK_ArrayToPointerDecay, to, nullptr, clang::VK_PRValue, {}));
    const clang::QualType element = lengths_.rowsOf(call ? own->getType()->getPointeeType() : own->getType(), rows);
    bool ok = !element.isNull() && scalarTypeOf(ast_, element);
    if (call) {
      const clang::Expr *bytes = combined(clang::BO_Mul, const_cast<clang::Expr *>(call->getArg(0)),
                                          const_cast<clang::Expr *>(call->getArg(1)), ast_.getSizeType());
      ok = ok && lengths_.lengthsOf(bytes, ast_.getTypeSizeInChars(element).getQuantity(), all) &&
           lengths_.orderLengths(all, rows, {lvalueKey(to), variableKey(var)}, axes);
    } else {
      axes = rows;
      rows.erase(rows.begin(), rows.begin() + (rows.empty() ? 0 : 1));
    }
    if (!ok || axes.empty() || axes.size() > kMaxAxes + 1) {
      scope.erase(var);
      return nullptr;
    }
    clears_ = true;
    return block({declare(own), loops(at, at, to, nullptr, axes, rows.size())}, decls->getSourceRange());
  }

  // Such a call, or loops and blocks of nothing else.
  static bool isOnlyCopies(const clang::Stmt *stmt) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
      return isOnlyCopies(loop->getBody());
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      return !block->body_empty() && llvm::all_of(block->body(), isOnlyCopies);
    const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
    const auto *call = expr ? llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParenCasts()) : nullptr;
    return call && isLibraryCopy(call);
  }

  // The pointer that becomes the void one.
  const clang::Expr *pointerBehind(const clang::Expr *argument) {
    for (argument = argument->IgnoreParens();;
         argument = llvm::cast<clang::CastExpr>(argument)->getSubExpr()->IgnoreParens())
      if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(argument);
          !cast || cast->getCastKind() != clang::CK_BitCast)
        break;
    const auto *address = llvm::dyn_cast<clang::UnaryOperator>(argument);
    clang::Expr *whole = address && address->getOpcode() == clang::UO_AddrOf ? address->getSubExpr() : nullptr;
    const auto *first = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(whole ? whole->IgnoreParens() : nullptr);
    if (first && isZero(first->getIdx())) // &A[0][0] is A[0]
      return pointerBehind(first->getBase());
    if (!whole || !whole->getType()->isArrayType())
      return argument;
    return noted(clang::ImplicitCastExpr::Create(ast_, ast_.getArrayDecayedType(whole->getType()), // &A is A
                                                 clang::CK_ArrayToPointerDecay, whole, nullptr, clang::VK_PRValue, {}));
  }

  // The pointer, and those to the arrays that begin with what it points to: A[0], A.
  static std::vector<const clang::Expr *> beginningAt(const clang::Expr *pointer) {
    std::vector<const clang::Expr *> out = {pointer};
    for (;;) {
      const auto *decay = llvm::dyn_cast<clang::ImplicitCastExpr>(out.back());
      const auto *row = decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay
                            ? llvm::dyn_cast<clang::ArraySubscriptExpr>(decay->getSubExpr()->IgnoreParens())
                            : nullptr;
      if (!row || !isZero(row->getIdx()))
        return out;
      out.push_back(row->getBase());
    }
  }

  clang::Stmt *nestFor(const clang::CallExpr *call) {
    const std::vector<const clang::Expr *> sources =
        isLibraryClear(call) ? std::vector<const clang::Expr *>{nullptr} : beginningAt(pointerBehind(call->getArg(1)));
    for (const clang::Expr *to : beginningAt(pointerBehind(call->getArg(0))))
      for (const clang::Expr *from : sources)
        if (clang::Stmt *nest = nestOver(call, to, from))
          return nest;
    return nullptr;
  }

  // A struct without bytes between its members: an assignment copies all that the call does.
  bool isFull(clang::QualType type) const {
    const clang::RecordDecl *record = type->isStructureType() ? type->getAsRecordDecl() : nullptr;
    uint64_t size = 0;
    const bool hasOthers = record && llvm::any_of(record->fields(), [&](const clang::FieldDecl *field) {
                             const clang::QualType element = ast_.getBaseElementType(field->getType());
                             size += ast_.getTypeSize(field->getType());
                             return field->isBitField() || (!scalarTypeOf(ast_, element) && !isFull(element));
                           });
    return record && !hasOthers && size == ast_.getTypeSize(type);
  }

  clang::Stmt *nestOver(const clang::CallExpr *call, const clang::Expr *to, const clang::Expr *from) {
    std::vector<Length> rows, others, all, axes;
    std::set<std::string> arrays = {lvalueKey(to)};
    if (!to->getType()->isPointerType() || (from && !from->getType()->isPointerType()))
      return nullptr;
    const clang::QualType element = lengths_.rowsOf(to->getType()->getPointeeType(), rows);
    const bool isCopiedStruct = from && !element.isNull() && isFull(element);
    if (element.isNull() || (!scalarTypeOf(ast_, element) && !isCopiedStruct))
      return nullptr;
    if (from) {
      arrays.insert(lvalueKey(from));
      if (isLibraryMove(call) && storageKey(to) == storageKey(from)) // a loop would read what it has stored
        return nullptr;
      const clang::QualType other = lengths_.rowsOf(from->getType()->getPointeeType(), others);
      if (other.isNull() || !ast_.hasSameUnqualifiedType(element, other) || !(rows == others))
        return nullptr;
    } else if (std::optional<llvm::APSInt> value = call->getArg(1)->getIntegerConstantExpr(ast_);
               !value || *value != 0) {
      return nullptr;
    }
    if (!lengths_.lengthsOf(call->getArg(2), ast_.getTypeSizeInChars(element).getQuantity(), all) ||
        !lengths_.orderLengths(all, rows, arrays, axes))
      return nullptr;
    return fits(to, axes[0]) && (!from || fits(from, axes[0]))
               ? loops(call->getBeginLoc(), call->getEndLoc(), to, from, axes, rows.size())
               : nullptr;
  }

  // k = nx * ny, behind a loop whose counter somebody looks at there; null: it isn't known.
  clang::Stmt *left(const clang::VarDecl *var, const clang::Expr *limit) {
    if (!ast_.hasSameUnqualifiedType(var->getType(), limit->getType()) || !var->hasLocalStorage() ||
        !isInvariant(limit, effectsOf(region_)))
      return nullptr;
    const clang::SourceLocation at = limit->getBeginLoc();
    const clang::QualType type = var->getType().getUnqualifiedType();
    if (type->isSignedIntegerType() && !limit->getIntegerConstantExpr(ast_))
      expansion_.asked.push_back(combined(clang::BO_GE, inParens(expr(limit)), number(0, type, at), ast_.IntTy));
    return combined(clang::BO_Assign, lvalueOf(const_cast<clang::VarDecl *>(var), at), expr(limit), type);
  }

  // for (long k = 0; k < nx * ny; k++) .. a[k] .., over arrays whose rows the region goes by elsewhere; else null.
  clang::Stmt *byRows(const clang::ForStmt *loop) {
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    const clang::VarDecl *var = loop->getInit() && readInit(loop->getInit(), shape) ? shape.var : nullptr;
    const bool isOwn = llvm::isa_and_nonnull<clang::DeclStmt>(loop->getInit());
    const clang::BinaryOperator *bound =
        loop->getCond() ? operation(loop->getCond(), {clang::BO_LT, clang::BO_NE}) : nullptr;
    const auto *step = llvm::dyn_cast_or_null<clang::UnaryOperator>(loop->getInc());
    const std::optional<llvm::APSInt> first =
        var && shape.first ? shape.first->getIntegerConstantExpr(ast_) : std::nullopt;
    if (!first || *first != 0 || !bound || variableOf(plain(bound->getLHS())) != var || !step ||
        !step->isIncrementOp() || variableOf(step->getSubExpr()) != var)
      return nullptr;
    std::set<std::string> arrays;
    const bool isOther = holds(loop->getBody(), [&](const clang::Stmt *part) {
      const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
      const bool isCell = element && (scalarTypeOf(ast_, element->getType()) || element->getType()->isRecordType());
      if (isCell && variableOf(plain(element->getIdx())) == var)
        insertNames(element->getBase(), arrays);
      else if (const clang::Expr *walks = walkedFrom(part, var))
        insertNames(walks, arrays);
      const clang::Expr *assigned = assignedIn(part);
      return llvm::isa<clang::BreakStmt, clang::ForStmt>(part) || (assigned && variableOf(assigned) == var);
    });
    std::vector<Length> all, axes;
    if (isOther || arrays.empty() || !lengths_.lengthsOf(bound->getRHS(), 1, all) ||
        !lengths_.orderLengths(all, {}, arrays, axes) || axes.size() < 2 ||
        llvm::any_of(llvm::drop_begin(axes, axes.size() > kMaxAxes ? 1 : 0),
                     [](const Length &length) { return !length.expr && length.number < kShortest; }))
      return nullptr;
    clang::Stmt *const behind = isOwn ? nullptr : left(var, bound->getRHS());
    if (!isOwn && !behind)
      return nullptr;
    writesFlat_ = true;
    const clang::SourceLocation at = loop->getBeginLoc();
    const std::vector<clang::VarDecl *> counters = countersFor(axes, at, "_of_" + var->getNameAsString());
    clang::Expr *index = indexOf(counters, axes, axes.size(), at);
    if (!ast_.hasSameType(var->getType(), ast_.LongTy))
      index = noted(clang::ImplicitCastExpr::Create(ast_, var->getType().getUnqualifiedType(), clang::CK_IntegralCast,
                                                    index, nullptr, clang::VK_PRValue, {}));
    scope[var] = {nullptr, index, nullptr};
    clang::Stmt *const nest = nestOf(part(loop->getBody()), counters, axes, at, loop->getEndLoc());
    scope.erase(var);
    return behind ? block({nest, behind}, loop->getSourceRange()) : nest;
  }

  // The p of *(p + k), which was *p++.
  const clang::Expr *walkedFrom(const clang::Stmt *part, const clang::VarDecl *var) const {
    const auto *target = llvm::dyn_cast<clang::UnaryOperator>(part);
    const bool isCell = target && target->getOpcode() == clang::UO_Deref && scalarTypeOf(ast_, target->getType());
    const auto *sum = isCell ? llvm::dyn_cast<clang::BinaryOperator>(plain(target->getSubExpr())) : nullptr;
    const bool isWay = sum && sum->getOpcode() == clang::BO_Add && variableOf(plain(sum->getRHS())) == var;
    return isWay ? plain(sum->getLHS()) : nullptr;
  }

  // A pointer's own name, and those that it was set from where it is declared: a function's parameters.
  static void insertNames(const clang::Expr *pointer, std::set<std::string> &names) {
    for (; pointer && names.insert(lvalueKey(pointer)).second;) {
      const clang::VarDecl *var = variableOf(plain(pointer));
      pointer = var && var->getType()->isPointerType() && var->getInit() ? plain(var->getInit()) : nullptr;
    }
    names.erase("");
  }

  // Does it end within the array that is named?
  bool fits(const clang::Expr *pointer, const Length &length) const {
    const auto *decay = llvm::dyn_cast<clang::ImplicitCastExpr>(pointer);
    const auto *array = decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay
                            ? ast_.getAsConstantArrayType(decay->getSubExpr()->getType())
                            : nullptr;
    return !array || length.expr || length.number <= array->getSize().getSExtValue();
  }

  clang::Expr *zero(clang::SourceLocation at) { return number(0, ast_.LongTy, at); }
  clang::Expr *valueOf(const Length &length, clang::SourceLocation at) {
    if (!length.expr)
      return number(length.number, ast_.LongTy, at);
    auto *value = const_cast<clang::Expr *>(length.expr);
    if (value->isLValue())
      value = rvalueOf(value);
    return noted(clang::ImplicitCastExpr::Create(ast_, ast_.LongTy, clang::CK_IntegralCast, value, nullptr,
                                                 clang::VK_PRValue, {}));
  }
  // The number that the first so many counters make.
  clang::Expr *indexOf(const std::vector<clang::VarDecl *> &counters, const std::vector<Length> &axes, size_t count,
                       clang::SourceLocation at) {
    clang::Expr *index = rvalueOf(lvalueOf(counters[0], at));
    for (size_t a = 1; a < count; ++a)
      index = combined(clang::BO_Add, combined(clang::BO_Mul, index, valueOf(axes[a], at), ast_.LongTy),
                       rvalueOf(lvalueOf(counters[a], at)), ast_.LongTy);
    return index;
  }

  std::vector<clang::VarDecl *> countersFor(const std::vector<Length> &axes, clang::SourceLocation at,
                                            const std::string &suffix) {
    std::vector<clang::VarDecl *> counters;
    for (size_t a = 0; a < axes.size(); ++a) {
      clang::IdentifierInfo &name = ast_.Idents.get(std::string(1, "lkji"[a + 4 - axes.size()]) + suffix);
      counters.push_back(clang::VarDecl::Create(ast_, owner, at, at, &name, ast_.LongTy,
                                                ast_.getTrivialTypeSourceInfo(ast_.LongTy, at), clang::SC_None));
      counters.back()->setInit(zero(at));
    }
    return counters;
  }

  clang::Stmt *nestOf(clang::Stmt *body, const std::vector<clang::VarDecl *> &counters, const std::vector<Length> &axes,
                      clang::SourceLocation at, clang::SourceLocation end) {
    for (size_t a = axes.size(); a-- > 0;)
      body = countTo(valueOf(axes[a], at), counters[a], body, {at, end});
    return body;
  }

  // The element at the counters: by rows where the pointer has some, else by one number.
  clang::Expr *elementAt(const clang::Expr *pointer, const std::vector<clang::VarDecl *> &counters,
                         const std::vector<Length> &axes, size_t rows, clang::SourceLocation at) {
    size_t next = axes.size() - rows; // behind those that are one number
    clang::Expr *index = indexOf(counters, axes, next, at);
    clang::Expr *base = const_cast<clang::Expr *>(pointer);
    for (;; ++next) {
      const clang::QualType type = base->getType()->getPointeeType();
      clang::Expr *element =
          noted(new (ast_) clang::ArraySubscriptExpr(base, index, type, clang::VK_LValue, clang::OK_Ordinary, at));
      if (next == axes.size())
        return element;
      base = noted(clang::ImplicitCastExpr::Create(ast_, ast_.getArrayDecayedType(type), clang::CK_ArrayToPointerDecay,
                                                   element, nullptr, clang::VK_PRValue, {}));
      index = rvalueOf(lvalueOf(counters[next], at));
    }
  }

  clang::Stmt *loops(clang::SourceLocation at, clang::SourceLocation end, const clang::Expr *to,
                     const clang::Expr *from, const std::vector<Length> &axes, size_t rows) {
    const std::vector<clang::VarDecl *> counters = countersFor(axes, at, "_copied");
    clang::Expr *target = elementAt(to, counters, axes, rows, at);
    const clang::QualType type = target->getType().getUnqualifiedType();
    clang::Expr *value =
        from ? rvalueOf(elementAt(from, counters, axes, rows, at))
             : noted(clang::ImplicitCastExpr::Create(
                   ast_, type, type->isFloatingType() ? clang::CK_IntegralToFloating : clang::CK_IntegralCast, zero(at),
                   nullptr, clang::VK_PRValue, {}));
    return nestOf(combined(clang::BO_Assign, target, value, type), counters, axes, at, end);
  }

  const clang::Stmt *region_;
  Expansion &expansion_;
  CopyLengths lengths_;
  std::map<const clang::Stmt *, clang::Stmt *> nests_;
  std::set<const clang::Stmt *> cleared_;
  bool failed_ = false, writesFlat_ = false, clears_ = false, copiesRows_ = false; // also in a nest
};

} // namespace

std::optional<Expansion> writeOutCopies(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                        const Expansion &expansion) {
  Expansion out = expansion;
  CopyWriter writer(ast, function, out);
  return writer.run() ? std::optional(std::move(out)) : std::nullopt;
}

} // namespace kasane
