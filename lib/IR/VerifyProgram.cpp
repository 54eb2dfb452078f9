// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/StencilProgram.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

std::string verifyNames(const StencilProgram &p) {
  std::set<std::string> names;
  for (const Param &param : p.params)
    if (!names.insert(param.name).second)
      return "two parameters are called " + param.name;
  for (const Field &field : p.fields)
    if (!names.insert(field.name).second)
      return "two fields or parameters are called " + field.name;
  for (const StepScalar &s : p.stepScalars)
    if (!names.insert(s.name).second)
      return "a step scalar repeats the name " + s.name;
  for (const Variable &v : p.variables)
    if (!names.insert(v.name).second)
      return "a variable repeats the name " + v.name;
  return "";
}

bool isPermutation(std::vector<FieldId> names) {
  std::ranges::sort(names);
  for (size_t f = 0; f < names.size(); ++f)
    if (names[f] != static_cast<FieldId>(f))
      return false;
  return true;
}

std::string verifyRotation(const StencilProgram &p) {
  if (p.rotation.size() != p.fields.size())
    return "the rotation has " + std::to_string(p.rotation.size()) + " entries";
  return isPermutation(p.rotation) ? "" : "the rotation is no permutation";
}

std::string verifyFar(const StencilProgram &p, const Poly &far) {
  if (far.terms().count({}) != 0)
    return "with a number in its symbolic part";
  for (const std::string &name : far.symbols())
    if (std::none_of(p.params.begin(), p.params.end(),
                     [&](const Param &param) { return param.name == name && !isFloat(param.type); }))
      return "over " + name + ", which is no integer parameter";
  return "";
}

bool isOfTable(const StencilProgram &p, const Load &load, ScalarType type) {
  return std::any_of(p.fields.begin(), p.fields.end(), [&](const Field &field) {
    return !field.table.empty() && field.name == load.buffer && field.elem == type;
  });
}

std::string verifyExpr(const StencilProgram &p, const Expr &e) {
  if (const auto *read = std::get_if<FieldRead>(&e.node)) {
    if (read->field < 0 || read->field >= static_cast<FieldId>(p.fields.size()))
      return "a read of field " + std::to_string(read->field);
    if (e.type != p.fields[read->field].elem)
      return "a read of " + p.fields[read->field].name + " with another type";
    for (const Poly &far : read->far)
      if (std::string error = verifyFar(p, far); !error.empty())
        return "a read of " + p.fields[read->field].name + " at a distance " + error;
    for (int a = 0; a < kMaxAxes; ++a)
      if (read->at[a] && (!p.fields[read->field].has[a] || !distanceOf(*read, a).isZero() ||
                          (!p.time && read->at[a]->symbols().count(kTimeSymbol))))
        return "a read of " + p.fields[read->field].name + " at a place and at a distance, or at one of no step";
  }
  if (const auto *b = std::get_if<Binary>(&e.node))
    if (b->op != BinaryOp::Shl && b->op != BinaryOp::Shr && b->left->type != b->right->type)
      return "operands of " + std::string(spelling(b->op)) + " differ in type: " + print(b->left) + ", " +
             print(b->right);
  if (const auto *load = std::get_if<Load>(&e.node); load && !isOfTable(p, *load, e.type))
    return "a Load from " + load->buffer + ", which is no table of its type";
  return "";
}

