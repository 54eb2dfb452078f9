// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: a case for each node.
#include "kasane/IR/LoopNest.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

enum class Kind { Constant, Variable, Buffer, WrittenBuffer };
using Scope = std::map<std::string, Kind>;

class KernelVerifier {
public:
  explicit KernelVerifier(const Kernel &kernel) : kernel_(kernel) {}

  std::string run() {
    Scope scope;
    for (const BufferParam &b : kernel_.buffers)
      define(scope, b.name, b.written ? Kind::WrittenBuffer : Kind::Buffer);
    if (kernel_.window) {
      window(*kernel_.window);
      define(scope, kWindowEnd, Kind::Constant);
      for (const char *side : {kSideFrom, kSideEnd})
        if (kernel_.window->hasSides)
          define(scope, side, Kind::Constant);
    }
    for (const ScalarParam &s : kernel_.scalars)
      define(scope, s.name, Kind::Constant);
    if (kernel_.fronts)
      fronts(*kernel_.fronts, scope);
    for (int a = 0; a < kMaxAxes; ++a) {
      if (kernel_.window && kernel_.window->isAlong(a))
        continue;
      uses(scope, kernel_.grid[a].lo);
      uses(scope, kernel_.grid[a].hi);
    }
    for (const GroupArray &g : kernel_.groupArrays) {
      define(scope, g.name, Kind::WrittenBuffer);
      if (g.elements < 1)
        note("an on-chip array without elements, " + g.name);
    }
    for (const GridAxis &axis : kernel_.grid)
      define(scope, axis.var, Kind::Constant);
    for (const std::string &item : kernel_.items)
      if (!item.empty())
        define(scope, item, Kind::Constant);
    body(kernel_.body, std::move(scope));
    return error_;
  }

private:
  void note(const std::string &problem) {
    if (error_.empty())
      error_ = kernel_.name + ": " + problem;
  }

  void window(const KWindow &window) {
    if (window.axis < 0 || window.axis >= kMaxAxes || kernel_.grid[window.axis].step < 1)
      note("a window along an axis without tiles");
    else if (window.hasSides && (window.axis < 1 || kernel_.grid[window.axis - 1].step < 1))
      note("a window with sides along an axis without tiles");
    if (window.reach.size() != kernel_.buffers.size())
      note("a window of other buffers");
  }

  void fronts(const KFronts &fronts, Scope &scope) {
    if (kernel_.window)
      note("fronts and a window");
    uses(scope, fronts.lo);
    uses(scope, fronts.hi);
    define(scope, fronts.var, Kind::Constant);
    for (const KStmtPtr &stmt : fronts.lets) {
      const auto *let = std::get_if<KLet>(&stmt->node);
      if (!let)
        return note("something other than constants of a front");
      uses(scope, let->value);
      define(scope, let->name, Kind::Constant);
    }
  }

  void pick(Scope &scope, const KPick &n) {
    uses(scope, n.which);
    for (const std::string &buffer : n.of) {
      refer(scope, buffer, true);
      if (n.written)
        is(scope, buffer, Kind::WrittenBuffer, " is picked to be stored to and is no buffer for that");
    }
    if (n.of.empty())
      note("a pick of no buffer");
    define(scope, n.name, n.written ? Kind::WrittenBuffer : Kind::Buffer);
  }

  void define(Scope &scope, const std::string &name, Kind kind) {
    if (!scope.emplace(name, kind).second)
      note("the name " + name + " is defined twice");
  }

  void refer(const Scope &scope, const std::string &name, bool buffer) {
    auto it = scope.find(name);
    if (it == scope.end())
      note("the name " + name + " is not defined");
    else if ((it->second == Kind::Buffer || it->second == Kind::WrittenBuffer) != buffer)
      note("the name " + name + (buffer ? " is no buffer" : " is a buffer"));
  }

  void uses(const Scope &scope, const ExprPtr &expr) {
    walk(expr, [&](const Expr &e) {
      if (const auto *ref = std::get_if<ScalarRef>(&e.node))
        refer(scope, ref->name, false);
      if (const auto *load = std::get_if<Load>(&e.node))
        refer(scope, load->buffer, true);
      if (std::holds_alternative<FieldRead>(e.node) || std::holds_alternative<IndexRef>(e.node) ||
          std::holds_alternative<TimeRef>(e.node))
        note("an expression of a StencilProgram");
    });
  }

