// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random nests, run as the source orders them and as the stages allow (cells in a shuffled order, or front by front):
// same arrays.
#include "Build.h"
#include "kasane/Analysis/Dependence.h"
#include "kasane/Analysis/Fronts.h"
#include "kasane/Support/Match.h"

#include <map>
#include <random>

using namespace kasane;
using namespace kasane::build;

namespace {

constexpr int64_t kWidth = 12, kPad = 4; // cells, and what offsets may reach beyond them
constexpr int64_t kPitch = kWidth + 2 * kPad;
using Cell = std::array<int64_t, kMaxAxes>;
using Memory = std::vector<std::vector<uint32_t>>;

// Integers instead of floats: any wrong value shows.
class Interpreter {
public:
  explicit Interpreter(Memory &memory) : memory_(memory) {}

  void run(const std::vector<StmtPtr> &body, const Cell &cell) {
    for (const StmtPtr &stmt : body)
      match(
          stmt->node, [&](const LocalDecl &n) { locals_[n.name] = n.init ? eval(*n.init, cell) : 0xdeadU; },
          [&](const LocalAssign &n) { locals_[n.name] = eval(*n.value, cell); },
          [&](const FieldStore &n) { element(n.field, n.offset, cell) = eval(*n.value, cell); },
          [&](const IfStmt &n) { run(eval(*n.condition, cell) ? n.thenBody : n.elseBody, cell); });
  }

private:
  uint32_t &element(FieldId field, const Offset &o, const Cell &c) {
    return memory_[field].at((c[1] + o[1] + kPad) * kPitch + c[0] + o[0] + kPad);
  }

  uint32_t eval(const Expr &e, const Cell &cell) {
    if (const auto *lit = std::get_if<IntLit>(&e.node))
      return static_cast<uint32_t>(lit->value);
    if (const auto *lit = std::get_if<FloatLit>(&e.node))
      return static_cast<uint32_t>(lit->value);
    if (const auto *ref = std::get_if<ScalarRef>(&e.node))
      return locals_.at(ref->name);
    if (const auto *ref = std::get_if<IndexRef>(&e.node))
      return static_cast<uint32_t>(cell[ref->axis]);
    if (const auto *r = std::get_if<FieldRead>(&e.node))
      return element(r->field, r->offset, cell);
    if (const auto *unary = std::get_if<Unary>(&e.node))
      return !eval(*unary->operand, cell);
    if (const auto *cast = std::get_if<Cast>(&e.node))
      return eval(*cast->operand, cell);
    if (const auto *select = std::get_if<Select>(&e.node))
      return eval(eval(*select->condition, cell) ? *select->whenTrue : *select->whenFalse, cell);
    const auto &b = std::get<Binary>(e.node);
    uint32_t left = eval(*b.left, cell), right = eval(*b.right, cell);
    switch (b.op) {
    case BinaryOp::Add: // of data: not symmetric
      return isFloat(e.type) ? left * 31 + right : left + right;
    case BinaryOp::Sub:
      return left - right;
    case BinaryOp::Rem:
      return left % right;
    case BinaryOp::Eq:
      return left == right;
    default:
      return (left ^ (right * 0x9e3779b9U)) % 5 < 2; // any comparison: a condition on data
    }
  }

  Memory &memory_;
  std::map<std::string, uint32_t> locals_;
};

class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed) {}

  int upTo(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  StencilProgram make() {
    std::vector<StmtPtr> body;
    body.push_back(declare("s", value(false)));
    for (int n = 1 + upTo(5); n > 0; --n)
      body.push_back(statement(2));
    if (upTo(8) == 0)
      body = {pairs()};
    StencilProgram p = program(body, 2);
    Stage &nest = p.stages[0];
    nest.domain = {{{0, kWidth}, {upTo(3) ? 0 : kWidth - 1, kWidth}, {0, 1}}};
    nest.order = {{1, upTo(3) ? 1 : -1}, {0, upTo(3) ? 1 : -1}};
    if (upTo(3) == 0)
      std::swap(nest.order[0], nest.order[1]);
    return p;
  }

  std::mt19937 &random() { return random_; }

private:
  int64_t offset() { return upTo(3) ? 0 : upTo(5) - 2; }

  ExprPtr value(bool locals) {
    ExprPtr v = at(upTo(4), offset(), offset());
    if (upTo(2))
      v = v + at(upTo(4), offset(), offset());
    if (locals && upTo(3) == 0)
      v = v + local("s");
    if (upTo(6) == 0)
      v = v + makeExpr(ScalarType::F32, Cast{index(0)});
    return v;
  }

  ExprPtr condition() {
    if (upTo(2))
      return binary(BinaryOp::Gt, value(true), number(7));
    if (upTo(3) == 0)
      return binary(BinaryOp::Eq, index(upTo(2)), integer(upTo(2) * 11));
    return binary(BinaryOp::Eq, binary(BinaryOp::Rem, index(0) + index(1), integer(2)), integer(0));
  }

  // Each second cell stores to itself and to the next one.
  StmtPtr pairs() {
    auto stored = [&] { return store(upTo(4), at(upTo(4), upTo(2)) + at(upTo(4), upTo(2)), {upTo(2), 0, 0}); };
    std::vector<StmtPtr> both;
    for (int n = 2 + upTo(3); n > 0; --n)
      both.push_back(upTo(3) ? stored()
                             : branch(binary(BinaryOp::Gt, at(upTo(4), upTo(2)), number(7)), {stored(), stored()},
                                      upTo(2) ? std::vector{stored()} : std::vector<StmtPtr>()));
    return branch(binary(BinaryOp::Eq, binary(BinaryOp::Rem, index(0), integer(2)), integer(0)), both);
  }

  // With so many branches in one another at most.
  StmtPtr statement(int branches) {
    int kind = upTo(branches ? 8 : 5);
    if (kind == 0)
      return assign("s", value(true));
    if (kind < 5)
      return store(upTo(4), value(true), {upTo(5) ? 0 : upTo(3) - 1, 0, 0});
    std::vector<StmtPtr> then = {statement(branches - 1)}, otherwise;
    if (upTo(2))
      then.push_back(statement(branches - 1));
    if (upTo(3) == 0)
      otherwise.push_back(statement(branches - 1));
    return branch(condition(), then, otherwise);
  }

  std::mt19937 random_;
};

