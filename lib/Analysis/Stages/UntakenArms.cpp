// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/UntakenArms.h"

#include "Cells/Accesses.h"
#include "kasane/Analysis/Bounds.h"
#include "kasane/IR/CallAsks.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace kasane {
namespace {

const char *cNameOf(ScalarType type) { // of those that C computes with; null: no such type
  switch (type) {
  case ScalarType::I32:
    return "int";
  case ScalarType::U32:
    return "unsigned";
  case ScalarType::I64:
    return "long long";
  case ScalarType::U64:
    return "unsigned long long";
  case ScalarType::F32:
    return "float";
  case ScalarType::F64:
    return "double";
  default:
    return nullptr;
  }
}

// C text of an expression over parameters, for the call site. "": it looks at more, or is one that C may not work out
// there: a quotient by zero.
class CallSiteText {
public:
  explicit CallSiteText(const std::vector<Param> &params) : params_(params) {}

  std::string of(const ExprPtr &e) const {
    return match(
        e->node, [](const IntLit &n) { return n.value == INT64_MIN ? "" : std::to_string(n.value); },
        [&](const ScalarRef &n) { return ofParam(n.name); }, [&](const Unary &n) { return ofUnary(n, e->type); },
        [&](const Binary &n) { return ofBinary(n); },
        [&](const Cast &n) { return isFloat(e->type) ? "" : cast(e->type, of(n.operand)); },
        [](const auto &) { return std::string(); });
  }

  std::string ofParam(const std::string &name) const {
    const auto param = std::ranges::find(params_, name, &Param::name);
    if (param == params_.end() || param->text.empty() || param->text == kInParallel ||
        param->text.find(kReplaced) != std::string::npos)
      return "";
    const bool isPath = std::ranges::all_of(
        param->text, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.' || c == '-' || c == '>'; });
    return isPath && param->text.find("--") == std::string::npos ? param->text : "(" + param->text + ")";
  }

  // As a number of 64 bits: nothing overflows that the program itself doesn't compute.
  std::string ofPoly(const Poly &poly) const {
    std::vector<std::pair<Poly::Monomial, int64_t>> terms(poly.terms().begin(), poly.terms().end());
    std::ranges::stable_sort(terms, [](const auto &a, const auto &b) { return a.first.size() > b.first.size(); });
    std::string out;
    for (const auto &[monomial, coefficient] : terms) {
      std::string term = coefficient == 1 || coefficient == -1 ? "" : std::to_string(std::abs(coefficient));
      for (const std::string &name : monomial) {
        const std::string text = ofParam(name);
        if (text.empty())
          return "";
        term += (term.empty() ? "(long long)" : " * (long long)") + text;
      }
      if (term.empty())
        term = "1";
      out += out.empty() ? (coefficient < 0 ? "-" : "") + term : (coefficient < 0 ? " - " : " + ") + term;
    }
    return out;
  }

private:
  static std::string cast(ScalarType type, const std::string &operand) {
    const char *name = cNameOf(type);
    return operand.empty() || !name ? "" : "(" + std::string(name) + ")" + operand;
  }

  std::string ofUnary(const Unary &n, ScalarType type) const {
    const std::string operand = of(n.operand);
    if (operand.empty() || (n.op != UnaryOp::LogicalNot && isFloat(type)))
      return "";
    return "(" + std::string(spelling(n.op)) + operand + ")";
  }

  std::string ofBinary(const Binary &n) const {
    static constexpr BinaryOp kOfIntegers[] = {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul,
                                               BinaryOp::And, BinaryOp::Or,  BinaryOp::Xor};
    const bool isMade = std::ranges::find(kOfIntegers, n.op) != std::end(kOfIntegers);
    const bool isAsked = n.op >= BinaryOp::LogicalAnd;
    const std::string left = of(n.left), right = of(n.right);
    if (left.empty() || right.empty() || (!isAsked && (!isMade || isFloat(n.left->type))))
      return "";
    return "(" + left + " " + std::string(spelling(n.op)) + " " + right + ")";
  }

  const std::vector<Param> &params_;
};

// What all has to hold for a stage to do anything at all, in C of the call site; empty: nothing that is known there.
using Conditions = std::vector<std::string>;

void addConditions(const ExprPtr &condition, bool holds, const CallSiteText &text, Conditions &out) {
  if (const auto *both = std::get_if<Binary>(&condition->node); both && holds && both->op == BinaryOp::LogicalAnd) {
    addConditions(both->left, true, text, out);
    addConditions(both->right, true, text, out);
  } else if (const auto *no = std::get_if<Unary>(&condition->node); no && no->op == UnaryOp::LogicalNot) {
    addConditions(no->operand, !holds, text, out);
  } else if (const std::string own = text.of(condition); !own.empty()) {
    out.push_back(holds ? own : "!" + own);
  }
}

Conditions conditionsOf(const std::vector<StmtPtr> &body, const CallSiteText &text) {
  const auto *branch = body.size() == 1 ? std::get_if<IfStmt>(&body.front()->node) : nullptr;
  if (!branch || branch->thenBody.empty() == branch->elseBody.empty())
    return {};
  const bool isElse = branch->thenBody.empty();
  Conditions out;
  addConditions(branch->condition, !isElse, text, out);
  const Conditions inner = conditionsOf(isElse ? branch->elseBody : branch->thenBody, text);
  out.insert(out.end(), inner.begin(), inner.end());
  return out;
}

bool shareOne(const Conditions &a, const Conditions &b) {
  return std::ranges::any_of(a, [&](const std::string &one) { return std::ranges::find(b, one) != b.end(); });
}

std::string joined(const Conditions &conditions) {
  std::string out;
  for (const std::string &one : conditions)
    out += (out.empty() ? "" : " && ") + one;
  return out;
}

std::vector<Guard> guardsOf(const StencilProgram &program, const std::vector<Stage> &stages) {
  StencilProgram part = program;
  part.stages = stages;
  Diagnostics silent; // what is wrong is told of the whole
  return boundsGuards(part, silent);
}

class Arms {
public:
  explicit Arms(const StencilProgram &program) : program_(program), text_(program.params), used_(namesOf(program)) {
    for (const Stage &stage : program.stages)
      conditions_.push_back(conditionsOf(stage.body, text_));
  }

