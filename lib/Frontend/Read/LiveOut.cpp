// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: one struct holds what each kind of variable needs.
#include "Read/LiveOut.h"

#include "Ast/MathCalls.h"
#include "Read/HostCode.h"
#include "kasane/Layout/Fields.h"

namespace kasane {
namespace {

bool breaks(const DraftAction &action) {
  const auto *stop = std::get_if<DraftStop>(&action.node);
  const auto *point = std::get_if<DraftHostPoint>(&action.node);
  return (stop && stop->isBreak) || (point && point->breaks);
}

std::pair<const std::map<std::string, int> &, bool> standingAt(const DraftAction &action) {
  if (const auto *stop = std::get_if<DraftStop>(&action.node))
    return {stop->places, stop->moved};
  const auto &point = std::get<DraftHostPoint>(action.node);
  return {point.places, point.moved};
}

// A pointer that the steps move: its text where it is none of the program's and read behind the region, else "".
std::string movedAside(const Reader &reader, const std::string &key, const clang::Expr *lvalue) {
  const bool isOwn = holds(lvalue, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    return var && reader.effects.declared.count(var);
  });
  const clang::VarDecl *var = variableOf(lvalue);
  if (isOwn || reader.arrayByKey.count(key))
    return "";
  if (auto owner = reader.draft.owners.find(key); owner != reader.draft.owners.end())
    return owner->second;
  if (var && !isReadAfter(reader, var))
    return "";
  return var ? var->getNameAsString() : spelled(reader, lvalue);
}

// Calls that only put something out change nothing of the program's.
bool mayChangeMemory(const clang::Stmt *stmt) {
  static const std::set<std::string> output = {"printf",  "fprintf", "puts", "fputs",
                                               "putchar", "fputc",   "putc", "fflush"};
  return !effectsOf(stmt).storedKeys.empty() || holds(stmt, [](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    const clang::FunctionDecl *function = call ? call->getDirectCallee() : nullptr;
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
    return (call && mathFunction(call).empty() &&
            !(function && function->getIdentifier() && output.count(function->getNameAsString()))) ||
           (unary && unary->getOpcode() == clang::UO_AddrOf);
  });
}

// What scalars of the step were computed from counts, too.
bool readsChanged(const Reader &reader, const clang::Stmt *value, const Effects &changes, bool memory,
                  Variables &seen) {
  return holds(value, [&](const clang::Stmt *part) {
    const auto *place = llvm::dyn_cast<clang::Expr>(part);
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    if (!var)
      return memory && place && (isElement(place) || llvm::isa<clang::MemberExpr>(place));
    auto values = reader.step.values.find(var);
    if (values != reader.step.values.end() && seen.insert(var).second)
      for (const clang::Expr *other : values->second)
        if (readsChanged(reader, other, changes, memory, seen))
          return true;
    return changes.assigned.count(var) || (memory && isReachable(reader, var));
  });
}

struct Maker {
  Reader &reader;
  std::vector<LiveOut> finals;

  bool isLive(const clang::VarDecl *var) const {
    return var && !reader.effects.declared.count(var) && isReadAfter(reader, var);
  }
  std::string text(const Poly &poly) const { return callText(poly, reader.draft.params, true); }
  std::string compare(const Poly &lo, const Poly &hi) const { return "if (" + text(lo) + " < " + text(hi) + ")"; }

  // The value that ends the loop.
  std::string pastOf(const DraftLoop &loop) const {
    bool up = loop.direction > 0;
    if (loop.stride == 1)
      return text(up ? loop.hi : loop.lo - Poly(1));
    std::string stride = std::to_string(loop.stride);
    return text(up ? loop.lo : loop.hi - Poly(1)) + (up ? " + (" : " - (") +
           text(loop.hi - loop.lo + Poly(loop.stride - 1)) + ") / " + stride + " * " + stride;
  }

  // A loop variable that is read after the region, where the loop's bounds don't tell what it holds then.
  const DraftLoop *unknownFinal(const DraftNest &nest) const {
    for (const DraftLoop &loop : nest.loops)
      if (loop.moving && isLive(loop.var))
        return &loop;
    return nullptr;
  }

