// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Rehearsal.h"

#include "Ast/AstVisitor.h"
#include "Ast/Effects.h"
#include "Ast/RehearsedMemory.h"

#include <set>

namespace kasane {
namespace {

using namespace rehearsed;

constexpr int64_t kWhole = 64;      // rounds of a loop that are all made, where it is in no other one
constexpr int64_t kShort = 16;      // the same within another
constexpr int64_t kPart = 5;        // rounds at each end and in the middle of a longer loop
constexpr int64_t kMaxRounds = 100; // of a loop that counts in another way

class CalledFunctions : public AstVisitor {
public:
  std::set<const clang::FunctionDecl *> found;
  bool VisitCallExpr(const clang::CallExpr *call) override {
    if (const clang::FunctionDecl *callee = call->getDirectCallee())
      found.insert(callee->getCanonicalDecl());
    return true;
  }
};

// Those that no other function of the file calls, main before others.
std::vector<const clang::FunctionDecl *> firstFunctions(const clang::ASTContext &ast) {
  CalledFunctions called;
  std::vector<const clang::FunctionDecl *> all, out;
  for (const clang::Decl *decl : ast.getTranslationUnitDecl()->decls())
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
        function && function->isThisDeclarationADefinition()) {
      called.TraverseStmt(function->getBody());
      all.push_back(function);
    }
  for (const clang::FunctionDecl *function : all)
    if (function->isMain())
      out.insert(out.begin(), function);
    else if (!called.found.count(function->getCanonicalDecl()))
      out.push_back(function);
  return out;
}

// Does it leave what is around it, as the treatment of wrong input does?
bool leaves(const clang::Stmt *stmt) {
  if (llvm::isa<clang::ReturnStmt, clang::GotoStmt>(stmt))
    return true;
  const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt);
  if (const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr; callee && callee->isNoReturn())
    return true;
  for (const clang::Stmt *child : stmt->children())
    if (child && leaves(child))
      return true;
  return false;
}

// The variable that `i++`, `i--`, `i += 1` counts, and by how much; the null pointer: in another way.
std::pair<const clang::Expr *, int64_t> countedBy(const clang::Expr *step) {
  const auto *unary = step ? llvm::dyn_cast<clang::UnaryOperator>(step->IgnoreParens()) : nullptr;
  if (unary && unary->isIncrementDecrementOp())
    return {unary->getSubExpr(), unary->isIncrementOp() ? 1 : -1};
  return {nullptr, 0};
}

} // namespace

struct Rehearsal::Impl : Runner {
  Impl(const clang::ASTContext &ast, const clang::Stmt *region)
      : memory(ast, *this), ast_(ast), place(region->getBeginLoc()) {}

  Flow run(const clang::Stmt *stmt) override {
    memory.work();
    if (memory.isTired() || isThere)
      return Flow::End;
    if (stmt->getBeginLoc() == place && !llvm::isa<clang::CompoundStmt, clang::LabelStmt>(stmt)) {
      isThere = true;
      return Flow::End;
    }
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      return runAll(block);
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
          memory.declare(var);
      return flow();
    }
    if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt)) {
      memory.value(expr);
      return flow();
    }
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
      return runBranch(branch);
    if (const auto *result = llvm::dyn_cast<clang::ReturnStmt>(stmt)) {
      memory.returned = result->getRetValue() ? memory.value(result->getRetValue()) : Value{};
      return isThere ? Flow::End : Flow::Return;
    }
    if (llvm::isa<clang::BreakStmt>(stmt))
      return Flow::Break;
    if (llvm::isa<clang::ContinueStmt>(stmt))
      return Flow::Continue;
    if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(stmt))
      return run(label->getSubStmt());
    return runLoop(stmt);
  }

  std::optional<Value> at(const clang::Expr *base, int64_t offset, const Bindings &bindings); // in bytes

  bool isThere = false;
  Memory memory;

