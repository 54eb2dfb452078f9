// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/HostNests.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/MathCalls.h"
#include "Read/HandedAlong.h"
#include "Read/HostCode.h"
#include "Read/Reader.h"

#include <map>
#include <set>

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

std::optional<int64_t> numberOf(const clang::Expr *expr, const clang::ASTContext &ast) {
  const std::optional<llvm::APSInt> value = expr->getIntegerConstantExpr(ast);
  return value ? std::optional(value->getExtValue()) : std::nullopt;
}

// The counters of loops that subscripts hold by themselves, and those that they hold times or by a small number.
class Spacings {
public:
  Spacings(const clang::ASTContext &ast, const clang::Stmt *nest) : ast_(ast) {
    holds(nest, [&](const clang::Stmt *part) {
      if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(part))
        counters_.insert(counterOf(loop));
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part))
        for (const clang::Decl *decl : decls->decls())
          if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getInit())
            values_[var] = var->getInit();
      if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part); op && op->getOpcode() == clang::BO_Assign)
        values_[variableOf(op->getLHS())] = op->getRHS();
      return false;
    });
    holds(nest, [&](const clang::Stmt *part) {
      if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part))
        add(element->getIdx(), false, 0);
      return false;
    });
  }

  bool differ() const {
    return llvm::any_of(scaled_, [&](const clang::VarDecl *var) { return alone_.count(var) > 0; });
  }

private:
  void add(const clang::Expr *expr, bool isScaled, int depth) {
    constexpr int kMostDepth = 8; // of variables in the values of others
    expr = expr->IgnoreParenImpCasts();
    if (const clang::VarDecl *var = variableOf(expr)) {
      if (counters_.count(var))
        (isScaled ? scaled_ : alone_).insert(var);
      else if (const auto value = values_.find(var); value != values_.end() && depth < kMostDepth)
        add(value->second, isScaled, depth + 1);
      return;
    }
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
    if (!op || op->getOpcode() == clang::BO_Rem)
      return;
    add(op->getLHS(),
        isScaled || (op->isMultiplicativeOp() && isSpacing(op->getRHS())) ||
            (op->isShiftOp() && numberOf(op->getRHS(), ast_)),
        depth);
    if (op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul)
      add(op->getRHS(), isScaled || (op->getOpcode() == clang::BO_Mul && isSpacing(op->getLHS())), depth);
  }

  // Larger numbers are lengths of rows.
  bool isSpacing(const clang::Expr *factor) const {
    constexpr int64_t kWidest = 8;
    const std::optional<int64_t> number = numberOf(factor, ast_);
    return number && *number > 1 && *number <= kWidest;
  }

  const clang::ASTContext &ast_;
  Variables counters_, alone_, scaled_;
  std::map<const clang::VarDecl *, const clang::Expr *> values_;
};

// u[j][i - 1] in a loop over i.
bool looksAround(const clang::Stmt *body) {
  Variables counters;
  holds(body, [&](const clang::Stmt *part) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(part))
      counters.insert(counterOf(loop));
    return false;
  });
  const auto isNumber = [](const clang::Expr *expr) {
    return llvm::isa<clang::IntegerLiteral>(expr->IgnoreParenImpCasts());
  };
  const auto isShift = [&](const clang::Stmt *part) {
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(part);
    return sum && (sum->isAdditiveOp() || sum->getOpcode() == clang::BO_Rem) &&
           (isNumber(sum->getLHS()) || isNumber(sum->getRHS())) &&
           llvm::any_of(counters, [&](const clang::VarDecl *var) { return var && mentions(sum, var); });
  };
  return holds(body, [&](const clang::Stmt *part) {
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
    return element && holds(element->getIdx(), isShift);
  });
}

bool movesPointers(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    return lhs && lhs->getType()->isPointerType();
  });
}

