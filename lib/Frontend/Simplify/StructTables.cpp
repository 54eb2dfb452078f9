// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/StructTables.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/ChosenArrays.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

constexpr uint64_t kMost = 8; // structs in an array

// g[index]
struct Element {
  const clang::Expr *array, *index;
};

class StructTabler : public Cloner {
public:
  StructTabler(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), expansion_(expansion), region_(expansion.stmt),
        effects_(effectsOf(expansion.stmt)) {}

  // Nothing leads to the structs that is no table:
  // no pointer has been left, and the region stores to elements of their arrays only.
  // Structs of which it reads numbers alone are no choice of arrays.
  bool isComplete(const clang::Stmt *copy) const {
    return !roots_.empty() && chosen_ == roots_ && !isOdd_ &&
           !holds(copy, [&](const clang::Stmt *part) { return namesPointer(part); }) &&
           !holds(region_, [&](const clang::Stmt *part) {
             const clang::Expr *assigned = assignedIn(part);
             const auto *member = assigned ? llvm::dyn_cast<clang::MemberExpr>(assigned->IgnoreParens()) : nullptr;
             std::string way;
             return member && (elementBehind(member, way) || leadsToStruct(member));
           });
  }

  // Host code keeps its text, in which the pointers would have to be declared.
  bool namesPointer(const clang::Stmt *part) const {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    return ref && llvm::any_of(pointers_, [&](const auto &entry) {
             return entry.first == ref->getDecl() || (entry.first->getLocation() == ref->getDecl()->getLocation() &&
                                                      entry.first->getIdentifier() == ref->getDecl()->getIdentifier());
           });
  }

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(original);
    const bool decays = cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay;
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(decays ? cast->getSubExpr()->IgnoreParens() : original);
    std::string way;
    const std::optional<Element> element = elementBehind(member, way);
    if (!element)
      return nullptr;
    roots_.insert(lvalueKey(element->array));
    if (decays || member->getType()->isPointerType())
      return ofTable(*element, way, decays ? cast->getType() : member->getType(), original->getBeginLoc(), decays);
    isOdd_ |= !scalarTypeOf(ast_, member->getType()) || member->refersToBitField();
    return isOdd_ ? nullptr : ofFirst(*element, way, member);
  }

  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &) override {
    const bool isPointer =
        var->getType()->isPointerType() && var->getType()->getPointeeType()->isRecordType() && !var->isStaticLocal();
    const std::optional<Element> element = isPointer && var->getInit() && !effects_.assigned.count(var)
                                               ? pointedTo(var->getInit()->IgnoreParenImpCasts())
                                               : std::nullopt;
    if (!element || !isKept(element->index, var))
      return false;
    pointers_.insert_or_assign(var, *element);
    return true;
  }