private:
  Flow flow() const { return isThere || memory.isTired() ? Flow::End : Flow::On; }

  Flow runAll(const clang::CompoundStmt *block) {
    for (const clang::Stmt *child : block->body())
      if (const Flow flow = run(child); flow != Flow::On)
        return flow;
    return Flow::On;
  }

  // Where nobody knows, the program goes on.
  Flow runBranch(const clang::IfStmt *branch) {
    const Value condition = memory.value(branch->getCond());
    if (isThere)
      return Flow::End;
    const bool isKnown = condition.kind != Value::Nothing && condition.isSure;
    bool holds = isTrue(condition);
    if (!isKnown && branch->getThen() && leaves(branch->getThen()))
      holds = false;
    const clang::Stmt *arm = holds ? branch->getThen() : branch->getElse();
    return arm ? run(arm) : Flow::On;
  }

  bool holds(const clang::Expr *condition) {
    const Value value = condition ? memory.value(condition) : Value{Value::Number, 1};
    return value.kind == Value::Address || isTrue(value);
  }

  // In the middle of a loop that goes on for longer: at which round it ends, counted from this one. 0: not known.
  int64_t roundsLeft(const clang::ForStmt *loop, int64_t step) {
    const auto *test =
        loop->getCond() ? llvm::dyn_cast<clang::BinaryOperator>(loop->getCond()->IgnoreParens()) : nullptr;
    if (!test || !(test->isRelationalOp() || test->getOpcode() == clang::BO_NE))
      return 0;
    const Value left = memory.value(test->getLHS()), right = memory.value(test->getRHS());
    return left.kind == Value::Number && right.kind == Value::Number ? (right.number - left.number) * step : 0;
  }

  // Does it set integers or pointers that outlive it, or come to the region? All else is left out: most of a program's
  // time goes by in loops over floating numbers.
  bool matters(const clang::Stmt *stmt) {
    const bool isNew = matters_.try_emplace(stmt, true).second; // true also of what calls itself
    if (isNew)
      matters_[stmt] = changes(stmt, effectsOf(stmt).declared);
    return matters_[stmt];
  }

  bool changes(const clang::Stmt *stmt, const Variables &own) {
    if (stmt->getBeginLoc() == place)
      return true;
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
      return changes(loop->getBody(), own);
    const clang::Expr *assigned = assignedIn(stmt);
    const clang::VarDecl *var = assigned ? variableOf(assigned) : nullptr;
    const bool isReal = assigned && assigned->getType()->isRealFloatingType() && !isInTable(assigned);
    if (assigned && !isReal && !own.count(var))
      return true;
    const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt);
    const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr, *definition = nullptr;
    if (callee && callee->getBody(definition) && matters(definition->getBody()))
      return true;
    for (const clang::Stmt *child : stmt->children())
      if (child && changes(child, own))
        return true;
    return false;
  }

  // An element of an array of few.
  bool isInTable(const clang::Expr *lvalue) const {
    constexpr int64_t kMostBytes = 1024;
    clang::QualType array;
    for (const clang::Expr *at = lvalue->IgnoreParenImpCasts(); at;) {
      if (at->getType()->isConstantArrayType())
        array = at->getType();
      const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(at);
      const auto *member = llvm::dyn_cast<clang::MemberExpr>(at);
      at = subscript ? subscript->getBase() : member && !member->isArrow() ? member->getBase() : nullptr;
      at = at ? at->IgnoreParenImpCasts() : nullptr;
    }
    return !array.isNull() && ast_.getTypeSizeInChars(array).getQuantity() <= kMostBytes;
  }

  // Is the region in it, or in a function that is called from there?
  bool comesThere(const clang::Stmt *stmt) {
    const bool isNew = comesThere_.try_emplace(stmt, false).second; // false also of what calls itself
    if (isNew)
      comesThere_[stmt] = kasane::holds(stmt, [&](const clang::Stmt *part) {
        const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
        const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr, *definition = nullptr;
        return part->getBeginLoc() == place ||
               (callee && callee->getBody(definition) && comesThere(definition->getBody()));
      });
    return comesThere_[stmt];
  }

  // What the rounds of a loop change is another number the next time that they come to the region.
  void doubtChanges(const clang::Stmt *loop) {
    if (!comesThere(loop))
      return;
    const Variables own = effectsOf(loop).declared;
    kasane::holds(loop, [&](const clang::Stmt *part) {
      const clang::Expr *assigned = assignedIn(part);
      const clang::VarDecl *var = assigned ? variableOf(assigned) : nullptr;
      if (var && (!own.count(var) || memory.locals.count(var)))
        memory.doubt(assigned);
      return false;
    });
  }

  Flow runFor(const clang::ForStmt *loop) {
    if (!matters(loop))
      return flow();
    if (loop->getInit())
      if (const Flow flow = run(loop->getInit()); flow != Flow::On)
        return flow;
    doubtChanges(loop);
    const auto [var, step] = countedBy(loop->getInc());
    const int64_t left = var ? roundsLeft(loop, step) : 0;
    const bool isLong = left > (depth_ == 0 ? kWhole : kShort);
    for (int64_t round = 0; flow() == Flow::On && holds(loop->getCond()); ++round) {
      if (const Flow ended = round < kMaxRounds ? inner(loop->getBody()) : Flow::Break;
          ended == Flow::Return || ended == Flow::End)
        return ended;
      else if (ended == Flow::Break)
        break;
      if (loop->getInc())
        memory.value(loop->getInc());
      if (isLong && round + 1 == kPart)
        skip(var, step, left / 2 - kPart - kPart / 2);
      else if (isLong && round + 1 == 2 * kPart)
        skip(var, step, left - left / 2 - kPart - kPart / 2 - 1);
    }
    return flow();
  }

  void skip(const clang::Expr *var, int64_t step, int64_t rounds) {
    const std::optional<Spot> at = memory.spot(var);
    Value now = at ? memory.load(*at, var->getType()) : Value{};
    now.number += step * rounds;
    if (now.kind == Value::Number)
      memory.store(*at, var->getType(), now);
  }

  Flow inner(const clang::Stmt *body) {
    ++depth_;
    const Flow flow = run(body);
    --depth_;
    return flow;
  }

  // From the case on that has the value, else from the default.
  Flow runSwitch(const clang::SwitchStmt *choice) {
    const Value value = memory.value(choice->getCond());
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(choice->getBody());
    const clang::SwitchCase *from = nullptr;
    for (const clang::SwitchCase *label = choice->getSwitchCaseList(); label; label = label->getNextSwitchCase()) {
      const auto *one = llvm::dyn_cast<clang::CaseStmt>(label);
      const Value here = one ? memory.value(one->getLHS()) : Value{};
      if (one ? value.kind == Value::Number && here.number == value.number : !from)
        from = label;
    }
    bool isOn = false;
    if (!block)
      return Flow::On;
    for (const clang::Stmt *child : block->body()) {
      isOn |= child == from;
      const clang::Stmt *stmt = child;
      while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(stmt)) {
        stmt = label->getSubStmt();
        isOn |= stmt == from;
      }
      if (const Flow flow = isOn ? run(stmt) : Flow::On; flow != Flow::On)
        return flow == Flow::Break ? Flow::On : flow;
    }
    return Flow::On;
  }

  Flow runLoop(const clang::Stmt *stmt) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
      return runFor(loop);
    if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(stmt))
      return runSwitch(choice);
    const auto *first = llvm::dyn_cast<clang::WhileStmt>(stmt);
    const auto *last = llvm::dyn_cast<clang::DoStmt>(stmt);
    if (!first && !last) { // those of OpenMP, attributes
      for (const clang::Stmt *child : stmt->children())
        if (const Flow flow = child ? run(child) : Flow::On; flow != Flow::On)
          return flow;
      return Flow::On;
    }
    doubtChanges(stmt);
    for (int64_t round = 0; flow() == Flow::On && round < kMaxRounds && (round > 0 || matters(stmt)); ++round) {
      if (first && !holds(first->getCond()))
        break;
      const Flow ended = inner(first ? first->getBody() : last->getBody());
      if (ended == Flow::Return || ended == Flow::End)
        return ended;
      if (ended == Flow::Break || (last && !holds(last->getCond())))
        break;
    }
    return flow();
  }

  const clang::ASTContext &ast_;
  const clang::SourceLocation place;
  std::map<const clang::Stmt *, bool> matters_, comesThere_;
  int depth_ = 0; // of loops
};