  void is(const Scope &scope, const std::string &name, Kind kind, const char *problem) {
    if (auto it = scope.find(name); it == scope.end() || it->second != kind)
      note("the name " + name + problem);
  }

  void isRow(size_t bytes) {
    if (bytes != 8 && bytes != 16)
      note("a row of " + std::to_string(bytes) + " bytes");
  }

  void body(const KBody &statements, Scope scope) {
    for (const KStmtPtr &stmt : statements)
      match(
          stmt->node,
          [&](const CellLoop &n) {
            if (n.step < 1)
              note("a loop over " + n.var + " that steps by " + std::to_string(n.step));
            uses(scope, n.lo);
            uses(scope, n.hi);
            if (n.wanted)
              uses(scope, n.wanted);
            Scope inner = scope;
            define(inner, n.var, Kind::Constant);
            body(n.body, std::move(inner));
          },
          [&](const KFor &n) {
            if (n.step < 1)
              note("a loop over " + n.var + " that steps by " + std::to_string(n.step));
            uses(scope, n.lo);
            uses(scope, n.hi);
            Scope inner = scope;
            define(inner, n.var, Kind::Constant);
            body(n.body, std::move(inner));
          },
          [&](const KBlock &n) { body(n.body, scope); }, [](const Barrier &) {},
          [&](const KLet &n) {
            uses(scope, n.value);
            define(scope, n.name, Kind::Constant);
          },
          [&](const KVar &n) {
            uses(scope, n.init);
            define(scope, n.name, Kind::Variable);
          },
          [&](const KPick &n) { pick(scope, n); },
          [&](const KItemArray &n) {
            if (n.elements < 1)
              note("an array " + n.name + " of " + std::to_string(n.elements) + " elements");
            int64_t all = 1;
            for (const int64_t extent : n.extents)
              all *= extent;
            if (!n.extents.empty() && all != n.elements)
              note("an array " + n.name + " whose extents are another number of elements");
            define(scope, n.name, Kind::WrittenBuffer);
          },
          [&](const KAssign &n) {
            uses(scope, n.value);
            is(scope, n.name, Kind::Variable, " is assigned and is no variable");
          },
          [&](const KStore &n) {
            uses(scope, n.index);
            uses(scope, n.value);
            is(scope, n.buffer, Kind::WrittenBuffer, " is stored to and is no buffer for that");
          },
          [&](const KLoadRow &n) {
            uses(scope, makeExpr(n.type, Load{n.buffer, n.index}));
            for (const std::string &name : n.names)
              if (!name.empty())
                is(scope, name, Kind::Variable, " is assigned and is no variable");
            isRow(n.names.size() * sizeOf(n.type));
          },
          [&](const KStoreRow &n) {
            uses(scope, n.index);
            for (const ExprPtr &value : n.values)
              uses(scope, value);
            is(scope, n.buffer, Kind::WrittenBuffer, " is stored to and is no buffer for that");
            isRow(n.values.empty() ? 0 : n.values.size() * sizeOf(n.values.front()->type));
          },
          [&](const KLoadItems &n) {
            uses(scope, n.at);
            uses(scope, makeExpr(n.type, Load{n.buffer, n.index}));
            is(scope, n.array, Kind::WrittenBuffer, " is loaded into and is no array");
            isRow(n.elements * sizeOf(n.type));
          },
          [&](const KBring &n) {
            if (n.elements != 1 && n.elements * sizeOf(n.type) != 16)
              note("a move of " + std::to_string(n.elements) + " elements");
            uses(scope, n.at);
            uses(scope, makeExpr(n.type, Load{n.buffer, n.index}));
            is(scope, n.array, Kind::WrittenBuffer, " is stored to and is no buffer for that");
          },
          [](const KBatch &) {},
          [&](const KArrive &n) {
            if (n.underWay < 0)
              note("a wait for more than all that comes");
          },
          [&](const KPrefetch &n) {
            refer(scope, n.buffer, true);
            uses(scope, n.index);
          },
          [&](const KIf &n) {
            uses(scope, n.condition);
            body(n.thenBody, scope);
            body(n.elseBody, scope);
          },
          [](const KComment &) {});
  }

  const Kernel &kernel_;
  std::string error_;
};

