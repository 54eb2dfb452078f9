// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Effects.h"

#include "Ast/AstVisitor.h"
#include "Ast/MathCalls.h"
#include "Ast/Records.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"

#include <map>

namespace kasane {
namespace {

// The pointer or array that an element lvalue or an address goes through: A of A[k][j], *A, (A + 1)[2], &A[3].
const clang::Expr *storageOf(const clang::Expr *expr) {
  for (;;) {
    expr = expr->IgnoreParenCasts();
    if (!lvalueKey(expr).empty() && !llvm::isa<clang::ArraySubscriptExpr>(expr))
      return expr;
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr))
      expr = subscript->getBase();
    else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
      expr = unary->getSubExpr();
    else if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr))
      expr = binary->getLHS()->getType()->isPointerType() ? binary->getLHS() : binary->getRHS();
    else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr))
      expr = member->getBase();
    else
      return nullptr;
  }
}

} // namespace

std::string storageKey(const clang::Expr *expr) {
  const clang::Expr *storage = storageOf(expr);
  return storage ? lvalueKey(storage) : "";
}

const clang::VarDecl *storageVariable(const clang::Expr *expr) {
  const clang::Expr *storage = storageOf(expr);
  while (const auto *member = llvm::dyn_cast_or_null<clang::MemberExpr>(storage))
    storage = storageOf(member->getBase());
  return storage ? variableOf(storage) : nullptr;
}

namespace {

class Collector : public AstVisitor {
public:
  explicit Collector(bool ownArrays) : ownArrays_(ownArrays) {}
  Effects effects;

