// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StepArrays.h"

#include "Cells/Accesses.h"
#include "Cells/AtTimes.h"
#include "kasane/Analysis/FieldText.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

constexpr size_t kMaxBoxes = 256; // of what is left of one read

// It is so in every step.
bool staysNonNegative(const StencilProgram &program, const Poly &value) {
  return kasane::isNeverNegative(program, inAllSteps(program, value, /*most=*/false));
}

// hi <= lo as far as numbers and the program's guards tell.
bool isEmpty(const StencilProgram &program, const AxisBounds &bounds) {
  return staysNonNegative(program, bounds.lo - bounds.hi);
}

const Poly &larger(const StencilProgram &program, const Poly &a, const Poly &b) {
  return staysNonNegative(program, b - a) ? b : a;
}
const Poly &smaller(const StencilProgram &program, const Poly &a, const Poly &b) {
  return staysNonNegative(program, a - b) ? b : a;
}

// Boxes that hold all of `box` that isn't in `written`, and perhaps more where nobody knows which bound is the larger.
std::vector<Box> without(const StencilProgram &program, const Box &box, const Box &written) {
  std::vector<Box> rest;
  Box inner = box;
  for (int a = 0; a < kMaxAxes; ++a) {
    const AxisBounds below = {inner[a].lo, smaller(program, written[a].lo, inner[a].hi)};
    const AxisBounds above = {larger(program, written[a].hi, inner[a].lo), inner[a].hi};
    if (below.hi == inner[a].hi || above.lo == inner[a].lo) // they are apart
      return {box};
    for (const AxisBounds &side : {below, above})
      if (!isEmpty(program, side)) {
        rest.push_back(inner);
        rest.back()[a] = side;
      }
    inner[a] = {larger(program, inner[a].lo, written[a].lo), smaller(program, inner[a].hi, written[a].hi)};
  }
  return rest;
}

// What holds where a statement is made: in all cells of a step, `if (running) ..` around nests, or in some of them by
// their place, `if (i % 2 == 1) ..`.
using Conditions = std::set<std::string>;

constexpr const char *kOfCells = "in cells "; // what the latter begin with

Conditions ofSteps(const Conditions &all) {
  Conditions out;
  std::copy_if(all.begin(), all.end(), std::inserter(out, out.end()),
               [](const std::string &one) { return one.rfind(kOfCells, 0) != 0; });
  return out;
}

// Is everything that holds there known here, too?
bool isWithin(const Conditions &inner, const Conditions &outer) {
  return std::includes(inner.begin(), inner.end(), outer.begin(), outer.end());
}

struct Reading {
  Access access;
  Conditions under;
};

// A statement of a stage, and what it reads of one field.
struct Part {
  StmtPtr stmt;
  Conditions under;
  std::vector<Reading> reads;
};
// The parts of the stages: looked for once for all fields.
using Reads = std::vector<std::vector<Part>>;

// The names of values that no cell and no host code changes within a step.
std::set<std::string> fixedNames(const StencilProgram &program) {
  std::set<std::string> names;
  for (const Param &param : program.params)
    names.insert(param.name);
  for (const StepScalar &scalar : program.stepScalars)
    names.insert(scalar.name);
  for (const Variable &variable : program.variables)
    names.erase(variable.name);
  return names;
}

// Is it the same in all nests of a step, at one place?
bool isOfPlace(const std::set<std::string> &fixed, const ExprPtr &condition) {
  bool same = true;
  walk(condition, [&](const Expr &e) {
    const auto *name = std::get_if<ScalarRef>(&e.node);
    same &= !std::holds_alternative<FieldRead>(e.node) && !std::holds_alternative<Load>(e.node) &&
            (!name || fixed.count(name->name));
  });
  return same;
}

// Is it the same in all cells of a step?
bool isOfStep(const std::set<std::string> &fixed, const ExprPtr &condition) {
  bool anyPlace = false;
  walk(condition, [&](const Expr &e) { anyPlace |= std::holds_alternative<IndexRef>(e.node); });
  return !anyPlace && isOfPlace(fixed, condition);
}

using Arms = std::vector<std::pair<ExprPtr, bool>>; // of conditions that hold, or don't

// The statement alone in these arms.
StmtPtr within(StmtPtr stmt, const Arms &arms) {
  for (auto arm = arms.rbegin(); arm != arms.rend(); ++arm)
    stmt = makeStmt(arm->second ? IfStmt{arm->first, {stmt}, {}} : IfStmt{arm->first, {}, {stmt}}, stmt->range);
  return stmt;
}