class HostVerifier {
public:
  explicit HostVerifier(const LoopNest &nest) : nest_(nest) {}

  std::string run() {
    const HostPlan &host = nest_.host;
    std::set<std::string> names;
    for (const HostScalar &s : host.scalars)
      if (!names.insert(s.name).second)
        note("two scalars are called " + s.name);
    for (const HostVariable &v : host.variables)
      if (!names.insert(v.name).second)
        note("two scalars are called " + v.name);
    uses(names, host.steps);
    uses(names, host.cellsPerStep);
    uses(names, host.timeLo);
    for (const HostBuffer &buffer : host.buffers) {
      for (const ExprBounds &bounds : buffer.box) {
        uses(names, bounds.lo);
        uses(names, bounds.hi);
      }
      uses(names, buffer.first);
      uses(names, buffer.last);
      if (buffer.rows && (!isBuffer(buffer.like) || !host.buffers[buffer.like].rows))
        note("rows like none");
    }
    for (const HostSpare &spare : host.spares)
      if (!isBuffer(spare.like))
        note("a spare like no buffer");
    for (const auto &guard : host.guards)
      match(
          guard, [&](const HGuard &g) { uses(names, g.condition); },
          [&](const HDisjoint &g) {
            if (!isBuffer(g.left) || !isBuffer(g.right))
              note("a guard of no buffer");
          });
    for (const HostPitch &pitch : host.pitches)
      if (!isBuffer(pitch.buffer) || !host.buffers[pitch.buffer].rows || !names.insert(pitch.name).second)
        note("the pitch " + pitch.name + " is of no rows, or its name is taken");
    if (host.timeVar && !names.insert(*host.timeVar).second)
      note("the time variable's name " + *host.timeVar + " is a scalar's");
    for (const std::vector<HStmt> &ending : host.endings)
      body(ending, names);
    body(host.body, std::move(names));
    return error_;
  }

private:
  void note(const std::string &problem) {
    if (error_.empty())
      error_ = "host plan: " + problem;
  }

  bool isBuffer(int b) const { return b >= 0 && b < static_cast<int>(nest_.host.buffers.size()); }
  bool isSpare(int s) const { return s >= 0 && s < static_cast<int>(nest_.host.spares.size()); }

  void uses(const std::set<std::string> &names, const ExprPtr &expr) {
    walk(expr, [&](const Expr &e) {
      if (const auto *ref = std::get_if<ScalarRef>(&e.node); ref && !names.count(ref->name))
        note("the name " + ref->name + " is not defined");
    });
  }

  void launch(const std::set<std::string> &names, const HLaunch &n) {
    if (n.kernel < 0 || n.kernel >= static_cast<int>(nest_.kernels.size()))
      return note("a launch of no kernel");
    const Kernel &kernel = nest_.kernels[n.kernel];
    if (n.buffers.size() != kernel.buffers.size() || n.scalars.size() != kernel.scalars.size())
      return note(kernel.name + " is launched with the wrong number of arguments");
    for (size_t k = 0; k < n.buffers.size(); ++k) {
      const BufferArg &b = n.buffers[k];
      if ((b.name < 0) == (b.spare < 0) || !(b.name < 0 ? isSpare(b.spare) : isBuffer(b.name)))
        return note(kernel.name + " is launched with a buffer that does not exist");
      const int like = b.name < 0 ? nest_.host.spares[static_cast<size_t>(b.spare)].like : b.name;
      if (nest_.host.buffers[static_cast<size_t>(like)].type != kernel.buffers[k].type)
        note(kernel.name + " is launched with a buffer of another type for " + kernel.buffers[k].name);
    }
    for (const ExprPtr &value : n.scalars)
      uses(names, value);
    for (const ExprPtr &count : n.groups)
      uses(names, count);
    if (n.when)
      uses(names, n.when);
    for (int a = 0; a < kMaxAxes; ++a)
      if (kernel.window && kernel.window->isAlong(a)) {
        uses(names, kernel.grid[a].lo);
        uses(names, kernel.grid[a].hi);
      }
  }

  bool isVariable(const std::string &name) const {
    const auto &variables = nest_.host.variables;
    return std::any_of(variables.begin(), variables.end(), [&](const HostVariable &v) { return v.name == name; });
  }