// How many rounds the loop makes, where numbers say so; else more than any.
int64_t mostRounds(const clang::ASTContext &ast, const clang::ForStmt *loop) {
  Diagnostics silent;
  const Effects none;
  const std::optional<Trips> trips = tripsOf(Reader(ast, silent, none, none), loop);
  return trips ? trips->count : INT64_MAX;
}

} // namespace

bool goesAlong(const clang::ASTContext &ast, const clang::Stmt *stmt) {
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
  const clang::VarDecl *var = loop ? counterOf(loop) : nullptr;
  const auto *step = var ? llvm::dyn_cast_or_null<clang::UnaryOperator>(loop->getInc()) : nullptr;
  if (!step || variableOf(step->getSubExpr()) != var || movesPointers(loop))
    return false;
  const int64_t rounds = mostRounds(ast, loop);
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
      const int64_t back = !from || from->first != var ? 0
                           : step->isIncrementOp()     ? place->second - from->second
                                                       : from->second - place->second;
      return back > 0 && back < rounds;
    });
  });
}

bool changesSpacing(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *stmt) {
  return llvm::any_of(bodiesOf(callees, stmt), [&](const clang::Stmt *body) { return Spacings(ast, body).differ(); });
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

bool drawsNumber(const clang::CallExpr *call) {
  static const std::set<std::string> kDraws = {"rand",    "rand_r",  "random",  "drand48", "erand48",
                                               "lrand48", "nrand48", "mrand48", "jrand48"};
  const clang::FunctionDecl *callee = call->getDirectCallee();
  return callee && !callee->getDefinition() && kDraws.count(callee->getNameAsString()) > 0;
}

bool printsCells(Callees &callees, const clang::Stmt *stmt) {
  bool prints = false, isOther = false;
  for (const clang::Stmt *body : bodiesOf(callees, stmt)) {
    prints |= holds(body, [](const clang::Stmt *part) {
      const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
      const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
      return callee && isHostFunction(callee) && callee->getName() != "__assert_fail";
    });
    isOther |= looksAround(body);
  }
  return prints && !isOther && bodyOf(stmt) && !movesPointers(stmt);
}

bool hasState(const clang::FunctionDecl *function) {
  return !function->getReturnType()->isVoidType() && function->hasBody() &&
         holds(function->getBody(), [](const clang::Stmt *part) {
           const clang::Expr *lhs = assignedIn(part);
           const clang::VarDecl *var = lhs ? storageVariable(lhs) : nullptr;
           return var && var->hasGlobalStorage() && lhs->getType()->isArithmeticType();
         });
}

bool drawsNumbers(Callees &callees, const clang::Stmt *stmt) {
  bool draws = false, isOther = false;
  bool stores = holds(stmt, [](const clang::Stmt *part) { // to a single element: u[3][4] += rand();
    return assignedIn(part) && llvm::isa<clang::ArraySubscriptExpr>(assignedIn(part)->IgnoreParenImpCasts());
  });
  for (const clang::Stmt *body : bodiesOf(callees, stmt)) {
    const auto isGenerator = [&](const clang::Stmt *part) {
      const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
      const clang::FunctionDecl *callee = call && mathFunction(call).empty() ? callees.definitionOf(call) : nullptr;
      return call && (drawsNumber(call) || (callee && hasState(callee)));
    };
    if (const bool isOne = holds(body, isGenerator) || handsOn(body)) {
      draws = true;
      stores |= holds(body, [](const clang::Stmt *part) { return bodyOf(part) != nullptr; });
      isOther |= isOne && looksAround(body);
    }
  }
  return draws && stores && !isOther && !movesPointers(stmt);
}

bool callsUnknown(Callees &callees, const clang::Stmt *stmt) {
  return holds(stmt, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return call && mathFunction(call).empty() && !callees.definitionOf(call);
  });
}