  // "k = 1; if (1 < nz - 1) { k = nz - 1; j = 1; .. }": each loop runs when all those around it do.
  std::string loopFinals(const std::vector<DraftLoop> &loops, size_t depth) const {
    if (depth == loops.size())
      return "";
    const DraftLoop &loop = loops[depth];
    bool live = isLive(loop.var);
    std::string inner = loopFinals(loops, depth + 1);
    bool up = loop.direction > 0;
    std::string out, past = live ? loop.name + " = " + pastOf(loop) + ";" : "";
    if (live)
      out = loop.name + " = " + text(up ? loop.lo : loop.hi - Poly(1)) + "; ";
    if (past.empty() && inner.empty())
      return "";
    return out + compare(loop.lo, loop.hi) + " { " + past + (past.empty() || inner.empty() ? "" : " ") + inner + " }";
  }

  bool stops() const {
    return std::any_of(reader.draft.actions.begin(), reader.draft.actions.end(), [](const DraftAction &action) {
      const auto *point = std::get_if<DraftHostPoint>(&action.node);
      return std::holds_alternative<DraftStop>(action.node) || (point && point->breaks);
    });
  }

  bool breaksBefore(size_t nest) const {
    return llvm::any_of(reader.draft.actions,
                        [&](const DraftAction &action) { return breaks(action) && action.nest <= nest; });
  }

  // `whole`: by steps that came to their end.
  void add(const std::string &name, const std::string &text, bool whole = false) {
    if (text.empty())
      return;
    const std::optional<TimeLoop> &time = reader.draft.time;
    std::string madeSteps = !time     ? ""
                            : whole   ? "if ($done > $broke)"
                            : stops() ? "if ($done > 0)"
                                      : compare(time->lo, time->hi);
    finals.push_back({name, time ? madeSteps + " { " + text + " }" : text});
  }

  void addTime() {
    const std::optional<TimeLoop> &time = reader.draft.time;
    if (!time || !reader.time.var || !isLive(reader.time.var))
      return;
    Poly sign = reader.time.sign, lead = reader.time.exitLead;
    std::string name = reader.time.var->getNameAsString(), last = text(sign * time->hi + lead);
    if (stops()) {
      std::string by = std::to_string(reader.time.sign * time->step);
      int64_t ahead = reader.time.breakLeads.empty() ? 0 : *reader.time.breakLeads.begin() - reader.time.exitLead;
      finals.push_back({name, name + " = " + text(sign * time->lo + lead) + " + ($done - $broke) * " + by +
                                  (ahead == 0 ? "" : " + $broke * " + std::to_string(ahead)) + ";"});
      return;
    }
    if (time->step != 1) // the first value of lo, lo + step, .. that is not below hi
      last = text(sign * time->lo + lead) + (reader.time.sign > 0 ? " + (" : " - (") +
             text(time->hi - time->lo + Poly(time->step - 1)) + ") / " + std::to_string(time->step) + " * " +
             std::to_string(time->step);
    std::string unchanged = text(sign * time->lo + lead);
    finals.push_back({name, compare(time->lo, time->hi) + " " + name + " = " + last + ";" +
                                (unchanged == name ? "" : " else " + name + " = " + unchanged + ";")});
  }

  // How often the step's moves were made.
  std::string stepsMade(bool whole) const {
    const TimeLoop &time = *reader.draft.time;
    if (stops())
      return whole ? "$done" : "($done - $broke)";
    return "(" + text(time.hi - time.lo + Poly(time.step - 1)) + ") / " + std::to_string(time.step);
  }

  // Selectors take their steps again, all at once in each.
  void addSelectors() {
    std::string values, assignments;
    for (size_t s = 0; s < reader.time.selectors.size(); ++s) {
      const Selector &selector = reader.time.selectors[s];
      auto next = reader.draft.selected.find(selector.states[0]);
      if (next == reader.draft.selected.end() || reader.host.variables.count(selector.var))
        continue;
      std::string name = selector.var->getNameAsString(), value = "ksn_v" + std::to_string(s);
      values += "const long long " + value + " = " + text(next->second) + "; ";
      assignments += name + " = " + value + "; ";
    }
    if (values.empty() || !reader.draft.time)
      return;
    add("selectors", "for (long long ksn_n = " + stepsMade(reader.time.breaksAfterMoves.count(true) > 0) +
                         "; ksn_n > 0; ksn_n--) { " + values + assignments + "}");
  }