std::vector<Cell> cellsOf(const Stage &stage) {
  std::vector<Cell> cells;
  auto range = [&](int axis) {
    std::vector<int64_t> out;
    for (int64_t i = *stage.domain[axis].lo.constant(); i < *stage.domain[axis].hi.constant(); ++i)
      out.push_back(i);
    return out;
  };
  LoopOrder outer = stage.order[0], inner = stage.order[1];
  std::vector<int64_t> outside = range(outer.axis), inside = range(inner.axis);
  if (outer.direction < 0)
    std::reverse(outside.begin(), outside.end());
  if (inner.direction < 0)
    std::reverse(inside.begin(), inside.end());
  for (int64_t o : outside)
    for (int64_t i : inside) {
      Cell cell{};
      cell[outer.axis] = o;
      cell[inner.axis] = i;
      cells.push_back(cell);
    }
  return cells;
}

// Of cells that wait for each other: front by front, of cells or of tiles, whose own cells keep their order.
void byFronts(const Stage &stage, std::vector<Cell> &cells, std::mt19937 &random) {
  constexpr int64_t kTile = 3;
  const std::vector<Fronts::Line> lines = frontsOf(stage).lines;
  const auto placeOf = [&](const Cell &cell, const Fronts::Line &line) {
    const AxisBounds &bounds = stage.domain[line.axis];
    return line.down ? *bounds.hi.constant() - 1 - cell[line.axis] : cell[line.axis] - *bounds.lo.constant();
  };
  const bool byTiles = lines.size() == 2 && random() % 2;
  if (!byTiles)
    std::shuffle(cells.begin(), cells.end(), random);
  std::ranges::stable_sort(cells, {}, [&](const Cell &cell) {
    int64_t front = 0;
    for (const Fronts::Line &line : lines)
      front += byTiles ? (placeOf(cell, line) + line.lean * placeOf(cell, lines[0])) / kTile
                       : line.weight * placeOf(cell, line);
    return front;
  });
}

void runAll(const StencilProgram &p, Memory &memory, std::mt19937 *shuffle) {
  for (const Stage &stage : p.stages) {
    std::vector<Cell> cells = cellsOf(stage);
    if (shuffle && !stage.waits.empty())
      byFronts(stage, cells, *shuffle);
    else if (shuffle)
      std::shuffle(cells.begin(), cells.end(), *shuffle);
    for (const Cell &cell : cells)
      Interpreter(memory).run(stage.body, cell);
  }
}

TEST(SplitRandom, StagesGiveTheSourceOrdersResult) {
  int split = 0, whole = 0, kept = 0, refused = 0, ordered = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Generator generator(seed);
    StencilProgram p = generator.make();
    ASSERT_EQ(verify(p), "") << print(p);
    Diagnostics diagnostics;
    std::optional<StencilProgram> out = splitStages(p, diagnostics);
    EXPECT_NE(out.has_value(), diagnostics.hasErrors());
    if (!out) {
      ++refused;
      continue;
    }
    ++(out->stages.size() > 1 ? split : whole);
    Memory expected(4, std::vector<uint32_t>(kPitch * kPitch));
    for (auto &field : expected)
      for (uint32_t &element : field)
        element = static_cast<uint32_t>(generator.random()());
    Memory actual = expected;
    actual.resize(out->fields.size(), std::vector<uint32_t>(kPitch * kPitch)); // those of the step
    runAll(p, expected, nullptr);
    runAll(*out, actual, &generator.random());
    kept += out->fields.size() > p.fields.size();
    ordered += stageInOrder(*out) != nullptr;
    actual.resize(expected.size());
    ASSERT_EQ(expected, actual) << "seed " << seed << "\n" << print(p) << print(*out);
  }
  RecordProperty("split", split);
  EXPECT_GT(split, 200) << whole << " whole, " << refused << " refused";
  EXPECT_GT(kept, 200);
  EXPECT_GT(ordered, 200);
  EXPECT_GT(whole, 200) << split << " split, " << refused << " refused";
}

} // namespace