// The functions whose bodies the file has, and whose calls are reached from the statement.
static void addDefinitions(const clang::Stmt *stmt, std::set<const clang::FunctionDecl *> &found) {
  holds(stmt, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
    if (definition && definition->getBody() && found.insert(definition).second)
      addDefinitions(definition->getBody(), found);
    return false;
  });
}

const clang::CallExpr *callInNests(const clang::Stmt *stmt) {
  if (llvm::isa<clang::IfStmt, clang::SwitchStmt>(stmt)) // of some steps
    return nullptr;
  const auto stores = [](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    return lhs && llvm::isa<clang::ArraySubscriptExpr>(lhs->IgnoreParenImpCasts());
  };
  const auto isNest = [&](const clang::Stmt *part) { return bodyOf(part) && holds(bodyOf(part), stores); };
  std::set<const clang::FunctionDecl *> functions;
  addDefinitions(stmt, functions);
  if (llvm::none_of(functions, [&](const clang::FunctionDecl *function) { return holds(function->getBody(), isNest); }))
    return nullptr;
  Callees callees;
  for (const clang::FunctionDecl *function : functions) {
    const clang::CallExpr *unknown = callees.unknownIn(function);
    if (unknown && unknown->getDirectCallee() && !unknown->getDirectCallee()->hasBody())
      return unknown;
  }
  return nullptr;
}

const clang::FunctionDecl *goesOverCells(Callees &callees, const clang::Stmt *stmt) {
  const auto isElement = [](const clang::Stmt *part) { return llvm::isa<clang::ArraySubscriptExpr>(part); };
  const clang::FunctionDecl *found = nullptr;
  if (!llvm::isa<clang::Expr>(stmt))
    return nullptr;
  holds(stmt, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    const clang::FunctionDecl *callee = call && mathFunction(call).empty() ? callees.definitionOf(call) : nullptr;
    if (callee && holds(callee->getBody(),
                        [&](const clang::Stmt *inner) { return bodyOf(inner) && holds(bodyOf(inner), isElement); }))
      found = callee;
    return found != nullptr;
  });
  return found;
}

// A call of a function that a pointer leads to, which is given arrays: it may be what the steps are about.
static const clang::CallExpr *callByPointer(const clang::Stmt *code) {
  const clang::CallExpr *found = nullptr;
  holds(code, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    const auto isArray = [](const clang::Expr *arg) {
      const clang::QualType type = arg->getType();
      return type->isPointerType() && !type->getPointeeType()->isFunctionType();
    };
    if (call && !call->getDirectCallee() && llvm::any_of(call->arguments(), isArray))
      found = call;
    return found != nullptr;
  });
  return found;
}

std::string whyHosts(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *code) {
  if (goesAlong(ast, code) || (!callsUnknown(callees, code) && handsOn(code)))
    return "they need each other";
  const bool isKnown = !callsUnknown(callees, code);
  if (std::string why = isKnown ? whyNoStencil(callees, code) : ""; !why.empty())
    return why;
  if (drawsNumbers(callees, code))
    return "each draws the next number";
  if (printsCells(callees, code))
    return "it prints one cell after the other";
  if (isKnown && changesSpacing(ast, callees, code))
    return "it goes between grids of different spacing";
  if (const clang::CallExpr *call = callInNests(code))
    return "it calls '" + call->getDirectCallee()->getNameAsString() + "'";
  if (const clang::FunctionDecl *callee = goesOverCells(callees, code))
    return "'" + callee->getNameAsString() +
           "' goes over the cells in the midst of a store; give its value to a variable of the step first";
  if (const clang::CallExpr *call = callByPointer(code))
    return "which function '" + exactTextOf(ast, call->getCallee()) + "' leads to isn't followed";
  return "";
}

size_t storeRankOf(Callees &callees, const clang::Stmt *stmt) {
  size_t rank = 0;
  for (const clang::Stmt *body : bodiesOf(callees, stmt))
    rank = std::max(rank, effectsOf(body).storeRank);
  return rank;
}

} // namespace kasane
