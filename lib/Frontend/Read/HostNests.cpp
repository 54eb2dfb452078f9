// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/HostNests.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/MathCalls.h"

namespace kasane {
namespace {

const clang::VarDecl *counterOf(const clang::ForStmt *loop) {
  LoopShape head{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  return loop->getInit() && readInit(loop->getInit(), head) ? head.var : nullptr;
}

// The statement itself and the bodies of the functions that it calls.
void addBodies(Callees &callees, const clang::Stmt *stmt, std::vector<const clang::Stmt *> &bodies) {
  if (llvm::is_contained(bodies, stmt))
    return;
  bodies.push_back(stmt);
  holds(stmt, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    if (const clang::FunctionDecl *callee = call && mathFunction(call).empty() ? callees.definitionOf(call) : nullptr)
      addBodies(callees, callee->getBody(), bodies);
    return false;
  });
}

std::vector<const clang::Stmt *> bodiesOf(Callees &callees, const clang::Stmt *stmt) {
  std::vector<const clang::Stmt *> bodies;
  addBodies(callees, stmt, bodies);
  return bodies;
}

// Is there a loop whose variable is a subscript of what is read, and of nothing that the nest stores?
bool addsUp(const clang::Stmt *nest, const Effects &effects) {
  return holds(nest, [&](const clang::Stmt *part) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
    const clang::VarDecl *var = loop ? counterOf(loop) : nullptr;
    return var && !effects.wrappedStores.count(var) && effectsOf(loop->getBody()).subscripts.count(var);
  });
}

// The variable and the number in i, i + 2 and i - 1.
std::optional<std::pair<const clang::VarDecl *, int64_t>> shiftedBy(const clang::Expr *index,
                                                                    const clang::ASTContext &ast) {
  index = index->IgnoreParenImpCasts();
  if (const clang::VarDecl *var = variableOf(index))
    return std::pair(var, int64_t(0));
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(index);
  const clang::VarDecl *var = sum && sum->isAdditiveOp() ? variableOf(sum->getLHS()->IgnoreParenImpCasts()) : nullptr;
  clang::Expr::EvalResult number;
  if (!var || sum->getRHS()->isValueDependent() || !sum->getRHS()->EvaluateAsInt(number, ast))
    return std::nullopt;
  const int64_t value = number.Val.getInt().getExtValue();
  return std::pair(var, sum->getOpcode() == clang::BO_Add ? value : -value);
}

bool movesPointers(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    return lhs && lhs->getType()->isPointerType();
  });
}

} // namespace

bool goesAlong(const clang::ASTContext &ast, const clang::Stmt *stmt) {
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
  const clang::VarDecl *var = loop ? counterOf(loop) : nullptr;
  const auto *step = var ? llvm::dyn_cast_or_null<clang::UnaryOperator>(loop->getInc()) : nullptr;
  if (!step || variableOf(step->getSubExpr()) != var || movesPointers(loop))
    return false;
  const clang::Stmt *body = loop->getBody();
  std::vector<const clang::Stmt *> statements = {body};
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body))
    statements = {block->body_begin(), block->body_end()};
  return llvm::any_of(statements, [&](const clang::Stmt *statement) {
    const auto *store = llvm::dyn_cast<clang::BinaryOperator>(statement);
    const auto *element =
        store && store->isAssignmentOp() ? llvm::dyn_cast<clang::ArraySubscriptExpr>(store->getLHS()) : nullptr;
    const auto place = element ? shiftedBy(element->getIdx(), ast) : std::nullopt;
    const std::string array = place && place->first == var ? lvalueKey(element->getBase()) : "";
    return !array.empty() && holds(store->getRHS(), [&](const clang::Stmt *part) {
      const auto *read = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
      const auto from = read && lvalueKey(read->getBase()) == array ? shiftedBy(read->getIdx(), ast) : std::nullopt;
      return from && from->first == var &&
             (step->isIncrementOp() ? from->second < place->second : from->second > place->second);
    });
  });
}

std::string whyNoStencil(Callees &callees, const clang::Stmt *stmt) {
  const std::vector<const clang::Stmt *> bodies = bodiesOf(callees, stmt);
  std::string why;
  if (llvm::any_of(bodies, movesPointers))
    return why;
  for (const clang::Stmt *body : bodies)
    holds(body, [&](const clang::Stmt *part) {
      const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
      const Effects nest = loop ? effectsOf(loop) : Effects();
      if (why.empty() && loop && !nest.storedKeys.empty() && (nest.storesByArray || addsUp(loop, nest)))
        why = nest.storesByArray ? "they store where an array says" : "they add up along an axis";
      return !why.empty();
    });
  return why;
}

bool callsUnknown(Callees &callees, const clang::Stmt *stmt) {
  return holds(stmt, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return call && mathFunction(call).empty() && !callees.definitionOf(call);
  });
}

size_t storeRankOf(Callees &callees, const clang::Stmt *stmt) {
  size_t rank = 0;
  for (const clang::Stmt *body : bodiesOf(callees, stmt))
    rank = std::max(rank, effectsOf(body).storeRank);
  return rank;
}

} // namespace kasane
