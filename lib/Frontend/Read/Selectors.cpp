// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that select an array and change from step to step: `cur = 1 - cur`, two that are exchanged, `cur = (cur + 1)
// % 3`. A parameter stands for the value on entry. Polynomials over those say what each selects now; after a step the
// next one's values take their place. A cyclic one has a parameter for each of its values, told apart by their distance
// from the first; one that trails another (`prev = cur; cur = next; next = (next + 1) % 3`) shares the other's.
#include "Read/LiveOut.h"

#include <algorithm>

namespace kasane {
namespace {

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
    require(reader, side, "'" + name + "' is outside of the values that it takes in turn",
            reader.range(selector.write));
}

// The states of one that trails: the other's. On entry it must do so already, unless a step sets it before anything
// looks at it.
void shareStates(Reader &reader, const clang::Stmt *body, Selector &selector, const Selector &leader) {
  for (int64_t k = 0; k < selector.modulus; ++k)
    selector.states.push_back(leader.states[(selector.ahead + k) % selector.modulus]);
  if (isSetFirst(body, selector.var, selector.write))
    return;
  const Poly apart = valueOnEntry(reader, selector.var) - Poly::symbol(selector.states[0]);
  for (const Poly &side : {apart, Poly(0) - apart})
    require(reader, side,
            "'" + selector.var->getNameAsString() + "' doesn't follow '" + leader.var->getNameAsString() +
                "' on entry as it does later",
            reader.range(selector.write));
}

std::optional<int64_t> stateOf(const Reader &reader, const Selector &selector) {
  auto now = reader.step.integers.find(selector.var);
  for (size_t k = 0; now != reader.step.integers.end() && k < selector.states.size(); ++k)
    if (now->second == Poly::symbol(selector.states[k]))
      return static_cast<int64_t>(k);
  return std::nullopt;
}

// A variable of the host's that no subscript depends on may change at any time.
bool selects(const Reader &reader, const clang::VarDecl *var) {
  return !reader.host.variables.count(var) || reader.effects.wrappedSubscripts.count(var);
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

std::vector<Selector> candidates(const Reader &reader, const clang::Stmt *body) {
  std::set<const clang::VarDecl *> counters;
  collectCounters(body, counters);
  std::vector<const clang::VarDecl *> vars(reader.effects.assigned.begin(), reader.effects.assigned.end());
  std::sort(vars.begin(), vars.end(), [](const auto *a, const auto *b) { return a->getLocation() < b->getLocation(); });
  std::vector<Selector> selectors;
  for (const clang::VarDecl *var : vars) {
    if (reader.effects.declared.count(var) || reader.host.computed.count(var) || var == reader.time.var ||
        counters.count(var) || !var->getType()->isIntegerType() || !scalarTypeOf(reader.ast, var->getType()))
      continue;
    std::vector<const clang::Expr *> writes;
    collectWrites(body, var, writes);
    const auto *set = writes.size() == 1 ? llvm::dyn_cast<clang::BinaryOperator>(writes[0]) : nullptr;
    if (set && set->getOpcode() == clang::BO_Assign && reader.time.var && mentions(set->getRHS(), reader.time.var) &&
        isSetFirst(body, var, set))
      continue; // the step decides it
    selectors.push_back({var, writes.empty() ? nullptr : writes[0], writes.size() == 1});
  }
  return selectors;
}

void findSelectors(Reader &reader, const clang::Stmt *body) {
  std::vector<Selector> selectors = candidates(reader, body);
  findCycles(reader, body, selectors);
  for (Selector &selector : selectors) {
    if (selector.leader)
      continue;
    selector.states = {*valueOnEntry(reader, selector.var).symbols().begin()};
    if (selector.modulus > 0)
      addStates(reader, selector);
  }
  for (Selector &selector : selectors) {
    if (selector.leader)
      shareStates(reader, body, selector,
                  *llvm::find_if(selectors, [&](const Selector &other) { return other.var == selector.leader; }));
    reader.step.integers[selector.var] = Poly::symbol(selector.states[0]);
  }
  reader.time.selectors = std::move(selectors);
  // Where cells read the value of one, the host keeps it, and then all: each may be the next one's.
  bool kept = std::any_of(reader.time.selectors.begin(), reader.time.selectors.end(),
                          [&](const Selector &selector) { return reader.host.variables.count(selector.var); });
  for (const Selector &selector : reader.time.selectors)
    if (kept && !reader.host.variables.count(selector.var))
      reader.host.found.insert(selector.var);
}

// Is it what another one without a cycle of its own has been, or this one itself?
bool isExchanged(const Reader &reader, const Poly &now) {
  return std::any_of(reader.time.selectors.begin(), reader.time.selectors.end(), [&](const Selector &selector) {
    return selector.modulus == 0 && now == Poly::symbol(selector.states[0]);
  });
}

// Notes that the host computes the variable's value, for which the region is read again, or says why that can't be.
// By such a value cells may read what the region leaves alone, no more.
// Returns false in any case, as a reader does that can't go on.
bool becomesComputed(Reader &reader, const clang::VarDecl *var, const clang::Stmt *at) {
  if (reader.effects.wrappedStores.count(var))
    return reader.fail(DiagId::selector_at_times, at, {var->getNameAsString()}), false;
  reader.host.foundComputed.insert(var);
  return becomesHost(reader, var);
}

} // namespace

bool isSelected(const Reader &reader, const Poly &poly) {
  for (const std::string &symbol : poly.symbols())
    for (const Selector &selector : reader.time.selectors)
      if (std::count(selector.states.begin(), selector.states.end(), symbol))
        return true;
  return false;
}

const Selector *selectorIn(const Reader &reader, const clang::Expr *expr) {
  std::set<const clang::VarDecl *> vars;
  collectVariables(expr, vars);
  for (const clang::VarDecl *var : vars) {
    for (const Selector &selector : reader.time.selectors)
      if (selector.var == var && selector.modulus == 0 && selector.write)
        return &selector;
    const bool isLocal = reader.effects.declared.count(var) && var->getInit() && !reader.effects.assigned.count(var) &&
                         !mentions(var->getInit(), var); // as in int k = k;
    if (const Selector *selector = isLocal ? selectorIn(reader, var->getInit()) : nullptr)
      return selector;
  }
  return nullptr;
}

std::optional<Poly> selectedValue(Reader &reader, const clang::Expr *expr) {
  std::set<const clang::VarDecl *> vars;
  collectVariables(expr, vars);
  auto now = vars.size() == 1 ? reader.step.integers.find(*vars.begin()) : reader.step.integers.end();
  if (now == reader.step.integers.end())
    return std::nullopt;
  for (const Selector &selector : reader.time.selectors)
    for (int64_t k = 0; k < selector.modulus; ++k) // a local may hold one of its values, as a function's parameter does
      if (now->second == Poly::symbol(selector.states[k]))
        if (std::optional<int64_t> shift = valueShift(reader, now->first, expr, selector.modulus))
          return Poly::symbol(selector.states[(k + *shift) % selector.modulus]);
  return std::nullopt;
}

bool keepsSelected(Reader &reader, const clang::VarDecl *var, const clang::Expr *value, const clang::Expr *write) {
  if (reader.nest.isInside || !var->getType()->isIntegerType())
    return false;
  // `cur ^= 1` has no value, but one that depends on the variable alone.
  for (const Selector &selector : reader.time.selectors)
    if (selector.var == var && selector.modulus > 0 && !value &&
        valueShift(reader, var, write, selector.modulus) == selector.shift) {
      int64_t next = (stateOf(reader, selector).value_or(0) + selector.shift) % selector.modulus;
      reader.step.integers[var] = Poly::symbol(selector.states[next]);
      return true;
    }
  size_t phases = reader.step.phases.size();
  std::optional<Poly> poly = value && !reader.time.selectors.empty() ? affineOf(reader, value) : std::nullopt;
  keepPhases(reader, var, phases);
  if (!poly || !isSelected(reader, *poly))
    return false;
  const bool isOne = std::any_of(reader.time.selectors.begin(), reader.time.selectors.end(),
                                 [&](const Selector &selector) { return selector.var == var; });
  if (!isOne && !reader.effects.declared.count(var) && !reader.host.variables.count(var) && isReadAfter(reader, var))
    reader.host.found.insert(var); // nothing else would have its last value
  reader.step.integers[var] = *poly;
  return true;
}

bool readSelected(Reader &reader, const clang::Stmt *body) {
  findSelectors(reader, body);
  return readStep(reader, body);
}

bool changesSelected(Reader &reader, const clang::VarDecl *var, const clang::Stmt *at) {
  for (const Selector &selector : reader.time.selectors)
    if (selector.var == var && reader.effects.wrappedSubscripts.count(var))
      return becomesComputed(reader, var, at), true;
  return false;
}

bool closeSelectors(Reader &reader) {
  for (const auto &[stmt, number, value] : reader.time.selectedAtBreaks) {
    const Selector &selector = reader.time.selectors[number];
    const auto end = reader.step.integers.find(selector.var);
    if (!(value == Poly::symbol(selector.states[0])) && (end == reader.step.integers.end() || !(value == end->second)))
      return reader.fail(DiagId::stop_between_moves, stmt), false; // half of what the step does to it
  }
  for (const Selector &selector : reader.time.selectors) {
    if (selector.modulus > 0 && selects(reader, selector.var) && stateOf(reader, selector) != selector.shift)
      return reader.fail(DiagId::selector_at_times, selector.write, {selector.var->getNameAsString()}), false;
    if (selector.modulus > 0)
      for (int64_t k = 0; k < selector.modulus; ++k)
        reader.draft.selected[selector.states[k]] =
            Poly::symbol(selector.states[(k + selector.shift) % selector.modulus]);
    else if (auto it = reader.step.integers.find(selector.var);
             it != reader.step.integers.end() &&
             (isExchanged(reader, it->second) || reader.effects.wrappedStores.count(selector.var)))
      reader.draft.selected[selector.states[0]] = it->second;
    else
      return becomesComputed(reader, selector.var, selector.write ? selector.write : reader.region);
  }
  return true;
}

} // namespace kasane
