// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StageFacts.h"

#include "Distinct.h"
#include "Waits.h"
#include "kasane/Analysis/BetweenEnds.h"
#include "kasane/IR/Literals.h"

#include <algorithm>
#include <cmath>

namespace kasane::tuning {
namespace {

constexpr double kPerDivision = 20, kPerDivisionOfCore = 4; // additions
constexpr double kPerInteger = 0.5; // an instruction adds three, or joins three words in any way
constexpr double kRegisters = 20;   // of an item, beside the elements that it has loaded
constexpr double kOfLooked = 0.8;   // of what cells abreast look at
constexpr double kRegistersOfMarch = 52, kLookedOfMarch = 0.42; // the same of an item that goes along planes

// By its name in double.
bool isSimple(const std::string &callee) {
  static const std::set<std::string> simple = {"fabs",  "fmin", "fmax",      "floor",    "ceil",
                                               "trunc", "rint", "nearbyint", "copysign", "fma"};
  return simple.count(callee) || simple.count(callee.substr(0, callee.size() - 1));
}

// Of StageFacts::operations.
int kindOf(ScalarType type) {
  if (type == ScalarType::F32)
    return 0;
  return type == ScalarType::F64 ? 1 : 2;
}

// 2, 0.25: dividing by it is a multiplication.
bool isPowerOfTwo(const ExprPtr &e) {
  int exponent = 0;
  return std::abs(std::frexp(numberIn(e).value_or(0), &exponent)) == 0.5;
}

bool isOne(const ExprPtr &e) { return std::abs(numberIn(e).value_or(0)) == 1; }

// In additions. Divisions and roots are sequences of them, and functions are longer ones.
double weightOf(const Expr &e, MachineClass machine) {
  const double perDivision = machine == MachineClass::Gpu ? kPerDivision : kPerDivisionOfCore;
  const double exact = e.type == ScalarType::F64 ? 2 : 1; // twice as long
  if (const auto *call = std::get_if<Call>(&e.node))
    return isSimple(call->callee) ? 1 : perDivision * exact * (call->callee.starts_with("sqrt") ? 1 : 2);
  const auto &[op, left, right] = std::get<Binary>(e.node);
  if (machine == MachineClass::Gpu && op == BinaryOp::Mul && (isOne(left) || isOne(right)))
    return 0; // a sign costs nothing, either
  if (machine == MachineClass::Gpu && op == BinaryOp::Div && isPowerOfTwo(right))
    return 1;
  if (op == BinaryOp::Div || op == BinaryOp::Rem)
    return perDivision * exact;
  return isFloat(e.type) ? 1 : kPerInteger;
}

bool isStar(const std::set<Offset> &reads) {
  return std::all_of(reads.begin(), reads.end(),
                     [](const Offset &o) { return (o[0] != 0) + (o[1] != 0) + (o[2] != 0) <= 1; });
}

bool isElsewhere(const Offset &offset, const Box3 &grid) {
  for (int a = 0; a < 3; ++a)
    if (2 * std::abs(offset[a]) > grid[a])
      return true;
  return false;
}

bool isFusable(const Expr &e) {
  auto isProduct = [](const ExprPtr &operand) {
    const auto *b = std::get_if<Binary>(&operand->node);
    return b && b->op == BinaryOp::Mul;
  };
  const auto *sum = std::get_if<Binary>(&e.node);
  return sum && isFloat(e.type) && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) &&
         (isProduct(sum->left) || isProduct(sum->right));
}

std::map<Jam, StageFacts::AtOnce> abreastFacts(const StencilProgram &program, const Stage &stage) {
  std::map<Jam, StageFacts::AtOnce> out;
  auto see = [&](const Jam &jam) {
    const std::optional<Abreast> abreast = abreastOf(program, stage, jam);
    if (!abreast)
      return false;
    const double moved = static_cast<double>(abreast->loads.size()) +
                         static_cast<double>(abreast->stores.size()) * static_cast<double>(jam.rows);
    out[jam] = {abreast->cells, moved / static_cast<double>(abreast->cells * jam.rows),
                kRegisters + kOfLooked * static_cast<double>(abreast->looked) / 4};
    return true;
  };
  if (see({}))
    for (int axis = 1; axis < program.rank; ++axis)
      for (int64_t rows = 2; rows <= kMostRows && see({axis, rows}); ++rows)
        ;
  return out;
}

// Of each column one load is new in a plane; the planes that are held are handed on.
std::optional<StageFacts::AtOnce> marchFacts(const StencilProgram &program, const Stage &stage) {
  const std::optional<Abreast> abreast = program.rank > 1 ? abreastOf(program, stage) : std::nullopt;
  const std::vector<MarchColumn> columns =
      abreast ? marchColumns(program, stage, *abreast) : std::vector<MarchColumn>();
  if (columns.empty())
    return std::nullopt;
  const auto cells = static_cast<double>(abreast->cells);
  double moved = static_cast<double>(columns.size() + abreast->stores.size()), handed = 0;
  for (const auto &load : abreast->loads)
    moved += columnOf(columns, load, program.rank - 1) ? 0 : 1;
  for (const MarchColumn &column : columns)
    for (size_t k = 0; k < column.wanted.size(); ++k)
      if (column.wanted[k])
        handed += static_cast<double>(column.to - column.lowest[k]);
  const double registers = kRegistersOfMarch + kLookedOfMarch * static_cast<double>(abreast->looked) / 4;
  return StageFacts::AtOnce{abreast->cells, moved / cells, registers, handed / cells};
}

} // namespace

