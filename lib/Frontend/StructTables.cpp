// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StructTables.h"

#include "ChosenArrays.h"
#include "Clone.h"
#include "Effects.h"
#include "Reader.h"
#include "Source.h"

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
      : Cloner(ast, expansion.made), expansion_(expansion), region_(expansion.stmt), effects_(effectsOf(expansion.stmt)) {
    owner = const_cast<clang::FunctionDecl *>(function);
  }

  // Does anything lead to the structs that is no table?
  bool isComplete(const clang::Stmt *stmt) const {
    return !roots_.empty() && !isOdd_ && !holds(stmt, [&](const clang::Stmt *part) {
      const clang::Expr *assigned = assignedIn(part);
      return namesPointer(part) || (assigned && leadsToNumber(assigned));
    });
  }

  // Host code keeps its text, in which the pointers would have to be declared.
  bool namesPointer(const clang::Stmt *part) const {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    return ref && llvm::any_of(pointers_, [&](const auto &entry) {
      return entry.first == ref->getDecl() || (entry.first->getLocation() == ref->getDecl()->getLocation() && entry.first->getIdentifier() == ref->getDecl()->getIdentifier());
    });
  }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(original);
    const bool decays = cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay;
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(decays ? cast->getSubExpr()->IgnoreParens() : original);
    std::string way;
    std::optional<Element> element;
    for (const clang::MemberExpr *at = member; at && !element; at = llvm::dyn_cast<clang::MemberExpr>(at->getBase()->IgnoreParenImpCasts())) {
      if (!at->getMemberDecl()->getIdentifier())
        return nullptr;
      const clang::Expr *base = at->getBase()->IgnoreParenImpCasts();
      element = at->isArrow() ? pointedTo(base) : elementOf(base);
      way = (at->isArrow() && !element ? "->" : ".") + at->getMemberDecl()->getNameAsString() + way;
    }
    if (!element)
      return nullptr;
    roots_.insert(lvalueKey(element->array));
    if (decays || member->getType()->isPointerType())
      return ofTable(*element, way, decays ? cast->getType() : member->getType(), original->getBeginLoc(), decays);
    isOdd_ |= !scalarTypeOf(ast_, member->getType()) || member->refersToBitField();
    return isOdd_ ? nullptr : ofFirst(*element, way, member);
  }

  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &) override {
    const bool isPointer = var->getType()->isPointerType() && var->getType()->getPointeeType()->isRecordType() && !var->isStaticLocal();
    const std::optional<Element> element = isPointer && var->getInit() && !effects_.assigned.count(var) ? pointedTo(var->getInit()->IgnoreParenImpCasts()) : std::nullopt;
    if (!element || !isKept(element->index, var))
      return false;
    pointers_.insert_or_assign(var, *element);
    return true;
  }

private:
  std::optional<Element> elementOf(const clang::Expr *expr) const {
    const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr);
    return subscript ? elementAt(subscript->getBase(), subscript->getIdx()) : std::nullopt;
  }

  std::optional<Element> pointedTo(const clang::Expr *pointer) const {
    if (const auto it = pointers_.find(variableOf(pointer)); it != pointers_.end())
      return it->second;
    if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(pointer); address && address->getOpcode() == clang::UO_AddrOf)
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

  // Nothing that the index is made of changes while the pointer is used, a loop's own step apart.
  bool isKept(const clang::Expr *index, const clang::VarDecl *pointer) const {
    const clang::SourceManager &sources = ast_.getSourceManager();
    std::set<const clang::Stmt *> steps;
    std::vector<const clang::Stmt *> uses;
    holds(region_, [&](const clang::Stmt *part) {
      if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(part))
        steps.insert({loop->getInc(), loop->getInit()});
      if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part); ref && ref->getDecl() == pointer)
        uses.push_back(ref);
      return false;
    });
    return !holds(region_, [&](const clang::Stmt *part) {
      const clang::Expr *assigned = assignedIn(part);
      const clang::VarDecl *var = assigned ? variableOf(assigned) : nullptr;
      const bool isOfIndex = var && !steps.count(part) && holds(index, [&](const clang::Stmt *operand) {
        const auto *expr = llvm::dyn_cast<clang::Expr>(operand);
        return expr && variableOf(expr) == var;
      });
      return isOfIndex && !llvm::all_of(uses, [&](const clang::Stmt *use) { return sources.isBeforeInTranslationUnit(use->getBeginLoc(), part->getBeginLoc()); });
    });
  }

  std::vector<std::string> textsOf(const Element &element, const std::string &way) const {
    std::vector<std::string> texts;
    const uint64_t size = ast_.getAsConstantArrayType(element.array->getType())->getSize().getZExtValue();
    for (uint64_t k = 0; k < size; ++k)
      texts.push_back(writtenAnew(ast_, element.array) + "[" + std::to_string(k) + "]" + way);
    return texts;
  }

  clang::Expr *ofTable(const Element &element, const std::string &way, clang::QualType pointer, clang::SourceLocation at, bool isValue) {
    clang::VarDecl *&table = tables_[lvalueKey(element.array) + way];
    if (!table)
      table = tableNamed(ast_, pointer, textsOf(element, way), at);
    return elementOfTable(ast_, *this, table, expr(element.index), at, isValue);
  }

  // g[0].nx for g[t % 2].nx
  clang::Expr *ofFirst(const Element &element, const std::string &way, const clang::MemberExpr *member) {
    const std::vector<std::string> texts = textsOf(element, way);
    for (const std::string &other : texts)
      if (other != texts.front() && llvm::none_of(expansion_.equal, [&](const SameNumber &same) { return same.other == other; }))
        expansion_.equal.push_back({texts.front(), other, member->getType()->isFloatingType()});
    clang::VarDecl *&number = numbers_[texts.front()];
    const clang::QualType type = member->getType().getUnqualifiedType();
    if (!number)
      number = clang::VarDecl::Create(ast_, ast_.getTranslationUnitDecl(), member->getBeginLoc(), member->getBeginLoc(), &ast_.Idents.get(texts.front()), type,
                                      ast_.getTrivialTypeSourceInfo(type, member->getBeginLoc()), clang::SC_None);
    return lvalueOf(number, member->getBeginLoc());
  }

  // A store to what the structs hold, other than to elements of their arrays.
  bool leadsToNumber(const clang::Expr *assigned) const {
    return llvm::isa<clang::MemberExpr>(assigned->IgnoreParens()) && holds(assigned, [&](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return expr && roots_.count(lvalueKey(expr));
    });
  }

  Expansion &expansion_;
  const clang::Stmt *region_;
  Effects effects_;
  std::set<std::string> roots_; // keys of the arrays
  std::map<const clang::VarDecl *, Element> pointers_;
  std::map<std::string, clang::VarDecl *> tables_, numbers_;
  bool isOdd_ = false;
};

} // namespace

std::optional<Expansion> withStructTables(const clang::ASTContext &ast, const clang::FunctionDecl *function, const Expansion &expansion) {
  Expansion tables = expansion;
  StructTabler tabler(ast, function, tables);
  tables.stmt = tabler.stmt(tables.stmt);
  const bool isComplete = tabler.isComplete(tables.stmt) && llvm::none_of(tables.hostCode, [&](const auto &code) {
    return holds(code.second, [&](const clang::Stmt *part) { return tabler.namesPointer(part); });
  });
  return isComplete ? std::optional(std::move(tables)) : std::nullopt;
}

} // namespace kasane