  StencilProgram run() {
    StencilProgram out = program_;
    if (program_.stages.size() < 2)
      return out;
    for (size_t s = 0; s < program_.stages.size(); ++s)
      if (!conditions_[s].empty())
        for (const int axis : axesThatAsk(s))
          noteEnd(s, axis);
    for (const End &end : ends_) {
      const std::string reached = text_.ofPoly(end.hi);
      if (reached.empty())
        continue;
      const std::string name = freshName(used_, program_.axisNames[end.axis] + "_end");
      out.params.push_back({name, ScalarType::I64,
                            "(" + joined(end.conditions) + " ? " + reached + " : " + std::to_string(end.least) + ")"});
      for (const size_t s : end.stages) {
        Poly &hi = out.stages[s].domain[end.axis].hi;
        hi = Poly::symbol(name) + (hi - end.hi);
      }
    }
    return out;
  }

private:
  // Ends of stages under one condition that differ by numbers stay comparable: they are one parameter and numbers.
  struct End {
    Conditions conditions;
    int axis;
    Poly hi;       // of the first of the stages
    int64_t least; // with it each of them has a cell
    std::vector<size_t> stages;
  };

  // Axes along which a stage asks for something that no other asks for but those that share a condition with it.
  std::vector<int> axesThatAsk(size_t s) const {
    std::vector<Stage> others;
    for (size_t other = 0; other < program_.stages.size(); ++other)
      if (!shareOne(conditions_[other], conditions_[s]))
        others.push_back(program_.stages[other]);
    const std::vector<Guard> known = guardsOf(program_, others);
    std::set<std::string> asked;
    const auto isKnown = [&](const Guard &guard) {
      return std::ranges::any_of(known,
                                 [&](const Guard &one) { return (guard.value - one.value).constant().has_value(); });
    };
    for (const Guard &guard : guardsOf(program_, {program_.stages[s]}))
      if (!isAboutCells(guard, s) && !isKnown(guard))
        asked.merge(guard.value.symbols());
    std::vector<int> axes;
    for (int a = 0; a < kMaxAxes; ++a) {
      const AxisBounds &bounds = program_.stages[s].domain[a];
      const std::set<std::string> symbols = bounds.hi.symbols();
      const bool isAsked = std::ranges::any_of(symbols, [&](const std::string &name) { return asked.count(name) > 0; });
      if (isAsked && bounds.lo.constant() && !symbols.count(kTimeSymbol) && haveLength(s, a))
        axes.push_back(a);
    }
    return axes;
  }

  // That the nest has cells, which asks for nothing of the arrays.
  bool isAboutCells(const Guard &guard, size_t s) const {
    return std::ranges::any_of(program_.stages[s].domain,
                               [&](const AxisBounds &bounds) { return guard.value == bounds.hi - bounds.lo - 1; });
  }

  bool haveLength(size_t s, int axis) const {
    return std::ranges::all_of(accessesOf(program_, program_.stages[s]), [&](const Access &access) {
      const Field &field = program_.fields[access.field];
      return field.hidden || !field.has[axis] || field.extent[axis];
    });
  }

  void noteEnd(size_t s, int axis) {
    const AxisBounds &bounds = program_.stages[s].domain[axis];
    for (End &end : ends_)
      if (const std::optional<int64_t> further = (bounds.hi - end.hi).constant();
          further && end.axis == axis && end.conditions == conditions_[s]) {
        end.least = std::max(end.least, *bounds.lo.constant() + 1 - *further);
        end.stages.push_back(s);
        return;
      }
    ends_.push_back({conditions_[s], axis, bounds.hi, *bounds.lo.constant() + 1, {s}});
  }

  const StencilProgram &program_;
  CallSiteText text_;
  std::set<std::string> used_;
  std::vector<Conditions> conditions_; // by stage
  std::vector<End> ends_;
};

} // namespace

StencilProgram withUntakenArms(const StencilProgram &program) { return Arms(program).run(); }

} // namespace kasane