  // Of pointers that are exchanged, each list those that get each other's value, where nothing is reached through them.
  std::vector<std::vector<int>> untouchedCycles() const {
    std::set<int> seen;
    for (const DraftAccess &access : reader.draft.accesses)
      seen.insert(access.array);
    const std::map<int, int> next(reader.draft.moves.begin(), reader.draft.moves.end());
    std::vector<std::vector<int>> cycles;
    for (const auto &[name, was] : next) {
      std::vector<int> cycle = {name};
      for (int at = was; at != name && next.count(at) && cycle.size() <= next.size(); at = next.at(at))
        cycle.push_back(at);
      const bool isOther = llvm::none_of(cycle, [&](int at) { return seen.count(at) > 0; });
      seen.insert(cycle.begin(), cycle.end());
      if (isOther)
        cycles.push_back(std::move(cycle));
    }
    return cycles;
  }

  // Does host code look at the pointer, which has its place at the end of the region only?
  const clang::Stmt *hostUse(const std::string &key) const {
    for (const DraftAction &action : reader.draft.actions) {
      const auto *point = std::get_if<DraftHostPoint>(&action.node);
      const bool looks = point && (!callsNothing(point->stmt) || holds(point->stmt, [&](const clang::Stmt *part) {
                           const auto *expr = llvm::dyn_cast<clang::Expr>(part);
                           return expr && lvalueKey(expr) == key;
                         }));
      if (looks)
        return point->stmt;
    }
    return nullptr;
  }

  // They are no fields. After n steps each has what the n-th behind it had.
  bool addUntouched() {
    std::set<bool> moved; // where breaks end the last step
    for (const DraftAction &action : reader.draft.actions)
      if (breaks(action))
        moved.insert(standingAt(action).second);
    for (const std::vector<int> &cycle : untouchedCycles()) {
      if (moved.size() > 1)
        return reader.fail(DiagId::stop_between_moves, reader.statement), false;
      const std::string length = std::to_string(cycle.size());
      std::string values, assignments;
      for (size_t n = 0; n < cycle.size(); ++n) {
        const DraftArray &array = reader.draft.arrays[cycle[n]];
        if (const clang::Stmt *use = hostUse(array.key))
          return reader.fail(DiagId::host_code_sees, use, {array.text}), false;
        values += (n == 0 ? "" : ", ") + array.text;
        const clang::VarDecl *var = variableOf(reader.step.movedPointers.at(array.key));
        if (!var || isLive(var))
          assignments += array.text + " = ksn_v[(ksn_n + " + std::to_string(n) + ") % " + length + "]; ";
      }
      const std::string steps = reader.draft.time ? "(" + stepsMade(moved.count(true) > 0) + ") % " + length : "1";
      if (!assignments.empty())
        add(reader.draft.arrays[cycle[0]].text,
            "void *const ksn_v[] = {" + values + "}; const long long ksn_n = " + steps + "; " + assignments);
    }
    return true;
  }

  // What has the address of that array once the step's moves are made, for a struct the one that holds it.
  std::string nameOf(int array, bool moved, bool isStruct) const {
    const DraftArray *now = &reader.draft.arrays[array];
    if (moved)
      for (const auto &[key, place] : reader.step.pointers)
        if (auto it = reader.arrayByKey.find(key); it != reader.arrayByKey.end() && place.array == array)
          now = &reader.draft.arrays[it->second];
    return isStruct ? reader.draft.owners.at(now->key) : now->text;
  }

