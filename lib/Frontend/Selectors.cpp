// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that select an array and change from step to step: `cur = 1 - cur`, two that are exchanged, `cur = (cur + 1)
// % 3`. A parameter stands for the value on entry. Polynomials over those say what each selects now; after a step the
// next one's values take their place. A cyclic one has a parameter for each of its values, told apart by their distance
// from the first.
#include "Reader.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kMaxModulus = 32;

std::optional<int64_t> apply(clang::BinaryOperatorKind op, int64_t a, int64_t b) {
  switch (op) {
  case clang::BO_Add:
    return a + b;
  case clang::BO_Sub:
    return a - b;
  case clang::BO_Mul:
    return a * b;
  case clang::BO_Div:
    return b ? std::optional<int64_t>(a / b) : std::nullopt;
  case clang::BO_Rem:
    return b ? std::optional<int64_t>(a % b) : std::nullopt;
  case clang::BO_Xor:
    return a ^ b;
  case clang::BO_And:
    return a & b;
  case clang::BO_Or:
    return a | b;
  case clang::BO_EQ:
    return a == b;
  case clang::BO_NE:
    return a != b;
  case clang::BO_LT:
    return a < b;
  case clang::BO_LE:
    return a <= b;
  case clang::BO_GT:
    return a > b;
  case clang::BO_GE:
    return a >= b;
  case clang::BO_LAnd:
    return a && b;
  case clang::BO_LOr:
    return a || b;
  default:
    return std::nullopt;
  }
}

// The expression's value when `var` is `value`; nullopt when it depends on anything else.
struct Evaluator {
  const Reader &reader;
  const clang::VarDecl *var;
  int64_t value;
  bool throughLocals; // a local of the region stands for its initial value

  std::optional<int64_t> of(const clang::Expr *expr) const {
    expr = expr->IgnoreParenImpCasts();
    if (std::optional<llvm::APSInt> constant = expr->getIntegerConstantExpr(reader.ast))
      return constant->getExtValue();
    if (const clang::VarDecl *named = variableOf(expr)) {
      if (named == var)
        return value;
      bool isLocal = throughLocals && reader.effects.declared.count(named) && !reader.effects.assigned.count(named);
      return isLocal && named->getInit() ? of(named->getInit()) : std::nullopt;
    }
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
      bool isStep = unary->isIncrementDecrementOp();
      std::optional<int64_t> operand =
          isStep || unary->getOpcode() == clang::UO_LNot || unary->getOpcode() == clang::UO_Minus
              ? of(unary->getSubExpr())
              : std::nullopt;
      if (!operand)
        return std::nullopt;
      return isStep                                 ? *operand + (unary->isIncrementOp() ? 1 : -1)
             : unary->getOpcode() == clang::UO_LNot ? !*operand
                                                    : -*operand;
    }
    if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(expr)) {
      std::optional<int64_t> condition = of(select->getCond());
      return condition ? of(*condition ? select->getTrueExpr() : select->getFalseExpr()) : std::nullopt;
    }
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
    if (!op)
      return std::nullopt;
    std::optional<int64_t> right = of(op->getRHS());
    if (op->getOpcode() == clang::BO_Assign || !right)
      return right;
    std::optional<int64_t> left = of(op->getLHS());
    clang::BinaryOperatorKind kind = op->isCompoundAssignmentOp()
                                         ? clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode())
                                         : op->getOpcode();
    return left ? apply(kind, *left, *right) : std::nullopt;
  }
};

// The d with expr == (var + d) mod m for all values of the variable below m.
std::optional<int64_t> shiftOf(const Reader &reader, const clang::VarDecl *var, const clang::Expr *expr, int64_t m,
                               bool throughLocals) {
  std::optional<int64_t> shift;
  for (int64_t value = 0; value < m; ++value) {
    std::optional<int64_t> result = Evaluator{reader, var, value, throughLocals}.of(expr);
    if (!result || *result < 0 || *result >= m || (shift && (*result - value + m) % m != *shift))
      return std::nullopt;
    shift = (*result - value + m) % m;
  }
  return shift;
}