  bool VisitVarDecl(const clang::VarDecl *var) override {
    effects.declared.insert(var);
    if (var->getInit())
      feeds_[var].push_back(var->getInit());
    return true;
  }
  bool VisitBinaryOperator(const clang::BinaryOperator *op) override {
    if (op->isAssignmentOp()) {
      noteWrite(op->getLHS());
      if (const clang::VarDecl *var = variableOf(op->getLHS()))
        feeds_[var].push_back(op->getRHS());
    }
    if (op->isAdditiveOp() && op->getType()->isPointerType()) // float *row = A + j * n
      roots_.push_back(op->getLHS()->getType()->isPointerType() ? op->getRHS() : op->getLHS());
    return true;
  }
  bool VisitForStmt(const clang::ForStmt *loop) override { // its first value is no value of the variable at a subscript
    if (const auto *decls = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit()))
      for (const clang::Decl *decl : decls->decls())
        counters_.insert(decl);
    if (const auto *init = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit());
        init && init->isAssignmentOp())
      if (const clang::VarDecl *var = variableOf(init->getLHS()))
        counters_.insert(var);
    return true;
  }
  bool VisitUnaryOperator(const clang::UnaryOperator *op) override {
    if (op->isIncrementDecrementOp())
      noteWrite(op->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *subscript) override {
    roots_.push_back(subscript->getIdx());
    elements_.push_back(subscript);
    if (subscript->getType()->isPointerType() && lvalueKey(subscript).empty())
      effects.tables.insert(lvalueKey(subscript->getBase()));
    if (subscript->getType()->isRecordType() && lvalueKey(subscript).empty())
      effects.records.insert(storageKey(subscript));
    return true;
  }

  void close() {
    for (const auto &[var, lhs] : ownStores_)
      if (!isOneName(var))
        noteStore(var, lhs);
    noteStoreRank();
    closeStores();
    for (const clang::Expr *root : roots_)
      addTerms(root, effects.subscripts);
    for (const clang::Expr *root : storeRoots_)
      addTerms(root, effects.storeSubscripts);
    belowRemainders_ = true;
    for (const clang::Expr *root : roots_)
      addTerms(root, effects.wrappedSubscripts);
    elementInTerms_ = false;
    for (const clang::Expr *root : storeRoots_)
      addTerms(root, effects.wrappedStores);
    effects.storesByArray = elementInTerms_;
    belowRemainders_ = false;
    for (const clang::ArraySubscriptExpr *element : elements_)
      addShared(element);
  }

private:
  // A store through a pointer is one to the arrays that the pointer may have got.
  void closeStores() {
    std::vector<const clang::VarDecl *> open(storedVars_.begin(), storedVars_.end());
    while (!open.empty()) {
      const clang::VarDecl *var = open.back();
      open.pop_back();
      for (const clang::Expr *value : feeds_[var]) {
        if (!value->getType()->isPointerType())
          continue;
        addStoreRoots(value);
        effects.storedKeys.insert(storageKey(value));
        if (const clang::VarDecl *source = storageVariable(value); source && storedVars_.insert(source).second)
          open.push_back(source);
      }
    }
  }

  void noteWrite(const clang::Expr *lhs) {
    if (const clang::VarDecl *var = variableOf(lhs))
      effects.assigned.insert(var);
    if (std::string key = lvalueKey(lhs); !key.empty())
      effects.assignedKeys.insert(key);
    if (llvm::isa<clang::ArraySubscriptExpr, clang::UnaryOperator, clang::MemberExpr>(lhs->IgnoreParenCasts())) {
      effects.storedKeys.insert(storageKey(lhs));
      const clang::VarDecl *var = storageVariable(lhs), *own = ownArrays_ ? nullptr : ownArrayOf(var);
      if (!own)
        return noteStore(var, lhs);
      effects.storedKeys.insert(variableKey(own));
      ownStores_.push_back({var, lhs});
    }
  }

  void noteStore(const clang::VarDecl *var, const clang::Expr *lhs) {
    if (var && storedVars_.insert(var).second && var->getType()->isPointerType() &&
        recordOf(var->getASTContext(), var->getType()->getPointeeType()))
      effects.storedKeys.insert(variableKey(var)); // c->u = .., c->f[q] = ..
    storesBegin_.push_back(storeRoots_.size());
    addStoreRoots(lhs);
  }

  // The array, declared here, that has this name or that a pointer got: w of int *v = w;
  const clang::VarDecl *ownArrayOf(const clang::VarDecl *var) {
    while (var && var->getType()->isPointerType() && effects.declared.count(var))
      var = var->getInit() ? variableOf(var->getInit()->IgnoreParenImpCasts()) : nullptr;
    return var && var->getType()->isArrayType() && effects.declared.count(var) ? var : nullptr;
  }
  bool isOneName(const clang::VarDecl *var) { // which is never given another value
    while (var->getType()->isPointerType() && feeds_[var].size() == 1)
      var = variableOf(var->getInit()->IgnoreParenImpCasts());
    return !var->getType()->isPointerType();
  }

  // `within`: in a subscript, as of count[u[j][i]].
  void addStoreRoots(const clang::Stmt *stmt, bool within = false) {
    const size_t before = storeRoots_.size();
    const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt);
    if (subscript)
      storeRoots_.push_back(subscript->getIdx());
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt); ref && ref->getType()->isPointerType())
      storeRoots_.push_back(ref); // float *row = A + j*nx; row[i] = ..
    if (const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(stmt); sum && sum->getType()->isPointerType())
      storeRoots_.push_back(sum);
    if (within)
      rootsWithin_.insert(storeRoots_.begin() + static_cast<std::ptrdiff_t>(before), storeRoots_.end());
    for (const clang::Stmt *child : stmt->children())
      if (child)
        addStoreRoots(child, within || (subscript && child == subscript->getIdx()));
  }

  void addShared(const clang::ArraySubscriptExpr *element) {
    std::set<const clang::VarDecl *> terms;
    while (element) {
      addTerms(element->getIdx(), terms);
      const clang::Expr *base = element->getBase()->IgnoreParenCasts();
      while (const auto *member = llvm::dyn_cast<clang::MemberExpr>(base))
        base = member->getBase()->IgnoreParenCasts();
      element = llvm::dyn_cast<clang::ArraySubscriptExpr>(base);
    }
    eraseOthers(terms);
    if (terms.size() > 1)
      effects.sharedSubscripts.merge(terms);
  }

  void noteStoreRank() {
    storesBegin_.push_back(storeRoots_.size());
    for (size_t n = 0; n + 1 < storesBegin_.size(); ++n) {
      Variables terms;
      for (size_t root = storesBegin_[n]; root < storesBegin_[n + 1]; ++root)
        if (!rootsWithin_.count(storeRoots_[root]))
          addTerms(storeRoots_[root], terms);
      eraseOthers(terms);
      effects.storeRank = std::max(effects.storeRank, terms.size());
    }
  }

  void eraseOthers(Variables &terms) const {
    std::erase_if(terms, [&](const clang::VarDecl *var) { return !counters_.count(var); });
  }

  void addTerms(const clang::Stmt *stmt, std::set<const clang::VarDecl *> &terms) {
    if (!stmt)
      return;
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt); op && !belowRemainders_)
      if (op->getOpcode() == clang::BO_Rem || op->getOpcode() == clang::BO_And)
        return;
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt)) { // its own subscript is a root itself
      elementInTerms_ |= !element->getType()->isPointerType() && lvalueKey(element).empty();
      return;
    }
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
        if (terms.insert(var).second && !counters_.count(var))
          for (const clang::Expr *value : feeds_[var])
            addTerms(value, terms);
    for (const clang::Stmt *child : stmt->children())
      addTerms(child, terms);
  }

  const bool ownArrays_;
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> feeds_;
  std::set<const clang::Decl *> counters_; // of loops
  bool belowRemainders_ = false, elementInTerms_ = false;
  std::set<const clang::VarDecl *> storedVars_;
  std::vector<std::pair<const clang::VarDecl *, const clang::Expr *>> ownStores_; // by the arrays' and other names
  std::vector<const clang::Expr *> roots_, storeRoots_;
  std::vector<size_t> storesBegin_; // in storeRoots_, of each store in the text
  std::set<const clang::Expr *> rootsWithin_;
  std::vector<const clang::ArraySubscriptExpr *> elements_;
};

