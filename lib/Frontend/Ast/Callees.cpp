// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Callees.h"

#include "Ast/Allocations.h"
#include "Ast/AstVisitor.h"
#include "Ast/Effects.h"
#include "Ast/MathCalls.h"
#include "Ast/PointedArrays.h"

#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace kasane {
namespace {

class CallCollector : public AstVisitor {
public:
  std::vector<const clang::CallExpr *> calls;
  Variables ownPointers; // what is done for their memory doesn't count

  std::set<const clang::Stmt *> replaced;

  bool entersStmt(const clang::Stmt *stmt) override { return !replaced.count(stmt) && !isOwnMemory(stmt, ownPointers); }
  bool VisitVarDecl(const clang::VarDecl *var) override {
    if (ownPointers.count(var) && var->getInit())
      taken_.insert(allocationIn(var->getInit()));
    return true;
  }
  bool VisitCallExpr(const clang::CallExpr *call) override {
    if (!taken_.count(call))
      calls.push_back(call);
    return true;
  }

private:
  std::set<const clang::CallExpr *> taken_;
};

std::vector<const clang::CallExpr *> callsIn(const clang::Stmt *stmt) {
  CallCollector collector;
  collector.ownPointers = ownPointers(stmt);
  for (const Replacement &replacement : replacementsIn(stmt))
    collector.replaced.insert(replacement.release);
  collector.TraverseStmt(stmt);
  return collector.calls;
}

unsigned builtinOf(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  return callee ? callee->getBuiltinID() : 0;
}

class WriteCollector : public AstVisitor {
public:
  std::set<const clang::VarDecl *> vars, addressed;
  std::set<const clang::ValueDecl *> members;
  std::set<const clang::RecordDecl *> records;

  bool VisitVarDecl(const clang::VarDecl *var) override {
    vars.insert(var);
    return true;
  }
  bool VisitBinaryOperator(const clang::BinaryOperator *op) override {
    if (op->isAssignmentOp())
      note(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(const clang::UnaryOperator *op) override {
    if (op->isIncrementDecrementOp())
      note(op->getSubExpr());
    if (op->getOpcode() == clang::UO_AddrOf)
      if (const clang::VarDecl *var = variableOf(op->getSubExpr()))
        addressed.insert(var);
    return true;
  }

private:
  void note(const clang::Expr *lhs) {
    lhs = lhs->IgnoreParenImpCasts();
    if (const clang::VarDecl *var = variableOf(lhs))
      vars.insert(var);
    if (const clang::RecordDecl *record = lhs->getType()->getAsRecordDecl())
      records.insert(record);
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(lhs))
      members.insert(member->getMemberDecl());
  }
};

} // namespace

bool isLibraryClear(const clang::CallExpr *call) {
  const unsigned id = builtinOf(call);
  return id == clang::Builtin::BImemset || id == clang::Builtin::BI__builtin_memset;
}

bool isLibraryMove(const clang::CallExpr *call) {
  const unsigned id = builtinOf(call);
  return id == clang::Builtin::BImemmove || id == clang::Builtin::BI__builtin_memmove;
}

bool isLibraryCopy(const clang::CallExpr *call) {
  const unsigned id = builtinOf(call);
  return isLibraryClear(call) || isLibraryMove(call) || id == clang::Builtin::BImemcpy ||
         id == clang::Builtin::BI__builtin_memcpy;
}

bool isAdvice(const clang::CallExpr *call) {
  switch (builtinOf(call)) {
  case clang::Builtin::BI__builtin_expect:
  case clang::Builtin::BI__builtin_expect_with_probability:
  case clang::Builtin::BI__builtin_assume_aligned:
  case clang::Builtin::BI__builtin_prefetch:
    return true;
  default:
    return false;
  }
}

bool Callees::isKnown(const clang::CallExpr *call) {
  return !mathFunction(call).empty() || isAdvice(call) || (allowed_ != Allowed::None && isLibraryCopy(call)) ||
         definitionOf(call);
}

bool mayBeLeftOut(const clang::Stmt *arm) {
  return !holds(
      arm, [](const clang::Stmt *part) { return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(part); });
}

// Those in arms that may be left out.
static std::set<const clang::CallExpr *> callsInArms(const clang::Stmt *body) {
  std::set<const clang::CallExpr *> found;
  holds(body, [&](const clang::Stmt *part) {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(part);
    for (const clang::Stmt *arm : {branch ? branch->getThen() : nullptr, branch ? branch->getElse() : nullptr})
      for (const clang::CallExpr *call :
           arm &&mayBeLeftOut(arm) ? callsIn(arm) : std::vector<const clang::CallExpr *>())
        found.insert(call);
    return false;
  });
  return found;
}

bool Callees::isKnown(const clang::FunctionDecl *function) {
  auto [it, isNew] = known_.try_emplace(function, true); // a recursive one is known, and refused when it is expanded
  if (!isNew)
    return it->second;
  std::vector<const clang::CallExpr *> calls = callsIn(function->getBody());
  const std::set<const clang::CallExpr *> inArms =
      allowed_ == Allowed::CopiesAndArms ? callsInArms(function->getBody()) : std::set<const clang::CallExpr *>();
  bool known = !function->isVariadic() && std::all_of(calls.begin(), calls.end(), [&](const clang::CallExpr *call) {
    return inArms.count(call) || isKnown(call);
  });
  known_[function] = known;
  return known;
}

// void f(n, a) int n; float *a; { .. }: nobody has converted the arguments to the types that it wants. Other ones than
// those have no meaning, but for pointers, which all are one address.
static bool suits(const clang::CallExpr *call, const clang::FunctionDecl *definition) {
  if (call->getNumArgs() != definition->getNumParams())
    return false;
  if (definition->hasPrototype())
    return true;
  const clang::ASTContext &ast = definition->getASTContext();
  for (unsigned p = 0; p < call->getNumArgs(); ++p) {
    const clang::QualType given = call->getArg(p)->getType(), wanted = definition->getParamDecl(p)->getType();
    if (!ast.hasSameUnqualifiedType(given, wanted) && !(given->isObjectPointerType() && wanted->isObjectPointerType()))
      return false;
  }
  return true;
}

const clang::FunctionDecl *Callees::definitionOf(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee() ? call->getDirectCallee() : functionBehind(call);
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  return definition && definition->getBody() && suits(call, definition) && isKnown(definition) ? definition : nullptr;
}

const clang::CallExpr *Callees::unknownIn(const clang::FunctionDecl *function) {
  for (const clang::CallExpr *call : callsIn(function->getBody()))
    if (!isKnown(call))
      return call;
  return nullptr;
}

bool holdsAnywhere(Callees &callees, const clang::Stmt *stmt, const std::function<bool(const clang::Stmt *)> &what,
                   std::set<const clang::Stmt *> seen) {
  return holds(stmt, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    const clang::FunctionDecl *callee = call && mathFunction(call).empty() ? callees.definitionOf(call) : nullptr;
    return what(part) ||
           (callee && seen.insert(callee->getBody()).second && holdsAnywhere(callees, callee->getBody(), what, seen));
  });
}