  void gather(const std::set<std::string> &before, const HGather &n) {
    std::set<std::string> names = before;
    for (const auto &[name, arg] : n.buffers)
      if (arg.name < 0 || !isBuffer(arg.name))
        note("a gather from no buffer");
    if (n.types.size() != n.buffers.size())
      note("a gather whose buffers have no types");
    for (const GatherLoop &loop : n.loops) {
      uses(names, loop.lo);
      uses(names, loop.hi);
      names.insert(loop.var);
    }
    if (!n.unsure != !n.exact)
      note("a gather that may be unsure and knows no other way");
    if (n.exact) {
      uses(names, n.unsure);
      gather(before, *n.exact);
    }
    walkExprs(n.body, [&](const Expr &e) {
      const auto *load = std::get_if<Load>(&e.node);
      if (load &&
          std::none_of(n.buffers.begin(), n.buffers.end(), [&](const auto &b) { return b.first == load->buffer; }))
        note("a gather reads " + load->buffer + ", which is none of its buffers");
    });
  }

  void suspend(const HSuspend &n, std::set<std::string> names) {
    body(n.scalars, names);
    for (const HStmt &stmt : n.scalars)
      if (const auto *scalar = std::get_if<HStepScalar>(&stmt.node))
        names.insert(scalar->name);
    if (n.condition)
      uses(names, n.condition);
    if (n.point < 1 || n.point > nest_.host.points)
      note("host code of no number");
    permutation(n.names);
  }

  void permutation(std::vector<int> sorted) {
    std::sort(sorted.begin(), sorted.end());
    for (size_t b = 0; b < sorted.size(); ++b)
      if (sorted[b] != static_cast<int>(b) || sorted.size() > nest_.host.buffers.size())
        note("a rotation that is no permutation");
  }

  void pass(const HPass &n, std::set<std::string> names) {
    names.insert({kStepsDone, kAllSteps});
    if (n.keep >= 0) {
      names.insert(kPassSteps);
      if (n.steps < 1 || n.counted > 0)
        note("a pass of all steps that are left, of which the runtime is told something else");
    }
    body(n.body, std::move(names));
  }

  void body(const std::vector<HStmt> &statements, std::set<std::string> names) {
    for (const HStmt &stmt : statements)
      match(
          stmt.node, [&](const HLaunch &n) { launch(names, n); }, [](const HMeet &) {},
          [&](const HFlip &n) {
            if (!isBuffer(n.name) || !isSpare(n.spare))
              note("a flip of something that does not exist");
          },
          [&](const HRotate &n) {
            permutation(n.from);
            if (n.period < 0 || (n.period > 0 && !names.count(kPassSteps)))
              note("names move for each step, and nobody knows how many there are");
          },
          [&](const HStepScalar &n) {
            uses(names, n.value);
            if (!names.insert(n.name).second)
              note("the step scalar's name " + n.name + " is taken");
          },
          [&](const HGather &n) { gather(names, n); },
          [&](const HAssign &n) {
            uses(names, n.value);
            if (!isVariable(n.name))
              note("no variable is called " + n.name);
          },
          [&](const HStop &n) {
            uses(names, n.condition);
            body(n.body, names);
            if (n.again && (n.again->wanted < 1 || n.again->wanted > n.again->made ||
                            static_cast<size_t>(n.again->ending) >= nest_.host.endings.size()))
              note("a stop that makes steps again which have not been, or by no ending");
          },
          [&](const HSuspend &n) { suspend(n, names); }, [&](const HPass &n) { pass(n, names); }, [](const HRest &) {},
          [&](const HRepeat &n) { body(n.body, names); },
          [&](const HByRemaining &n) {
            for (const auto &oneCase : n.cases)
              body(oneCase, names);
          },
          [&](const HWhenLarge &n) {
            std::set<std::string> known = names;
            known.insert(kAllSteps);
            uses(known, n.condition);
            body(n.large, names);
            body(n.small, names);
          },
          [&](const HToPoint &n) {
            uses(names, n.condition);
            body(n.others, names);
            body(n.step, names);
          });
  }

  const LoopNest &nest_;
  std::string error_;
};

} // namespace

std::string verify(const LoopNest &nest) {
  for (const Kernel &kernel : nest.kernels)
    if (std::string error = KernelVerifier(kernel).run(); !error.empty())
      return error;
  return HostVerifier(nest).run();
}

} // namespace kasane