class InvarianceCheck : public AstVisitor {
public:
  InvarianceCheck(const Effects &effects, bool withMath) : effects_(effects), withMath_(withMath) {}

  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    return !var ||
           (!effects_.declared.count(var) && !effects_.assigned.count(var) && !var->getType().isVolatileQualified());
  }
  bool VisitMemberExpr(const clang::MemberExpr *member) override {
    std::string key = lvalueKey(member);
    return (key.empty() ? isElement(member) : !effects_.assignedKeys.count(key)) && !member->refersToBitField() &&
           !member->getType().isVolatileQualified();
  }
  bool VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *subscript) override {
    return !effects_.storedKeys.count(storageKey(subscript)) && !effects_.assignedKeys.count(lvalueKey(subscript));
  }
  bool VisitUnaryOperator(const clang::UnaryOperator *op) override {
    if (op->getOpcode() == clang::UO_Deref)
      return !effects_.storedKeys.count(storageKey(op));
    return op->getOpcode() != clang::UO_AddrOf && !op->isIncrementDecrementOp();
  }
  bool VisitBinaryOperator(const clang::BinaryOperator *op) override { return !op->isAssignmentOp(); }
  bool VisitCallExpr(const clang::CallExpr *call) override { return withMath_ && !mathFunction(call).empty(); }
  bool VisitStmtExpr(const clang::StmtExpr *) override { return false; }
  bool VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr *) override { return false; }

private:
  const Effects &effects_;
  bool withMath_;
};

} // namespace

Effects effectsOf(const clang::Stmt *stmt, bool ownArrays) {
  Collector collector(ownArrays);
  collector.TraverseStmt(stmt);
  collector.close();
  return std::move(collector.effects);
}

// Variables of one name are told apart by a number, which is the same in each run: they are asked for in one order.
// Clang's own number of a declaration is searched for in all of the syntax tree's memory.
static std::string keyOf(const clang::NamedDecl *decl) {
  static thread_local llvm::DenseMap<const clang::Decl *, size_t> numbers;
  const size_t number = numbers.try_emplace(decl->getCanonicalDecl(), numbers.size()).first->second;
  return decl->getNameAsString() + "#" + std::to_string(number);
}