bool isElsewhere(const clang::ASTContext &ast, const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::SourceManager &sources = ast.getSourceManager();
  return callee && !callee->hasBody() && !callee->getBuiltinID() && callee->getLocation().isValid() &&
         !sources.isInSystemHeader(sources.getExpansionLoc(callee->getLocation()));
}

Changes::Changes(Callees &callees, const clang::Stmt *region) { addBody(callees, region); }

void Changes::addBody(Callees &callees, const clang::Stmt *body) {
  if (!seen_.insert(body).second)
    return;
  addWrites(body);
  for (const clang::CallExpr *call : callsIn(body))
    if (const clang::FunctionDecl *definition = callees.definitionOf(call))
      addBody(callees, definition->getBody());
}

void Changes::addWrites(const clang::Stmt *body) {
  WriteCollector collector;
  collector.TraverseStmt(body);
  vars_.merge(collector.vars);
  members_.merge(collector.members);
  records_.merge(collector.records);
  for (const clang::VarDecl *var : collector.addressed)
    if (!var->getType()->isRecordType()) // of those the members are noted
      vars_.insert(var);
}

void Changes::addHostCode(const clang::Stmt *code) {
  if (!seen_.insert(code).second)
    return;
  addWrites(code);
  for (const clang::CallExpr *call : callsIn(code)) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr)
      addHostCode(definition->getBody());
  }
}

static bool othersMayChange(clang::QualType type) { return type.isVolatileQualified() || type->isAtomicType(); }

bool Changes::isFixed(const clang::Expr *expr) const {
  if (llvm::isa<clang::ArraySubscriptExpr, clang::CallExpr, clang::StmtExpr, clang::CompoundLiteralExpr>(expr))
    return false;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
    if (unary->getOpcode() == clang::UO_Deref || unary->isIncrementDecrementOp())
      return false;
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr); binary && binary->isAssignmentOp())
    return false;
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr))
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
      return !vars_.count(var) && !othersMayChange(var->getType());
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr))
    if (!records_.empty() || members_.count(member->getMemberDecl()) || othersMayChange(member->getType()) ||
        member->refersToBitField())
      return false;
  return std::all_of(expr->child_begin(), expr->child_end(), [&](const clang::Stmt *child) {
    const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child);
    return operand && isFixed(operand);
  });
}

bool Changes::keepsMembers(const clang::Expr *object) const {
  const auto *record = object->getType()->getAsRecordDecl();
  const clang::VarDecl *var = variableOf(object);
  return record && records_.empty() && !(var && vars_.count(var)) &&
         std::none_of(members_.begin(), members_.end(), [&](const clang::ValueDecl *member) {
           const auto *field = llvm::dyn_cast<clang::FieldDecl>(member);
           return !field || field->getParent()->getCanonicalDecl() == record->getCanonicalDecl();
         });
}

bool keepsValue(const clang::VarDecl *var, const clang::Stmt *stmt) {
  WriteCollector collector;
  collector.TraverseStmt(stmt);
  return !collector.vars.count(var) && !collector.addressed.count(var);
}

std::set<std::string> localNames(const clang::FunctionDecl *function) {
  WriteCollector collector;
  collector.TraverseDecl(function);
  std::set<std::string> names;
  for (const clang::VarDecl *var : collector.vars)
    if (!var->isFileVarDecl())
      names.insert(var->getNameAsString());
  for (const clang::ParmVarDecl *parameter : function->parameters())
    names.insert(parameter->getNameAsString());
  return names;
}

} // namespace kasane
