// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/StencilProgram.h"
#include "kasane/Support/Match.h"

namespace kasane {
namespace {

// FieldReads show the field's name, which print(ExprPtr) cannot know.
std::string printNamed(const StencilProgram &p, const ExprPtr &expr) {
  return print(rewrite(expr, [&](const Expr &e) -> ExprPtr {
    const auto *read = std::get_if<FieldRead>(&e.node);
    if (!read)
      return nullptr;
    std::string offset;
    for (int a = p.rank - 1; a >= 0; --a)
      offset += "[" +
                (read->at[a] ? "= " + read->at[a]->str()
                             : std::string(read->far[a].isZero() && read->offset[a] >= 0 ? "+" : "") +
                                   distanceOf(*read, a).str()) +
                "]";
    return scalar(p.fields[read->field].name + offset + std::string(static_cast<size_t>(read->ahead), '\''), e.type);
  }));
}

std::string printBody(const StencilProgram &p, const std::vector<StmtPtr> &body, const std::string &indent) {
  std::string out;
  for (const StmtPtr &stmt : body)
    out += match(
        stmt->node,
        [&](const LocalDecl &n) {
          return indent + std::string(nameOf(n.type)) + " " + n.name +
                 (n.init ? " = " + printNamed(p, n.init) : std::string()) + "\n";
        },
        [&](const LocalAssign &n) { return indent + n.name + " = " + printNamed(p, n.value) + "\n"; },
        [&](const FieldStore &n) {
          std::string target = printNamed(p, makeExpr(p.fields[n.field].elem, FieldRead{n.field, n.offset}));
          return indent + target + " := " + printNamed(p, n.value) + "\n";
        },
        [&](const IfStmt &n) {
          std::string text =
              indent + "if " + printNamed(p, n.condition) + "\n" + printBody(p, n.thenBody, indent + "  ");
          if (!n.elseBody.empty())
            text += indent + "else\n" + printBody(p, n.elseBody, indent + "  ");
          return text;
        });
  return out;
}

std::string printBox(const StencilProgram &p, const Box &box) {
  std::string out;
  for (int a = p.rank - 1; a >= 0; --a)
    out += " " + std::string(1, "xyz"[a]) + " in [" + box[a].lo.str() + ", " + box[a].hi.str() + ")";
  return out;
}

std::string printLeaves(const Stage &stage) {
  return stage.leaves ? " leaf in [" + stage.leaves->lo.str() + ", " + stage.leaves->hi.str() + ")" : "";
}

std::string printWaits(const StencilProgram &p, const Stage &stage) {
  std::string out;
  for (const Offset &wait : stage.waits) {
    out += out.empty() ? " in order" : ",";
    for (int a = p.rank - 1; a >= 0; --a)
      out += " " + std::string(1, "xyz"[a]) + (wait[a] < 0 ? "" : "+") + std::to_string(wait[a]);
  }
  return out;
}

std::string printAction(const StencilProgram &p, const HostAction &action) {
  return match(
      action.node,
      [&](const Gather &n) { return "  gather" + printBox(p, n.domain) + "\n" + printBody(p, n.body, "    "); },
      [&](const SetVariable &n) { return "  set " + n.name + " = " + printNamed(p, n.value) + "\n"; },
      [&](const Stop &n) {
        return std::string("  ") + (n.isBreak ? "break" : "stop") + (n.moved ? " after the moves" : "") + " if " +
               printNamed(p, n.condition) + "\n";
      },
      [&](const HostPoint &n) {
        const std::string between = n.between.empty() ? "" : " between the moves";
        return "  host code " + std::to_string(n.number) + (n.apart ? " apart" : "") +
               (n.neighbours ? " refreshes halos" : "") + (n.fill ? " fills " + n.fill->array : "") +
               (n.moved ? " after the moves" : between) + (n.condition ? " if " + printNamed(p, n.condition) : "") +
               "\n";
      });
}

std::string printField(const Field &f) {
  std::string out = "  field " + f.name + " : " + std::string(nameOf(f.elem));
  if (f.hidden)
    out += " hidden";
  else
    out += (f.rows ? " rows from " : " at ") + f.base;
  for (int a = kMaxAxes - 1; a >= 0; --a)
    if (f.has[a])
      out += " " + std::string(1, "xyz"[a]) + ":" + (f.extent[a] ? f.extent[a]->str() : "?") + " stride " +
             f.stride[a].str();
  if (f.apart != 1)
    out += " apart " + std::to_string(f.apart);
  if (!f.leaf.isZero())
    out += " leaf:" + (f.leaves ? f.leaves->str() : "?") + " stride " + f.leaf.str();
  for (const AxisBounds &elements : f.table)
    out += " [" + elements.lo.str() + ", " + elements.hi.str() + ")";
  return out + (f.object.empty() ? "" : " object " + f.object) + "\n";
}

} // namespace

std::string print(const StencilProgram &p) {
  std::string out = "stencil " + p.name + " rank " + std::to_string(p.rank) + "\n";
  for (const Param &param : p.params)
    out += "  param " + param.name + " : " + std::string(nameOf(param.type)) +
           (param.text.empty() ? " of the runtime" : " = " + param.text) + "\n";
  for (const Variable &v : p.variables)
    out += "  variable " + v.name + " : " + std::string(nameOf(v.type)) + (v.text.empty() ? "" : " = " + v.text) + "\n";
  for (const Field &field : p.fields)
    out += printField(field);
  for (const Guard &guard : p.guards)
    out += "  guard " + guard.value.str() + " >= 0\n";
  if (p.time)
    out += "  time " + p.time->var + " from " + p.time->lo.str() + " to " + p.time->hi.str() + " step " +
           std::to_string(p.time->step) + "\n";
  for (const StepScalar &s : p.stepScalars)
    out += "  step " + std::string(nameOf(s.type)) + " " + s.name + " = " + printNamed(p, s.value) + "\n";
  if (p.time && p.time->enter)
    out += "  enter if " + printNamed(p, p.time->enter) + "\n";
  for (size_t k = 0; k <= p.stages.size(); ++k) {
    for (const HostAction &action : p.actions)
      if (action.before == k)
        out += printAction(p, action);
    if (k < p.stages.size())
      out += "  stage" + printLeaves(p.stages[k]) + printBox(p, p.stages[k].domain) + printWaits(p, p.stages[k]) +
             "\n" + printBody(p, p.stages[k].body, "    ");
  }
  if (rotates(p))
    for (size_t f = 0; f < p.fields.size(); ++f)
      if (p.rotation[f] != static_cast<FieldId>(f))
        out += "  then " + p.fields[f].name + " <- " + p.fields[p.rotation[f]].name + "\n";
  return out;
}

} // namespace kasane