StageFacts factsOf(const StencilProgram &program, const Stage &stage, const Box3 &grid, MachineClass machine) {
  StageFacts out;
  double loads = 0, others = 0;
  for (const FieldAccess &access : footprintOf(stage).fields) {
    const double size = sizeOf(program.fields[access.field].elem);
    FieldAccess near = access;
    std::erase_if(near.reads, [&](const Offset &offset) { return isElsewhere(offset, grid); });
    out.accesses.push_back(
        {access.field, size, near.reach(), static_cast<int>(access.reads.size()), isStar(near.reads), access.written});
    loads += static_cast<double>(access.reads.size());
    out.registers += static_cast<double>(access.reads.size()) * size / 4;
  }
  for (FieldId table : tablesOf(program, stage)) {
    out.accesses.push_back({table, static_cast<double>(sizeOf(program.fields[table].elem)), {}, 1, true, false});
    loads += 1;
  }
  auto count = [&](const Expr &e, double times) {
    const int kind = kindOf(e.type);
    if (std::holds_alternative<Binary>(e.node) || std::holds_alternative<Call>(e.node))
      out.operations[kind] += times * weightOf(e, machine);
    out.fused[kind] += isFusable(e) ? times : 0;
  };
  if (machine == MachineClass::Gpu)
    walkDistinct(stage.body, [&](const Expr &e, bool isOfCell) {
      if (isOfCell)
        count(e, 1);
      else if (std::holds_alternative<Binary>(e.node) || std::holds_alternative<Call>(e.node))
        out.shared[kindOf(e.type)] += weightOf(e, machine);
    });
  else // what a core does again is in what was measured of an instruction
    walkExprs(stage.body, [&](const Expr &e) {
      count(e, 1);
      if (const auto *load = std::get_if<Load>(&e.node)) // most of an index is the same for many cells
        walk(load->index, [&](const Expr &index) { count(index, -1); });
    });
  walk(stage.body, [&](const Stmt &stmt) {
    others += std::holds_alternative<FieldStore>(stmt.node) || std::holds_alternative<IfStmt>(stmt.node);
  });
  out.registers += kRegisters;
  out.waits = waitsOf(stage.body);
  out.moves = loads + others;
  if (machine == MachineClass::Gpu) {
    out.abreast = abreastFacts(program, stage);
    out.march = marchFacts(program, stage);
    out.rank = program.rank;
  }
  out.instructions = out.moves + out.operations[0] + out.operations[1] + out.operations[2];
  return out;
}

StageFacts withShared(StageFacts facts, double cells) {
  for (int k = 0; k < 3; ++k) {
    const double each = std::exchange(facts.shared[k], 0) / cells;
    facts.operations[k] += each;
    facts.instructions += each;
  }
  return facts;
}

StageFacts rowFactsOf(const StencilProgram &program, const Stage &stage, const Box3 &grid, MachineClass machine) {
  Stage inner = stage;
  const std::optional<BetweenEnds> row = rowBetweenEnds(program, stage);
  if (row)
    inner.body = row->body;
  for (int a = 1; a < program.rank; ++a)
    if (std::optional<BetweenEnds> between = betweenEnds(program, stage.domain[a], a, inner.body))
      inner.body = std::move(between->body);
  StageFacts out = factsOf(program, inner, grid, machine);
  if (row) {
    const Poly few = row->cells.lo - stage.domain[0].lo + stage.domain[0].hi - row->cells.hi;
    out.atEnds = static_cast<double>(few.constant().value_or(0)) * factsOf(program, stage, grid, machine).instructions;
  }
  return out;
}

} // namespace kasane::tuning