void addStates(Reader &reader, Selector &selector) {
  std::string name = selector.var->getNameAsString();
  ScalarType type = *scalarTypeOf(reader.ast, selector.var->getType());
  for (int64_t k = 1; k < selector.modulus; ++k) {
    std::string text = "((" + name + " + " + std::to_string(k) + ") % " + std::to_string(selector.modulus) + ")";
    reader.draft.params.push_back({reader.names.take(name + "_plus_" + std::to_string(k)), type, text});
    selector.states.push_back(reader.draft.params.back().name);
  }
  Poly entry = Poly::symbol(selector.states[0]);
  for (const Poly &side : {entry, Poly(selector.modulus - 1) - entry})
    require(reader, side, "'" + name + "' is outside of the values that it takes in turn", reader.range(selector.write));
}

// Finds the cycle of a variable with one assignment.
bool findCycle(const Reader &reader, Selector &selector) {
  for (int64_t m = 2; m <= kMaxModulus; ++m) {
    std::optional<int64_t> shift = shiftOf(reader, selector.var, selector.write, m, true);
    if (!shift || *shift == 0)
      continue;
    selector.modulus = m;
    selector.shift = *shift;
    return true;
  }
  return false;
}

std::optional<int64_t> stateOf(const Reader &reader, const Selector &selector) {
  auto now = reader.integers.find(selector.var);
  for (size_t k = 0; now != reader.integers.end() && k < selector.states.size(); ++k)
    if (now->second == Poly::symbol(selector.states[k]))
      return static_cast<int64_t>(k);
  return std::nullopt;
}

// A variable of the host's that no subscript depends on may change at any time.
bool selects(const Reader &reader, const clang::VarDecl *var) {
  return !reader.hostVariables.count(var) || reader.effects.wrappedSubscripts.count(var);
}

void collectVariables(const clang::Stmt *stmt, std::set<const clang::VarDecl *> &vars) {
  if (const auto *expr = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
    if (const clang::VarDecl *var = variableOf(expr))
      vars.insert(var);
  for (const clang::Stmt *child : stmt->children())
    if (child)
      collectVariables(child, vars);
}

void collectCounters(const clang::Stmt *stmt, std::set<const clang::VarDecl *> &vars) {
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt); loop && loop->getInc())
    vars.merge(effectsOf(loop->getInc()).assigned);
  for (const clang::Stmt *child : stmt->children())
    if (child)
      collectCounters(child, vars);
}

void findSelectors(Reader &reader, const clang::Stmt *body) {
  std::set<const clang::VarDecl *> counters;
  collectCounters(body, counters);
  std::vector<const clang::VarDecl *> vars(reader.effects.assigned.begin(), reader.effects.assigned.end());
  std::sort(vars.begin(), vars.end(), [](const auto *a, const auto *b) { return a->getLocation() < b->getLocation(); });
  for (const clang::VarDecl *var : vars) {
    if (reader.effects.declared.count(var) || reader.computed.count(var) || var == reader.timeVar || counters.count(var) ||
        !var->getType()->isIntegerType() || !scalarTypeOf(reader.ast, var->getType()))
      continue;
    std::vector<const clang::Expr *> writes;
    collectWrites(body, var, writes);
    Selector selector{var, writes.empty() ? nullptr : writes[0], {}};
    bool isCyclic = writes.size() == 1 && findCycle(reader, selector);
    if (!isCyclic && !reader.effects.subscripts.count(var))
      continue;
    Poly entry = valueOnEntry(reader, var);
    selector.states = {*entry.symbols().begin()};
    if (isCyclic)
      addStates(reader, selector);
    reader.integers[var] = entry;
    reader.selectors.push_back(selector);
  }
  // Where cells read the value of one, the host keeps it, and then all: each may be the next one's.
  bool kept = std::any_of(reader.selectors.begin(), reader.selectors.end(),
                          [&](const Selector &selector) { return reader.hostVariables.count(selector.var); });
  for (const Selector &selector : reader.selectors)
    if (kept && !reader.hostVariables.count(selector.var))
      reader.found.insert(selector.var);
}

// Is it what another one without a cycle of its own has been, or this one itself?
bool isExchanged(const Reader &reader, const Poly &now) {
  return std::any_of(reader.selectors.begin(), reader.selectors.end(),
                     [&](const Selector &selector) { return selector.modulus == 0 && now == Poly::symbol(selector.states[0]); });
}

