// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays may have more than 2^31 elements: whatever a kernel or the host plan computes on its way to an element is 64
// bits wide, in every family. Dialects print these nodes as they are, so this holds for all of them.
#include "kasane/Analysis/Skew.h"
#include "kasane/Analysis/Stream.h"
#include "kasane/Lower/Lower.h"

#include "Programs.h"
#include "kasane/Support/Match.h"

using namespace kasane;
using namespace kasane::build;

namespace {

class WideCheck {
public:
  explicit WideCheck(const LoopNest &nest) : nest_(nest) {}
  int checked = 0;

  void run() {
    for (const Kernel &kernel : nest_.kernels) {
      for (const GridAxis &axis : kernel.grid) {
        wide(axis.lo);
        wide(axis.hi);
      }
      for (const ScalarParam &s : kernel.scalars)
        types_[s.name] = s.type;
      for (const std::string &item : kernel.items)
        types_[item] = ScalarType::I64;
      body(kernel.body);
    }
    for (const HostBuffer &buffer : nest_.host.buffers) {
      for (const ExprBounds &bounds : buffer.box) {
        wide(bounds.lo);
        wide(bounds.hi);
      }
      wide(buffer.first);
      wide(buffer.last);
    }
    for (const HostScalar &s : nest_.host.scalars)
      EXPECT_TRUE(isFloat(s.type) || s.type == ScalarType::I64) << s.name;
    wide(nest_.host.steps);
    wide(nest_.host.cellsPerStep);
    steps(nest_.host.body);
  }

private:
  void wide(const ExprPtr &expr) {
    if (!expr)
      return;
    ++checked;
    walk(expr, [&](const Expr &e) {
      EXPECT_TRUE(e.type == ScalarType::I64 || isComparison(e)) << print(expr) << " in " << nest_.name;
    });
  }
  static bool isComparison(const Expr &e) {
    const auto *b = std::get_if<Binary>(&e.node);
    return b && (b->op == BinaryOp::Lt || b->op == BinaryOp::Le || b->op == BinaryOp::Gt || b->op == BinaryOp::Ge ||
                 b->op == BinaryOp::Eq || b->op == BinaryOp::Ne || b->op == BinaryOp::LogicalAnd ||
                 b->op == BinaryOp::LogicalOr);
  }

  // The locals that an index goes through, too.
  void index(const ExprPtr &expr) {
    wide(expr);
    walk(expr, [&](const Expr &e) {
      if (const auto *ref = std::get_if<ScalarRef>(&e.node); ref && types_.count(ref->name)) {
        EXPECT_EQ(types_[ref->name], ScalarType::I64) << ref->name << " in " << nest_.name;
      }
    });
  }
  void loads(const ExprPtr &expr) {
    walk(expr, [&](const Expr &e) {
      if (const auto *load = std::get_if<Load>(&e.node))
        index(load->index);
    });
  }

  void body(const KBody &statements) {
    for (const KStmtPtr &stmt : statements)
      match(
          stmt->node,
          [&](const CellLoop &n) {
            wide(n.lo);
            wide(n.hi);
            body(n.body);
          },
          [&](const KFor &n) {
            wide(n.lo);
            wide(n.hi);
            types_[n.var] = ScalarType::I64;
            body(n.body);
          },
          [&](const KBlock &n) { body(n.body); }, [](const Barrier &) {},
          [&](const KLet &n) {
            types_[n.name] = n.type;
            loads(n.value);
            if (n.type == ScalarType::I64)
              wide(n.value);
          },
          [&](const KVar &n) {
            types_[n.name] = n.type;
            loads(n.init);
          },
          [&](const KPick &n) { index(n.which); }, [&](const KAssign &n) { loads(n.value); },
          [&](const KStore &n) {
            index(n.index);
            loads(n.value);
          },
          [&](const KLoadRow &n) { index(n.index); },
          [&](const KStoreRow &n) {
            index(n.index);
            for (const ExprPtr &value : n.values)
              loads(value);
          },
          [&](const KLoadItems &n) { index(n.index); },
          [&](const KBring &n) {
            index(n.at);
            index(n.index);
          },
          [](const KItemArray &) {}, [](const KBatch &) {}, [](const KArrive &) {},
          [&](const KPrefetch &n) { index(n.index); },
          [&](const KIf &n) {
            loads(n.condition);
            body(n.thenBody);
            body(n.elseBody);
          },
          [](const KComment &) {});
  }

  void steps(const std::vector<HStmt> &statements) {
    for (const HStmt &stmt : statements) {
      if (const auto *gather = std::get_if<HGather>(&stmt.node)) {
        for (const GatherLoop &loop : gather->loops) {
          wide(loop.lo);
          wide(loop.hi);
        }
        body(gather->body);
      }
      if (const auto *pass = std::get_if<HPass>(&stmt.node))
        steps(pass->body);
      if (const auto *repeat = std::get_if<HRepeat>(&stmt.node))
        steps(repeat->body);
      if (const auto *when = std::get_if<HWhenLarge>(&stmt.node)) {
        steps(when->large);
        steps(when->small);
      }
      if (const auto *end = std::get_if<HByRemaining>(&stmt.node))
        for (const auto &oneCase : end->cases)
          steps(oneCase);
    }
  }

  const LoopNest &nest_;
  std::map<std::string, ScalarType> types_;
};

TEST(WideIndex, EveryIndexIsOf64Bits) {
  const std::vector<StencilProgram> programs = {heatSwap(1), heatSwap(2),        heatSwap(3),  heatCopy(3),    wave(3),
                                                fdtd(),      neumann(),          asymmetric(), coefficient(2), flat(),
                                                nested(),    conditionalStore(), collected(2), timeScalar()};
  for (const StencilProgram &program : programs)
    for (const Family family : {Family::Sweep, Family::Overlap, Family::Pipeline, Family::Diamond})
      for (const char *target : {"openmp", "opencl"}) {
        if (family == Family::Pipeline && (!notStreamed(program).empty() || std::string(target) == "openmp"))
          continue;
        if (family == Family::Diamond && (notDiamond(program) || std::string(target) != "openmp"))
          continue;
        Schedule schedule;
        schedule.target = target;
        schedule.family = family;
        schedule.depth = family == Family::Sweep ? 1 : 3;
        schedule.tile = {8, program.rank > 1 ? 4 : 1, program.rank > 2 ? 4 : 1};
        if (std::string(target) == "opencl")
          schedule.group = schedule.tile;
        const LoopNest nest = lower(program, {}, schedule);
        ASSERT_EQ(verify(nest), "");
        WideCheck check(nest);
        check.run();
        EXPECT_GT(check.checked, 10);
      }
}

} // namespace
