// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Work.h"

#include "kasane/Analysis/Abreast.h"
#include "kasane/Analysis/BetweenEnds.h"

#include <algorithm>
#include <cmath>

namespace kasane::tuning {
namespace {

// Instructions that no operator of the source stands for.
constexpr double kPerCell = 3.5;  // the loop over a tile's cells, where every lane counts on its own
constexpr double kPerRow = 16;  // a row's bounds and addresses, and the ends of its vector loop
constexpr double kOfCore = 0.62; // of an instruction's time: a core begins several at once
constexpr double kPerItem = 29; // a work-item's place
constexpr double kPerItemsRow = 25; // of a sweep: where it is in each array, for so many cells
constexpr double kPerCopy = 8;  // a cell loaded into a GPU's on-chip arrays
constexpr double kOnChip = 2.3;   // a cell's bounds and places in tiles that shrink
constexpr double kCaught = 0.68; // of what neighbouring groups of a GPU read, too: the unit's own cache has it
constexpr double kCaughtAbreast = 0.82; // of cells that an item makes side by side
constexpr double kAbreastBytes = 16; // of one of its loads
constexpr double kAcrossLines = 1.7; // lines that the items of a warp load from at once, where one would do
constexpr double kOfUnit = 0.5; // of a GPU's on-chip memory: rows stay as long as their neighbours are worked on
constexpr double kBank = 4;      // bytes of a GPU's on-chip memory
constexpr double kBuffered = 5.9; // what an access to a tile's own buffers costs, over one to the user's arrays
constexpr double kAhead = 192;  // bytes that a core's prefetcher brings in vain at the end of a tile's row
constexpr double kPerDivision = 20, kPerDivisionOfCore = 4; // additions
constexpr double kPerInteger = 0.5; // an instruction adds three, or joins three words in any way
// Waits of a work-item in latencies of memory: before its first cell, for each cell that it computes from there, and for
// each that it loads, which doesn't wait for the one before. Of a row, compilers load so many cells at once.
constexpr double kRegisters = 20; // of an item, beside the elements that it has loaded
constexpr double kAtOnce = 4;
constexpr double kFirstWait = 0.29, kWaitPerRow = 0.2, kWaitPerCell = 0.047, kWaitPerLoad = 1.2;

double volume(const Box3 &box) {
  return static_cast<double>(box[0]) * static_cast<double>(box[1]) * static_cast<double>(box[2]);
}

Box3 spanOf(const Reach &reach) {
  return {reach.hi[0] - reach.lo[0], reach.hi[1] - reach.lo[1], reach.hi[2] - reach.lo[2]};
}

Box3 grown(const Box3 &box, const Box3 &by) { return {box[0] + by[0], box[1] + by[1], box[2] + by[2]}; }

double groupsOver(const Box3 &length, const Box3 &tile) {
  double groups = 1;
  for (int a = 0; a < 3; ++a)
    groups *= std::ceil(static_cast<double>(length[a]) / static_cast<double>(tile[a]));
  return groups;
}

// How often a row comes from beyond a cache of `capacity` bytes, where a stage looks `span` cells far along every axis:
// once when everything up to its next use fits, by a tile that follows on the same unit; once for each tile when the
// tile's own rows fit; else for each look.
double timesRead(const Box3 &span, bool star, const Box3 &tile, const Box3 &grid, double bytes, double capacity,
                 bool tilesFollow) {
  double times = 1, more = 0, between = bytes, within = bytes;
  for (int a = 0; a < 3; ++a) {
    const double s = static_cast<double>(span[a]), t = static_cast<double>(tile[a]);
    if (a > 0 && span[a] > 0 && (!tilesFollow || between * (t + s) > capacity)) {
      const double factor = within * (s + 1) <= capacity ? (t + s) / t : s + 1;
      times *= factor;
      more += factor - 1;
    }
    between *= static_cast<double>(grid[a]);
    within *= t;
  }
  return star ? 1 + more : times;
}

// One kernel's work on one machine, while it is added up.
class Adding {
public:
  Adding(const Shape &shape, const Box3 &length, const Machine &machine, bool inTiles, bool isAbreast = false)
      : inTiles_(inTiles), isAbreast_(isAbreast), shape_(shape), length_(length), width_(machine.width), line_(lineOf(machine)),
        isGpu_(machine.kind == MachineClass::Gpu) {
    work.groups = groupsOver(length, shape.tile);
    work.instructions = isGpu_ ? volume(shape.group) * kPerItem : 0;
    work.waits = kFirstWait;
    setCaches(machine);
  }

