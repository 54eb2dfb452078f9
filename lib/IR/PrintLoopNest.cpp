// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/LoopNest.h"
#include "kasane/Support/Match.h"

namespace kasane {
namespace {

// Long: a case for each kind of statement.
std::string printBody(const KBody &body, const std::string &indent) {
  std::string out;
  for (const KStmtPtr &stmt : body)
    out += match(
        stmt->node,
        [&](const CellLoop &n) {
          return indent + (n.few ? "few " : "") + "cells " + n.var + " in [" + print(n.lo) + ", " + print(n.hi) + ")" +
                 (n.step == 1 ? "" : " step " + std::to_string(n.step)) +
                 (n.wanted ? " wanted from " + print(n.wanted) : "") + "\n" + printBody(n.body, indent + "  ");
        },
        [&](const KFor &n) {
          return indent + (n.isUnrolled ? "unrolled " : "") + (n.staysLoop ? "rolled " : "") + "for " + n.var +
                 " in [" + print(n.lo) + ", " + print(n.hi) + ") step " + std::to_string(n.step) + "\n" +
                 printBody(n.body, indent + "  ");
        },
        [&](const KBlock &n) { return indent + "block\n" + printBody(n.body, indent + "  "); },
        [&](const Barrier &) { return indent + "barrier\n"; },
        [&](const KLet &n) {
          return indent + (n.isPlace ? "place " : "let ") + n.name + " = " + print(n.value) + "\n";
        },
        [&](const KVar &n) { return indent + "var " + n.name + (n.init ? " = " + print(n.init) : "") + "\n"; },
        [&](const KPick &n) {
          std::string of;
          for (const std::string &buffer : n.of)
            of += " " + buffer;
          return indent + "pick " + n.name + " = number " + print(n.which) + " of" + of + "\n";
        },
        [&](const KItemArray &n) {
          return indent + "array " + n.name + " : " + std::string(nameOf(n.type)) + " x " + std::to_string(n.elements) +
                 (n.isZero ? " zero\n" : "\n");
        },
        [&](const KAssign &n) { return indent + n.name + " = " + print(n.value) + "\n"; },
        [&](const KStore &n) { return indent + n.buffer + "[" + print(n.index) + "] := " + print(n.value) + "\n"; },
        [&](const KLoadRow &n) {
          std::string names;
          for (const std::string &name : n.names)
            names += (name.empty() ? "_" : name) + " ";
          return indent + names + "= row of " + n.buffer + "[" + print(n.index) + "]\n";
        },
        [&](const KStoreRow &n) {
          std::string values;
          for (const ExprPtr &value : n.values)
            values += " " + print(value);
          return indent + "row of " + n.buffer + "[" + print(n.index) + "] :=" + values + "\n";
        },
        [&](const KLoadItems &n) {
          return indent + n.array + "[" + print(n.at) + "] and so on, " + std::to_string(n.elements) + " = row of " +
                 n.buffer + "[" + print(n.index) + "]\n";
        },
        [&](const KBring &n) {
          return indent + n.array + "[" + print(n.at) + "] " +
                 (n.elements == 1 ? "" : "and so on, " + std::to_string(n.elements) + ", ") + "comes from " + n.buffer +
                 "[" + print(n.index) + "]\n";
        },
        [&](const KBatch &) { return indent + "batch\n"; },
        [&](const KArrive &n) {
          return indent + "arrived" + (n.underWay ? " but " + std::to_string(n.underWay) : "") + "\n";
        },
        [&](const KPrefetch &n) { return indent + "prefetch " + n.buffer + "[" + print(n.index) + "]\n"; },
        [&](const KIf &n) {
          std::string text = indent + "if " + print(n.condition) + "\n" + printBody(n.thenBody, indent + "  ");
          return n.elseBody.empty() ? text : text + indent + "else\n" + printBody(n.elseBody, indent + "  ");
        },
        [&](const KComment &n) { return indent + "; " + n.text + "\n"; });
  return out;
}

std::string printKernel(const Kernel &kernel, int rank) {
  std::string out = "kernel " + kernel.name + ": " + kernel.comment + "\n";
  for (const BufferParam &b : kernel.buffers)
    out += "  buffer " + b.name + " : " + std::string(nameOf(b.type)) + (b.written ? " written" : "") + "\n";
  for (const ScalarParam &s : kernel.scalars)
    out += "  scalar " + s.name + " : " + std::string(nameOf(s.type)) + "\n";
  for (const GroupArray &g : kernel.groupArrays)
    out += "  on chip " + g.name + " : " + std::string(nameOf(g.type)) + " x " + std::to_string(g.elements) + "\n";
  for (size_t b = 0; kernel.window && b < kernel.window->reach.size(); ++b) {
    const KReach &reach = kernel.window->reach[b];
    out +=
        "  window of " + kernel.buffers[b].name + " -" + std::to_string(reach.back) + " +" +
        std::to_string(reach.ahead) +
        (kernel.window->hasSides ? " sides -" + std::to_string(reach.left) + " +" + std::to_string(reach.right) : "") +
        (reach.covers ? " covered" : "") + "\n";
  }
  if (kernel.fronts)
    out += "  fronts " + kernel.fronts->var + " in [" + print(kernel.fronts->lo) + ", " + print(kernel.fronts->hi) +
           ")\n" + printBody(kernel.fronts->lets, "    ");
  for (int d = rank - 1; d >= 0; --d) {
    const GridAxis &axis = kernel.grid[kernel.order[d]];
    out += "  grid " + axis.var + " from " + print(axis.lo) + " to " + print(axis.hi) + " step " +
           std::to_string(axis.step) + (axis.atEnds ? ", " + std::to_string(axis.atEnds) + " at the ends" : "") + "\n";
  }
  for (int a = 0; a < rank; ++a)
    if (!kernel.items[a].empty())
      out += "  work-item " + kernel.items[a] + " of " + std::to_string(kernel.group[a]) + "\n";
  return out + printBody(kernel.body, "    ");
}

std::string printHost(const LoopNest &nest, const std::vector<HStmt> &body, const std::string &indent);

std::string printStop(const LoopNest &nest, const HStop &n, const std::string &indent) {
  const std::string inner = indent + "  ", out = indent + (n.isBreak ? "break if " : "stop if ") + print(n.condition) +
                                                 "\n" + printHost(nest, n.body, inner);
  if (!n.again)
    return out;
  return out + inner + "of " + std::to_string(n.again->made) + " made, " + std::to_string(n.again->wanted) +
         " again by ending " + std::to_string(n.again->ending) + "\n";
}

std::string printLaunch(const LoopNest &nest, const HLaunch &n, const std::string &indent) {
  std::string args;
  for (const BufferArg &b : n.buffers)
    args += " " + (b.name >= 0 ? nest.host.buffers[b.name].name : "spare" + std::to_string(b.spare));
  return indent + (n.isAhead ? "launch ahead " : "launch ") + nest.kernels[n.kernel].name + args +
         (n.when ? " when " + print(n.when) : "") + "\n";
}

std::string printRotate(const HostPlan &host, const HRotate &n, const std::string &indent) {
  std::string text;
  for (size_t f = 0; f < n.from.size(); ++f)
    if (n.from[f] != static_cast<int>(f))
      text += " " + host.buffers[f].name + "<-" + host.buffers[n.from[f]].name;
  return indent + (n.period ? "rotate for each step" : "rotate") + text + "\n";
}

std::string printGather(const LoopNest &nest, const HGather &n, const std::string &indent) {
  std::string loops;
  for (const GatherLoop &loop : n.loops)
    loops += " " + loop.var + " in [" + print(loop.lo) + ", " + print(loop.hi) + ")" + (loop.down ? " down" : "");
  const std::string inner = indent + "  ", text = indent + "gather" + loops + "\n" + printBody(n.body, inner);
  if (!n.exact)
    return text;
  return text + indent + "instead if " + print(n.unsure) + "\n" + printHost(nest, {{*n.exact}}, inner);
}

std::string printHost(const LoopNest &nest, const std::vector<HStmt> &body, const std::string &indent) {
  const HostPlan &host = nest.host;
  std::string out;
  for (const HStmt &stmt : body)
    out += match(
        stmt.node, [&](const HLaunch &n) { return printLaunch(nest, n, indent); },
        [&](const HMeet &) { return indent + "meet\n"; },
        [&](const HFlip &n) {
          return indent + "flip " + host.buffers[n.name].name + " spare" + std::to_string(n.spare) + "\n";
        },
        [&](const HRotate &n) { return printRotate(host, n, indent); },
        [&](const HStepScalar &n) { return indent + "scalar " + n.name + " = " + print(n.value) + "\n"; },
        [&](const HGather &n) { return printGather(nest, n, indent); },
        [&](const HAssign &n) { return indent + n.name + " = " + print(n.value) + "\n"; },
        [&](const HStop &n) { return printStop(nest, n, indent); },
        [&](const HSuspend &n) {
          const std::string of = n.steps > 1 ? " of step " + std::to_string(n.step + 1) : "";
          return indent + "host code " + std::to_string(n.point) + of + (n.apart ? " apart" : "") +
                 (n.neighbours ? " refreshes halos" : "") + (n.condition ? " if " + print(n.condition) : "") + "\n" +
                 printHost(nest, n.scalars, indent + "  ");
        },
        [&](const HPass &n) {
          const std::string most = n.keep < 0 ? "" : "all but " + std::to_string(n.keep) + " that are left, at most ";
          return indent + (n.counted == 0 ? "more of the pass, " : "pass of ") + most + std::to_string(n.steps) + "\n" +
                 printHost(nest, n.body, indent + "  ");
        },
        [&](const HRest &) { return indent + "pass of what is left\n"; },
        [&](const HRepeat &n) {
          return indent + "while more than " + std::to_string(n.whileMoreThan) + " left\n" +
                 printHost(nest, n.body, indent + "  ");
        },
        [&](const HByRemaining &n) {
          std::string text;
          for (size_t k = 0; k < n.cases.size(); ++k)
            text += indent + "when " + std::to_string(k + 1) + " left\n" + printHost(nest, n.cases[k], indent + "  ");
          return text;
        },
        [&](const HWhenLarge &n) {
          return indent + "when " + print(n.condition) + "\n" + printHost(nest, n.large, indent + "  ") + indent +
                 "else, small\n" + printHost(nest, n.small, indent + "  ");
        },
        [&](const HToPoint &n) {
          return indent + "while steps are left\n" + indent + "  up to the next with " + print(n.condition) + "\n" +
                 printHost(nest, n.others, indent + "    ") + indent + "  that one\n" +
                 printHost(nest, n.step, indent + "    ");
        });
  return out;
}

} // namespace

std::string print(const KBody &body) { return printBody(body, ""); }

std::string print(const LoopNest &nest) {
  std::string out = "loop nest " + nest.name + " for " + nest.target + ": " + nest.family + ", " + nest.placement +
                    ", depth " + std::to_string(nest.depth) + "\n";
  for (const Kernel &kernel : nest.kernels)
    out += printKernel(kernel, nest.rank);
  out += "host\n";
  for (const HostBuffer &b : nest.host.buffers) {
    out += "  buffer " + b.name + (b.rows ? " of rows" : "") +
           (b.apart != 1 ? " apart " + std::to_string(b.apart) : "") + (b.written ? " written" : "") +
           (b.renewed ? " anew" : "");
    for (int a = nest.rank - 1; a >= 0; --a)
      out += " [" + print(b.box[a].lo) + ", " + print(b.box[a].hi) + ")";
    out += "\n";
  }
  for (const auto &guard : nest.host.guards)
    out += match(
        guard, [](const HGuard &g) { return "  unless " + print(g.condition) + " decline: " + g.reason + "\n"; },
        [&](const HDisjoint &g) {
          if (g.left == g.right)
            return "  unless the rows of " + nest.host.buffers[g.left].name + " are disjoint decline\n";
          return "  unless " + nest.host.buffers[g.left].name + " and " + nest.host.buffers[g.right].name +
                 " are disjoint decline\n";
        });
  for (size_t k = 0; k < nest.host.spares.size(); ++k)
    out += "  spare" + std::to_string(k) + " like " + nest.host.buffers[nest.host.spares[k].like].name + "\n";
  out += "  steps " + print(nest.host.steps) + "\n";
  out += printHost(nest, nest.host.body, "  ");
  for (size_t k = 0; k < nest.host.endings.size(); ++k)
    out += "  ending " + std::to_string(k) + "\n" + printHost(nest, nest.host.endings[k], "    ");
  return out;
}

} // namespace kasane