Rehearsal::Rehearsal(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region)
    : ast_(ast), function_(function), region_(region) {}

Rehearsal::~Rehearsal() = default;

void Rehearsal::begin() const {
  if (impl_)
    return;
  std::vector<const clang::FunctionDecl *> starts = firstFunctions(ast_);
  starts.push_back(function_);
  for (const clang::FunctionDecl *start : starts) {
    impl_ = std::make_unique<Impl>(ast_, region_);
    impl_->memory.call(start, {});
    if (impl_->isThere)
      break;
  }
  impl_->memory.rest();
}

std::optional<Rehearsed> Rehearsal::valueOf(const clang::Expr *expr, const Bindings &bindings) const {
  begin();
  const Value value = impl_->isThere ? impl_->memory.asked(expr, bindings) : Value{};
  return value.kind == Value::Number ? std::optional(Rehearsed{value.number, value.isSure}) : std::nullopt;
}

std::optional<Value> Rehearsal::Impl::at(const clang::Expr *base, int64_t offset, const Bindings &bindings) {
  const Value address = isThere ? memory.asked(base, bindings) : Value{};
  return address.kind == Value::Address ? memory.known({address.spot.object, address.spot.offset + offset})
                                        : std::nullopt;
}

std::optional<Rehearsed> Rehearsal::at(const clang::Expr *base, int64_t offset, const Bindings &bindings) const {
  begin();
  const std::optional<Value> value = impl_->at(base, offset, bindings);
  return value && value->kind == Value::Number ? std::optional(Rehearsed{value->number, value->isSure}) : std::nullopt;
}

std::optional<Rehearsed> Rehearsal::elementOf(const clang::Expr *base, int64_t index, const Bindings &bindings) const {
  const clang::ArrayType *array = ast_.getAsArrayType(base->getType());
  const clang::QualType type = array ? array->getElementType() : base->getType()->getPointeeType();
  const bool isNumber = !type.isNull() && type->isIntegralOrEnumerationType();
  return isNumber ? at(base, index * ast_.getTypeSizeInChars(type).getQuantity(), bindings) : std::nullopt;
}

std::optional<Rehearsed> Rehearsal::numberIn(const clang::Expr *array, int64_t number) const {
  return at(array, number * ast_.getTypeSizeInChars(ast_.getBaseElementType(array->getType())).getQuantity(), {});
}

std::optional<Rehearsed> Rehearsal::numberAt(const clang::Expr *array, int64_t bytes) const {
  return at(array, bytes, {});
}

std::optional<double> Rehearsal::realAt(const clang::Expr *array, int64_t bytes) const {
  begin();
  const std::optional<Value> value = impl_->at(array, bytes, {});
  return value && value->kind == Value::Real && value->isSure ? std::optional(value->real) : std::nullopt;
}

} // namespace kasane
