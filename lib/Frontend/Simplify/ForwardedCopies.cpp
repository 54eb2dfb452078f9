// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/ForwardedCopies.h"

#include "Ast/Liveness.h"
#include "Ast/MathCalls.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

// Of a variable, a member of one that has a name, and *p; "": it is none of these.
std::string placeKey(const clang::Expr *place) {
  place = place->IgnoreParens();
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(place);
  if (unary && unary->getOpcode() == clang::UO_Deref) {
    const clang::VarDecl *pointer = variableOf(unary->getSubExpr());
    return pointer ? "*" + variableKey(pointer) : "";
  }
  return isElement(place) ? "" : lvalueKey(place);
}

// to = from; of two scalars of one type.
struct ScalarCopy {
  const clang::VarDecl *to = nullptr;
  const clang::Expr *from = nullptr; // where it is read
  std::string key;
};

class Forwarder : public Cloner {
public:
  Forwarder(const Surroundings &around, Expansion &expansion)
      : Cloner(around.ast, expansion.made, around.function), around_(around), expansion_(expansion) {}

protected:
  void rewriteBlock(std::vector<const clang::Stmt *> &stmts) override {
    for (size_t n = 0; n < stmts.size(); ++n) {
      const ScalarCopy copy = copyOf(stmts[n]);
      const size_t last = copy.to ? setBehind(stmts, n, copy) : stmts.size();
      if (last == stmts.size() || isHosts(copy) || isReadBehind(around_, stmts[last], copy.to))
        continue;
      for (size_t at = n + 1; at <= last; ++at)
        holds(stmts[at], [&](const clang::Stmt *part) {
          const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
          if (load && load->getCastKind() == clang::CK_LValueToRValue && variableOf(load->getSubExpr()) == copy.to)
            instead_[load] = copy.from;
          return false;
        });
      stmts.erase(stmts.begin() + static_cast<std::ptrdiff_t>(n));
      --n;
    }
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto known = instead_.find(original);
    return known == instead_.end() ? nullptr : expr(known->second);
  }

private:
  ScalarCopy copyOf(const clang::Stmt *stmt) const {
    const auto *set = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const clang::VarDecl *to = set && set->getOpcode() == clang::BO_Assign ? variableOf(set->getLHS()) : nullptr;
    const auto *load = to ? llvm::dyn_cast<clang::ImplicitCastExpr>(set->getRHS()->IgnoreParens()) : nullptr;
    const bool isLoad = load && load->getCastKind() == clang::CK_LValueToRValue &&
                        load->getType()->isArithmeticType() && to->hasLocalStorage() &&
                        ast_.hasSameUnqualifiedType(load->getType(), to->getType()) &&
                        !to->getType().isVolatileQualified() && !load->getSubExpr()->getType().isVolatileQualified();
    const std::string key = isLoad ? placeKey(load->getSubExpr()) : "";
    return key.empty() || key == variableKey(to) ? ScalarCopy{} : ScalarCopy{to, load, key};
  }

  // The statement of the block that sets what was copied, where nothing before it sets one of the two; else how many.
  size_t setBehind(const std::vector<const clang::Stmt *> &stmts, size_t copied, const ScalarCopy &copy) const {
    const auto sets = [&](const clang::Stmt *part) {
      const clang::Expr *assigned = assignedIn(part);
      return (assigned && (placeKey(assigned) == copy.key || variableOf(assigned) == copy.to)) || isUnknown(part);
    };
    for (size_t n = copied + 1; n < stmts.size(); ++n)
      if (holds(stmts[n], sets)) {
        const auto *set = llvm::dyn_cast<clang::BinaryOperator>(stmts[n]);
        const bool isLast = set && set->getOpcode() == clang::BO_Assign && placeKey(set->getLHS()) == copy.key &&
                            !holds(set->getRHS(), sets) && mentions(set->getRHS(), copy.to);
        return isLast ? n : stmts.size();
      }
    return stmts.size();
  }

  // Does the program's own code in the step look at one of the two?
  bool isHosts(const ScalarCopy &copy) const {
    Variables both = variablesIn(copy.from);
    both.insert(copy.to);
    return llvm::any_of(expansion_.hostCode, [&](const auto &code) {
      return llvm::any_of(both, [&](const clang::VarDecl *var) { return mentions(code.second, var); });
    });
  }

  // Is it the program's own code, or a call that may change variables?
  bool isUnknown(const clang::Stmt *part) const {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return (call && mathFunction(call).empty()) ||
           llvm::any_of(expansion_.hostCode, [&](const auto &code) { return code.first == part; });
  }

  const Surroundings &around_;
  const Expansion &expansion_;
  std::map<const clang::Expr *, const clang::Expr *> instead_; // reads of the copy
};

} // namespace

void forwardCopies(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                   Expansion &expansion) {
  const Effects effects = effectsOf(expansion.stmt);
  expansion.stmt =
      Forwarder({ast, effects, effects, function, region, expansion.stmt, noFlowsYet(), &expansion.hostCode}, expansion)
          .run(expansion.stmt);
}

} // namespace kasane