  // A temporary of a swap: in the last step it got the address that some pointer now has. A break must find it either
  // not assigned, as the pointers are, or assigned.
  bool addPointers() {
    for (const auto &[key, lvalue] : reader.step.movedPointers) {
      const std::string name = movedAside(reader, key, lvalue);
      if (name.empty() || llvm::any_of(finals, [&](const LiveOut &final) { return final.name == name; }))
        continue;
      const Place &place = reader.step.pointers.at(key);
      const bool isStruct = reader.draft.owners.count(key) > 0;
      if (place.index.size() != 1 || !place.index[0].isZero() || place.view)
        return reader.fail(DiagId::pointer_shifted, lvalue, {name}), false;
      std::set<std::string> atBreaks; // no text: not assigned
      for (const DraftAction &action : reader.draft.actions) {
        if (!breaks(action))
          continue;
        const auto &[places, moved] = standingAt(action);
        const auto here = places.find(key);
        atBreaks.insert(here == places.end() ? "" : nameOf(here->second, moved, isStruct));
        if (atBreaks.size() > 1 || (here == places.end() && moved && !reader.draft.moves.empty()))
          return reader.fail(DiagId::step_scalar_live, lvalue, {name}), false;
      }
      const std::string last = name + " = " + nameOf(place.array, true, isStruct) + ";";
      const std::string left = atBreaks.empty() || atBreaks.count("") ? last : name + " = " + *atBreaks.begin() + ";";
      add(name, left == last ? last : "if ($broke) " + left + " else " + last, atBreaks.count("") > 0);
    }
    return true;
  }

  // Does a scalar of the steps come from the step alone, and is it known which step was the last that computed it?
  bool isOfLastStep(const clang::Expr *at) const {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(at);
    if (!op || op->getOpcode() != clang::BO_Assign) // k++, k += 2
      return false;
    Effects withoutTime = reader.effects;
    withoutTime.declared.erase(reader.time.var);
    withoutTime.assigned.erase(reader.time.var);
    const size_t before = reader.step.breaksBefore.at(op);
    const bool isKnown = !readsTime(op) || (!stops() && reader.time.sign > 0 && reader.time.lead == 0);
    return isInvariant(op->getRHS(), withoutTime, true) && !mayHostChange(reader, op->getRHS()) &&
           (before == 0 || before == breaksIn(reader.draft)) && isKnown;
  }
  bool readsTime(const clang::Expr *op) const {
    return !isInvariant(llvm::cast<clang::BinaryOperator>(op)->getRHS(), reader.effects, true);
  }

  // Its statement again, with the last step's time.
  bool addStepScalars() {
    for (const auto &[var, op] : reader.step.assigned) {
      if (!isLive(var))
        continue;
      if (!isOfLastStep(op))
        return reader.fail(DiagId::step_scalar_live, op, {var->getNameAsString()}), false;
      std::string statement = spelled(reader, op) + ";";
      if (const std::optional<TimeLoop> &time = reader.draft.time; time && readsTime(op)) {
        std::string step = std::to_string(time->step);
        std::string last = time->step == 1 ? text(time->hi - Poly(1))
                                           : text(time->lo) + " + (" + text(time->hi - time->lo - Poly(1)) + ") / " +
                                                 step + " * " + step;
        std::string type = reader.time.var->getType().getUnqualifiedType().getAsString();
        std::string name = reader.time.var->getNameAsString();
        statement = "const " + type + " " + name + " = " + last + "; (void)" + name + "; " + statement;
      }
      add(var->getNameAsString(), statement, reader.step.breaksBefore.at(op) > 0);
    }
    return true;
  }
};

} // namespace

std::optional<Watched> watched(const clang::ASTContext &ast, const clang::VarDecl *var) {
  const std::optional<ScalarType> scalar = scalarTypeOf(ast, var->getType());
  if (!scalar && !var->getType()->isObjectPointerType())
    return std::nullopt;
  return Watched{!scalar            ? Watched::Pointer
                 : isFloat(*scalar) ? Watched::Real
                                    : Watched::Integer,
                 var->getNameAsString()};
}