class Stages {
public:
  explicit Stages(const StencilProgram &program) : program_(program), fixed_(fixedNames(program)) {}

  // `under` and the condition, if it is one of those that can be compared; nullopt: it isn't.
  std::optional<Conditions> with(Conditions under, const ExprPtr &condition, bool holds) const {
    if (!isOfPlace(fixed_, condition))
      return std::nullopt;
    if (const auto *both = std::get_if<Binary>(&condition->node); holds && both && both->op == BinaryOp::LogicalAnd)
      return with(*with(std::move(under), both->left, true), both->right, true);
    under.insert((isOfStep(fixed_, condition) ? "" : kOfCells) + std::string(holds ? "" : "not ") + print(condition));
    return under;
  }

  std::vector<Reads> reads() const {
    std::vector<Reads> reads(program_.fields.size(), Reads(program_.stages.size()));
    for (size_t s = 0; s < program_.stages.size(); ++s)
      add(program_.stages[s], s, definitionsOf(program_.stages[s].body), program_.stages[s].body, {}, {}, reads);
    return reads;
  }

private:
  void add(const Stage &stage, size_t s, const Definitions &locals, const std::vector<StmtPtr> &body,
           const Conditions &under, const Arms &arms, std::vector<Reads> &reads) const {
    for (const StmtPtr &stmt : body) {
      const auto *branch = std::get_if<IfStmt>(&stmt->node);
      const bool isTaken = branch && isOfPlace(fixed_, branch->condition);
      for (bool holds : {true, false})
        if (isTaken) {
          Arms inner = arms;
          inner.emplace_back(branch->condition, holds);
          add(stage, s, locals, holds ? branch->thenBody : branch->elseBody, *with(under, branch->condition, holds),
              inner, reads);
        }
      for (Reads &of : reads) // behind its arms, which may both have stored
        of[s].push_back({stmt, under, {}});
      for (Access &access : isTaken ? std::vector<Access>()
                                    : accessesOf(program_, stage.domain, {within(stmt, arms)}, locals, Steps::One))
        if (program_.fields[access.field].ofStep && !access.write)
          reads[access.field][s].back().reads.push_back({std::move(access), under});
    }
  }

  const StencilProgram &program_;
  const std::set<std::string> fixed_;
};

class Checker {
public:
  Checker(const StencilProgram &program, const Stages &stages, FieldId field, const Reads &reads,
          Diagnostics &diagnostics)
      : program_(program), stages_(stages), field_(field), reads_(reads), diagnostics_(diagnostics) {}

  std::vector<Guard> run() {
    for (size_t s = 0; s < program_.stages.size(); ++s) {
      const Stage &stage = program_.stages[s];
      std::vector<Conditions> stored; // where the cell's own element has been written
      for (const Part &part : reads_[s]) {
        if (!checkReads(part.reads, stored))
          return {};
        if (stores(part.stmt))
          stored.push_back(part.under);
      }
      CellRegion cells;
      for (int a = 0; a < kMaxAxes; ++a)
        cells[a] = {{stage.domain[a].lo}, {stage.domain[a].hi}};
      noteStores(stage, stage.body, cells, {});
    }
    return std::move(guards_);
  }

private:
  bool checkReads(const std::vector<Reading> &reads, const std::vector<Conditions> &stored) {
    return std::all_of(reads.begin(), reads.end(), [&](const Reading &read) {
      return (isOwn(read.access) &&
              std::any_of(stored.begin(), stored.end(),
                          [&](const Conditions &under) { return isWithin(read.under, under); })) ||
             check(read);
    });
  }

  static bool isOwn(const Access &access) { return access.offset == Offset{} && !isFar(access.far); }

  // Has the field an element for each cell?
  bool isWhole() const {
    const Field &field = program_.fields[field_];
    return std::all_of(field.has.begin(), field.has.begin() + program_.rank, [](bool has) { return has; });
  }

  // In every cell that comes here.
  bool stores(const StmtPtr &stmt) const {
    if (const auto *store = std::get_if<FieldStore>(&stmt->node))
      return store->field == field_;
    const auto *branch = std::get_if<IfStmt>(&stmt->node);
    auto anyStores = [&](const std::vector<StmtPtr> &arm) {
      return std::any_of(arm.begin(), arm.end(), [&](const StmtPtr &inner) { return stores(inner); });
    };
    return branch && anyStores(branch->thenBody) && anyStores(branch->elseBody);
  }