  // A field's cells within `span` around the tile, while `together` bytes of a cell are in use.
  void readMemory(double size, const Box3 &span, bool star, double together) {
    const double cells = volume(shape_.tile) * size * rowFactor(size);
    // Along x a tile's halo is the next tile's, which follows at once; so are ends of lines.
    const double ends = isGpu_ && !inTiles_ && !shape_.abreast && shape_.tile[0] < length_[0] ? static_cast<double>(line_) / 2 / size : 0;
    const double along = (static_cast<double>(shape_.tile[0] + span[0]) + ends) / static_cast<double>(shape_.tile[0]);
    work.memory += cells * timesRead(span, star, shape_.tile, length_, together, last_, true);
    // The items of a sweep's group go from row to row together: those beside each other are what they share.
    const Box3 window = isGpu_ && !inTiles_ ? shape_.group : shape_.tile;
    const double fromCache = along * timesRead(span, star, window, length_, together, nearest_, !isGpu_);
    const double caught = isAbreast_ ? kCaughtAbreast : kCaught;
    work.cache += cells * (isGpu_ ? 1 + (1 - caught) * (fromCache - 1) : fromCache);
  }

  // Cells that were not read come into a CPU's cache before they are stored.
  void storeMemory(double size, bool alsoRead) {
    const double bytes = volume(shape_.tile) * size * (isGpu_ || alsoRead ? 1 : 2) * rowFactor(size);
    work.memory += bytes;
    work.cache += bytes;
  }

  // A cell's element of an on-chip array. A CPU brings it in before it is stored, and reads around the cell once.
  void useOnChip(const Box3 &box, double size, int reads, bool written) {
    // A GPU's items that run as one meet in a bank where they go along several rows.
    const double met = size >= kBank ? std::max(1.0, static_cast<double>(width_) / static_cast<double>(shape_.group[0])) : 1;
    work.local += volume(box) * size * (isGpu_ ? met * (reads + written) : (reads > 0) + 2 * written);
  }

  // Work on a box of cells with elements of that size, over which the group goes in whole strides.
  void compute(const Box3 &box, double size, double operations, double moves, bool onChip = false) {
    const Box3 cells = strided(box);
    const double rows = static_cast<double>(cells[1]) * static_cast<double>(cells[2]);
    if (isGpu_)
      work.instructions += lanesFor(box) * (operations + moves + (onChip ? kOnChip : kPerCell));
    else // vectors are full along x; each is counted as what it is with elements of four bytes
      work.instructions += rows * vectorOf(4) *
                           (std::ceil(static_cast<double>(cells[0]) / vectorOf(size)) * kOfCore * (operations + (moves + 1) * (onChip ? kBuffered : 1)) + kPerRow);
  }

  void copy(const Box3 &box, double size) { compute(box, size, 0, isGpu_ ? kPerCopy : 0); }

  // Without vectors, at the ends of rows; a tile has its share of them.
  void computeAtEnds(double instructions) {
    const double rows = static_cast<double>(shape_.tile[1]) * static_cast<double>(shape_.tile[2]);
    work.instructions += rows * vectorOf(4) * instructions * static_cast<double>(shape_.tile[0]) / static_cast<double>(length_[0]);
  }

  // Of a sweep: each work-item goes along rows.
  void findRows(const Box3 &box) {
    const Box3 cells = strided(box);
    const double rows = static_cast<double>(cells[1] / shape_.group[1]) * static_cast<double>(cells[2] / shape_.group[2]);
    const double begun = rows * std::ceil(static_cast<double>(cells[0] / shape_.group[0]) / kAtOnce);
    work.instructions += isGpu_ ? volume(shape_.group) * begun * kPerItemsRow : 0;
    work.waits += kWaitPerRow * begun;
  }

  void waitFor(const Box3 &box, double latencies) { work.waits += latencies * volume(strided(box)) / volume(shape_.group); }

  void operate(const StageFacts &facts, double cells) {
    for (int k = 0; k < 3; ++k)
      work.operations[k] += facts.operations[k] * cells;
    work.cells += cells;
    work.registers = std::max(work.registers, facts.registers);
  }

  KernelWork work;

private:
  void setCaches(const Machine &machine) {
    for (const MemoryLevel &level : machine.caches)
      if (!level.shared)
        nearest_ = std::max(nearest_, static_cast<double>(level.bytes) / 2);
    if (nearest_ == 0)
      nearest_ = static_cast<double>(machine.local.perUnit) * kOfUnit;
    const int64_t items = shape_.group[0] * shape_.group[1] * shape_.group[2];
    if (isGpu_ && machine.groups.itemsPerUnit) // the groups of a unit share it
      nearest_ /= static_cast<double>(std::max<int64_t>(1, std::min(machine.groups.itemsPerUnit / items, std::max<int64_t>(1, machine.groups.groupsPerUnit))));
    if (machine.caches.empty())
      return;
    // Each core of a CPU works on rows of its own, the groups of a GPU share them, and little else stays there.
    last_ = static_cast<double>(machine.caches.front().bytes) * (isGpu_ ? 0.75 : 0.5);
    if (!isGpu_ && machine.caches.front().shared)
      last_ /= static_cast<double>(machine.units);
  }