std::vector<Watched> leftOf(const Reader &reader, const Region &region) {
  std::set<std::string> others(region.first.declared.begin(), region.first.declared.end());
  for (const Field &field : region.program.fields)
    others.insert(field.pointer);
  for (const Variable &variable : region.program.variables)
    others.insert(variable.text);
  std::vector<Watched> left;
  for (const clang::VarDecl *var : reader.effects.assigned) {
    const std::optional<Watched> it = watched(reader.ast, var);
    if (it && !reader.draft.owners.count(variableKey(var)) && !reader.effects.declared.count(var) &&
        !others.count(it->name) && isReadAfter(reader, var))
      left.push_back(*it);
  }
  for (const auto &[key, lvalue] : reader.step.movedPointers) // members, and elements of tables
    if (std::string name = variableOf(lvalue) && !reader.draft.owners.count(key) ? "" : movedAside(reader, key, lvalue);
        !name.empty()) {
      // A struct itself.
      if (const clang::VarDecl *var = variableOf(lvalue); var && var->getName().starts_with(name + "."))
        name = var->getNameAsString();
      left.push_back({Watched::Pointer, name});
    }
  for (const auto &[key, lvalue] : reader.step.movedPointers) // members that are exchanged and not otherwise used
    if (const auto array = reader.arrayByKey.find(key); array != reader.arrayByKey.end() && !variableOf(lvalue))
      if (const std::string &text = reader.draft.arrays[array->second].text;
          !others.count(text) && !reader.draft.owners.count(key))
        left.push_back({Watched::Pointer, text});
  std::sort(left.begin(), left.end(), [](const Watched &a, const Watched &b) { return a.name < b.name; });
  return left;
}

size_t hostPointsIn(const Draft &draft) {
  return static_cast<size_t>(llvm::count_if(
      draft.actions, [](const DraftAction &action) { return std::holds_alternative<DraftHostPoint>(action.node); }));
}

bool mayHostChange(const Reader &reader, const clang::Expr *value) {
  return llvm::any_of(reader.draft.actions, [&](const DraftAction &action) {
    const auto *point = std::get_if<DraftHostPoint>(&action.node);
    Variables seen;
    return point &&
           readsChanged(reader, value, effectsOf(point->stmt), !point->apart && mayChangeMemory(point->stmt), seen);
  });
}

bool isOutdated(const Reader &reader, const clang::VarDecl *var) {
  auto values = reader.step.values.find(var);
  return values != reader.step.values.end() && hostPointsIn(reader.draft) > reader.step.scalars.at(var).hostPoints &&
         llvm::any_of(values->second, [&](const clang::Expr *value) { return mayHostChange(reader, value); });
}

void findUnrepeatable(Reader &reader) {
  const Maker maker{reader, {}};
  for (const auto &[var, op] : reader.step.assigned)
    if (reader.draft.time && maker.isLive(var) && !maker.isOfLastStep(op))
      reader.host.found.insert(var);
}

size_t breaksIn(const Draft &draft) { return static_cast<size_t>(llvm::count_if(draft.actions, breaks)); }

std::optional<std::vector<LiveOut>> finalsOf(Reader &reader) {
  Maker maker{reader, {}};
  for (const auto &[var, at] : reader.host.assigned) // whether the last step's host code ran decides what it holds
    if (maker.isLive(var)) {
      reader.fail(DiagId::step_scalar_live, at, {var->getNameAsString()});
      return std::nullopt;
    }
  for (const auto &[var, range] : reader.step.cellAssigned)
    if (maker.isLive(var)) {
      reader.diags.add(DiagId::cell_scalar_live, range, {var->getNameAsString()});
      return std::nullopt;
    }
  for (size_t n = 0; n < reader.draft.nests.size(); ++n) {
    const DraftNest &nest = reader.draft.nests[n];
    if (const DraftLoop *loop = maker.unknownFinal(nest)) {
      reader.diags.add(DiagId::step_scalar_live, loop->range, {loop->name});
      return std::nullopt;
    }
    std::string text = nest.loops.empty() ? "" : maker.loopFinals(nest.loops, 0);
    if (!text.empty() && maker.breaksBefore(n)) { // the first step may end before the nest has run at all
      reader.diags.add(DiagId::step_scalar_live, nest.loops.front().range, {nest.loops.front().name});
      return std::nullopt;
    }
    maker.add(nest.loops.empty() ? "" : nest.loops.front().name, text);
  }
  // What has the address of another pointer finds it moved.
  if (!maker.addUntouched() || !maker.addPointers() || !maker.addStepScalars())
    return std::nullopt;
  maker.addSelectors();
  maker.addTime();
  return std::move(maker.finals);
}

} // namespace kasane