std::string variableKey(const clang::VarDecl *var) { return keyOf(var); }

bool isElement(const clang::Expr *lvalue) {
  lvalue = lvalue->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(lvalue)) // a[i].u, but not a[0].u
    return lvalueKey(member).empty() && (member->isArrow() || isElement(member->getBase()));
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(lvalue);
  return llvm::isa<clang::ArraySubscriptExpr>(lvalue) || (unary && unary->getOpcode() == clang::UO_Deref);
}

const clang::Expr *assignedIn(const clang::Stmt *stmt) {
  if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt))
    return op->isAssignmentOp() ? op->getLHS() : nullptr;
  const auto *op = llvm::dyn_cast<clang::UnaryOperator>(stmt);
  return op && op->isIncrementDecrementOp() ? op->getSubExpr() : nullptr;
}

bool holds(const clang::Stmt *stmt, const std::function<bool(const clang::Stmt *)> &what) {
  if (!stmt)
    return false;
  if (what(stmt))
    return true;
  return llvm::any_of(stmt->children(), [&](const clang::Stmt *child) { return holds(child, what); });
}

Variables maybeChangedBy(const clang::Stmt *stmt) {
  Variables found;
  holds(stmt, [&](const clang::Stmt *part) {
    if (const clang::Expr *target = assignedIn(part))
      found.insert(storageVariable(target));
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(part))
      for (const clang::Expr *argument : call->arguments())
        if (const clang::QualType type = argument->getType();
            type->isPointerType() && !type->getPointeeType().isConstQualified())
          found.insert(storageVariable(argument));
    return false;
  });
  found.erase(nullptr);
  return found;
}

bool takesAddress(const clang::Stmt *stmt, const clang::VarDecl *var) {
  return holds(stmt, [&](const clang::Stmt *part) {
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
    return unary && unary->getOpcode() == clang::UO_AddrOf && variableOf(unary->getSubExpr()) == var;
  });
}

Variables variablesIn(const clang::Stmt *stmt) {
  Variables out;
  holds(stmt, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    if (const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr)
      out.insert(var);
    return false;
  });
  return out;
}

size_t mentionsOf(const clang::Stmt *stmt, const clang::VarDecl *var) {
  size_t count = 0;
  holds(stmt, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    count += ref && ref->getDecl() == var;
    return false;
  });
  return count;
}

bool mentions(const clang::Stmt *stmt, const clang::VarDecl *var) { return mentionsOf(stmt, var) > 0; }

std::string lvalueKey(const clang::Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr))
    return keyOf(ref->getDecl());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr)) {
    std::string base = lvalueKey(member->getBase());
    return base.empty() ? "" : base + (member->isArrow() ? "->" : ".") + member->getMemberDecl()->getNameAsString();
  }
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
    const auto *index = llvm::dyn_cast<clang::IntegerLiteral>(subscript->getIdx()->IgnoreParenImpCasts());
    std::string base = lvalueKey(subscript->getBase());
    return base.empty() || !index ? "" : base + "[" + std::to_string(index->getValue().getZExtValue()) + "]";
  }
  const auto *cast = llvm::dyn_cast<clang::CStyleCastExpr>(expr); // (grid *)context, where that is a `void *`
  const bool isFromVoid = cast && cast->getSubExpr()->getType()->isVoidPointerType();
  const clang::RecordDecl *record = isFromVoid ? cast->getType()->getPointeeType()->getAsRecordDecl() : nullptr;
  const std::string base = record ? lvalueKey(cast->getSubExpr()) : "";
  return base.empty() ? "" : "(" + keyOf(record) + ")" + base;
}

const clang::VarDecl *variableOf(const clang::Expr *expr) {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  return ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
}

bool isInvariant(const clang::Expr *expr, const Effects &effects, bool withMath) {
  return InvarianceCheck(effects, withMath).TraverseStmt(expr);
}

} // namespace kasane