  // What is moved for each byte of a tile's row. Rows of sweeps begin at the domain's first cell, so none is whole lines.
  double rowFactor(double size) const {
    const double row = static_cast<double>(shape_.tile[0]) * size;
    if (shape_.tile[0] >= length_[0])
      return 1;
    if (!isGpu_)
      return (row + kAhead) / row;
    const auto bytes = static_cast<int64_t>(row);
    return inTiles_ && bytes % line_ ? static_cast<double>((bytes / line_ + 2) * line_) / row : 1;
  }

  // A warp whose items all lie outside of the box goes on at once.
  double lanesFor(const Box3 &box) const {
    const double along = static_cast<double>(std::min(shape_.group[0], width_));
    const double rowsAtOnce = std::min(std::max(1.0, static_cast<double>(width_) / along), static_cast<double>(shape_.group[1]));
    const double x = std::ceil(static_cast<double>(box[0]) / along) * along;
    return x * std::ceil(static_cast<double>(box[1]) / rowsAtOnce) * rowsAtOnce * static_cast<double>(box[2]);
  }

  double vectorOf(double size) const { return std::max(1.0, static_cast<double>(width_) / size); }

  Box3 strided(const Box3 &box) const {
    Box3 out;
    for (int a = 0; a < 3; ++a)
      out[a] = (box[a] + shape_.group[a] - 1) / shape_.group[a] * shape_.group[a];
    return out;
  }