  // Where the body stands under conditions, the cells that surely come there.
  void noteStores(const Stage &stage, const std::vector<StmtPtr> &body, const CellRegion &cells,
                  const Conditions &under) {
    const IsParam isParam = integersAmong(program_.params);
    const Definitions locals = definitionsOf(stage.body);
    for (const StmtPtr &stmt : body) {
      const auto *branch = std::get_if<IfStmt>(&stmt->node);
      if (stores(stmt))
        written_.push_back({elementsOf(cells, {}), under});
      for (bool holds : {true, false}) {
        if (!branch || stores(stmt))
          continue;
        const std::vector<StmtPtr> &arm = holds ? branch->thenBody : branch->elseBody;
        const std::optional<Conditions> inner = stages_.with(under, branch->condition, holds);
        if (isExact(cells, *branch->condition, holds, isParam, locals) && !(inner && ofSteps(*inner) == *inner))
          noteStores(stage, arm, narrowed(cells, *branch->condition, holds, isParam, locals), under);
        else if (inner)
          noteStores(stage, arm, cells, *inner);
      }
    }
  }

  // At this distance from the cells; along an axis that the field hasn't [0, 1).
  Box elementsOf(const CellRegion &cells, const std::array<Poly, kMaxAxes> &distance) const {
    Box box;
    for (int a = 0; a < kMaxAxes; ++a) {
      box[a] = {0, 1};
      if (!program_.fields[field_].has[a])
        continue;
      box[a] = {cells[a].lo.front(), cells[a].hi.front()};
      for (const Poly &lo : cells[a].lo)
        box[a].lo = larger(program_, box[a].lo, lo);
      for (const Poly &hi : cells[a].hi)
        box[a].hi = smaller(program_, box[a].hi, hi);
      box[a] = {box[a].lo + distance[a], box[a].hi + distance[a]};
    }
    return box;
  }

  // Of what no nest of the step has written: it must be nothing.
  bool check(const Reading &read) {
    std::array<Poly, kMaxAxes> distance;
    for (int a = 0; a < kMaxAxes; ++a)
      distance[a] = read.access.distance(a);
    std::vector<Box> left = {elementsOf(read.access.cells, distance)};
    bool isWritten = false;
    for (const Written &written : written_) {
      // What is said of a cell is known of its own element.
      if (!isWithin(isOwn(read.access) && isWhole() ? read.under : ofSteps(read.under), written.under))
        continue;
      isWritten = true;
      std::vector<Box> still;
      for (const Box &box : left)
        for (Box &part : without(program_, box, written.box))
          still.push_back(std::move(part));
      left = std::move(still);
      if (left.size() > kMaxBoxes)
        break;
    }
    return std::all_of(left.begin(), left.end(),
                       [&](const Box &box) { return mustBeEmpty(box, read.access, isWritten); });
  }

  bool mustBeEmpty(const Box &box, const Access &access, bool isWritten) {
    const Field &field = program_.fields[field_];
    for (int a = 0; a < kMaxAxes; ++a)
      if (field.has[a] && isEmpty(program_, box[a]))
        return true;
    for (int a = kMaxAxes - 1; a >= 0; --a)
      if (const Poly fewer = inAllSteps(program_, box[a].lo - box[a].hi, /*most=*/false);
          field.has[a] && isWritten && !isNeverNegative(program_, Poly(-1) - fewer)) {
        guards_.push_back({fewer, textOf(field) + " may be read where the step hasn't written it", access.range});
        return true;
      }
    diagnostics_.add(DiagId::read_before_written, access.range, {textOf(field)});
    return false;
  }

  struct Written {
    Box box;
    Conditions under;
  };

  const StencilProgram &program_;
  const Stages &stages_;
  const FieldId field_;
  const Reads &reads_;
  Diagnostics &diagnostics_;
  std::vector<Written> written_; // by the stages so far
  std::vector<Guard> guards_;
};

} // namespace

std::vector<Guard> stepArrayGuards(const StencilProgram &program, Diagnostics &diagnostics) {
  std::vector<Guard> out;
  if (std::none_of(program.fields.begin(), program.fields.end(), [](const Field &field) { return field.ofStep; }))
    return out;
  const Stages stages(program);
  const std::vector<Reads> reads = stages.reads();
  for (size_t f = 0; f < program.fields.size(); ++f)
    if (program.fields[f].ofStep)
      for (Guard &guard : Checker(program, stages, static_cast<FieldId>(f), reads[f], diagnostics).run())
        out.push_back(std::move(guard));
  return out;
}

} // namespace kasane