private:
  // g[index] of g[index].grid.u, and ".grid.u".
  std::optional<Element> elementBehind(const clang::MemberExpr *member, std::string &way) const {
    std::optional<Element> element;
    for (const clang::MemberExpr *at = member; at && !element;
         at = llvm::dyn_cast<clang::MemberExpr>(at->getBase()->IgnoreParenImpCasts())) {
      if (!at->getMemberDecl()->getIdentifier())
        return std::nullopt;
      const clang::Expr *base = at->getBase()->IgnoreParenImpCasts();
      element = at->isArrow() ? pointedTo(base) : elementOf(base);
      way = (at->isArrow() && !element ? "->" : ".") + at->getMemberDecl()->getNameAsString() + way;
    }
    return element;
  }

  std::optional<Element> elementOf(const clang::Expr *expr) const {
    const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr);
    return subscript ? elementAt(subscript->getBase(), subscript->getIdx()) : std::nullopt;
  }

  std::optional<Element> pointedTo(const clang::Expr *pointer) const {
    if (const auto it = pointers_.find(variableOf(pointer)); it != pointers_.end())
      return it->second;
    if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(pointer);
        address && address->getOpcode() == clang::UO_AddrOf)
      return elementOf(address->getSubExpr()->IgnoreParens());
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(pointer);
    return sum && sum->getOpcode() == clang::BO_Add ? elementAt(sum->getLHS(), sum->getRHS()) : std::nullopt;
  }

  std::optional<Element> elementAt(const clang::Expr *array, const clang::Expr *index) const {
    array = array->IgnoreParenImpCasts();
    const clang::ConstantArrayType *type = ast_.getAsConstantArrayType(array->getType());
    const bool isFew = type && type->getElementType()->isRecordType() && type->getSize().getZExtValue() <= kMost;
    if (!isFew || lvalueKey(array).empty() || !isInvariant(array, effects_) || index->HasSideEffects(ast_))
      return std::nullopt;
    return Element{array, index};
  }

  // Nothing that the index is made of changes between the declaration and the last use, nor in a loop between them.
  bool isKept(const clang::Expr *index, const clang::VarDecl *pointer) const {
    auto changes = [&](const clang::Stmt *part) {
      const clang::Expr *assigned = assignedIn(part);
      return assigned && mayChange(assigned, index);
    };
    std::set<const clang::Stmt *> steps;
    size_t place = 0, firstChange = SIZE_MAX, lastUse = 0; // in the order of the region with its calls expanded
    bool isDeclared = false;
    const bool isInLoop = holds(region_, [&](const clang::Stmt *part) {
      ++place;
      if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(part)) {
        const bool isAround = effectsOf(part).declared.count(pointer) > 0;
        if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(part); loop && isAround)
          steps.insert({loop->getInc(), loop->getInit()});
        return !isAround && mentions(part, pointer) && holds(part, changes);
      }
      if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part); ref && ref->getDecl() == pointer)
        lastUse = place;
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part))
        isDeclared |= llvm::is_contained(decls->decls(), pointer);
      if (isDeclared && !steps.count(part) && changes(part))
        firstChange = std::min(firstChange, place);
      return false;
    });
    return !isInLoop && firstChange > lastUse;
  }

  // Of what has no name of its own, any store may be one to it.
  static bool mayChange(const clang::Expr *assigned, const clang::Expr *index) {
    const std::string key = lvalueKey(assigned);
    return holds(index, [&](const clang::Stmt *part) {
      const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
      const std::string read =
          load && load->getCastKind() == clang::CK_LValueToRValue ? lvalueKey(load->getSubExpr()) : "";
      return load && load->getCastKind() == clang::CK_LValueToRValue &&
             (read.empty() || read == key || read.starts_with(key + "."));
    });
  }

  std::vector<std::string> textsOf(const Element &element, const std::string &way) const {
    std::vector<std::string> texts;
    const uint64_t size = ast_.getAsConstantArrayType(element.array->getType())->getSize().getZExtValue();
    for (uint64_t k = 0; k < size; ++k)
      texts.push_back(writtenAnew(ast_, element.array) + "[" + std::to_string(k) + "]" + way);
    return texts;
  }

  clang::Expr *ofTable(const Element &element, const std::string &way, clang::QualType pointer,
                       clang::SourceLocation at, bool isValue) {
    chosen_.insert(lvalueKey(element.array));
    clang::VarDecl *&table = tables_[lvalueKey(element.array) + way];
    if (!table)
      table = tableNamed(ast_, pointer, textsOf(element, way), at);
    return elementOfTable(ast_, *this, table, expr(element.index), at, isValue);
  }

  // g[0].nx for g[t % 2].nx
  clang::Expr *ofFirst(const Element &element, const std::string &way, const clang::MemberExpr *member) {
    const std::vector<std::string> texts = textsOf(element, way);
    for (const std::string &other : texts)
      if (other != texts.front() &&
          llvm::none_of(expansion_.equal, [&](const SameNumber &same) { return same.other == other; }))
        expansion_.equal.push_back({texts.front(), other, member->getType()->isFloatingType()});
    clang::VarDecl *&number = numbers_[texts.front()];
    const clang::QualType type = member->getType().getUnqualifiedType();
    if (!number)
      number = clang::VarDecl::Create(ast_, ast_.getTranslationUnitDecl(), member->getBeginLoc(), member->getBeginLoc(),
                                      &ast_.Idents.get(texts.front()), type,
                                      ast_.getTrivialTypeSourceInfo(type, member->getBeginLoc()), clang::SC_None);
    return lvalueOf(number, member->getBeginLoc());
  }

  // g[0].time
  bool leadsToStruct(const clang::MemberExpr *assigned) const {
    return holds(assigned, [&](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return expr && roots_.count(lvalueKey(expr));
    });
  }

  Expansion &expansion_;
  const clang::Stmt *region_;
  Effects effects_;
  std::set<std::string> roots_, chosen_; // keys of the arrays, and of those whose structs hold arrays that are used
  std::map<const clang::VarDecl *, Element> pointers_;
  std::map<std::string, clang::VarDecl *> tables_, numbers_;
  bool isOdd_ = false;
};

} // namespace

std::optional<Expansion> withStructTables(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                          const Expansion &expansion) {
  Expansion tables = expansion;
  StructTabler tabler(ast, function, tables);
  tables.stmt = tabler.stmt(tables.stmt);
  const bool isComplete =
      tabler.isComplete(tables.stmt) && llvm::none_of(tables.hostCode, [&](const auto &code) {
        return holds(code.second, [&](const clang::Stmt *part) { return tabler.namesPointer(part); });
      });
  return isComplete ? std::optional(std::move(tables)) : std::nullopt;
}

} // namespace kasane
