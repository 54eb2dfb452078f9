// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/NamedValues.h"

#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Ast/MathCalls.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Read/HostNests.h"
#include "Simplify/Clone.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace kasane {
namespace {

// The variable of `err = ..`; null: the value is no assignment to one.
const clang::VarDecl *assignedVariable(const clang::Expr *value) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(value);
  return op && op->isAssignmentOp() ? variableOf(op->getLHS()) : nullptr;
}

class Namer : public Cloner {
public:
  Namer(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region)
      : Cloner(ast, made_, function), function_(function), region_(region) {}

  Naming run() {
    clang::Stmt *copy = stmt(region_);
    return values_.empty() ? Naming{region_, {}} : Naming{copy, std::move(values_)};
  }

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    if (!target_)
      return const_cast<clang::Expr *>(original);
    return original == target_ ? name_ : nullptr;
  }

  // Of the statements of the time loop's own body.
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (original == region_ || (!target_ && llvm::isa<clang::CompoundStmt>(original)))
      return nullptr;
    const clang::Expr *value = target_ ? nullptr : valueIn(original);
    return value && isText(original, value) ? named(original, value) : const_cast<clang::Stmt *>(original);
  }

private:
  // The value that is to have a name; null: none.
  const clang::Expr *valueIn(const clang::Stmt *stmt) {
    const clang::Expr *value = nullptr;
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
      const bool isPlain = !branch->getInit() && !branch->hasVarStorage() && callsUnknown(callees_, stmt) &&
                           !callsUnknown(callees_, branch->getCond());
      value = isPlain ? valueOfTest(branch->getCond()) : nullptr;
    } else if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt)) {
      expr = expr->IgnoreParenCasts();
      if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expr))
        value = valueOfCall(call);
      else if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr); op && op->isAssignmentOp())
        value = valueOfStore(op);
    }
    const bool isScalar = value && value->isPRValue() && scalarTypeOf(ast_, value->getType());
    const clang::VarDecl *var = isScalar ? assignedVariable(value) : nullptr;
    return isScalar && (var ? scalarTypeOf(ast_, var->getType()).has_value() : !assignedIn(value)) ? value : nullptr;
  }

  // heat[t] = value
  const clang::Expr *valueOfStore(const clang::BinaryOperator *op) {
    const clang::Expr *value = op->getRHS()->IgnoreParenImpCasts();
    return isElement(op->getLHS()) && isOfStep(value) && Changed(*this, value).keepsPlace(op->getLHS()) ? value
                                                                                                        : nullptr;
  }

  // printf("%g\n", value), keep(heat, t, value)
  const clang::Expr *valueOfCall(const clang::CallExpr *call) {
    const clang::FunctionDecl *known = mathFunction(call).empty() ? callees_.definitionOf(call) : nullptr;
    if (!call->getDirectCallee() || !mathFunction(call).empty() || (known && looksAtCells(known->getBody())))
      return nullptr;
    const clang::Expr *value = nullptr;
    for (const clang::Expr *argument : call->arguments())
      if (looksAtCells(argument)) {
        if (value)
          return nullptr; // C leaves open which is first
        value = argument->IgnoreParenImpCasts();
      }
    if (!value || !isOfStep(value))
      return nullptr;
    const Changed changed(*this, value);
    const bool keepsOthers = llvm::all_of(call->arguments(), [&](const clang::Expr *argument) {
      return argument->IgnoreParenImpCasts() == value || changed.keeps(argument);
    });
    return keepsOthers ? value : nullptr;
  }

  // The first thing that the condition computes.
  const clang::Expr *valueOfTest(const clang::Expr *condition) {
    condition = condition->IgnoreParenCasts();
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition);
    if (llvm::isa<clang::CallExpr>(condition) || assignedVariable(condition))
      return isOfStep(condition) ? condition : nullptr;
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(condition))
      return unary->isIncrementDecrementOp() ? nullptr : valueOfTest(unary->getSubExpr());
    if (!op || op->isAssignmentOp() || op->getOpcode() == clang::BO_Comma)
      return nullptr;
    if (op->isLogicalOp())
      return looksAtCells(op->getRHS()) ? nullptr : valueOfTest(op->getLHS());
    for (const auto &[side, other] : {std::pair(op->getLHS(), op->getRHS()), std::pair(op->getRHS(), op->getLHS())})
      if (const clang::Expr *value = valueOfTest(side))
        return Changed(*this, value).keeps(other) ? value : nullptr;
    return nullptr;
  }

  // Does a function that it calls go over cells?
  bool looksAtCells(const clang::Stmt *stmt) {
    const auto isNest = [&](const clang::Stmt *part) {
      return bodyOf(part) && holdsAnywhere(callees_, bodyOf(part), [](const clang::Stmt *inner) {
               const auto *expr = llvm::dyn_cast<clang::Expr>(inner);
               return expr && isElement(expr);
             });
    };
    return holdsAnywhere(callees_, stmt, isNest);
  }
  bool isOfStep(const clang::Expr *value) { return looksAtCells(value) && !callsUnknown(callees_, value); }

  // What the functions may change that the value calls.
  struct Changed {
    Changed(Namer &namer, const clang::Expr *value) : namer(namer), changes(namer.callees_, value) {}

    bool keeps(const clang::Expr *expr) const {
      return changes.isFixed(expr) && !holds(expr, [&](const clang::Stmt *part) {
               const auto *named = llvm::dyn_cast<clang::Expr>(part);
               const clang::VarDecl *var = named ? variableOf(named) : nullptr;
               return var && takesAddress(namer.function_->getBody(), var);
             });
    }
    // The same of a place that is stored to, which may step its own subscripts: hist[n++].
    bool keepsPlace(const clang::Expr *place) const {
      place = place->IgnoreParenImpCasts();
      if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place)) {
        const clang::Expr *base = element->getBase()->IgnoreParenImpCasts();
        const bool isLoaded = isElement(base) && !base->getType()->isArrayType();
        return !isLoaded && keepsPlace(base) && keepsPlace(element->getIdx());
      }
      if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(place);
          unary && (unary->getOpcode() == clang::UO_Deref || unary->isIncrementDecrementOp()))
        return keepsPlace(unary->getSubExpr());
      return keeps(place);
    }

    Namer &namer;
    const Changes changes;
  };

  // Has the file both as text of their own?
  bool isText(const clang::Stmt *stmt, const clang::Expr *value) const {
    return llvm::all_of(std::vector<const clang::Stmt *>{stmt, value}, [&](const clang::Stmt *part) {
      const clang::SourceManager &sources = ast_.getSourceManager();
      const auto range = clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(part->getSourceRange()),
                                                         sources, ast_.getLangOpts());
      return range.isValid() && sources.isWrittenInMainFile(range.getBegin()) && !part->getBeginLoc().isMacroID() &&
             !part->getEndLoc().isMacroID();
    });
  }

  clang::Stmt *named(const clang::Stmt *original, const clang::Expr *value) {
    const clang::SourceLocation begin = value->getBeginLoc(), end = value->getEndLoc();
    const Extent extent = extentOf(ast_, value->getSourceRange());
    auto *var = const_cast<clang::VarDecl *>(assignedVariable(value));
    auto *first = const_cast<clang::Expr *>(value);
    clang::Stmt *before = first;
    NamedValue out{extent.begin, extent.end, "", var ? var->getNameAsString() : ""};
    if (!var) {
      const clang::QualType type = value->getType().getUnqualifiedType();
      out.declared = out.name = prefix_ + std::to_string(++count_);
      type.getAsStringInternal(out.declared, ast_.getPrintingPolicy());
      auto *own = clang::VarDecl::Create(ast_, owner, begin, begin, &ast_.Idents.get(out.name), type,
                                         ast_.getTrivialTypeSourceInfo(type, begin), clang::SC_None);
      own->setInit(first);
      before = declare(own);
      var = own;
    }
    // It stands where the value stood, so that the statement ends where it did.
    clang::Expr *now = rvalueOf(lvalueOf(var, begin));
    name_ = noted(new (ast_) clang::ParenExpr(begin, end, now));
    target_ = value;
    clang::Stmt *behind = Cloner::stmt(original);
    target_ = nullptr;
    values_[extentOf(ast_, original->getSourceRange()).begin].push_back(std::move(out));
    return block({before, behind}, original->getSourceRange());
  }

  const clang::FunctionDecl *function_;
  const clang::Stmt *region_;
  Callees callees_;
  const std::string prefix_ = unusedName(ast_, "ksn_value");
  int count_ = 0;
  const clang::Expr *target_ = nullptr; // in the statement that is being copied
  clang::Expr *name_ = nullptr;         // what stands in its place
  std::map<size_t, std::vector<NamedValue>> values_;
  std::set<const clang::Stmt *> made_;
};

} // namespace

Naming nameValues(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region) {
  return region == unwrap(region) && bodyOf(region) ? Namer(ast, function, region).run() : Naming{region, {}};
}

} // namespace kasane
