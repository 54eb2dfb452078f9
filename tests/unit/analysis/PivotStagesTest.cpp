// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that look at the row and the column of the step, run as the source orders them and as the stages allow (cells
// in a shuffled order): same arrays, whatever the cells compute.
#include "Build.h"
#include "kasane/Analysis/Bounds.h"
#include "kasane/Analysis/Dependence.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <map>
#include <random>

using namespace kasane;
using namespace kasane::build;

namespace {

constexpr int64_t kCells = 7; // along x and y, and steps
using Cell = std::array<int64_t, kMaxAxes>;
using Memory = std::vector<std::vector<uint32_t>>;
const Poly kTime = Poly::symbol(kTimeSymbol);

ExprPtr placed(FieldId field, bool x, bool y, int ahead = 0) {
  FieldRead read{field, {}};
  if (x)
    read.at.set(0, kTime);
  if (y)
    read.at.set(1, kTime);
  read.ahead = ahead;
  return makeExpr(ScalarType::F32, read, SourceRange{{1, 0, 0}, {1, 0, 0}});
}

int64_t valueAt(const Poly &poly, int64_t time) {
  return *poly.evaluate([&](const std::string &name) -> std::optional<int64_t> {
    return name == kTimeSymbol ? std::optional(time) : std::nullopt;
  });
}

// Integers instead of floats: any wrong value shows.
class Interpreter {
public:
  Interpreter(const StencilProgram &program, Memory &memory, int64_t time)
      : program_(program), memory_(memory), time_(time) {}

  void run(const std::vector<StmtPtr> &body, const Cell &cell) {
    for (const StmtPtr &stmt : body)
      match(
          stmt->node, [&](const LocalDecl &n) { locals_[n.name] = eval(*n.init, cell); },
          [&](const LocalAssign &n) { locals_[n.name] = eval(*n.value, cell); },
          [&](const FieldStore &n) { element({n.field, n.offset}, cell) = eval(*n.value, cell); },
          [&](const IfStmt &n) { run(eval(*n.condition, cell) ? n.thenBody : n.elseBody, cell); });
  }

  // What reads before the inner loop find, at the begin of its row.
  void beginRow(const std::vector<StmtPtr> &body, const Cell &cell) {
    walkExprs(body, [&](const Expr &e) {
      if (const auto *read = std::get_if<FieldRead>(&e.node); read && read->ahead > 0)
        ahead_[print(std::make_shared<Expr>(e))] = element(*read, cell);
    });
  }

private:
  uint32_t &element(const FieldRead &read, const Cell &cell) {
    const auto along = [&](int axis) -> int64_t {
      if (!program_.fields[static_cast<size_t>(read.field)].has[axis])
        return 0;
      return read.at[axis] ? valueAt(*read.at[axis], time_) : cell[static_cast<size_t>(axis)] + read.offset[axis];
    };
    std::vector<uint32_t> &values = memory_.at(static_cast<size_t>(read.field));
    return values.at(static_cast<size_t>(along(1) * kCells + along(0)));
  }

  uint32_t eval(const Expr &e, const Cell &cell) {
    if (const auto *lit = std::get_if<FloatLit>(&e.node))
      return static_cast<uint32_t>(lit->value);
    if (const auto *ref = std::get_if<ScalarRef>(&e.node))
      return locals_.at(ref->name);
    if (const auto *read = std::get_if<FieldRead>(&e.node))
      return read->ahead > 0 ? ahead_.at(print(std::make_shared<Expr>(e))) : element(*read, cell);
    const auto &b = std::get<Binary>(e.node);
    const uint32_t left = eval(*b.left, cell), right = eval(*b.right, cell);
    if (b.op == BinaryOp::Add) // not symmetric
      return left * 31 + right;
    return (left ^ (right * 0x9e3779b9U)) % 5 < 2; // a condition on data
  }

  const StencilProgram &program_;
  Memory &memory_;
  int64_t time_;
  std::map<std::string, uint32_t> locals_, ahead_;
};

std::vector<int64_t> along(const Stage &stage, int axis, int direction, int64_t time) {
  std::vector<int64_t> out;
  for (int64_t i = valueAt(stage.domain[axis].lo, time); i < valueAt(stage.domain[axis].hi, time); ++i)
    out.push_back(i);
  if (direction < 0)
    std::ranges::reverse(out);
  return out;
}

void runAsWritten(const StencilProgram &p, Memory &memory, int64_t time) {
  const Stage &nest = p.stages[0];
  Interpreter interpreter(p, memory, time);
  const auto [outer, inner] = std::pair(nest.order[0], nest.order[1]);
  for (const int64_t a : along(nest, outer.axis, outer.direction, time)) {
    Cell cell{};
    cell[static_cast<size_t>(outer.axis)] = a;
    const std::vector<int64_t> row = along(nest, inner.axis, inner.direction, time);
    if (!row.empty())
      interpreter.beginRow(nest.body, cell);
    for (const int64_t b : row) {
      cell[static_cast<size_t>(inner.axis)] = b;
      interpreter.run(nest.body, cell);
    }
  }
}

void runStage(const StencilProgram &p, const Stage &stage, Memory &memory, int64_t time, std::mt19937 &random) {
  std::vector<Cell> cells;
  for (const int64_t y : along(stage, 1, 1, time))
    for (const int64_t x : along(stage, 0, 1, time))
      cells.push_back({x, y, 0});
  std::ranges::shuffle(cells, random);
  for (const Cell &cell : cells)
    Interpreter(p, memory, time).run(stage.body, cell);
}

StencilProgram nestOf(std::vector<StmtPtr> body) {
  StencilProgram p = program(std::move(body), 2);
  p.time = TimeLoop{"t", ScalarType::I32, 0, kCells, 1, {}};
  p.stages[0].domain = {{{0, kCells}, {0, kCells}, {0, 1}}};
  return p;
}

Memory memoryOf(const StencilProgram &p, std::mt19937 &random) {
  Memory memory;
  for (const Field &field : p.fields) {
    memory.emplace_back(field.elem == ScalarType::F32 ? kCells * kCells : 0);
    for (uint32_t &value : memory.back())
      value = random();
  }
  return memory;
}

class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed) {}
  std::mt19937 &random() { return random_; }

  StencilProgram make() {
    const int inner = upTo(2);
    std::vector<StmtPtr> body = {declare("s", value(inner, false))};
    for (int n = 1 + upTo(3); n > 0; --n) {
      StmtPtr stored = store(upTo(2), value(inner, true));
      body.push_back(upTo(2) ? branch(binary(BinaryOp::Gt, value(inner, true), number(7)), {stored}) : stored);
    }
    StencilProgram p = nestOf(body);
    Stage &nest = p.stages[0];
    nest.order = {{1 - inner, upTo(2) ? 1 : -1}, {inner, upTo(2) ? 1 : -1}};
    for (int a = 0; a < 2; ++a)
      nest.domain[a].lo = upTo(3) ? Poly(0) : kTime + Poly(upTo(2));
    return p;
  }