std::string verifyStage(const StencilProgram &p, const Stage &stage) {
  std::string error;
  auto note = [&](const std::string &text) {
    if (error.empty())
      error = text;
  };
  walk(stage.body, [&](const Stmt &stmt) {
    const auto *store = std::get_if<FieldStore>(&stmt.node);
    if (!store)
      return;
    if (store->field < 0 || store->field >= static_cast<FieldId>(p.fields.size()))
      note("a store to field " + std::to_string(store->field));
    else if (store->value->type != p.fields[store->field].elem)
      note("a store to " + p.fields[store->field].name + " of another type");
  });
  walkExprs(stage.body, [&](const Expr &e) { note(verifyExpr(p, e)); });
  if (!stage.waits.empty() && (stage.leaves || followsTime(stage)))
    note("cells wait for each other in blocks, or at places of the step");
  for (const Offset &wait : stage.waits) {
    const auto first = std::ranges::find_if(stage.order, [&](const LoopOrder &loop) { return wait[loop.axis] != 0; });
    if (first == stage.order.end() || wait[first->axis] * first->direction < 0)
      note("a cell waits for one that comes behind it");
  }
  return error;
}

// Blocks store to elements of their own.
std::string verifyLeaves(const StencilProgram &p) {
  if (!hasLeaves(p))
    return "";
  std::string error = p.rank == kMaxAxes ? "" : "leaves of rank " + std::to_string(p.rank);
  for (const Stage &stage : p.stages) {
    if (!stage.leaves)
      error = "some stages have leaves";
    walk(stage.body, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<FieldStore>(&stmt.node); store && p.fields[store->field].leaf.isZero())
        error = "all leaves store to " + p.fields[store->field].name;
    });
  }
  return error;
}

std::string verifyStepScalars(const StencilProgram &p) {
  std::string error;
  for (const StepScalar &s : p.stepScalars)
    walk(s.value, [&](const Expr &e) {
      if (error.empty() && !verifyExpr(p, e).empty())
        error = "step scalar " + s.name + ": " + verifyExpr(p, e);
    });
  return error;
}

bool isVariable(const StencilProgram &p, const std::string &name) {
  return std::any_of(p.variables.begin(), p.variables.end(), [&](const Variable &v) { return v.name == name; });
}

std::string verifyGather(const StencilProgram &p, const Gather &gather) {
  std::string error;
  walk(gather.body, [&](const Stmt &stmt) {
    const auto *assign = std::get_if<LocalAssign>(&stmt.node);
    if (assign ? !isVariable(p, assign->name) : !std::holds_alternative<IfStmt>(stmt.node))
      error = "a gather does more than collect";
  });
  walkExprs(gather.body, [&](const Expr &e) {
    if (const auto *read = std::get_if<FieldRead>(&e.node);
        read && (!isGathered(p.fields[read->field]) || read->offset != Offset{}))
      error = "a gather reads " + p.fields[read->field].name;
  });
  return error;
}

std::string verifyAction(const StencilProgram &p, const HostAction &action) {
  std::string error;
  walkExprs(action, [&](const Expr &e) {
    if (error.empty())
      error = verifyExpr(p, e);
  });
  if (!error.empty())
    return error;
  if (action.before > p.stages.size())
    return "an action after the last stage's end";
  if (const auto *gather = std::get_if<Gather>(&action.node))
    return verifyGather(p, *gather);
  if (const auto *set = std::get_if<SetVariable>(&action.node); set && !isVariable(p, set->name))
    return "no variable is called " + set->name;
  if (const auto *point = std::get_if<HostPoint>(&action.node);
      point && (point->between.size() > p.fields.size() || !isPermutation(point->between)))
    return "between the moves the names are no permutation";
  return "";
}

} // namespace

std::string verify(const StencilProgram &p) {
  if (p.rank < 1 || p.rank > kMaxAxes)
    return "rank " + std::to_string(p.rank);
  if (std::string error = verifyNames(p); !error.empty())
    return error;
  if (std::string error = verifyRotation(p); !error.empty())
    return error;
  if (std::string error = verifyStepScalars(p); !error.empty())
    return error;
  for (const Stage &stage : p.stages)
    if (std::string error = verifyStage(p, stage); !error.empty())
      return error;
  for (const HostAction &action : p.actions)
    if (std::string error = verifyAction(p, action); !error.empty())
      return error;
  return verifyLeaves(p);
}

} // namespace kasane