// Always false. By such a value cells may read what the region leaves alone, no more.
bool becomesComputed(Reader &reader, const clang::VarDecl *var, const clang::Stmt *at) {
  if (reader.effects.wrappedStores.count(var))
    return reader.fail(DiagId::selector_at_times, at, {var->getNameAsString()}), false;
  reader.foundComputed.insert(var);
  return becomesHost(reader, var);
}

} // namespace

bool isSelected(const Reader &reader, const Poly &poly) {
  for (const std::string &symbol : poly.symbols())
    for (const Selector &selector : reader.selectors)
      if (std::count(selector.states.begin(), selector.states.end(), symbol))
        return true;
  return false;
}

const Selector *selectorIn(const Reader &reader, const clang::Expr *expr) {
  std::set<const clang::VarDecl *> vars;
  collectVariables(expr, vars);
  for (const clang::VarDecl *var : vars) {
    for (const Selector &selector : reader.selectors)
      if (selector.var == var && selector.modulus == 0 && selector.write)
        return &selector;
    const bool isLocal = reader.effects.declared.count(var) && var->getInit() && !reader.effects.assigned.count(var);
    if (const Selector *selector = isLocal ? selectorIn(reader, var->getInit()) : nullptr)
      return selector;
  }
  return nullptr;
}

std::optional<Poly> selectedValue(Reader &reader, const clang::Expr *expr) {
  std::set<const clang::VarDecl *> vars;
  collectVariables(expr, vars);
  auto now = vars.size() == 1 ? reader.integers.find(*vars.begin()) : reader.integers.end();
  if (now == reader.integers.end())
    return std::nullopt;
  for (const Selector &selector : reader.selectors)
    for (int64_t k = 0; k < selector.modulus; ++k) // a local may hold one of its values, as a function's parameter does
      if (now->second == Poly::symbol(selector.states[k]))
        if (std::optional<int64_t> shift = shiftOf(reader, now->first, expr, selector.modulus, false))
          return Poly::symbol(selector.states[(k + *shift) % selector.modulus]);
  return std::nullopt;
}

bool keepsSelected(Reader &reader, const clang::VarDecl *var, const clang::Expr *value, const clang::Expr *write) {
  if (reader.inNest || !var->getType()->isIntegerType())
    return false;
  for (const Selector &selector : reader.selectors)
    if (selector.var == var && selector.modulus > 0 && selector.write == write) {
      int64_t next = (stateOf(reader, selector).value_or(0) + selector.shift) % selector.modulus;
      reader.integers[var] = Poly::symbol(selector.states[next]);
      return true;
    }
  size_t phases = reader.phases.size();
  std::optional<Poly> poly = value && !reader.selectors.empty() ? affineOf(reader, value) : std::nullopt;
  keepPhases(reader, var, phases);
  if (!poly)
    return false;
  if (!isSelected(reader, *poly))
    return false;
  reader.integers[var] = *poly;
  return true;
}

bool readSelected(Reader &reader, const clang::Stmt *body) {
  findSelectors(reader, body);
  return readStep(reader, body);
}

bool changesSelected(Reader &reader, const clang::VarDecl *var, const clang::Stmt *at) {
  for (const Selector &selector : reader.selectors)
    if (selector.var == var && reader.effects.wrappedSubscripts.count(var))
      return becomesComputed(reader, var, at), true;
  return false;
}

bool closeSelectors(Reader &reader) {
  for (const Selector &selector : reader.selectors) {
    if (selector.modulus > 0 && selects(reader, selector.var) && stateOf(reader, selector) != selector.shift)
      return reader.fail(DiagId::selector_at_times, selector.write, {selector.var->getNameAsString()}), false;
    if (selector.modulus > 0)
      for (int64_t k = 0; k < selector.modulus; ++k)
        reader.draft.selected[selector.states[k]] =
            Poly::symbol(selector.states[(k + selector.shift) % selector.modulus]);
    else if (auto it = reader.integers.find(selector.var);
             it != reader.integers.end() && (isExchanged(reader, it->second) || reader.effects.wrappedStores.count(selector.var)))
      reader.draft.selected[selector.states[0]] = it->second;
    else
      return becomesComputed(reader, selector.var, selector.write ? selector.write : reader.region);
  }
  return true;
}

} // namespace kasane