private:
  int upTo(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  // What stands before the inner loop, and so before all that the cell stores, has a place along it.
  ExprPtr element(int inner, bool mayBeAhead) {
    const bool x = upTo(2) != 0, y = upTo(2) != 0, isAhead = mayBeAhead && upTo(2) == 0 && (inner == 0 ? x : y);
    return placed(upTo(3), x, y, isAhead ? 1 : 0);
  }

  ExprPtr value(int inner, bool locals) {
    ExprPtr v = element(inner, !locals);
    for (int n = upTo(3); n > 0; --n)
      v = v + element(inner, !locals);
    return locals && upTo(2) ? v + local("s") : v;
  }

  std::mt19937 random_;
};

TEST(PivotStages, GiveWhatTheLoopsGive) {
  int kept = 0, cut = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Generator generator(seed);
    const StencilProgram p = generator.make();
    if (!followsTime(p))
      continue;
    Diagnostics diagnostics;
    const std::optional<StencilProgram> split = splitStages(p, diagnostics);
    ASSERT_TRUE(split) << print(p);
    ASSERT_EQ(verify(*split), "") << print(*split);
    kept += split->fields.size() > p.fields.size();
    cut += split->stages.size() >= 9;
    Memory expected = memoryOf(p, generator.random()), got = expected;
    got.resize(split->fields.size(), std::vector<uint32_t>(kCells * kCells));
    for (int64_t time = 0; time < kCells; ++time) {
      runAsWritten(p, expected, time);
      for (const Stage &stage : split->stages)
        runStage(*split, stage, got, time, generator.random());
    }
    got.resize(expected.size());
    ASSERT_EQ(got, expected) << "seed " << seed << "\n" << print(p) << print(*split);
  }
  EXPECT_GT(kept, 100); // reads before a loop and behind its stores
  EXPECT_GT(cut, 800);
}

// The usual blocked algorithm finishes row and column first.
TEST(PivotStages, RowAndColumnFirstGiveSomethingElse) {
  const StencilProgram p = nestOf({store(A, at(A) + (placed(A, true, false) + placed(A, false, true)))});
  Diagnostics diagnostics;
  std::optional<StencilProgram> split = splitStages(p, diagnostics);
  ASSERT_TRUE(split);
  ASSERT_EQ(split->stages.size(), 9u);
  std::mt19937 random(1);
  Memory expected = memoryOf(p, random), got = expected;
  std::ranges::stable_partition(split->stages, [](const Stage &stage) {
    return (stage.domain[0].hi - stage.domain[0].lo) == Poly(1) || (stage.domain[1].hi - stage.domain[1].lo) == Poly(1);
  });
  for (int64_t time = 0; time < kCells; ++time) {
    runAsWritten(p, expected, time);
    for (const Stage &stage : split->stages)
      runStage(*split, stage, got, time, random);
  }
  EXPECT_NE(got, expected);
}

// The call checks that the place of every step is one of the nest's.
TEST(PivotStages, PlacesLieInTheNest) {
  StencilProgram p = nestOf({store(A, at(A) + placed(A, true, false))});
  p.params = {{"n", ScalarType::I32, "n"}, {"nx", ScalarType::I32, "nx"}, {"ny", ScalarType::I32, "ny"}};
  p.time->hi = Poly::symbol("n");
  p.stages[0].domain[0].hi = Poly::symbol("nx");
  Diagnostics diagnostics;
  std::optional<StencilProgram> split = splitStages(p, diagnostics);
  ASSERT_TRUE(split);
  ASSERT_EQ(split->guards.size(), 1u);
  EXPECT_EQ(split->guards[0].value, Poly::symbol("nx") - Poly::symbol("n"));
  p.time->hi = Poly(100);
  p.stages[0].domain[0].hi = Poly(99);
  EXPECT_FALSE(splitStages(p, diagnostics));
  EXPECT_EQ(diagnostics.all().front().id, DiagId::pivot_outside);
}

} // namespace