  bool inTiles_, isAbreast_;
  const Shape &shape_;
  const Box3 &length_;
  int64_t width_, line_;
  bool isGpu_;
  double last_ = 0, nearest_ = 0; // bytes of caches that shared rows may fill
};

double elementOf(const StageFacts &facts) { return facts.operations[1] > 0 ? 8 : 4; }

// A stage within a pass: what it reads in memory and on chip, and what it computes.
void addStage(Adding &adding, const StageFacts &facts, const Cone &cone, const ConeStage &at, const Box3 &tile, double together) {
  const Box3 box = grown(tile, spanOf(at.reach));
  bool waits = false;
  for (const StageFacts::Access &access : facts.accesses) {
    const bool inMemory = !cone.buffers[cone.boundTo[at.step][access.field]].written || at.fromMemory.count(access.field);
    if (access.reads && inMemory) {
      adding.readMemory(access.size, spanOf(sum(at.reach, access.reach)), false, together);
      waits = true;
    } else {
      adding.useOnChip(box, access.size, access.reads, false);
    }
    if (access.written && !at.toMemory.count(access.field))
      adding.useOnChip(box, access.size, 0, true);
  }
  if (waits)
    adding.waitFor(box, kWaitPerLoad);
  adding.compute(box, elementOf(facts), facts.instructions - facts.moves, facts.moves, true);
  adding.operate(facts, volume(box));
  adding.work.barriers += 1;
}

// By its name in double.
bool isSimple(const std::string &callee) {
  static const std::set<std::string> simple = {"fabs", "fmin", "fmax", "floor", "ceil", "trunc", "rint", "nearbyint", "copysign", "fma"};
  return simple.count(callee) || simple.count(callee.substr(0, callee.size() - 1));
}

// In additions. Divisions and roots are sequences of them, and functions are longer ones.
double weightOf(const Expr &e, MachineClass machine) {
  const double perDivision = machine == MachineClass::Gpu ? kPerDivision : kPerDivisionOfCore;
  const double exact = e.type == ScalarType::F64 ? 2 : 1; // twice as long
  if (const auto *call = std::get_if<Call>(&e.node))
    return isSimple(call->callee) ? 1 : perDivision * exact * (call->callee.rfind("sqrt", 0) == 0 ? 1 : 2);
  const BinaryOp op = std::get<Binary>(e.node).op;
  return op == BinaryOp::Div || op == BinaryOp::Rem ? perDivision * exact : isFloat(e.type) ? 1 : kPerInteger;
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

} // namespace

StageFacts factsOf(const StencilProgram &program, const Stage &stage, const Box3 &grid, MachineClass machine) {
  StageFacts out;
  double loads = 0, others = 0;
  for (const FieldAccess &access : footprintOf(stage).fields) {
    const double size = sizeOf(program.fields[access.field].elem);
    FieldAccess near = access;
    std::erase_if(near.reads, [&](const Offset &offset) { return isElsewhere(offset, grid); });
    out.accesses.push_back({access.field, size, near.reach(), static_cast<int>(access.reads.size()), isStar(near.reads),
                            access.written});
    loads += static_cast<double>(access.reads.size());
    out.registers += static_cast<double>(access.reads.size()) * size / 4;
  }
  for (FieldId table : tablesOf(program, stage)) {
    out.accesses.push_back({table, static_cast<double>(sizeOf(program.fields[table].elem)), {}, 1, true, false});
    loads += 1;
  }
  auto count = [&](const Expr &e, double times) {
    const int kind = e.type == ScalarType::F32 ? 0 : e.type == ScalarType::F64 ? 1 : 2;
    if (std::holds_alternative<Binary>(e.node) || std::holds_alternative<Call>(e.node))
      out.operations[kind] += times * weightOf(e, machine);
    out.fused[kind] += isFusable(e) ? times : 0;
  };
  walkExprs(stage.body, [&](const Expr &e) {
    count(e, 1);
    if (const auto *load = std::get_if<Load>(&e.node)) // most of an index is the same for many cells
      walk(load->index, [&](const Expr &index) { count(index, -1); });
  });
  walk(stage.body, [&](const Stmt &stmt) {
    others += std::holds_alternative<FieldStore>(stmt.node) || std::holds_alternative<IfStmt>(stmt.node);
  });
  out.registers += kRegisters;
  out.moves = loads + others;
  if (const std::optional<Abreast> abreast = abreastOf(program, stage)) {
    out.cellsAbreast = abreast->cells;
    out.movesAbreast = static_cast<double>(abreast->loads.size() + abreast->stores.size()) / static_cast<double>(abreast->cells);
  }
  out.instructions = out.moves + out.operations[0] + out.operations[1] + out.operations[2];
  return out;
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

KernelWork sweepWork(const StageFacts &facts, const Shape &shape, const Box3 &length, const Machine &machine) {
  const bool isAbreast = shape.abreast && facts.cellsAbreast && shape.tile[0] % (facts.cellsAbreast * shape.group[0]) == 0;
  Adding adding(shape, length, machine, false, isAbreast);
  double together = 0;
  for (const StageFacts::Access &access : facts.accesses)
    together += access.size;
  for (const StageFacts::Access &access : facts.accesses) {
    if (access.reads)
      adding.readMemory(access.size, spanOf(access.reach), access.star, together);
    if (access.written)
      adding.storeMemory(access.size, access.reads > 0);
  }
  if (shape.abreast && facts.cellsAbreast) { // a GPU's nearest cache is as wide as its memory on chip, of which it is a part
    const double one = kAbreastBytes / static_cast<double>(facts.cellsAbreast);
    adding.work.local += volume(shape.tile) * (isAbreast ? facts.movesAbreast * kAbreastBytes : facts.moves * one * kAcrossLines);
  }
  adding.compute(shape.tile, elementOf(facts), facts.instructions - facts.moves, isAbreast ? facts.movesAbreast : facts.moves);
  adding.computeAtEnds(facts.atEnds);
  adding.findRows(shape.tile);
  adding.operate(facts, volume(shape.tile));
  adding.waitFor(shape.tile, kWaitPerCell);
  return adding.work;
}

KernelWork overlapWork(const std::vector<StageFacts> &facts, const StencilProgram &program, const Cone &cone,
                       const Shape &shape, const Box3 &length, const Machine &machine) {
  Adding adding(shape, length, machine, true);
  double together = 0;
  for (size_t b = 0; b < cone.buffers.size(); ++b)
    together += sizeOf(program.fields[b].elem);
  for (size_t b = 0; b < cone.buffers.size(); ++b) {
    const ConeBuffer &buffer = cone.buffers[b];
    const double size = sizeOf(program.fields[b].elem);
    const Box3 box = grown(shape.tile, spanOf(buffer.reach));
    if (buffer.load == LoadKind::Whole) {
      adding.readMemory(size, spanOf(buffer.reach), false, together);
      adding.copy(box, size);
      adding.waitFor(box, kWaitPerLoad);
      adding.useOnChip(box, size, 0, true);
    }
    if (buffer.stored)
      adding.storeMemory(size, false);
    if (buffer.stored && buffer.throughStage < 0)
      adding.copy(shape.tile, size);
  }
  for (const ConeStage &at : cone.stages)
    addStage(adding, facts[at.stage], cone, at, shape.tile, together);
  adding.work.onChip = onChipBytes(program, cone, shape.tile);
  return adding.work;
}

int64_t onChipBytes(const StencilProgram &program, const Cone &cone, const Box3 &tile) {
  int64_t bytes = 0;
  for (size_t b = 0; b < cone.buffers.size(); ++b) {
    const ConeBuffer &buffer = cone.buffers[b];
    int64_t cells = buffer.onChip || buffer.load != LoadKind::None;
    for (int a = 0; a < program.rank; ++a)
      cells *= tile[a] + buffer.reach.hi[a] - buffer.reach.lo[a];
    bytes += cells * sizeOf(program.fields[b].elem);
  }
  return bytes;
}

} // namespace kasane::tuning
