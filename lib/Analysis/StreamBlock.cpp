// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StreamBlock.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kasane {
namespace {

constexpr double kRegisters = 65536, kMostOfItem = 255; // of a GPU's unit and work-item
constexpr double kBeside = 40, kPerValue = 1.15;        // registers of a work-item, beside values and for each
constexpr int64_t kMostOperations = 2100; // of a loop's body: about 40 KiB of a GPU's instructions

int64_t floorDiv(int64_t a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

// As many cells of each work-item as the tile with its halo takes.
void findCells(StreamBlock &block, const Stream &stream, const std::array<int64_t, 3> &tile) {
  const Reach reach = stream.reach();
  for (int a = 0; a < stream.axis; ++a) {
    block.first[a] = reach.lo[a];
    auto cellsFrom = [&](int64_t first) { return (tile[a] + reach.hi[a] - first + block.group[a] - 1) / block.group[a]; };
    block.cells[a] = cellsFrom(block.first[a]);
    if (const int64_t even = floorDiv(reach.lo[a], kStreamRow) * kStreamRow; a == 0 && block.cells[a] % 2 == 0 && cellsFrom(even) == block.cells[a])
      block.first[a] = even;
  }
}

// `all`: they are read at each age, not at the first one only
StreamShared sharedOf(const StreamBlock &block, const std::map<Position, std::set<int64_t>> &wanted, bool all) {
  StreamShared out;
  int64_t soonest = INT64_MAX, latest = 0;
  std::set<Position> given;
  for (const auto &[at, ages] : wanted) {
    soonest = std::min(soonest, *ages.begin());
    latest = std::max(latest, all ? *ages.rbegin() : *ages.begin());
    given.insert(block.inBlock(at));
  }
  if (given.empty())
    return out;
  out.positions.assign(given.begin(), given.end());
  out.delay = soonest - 1;
  out.slots = latest - out.delay + 1;
  return out;
}

} // namespace

std::vector<Position> StreamBlock::positions() const {
  std::vector<Position> out;
  for (int64_t y = 0; y < cells[1]; ++y)
    for (int64_t x = 0; x < cells[0]; ++x)
      out.push_back({x, y});
  return out;
}

bool StreamBlock::isOwn(const Position &at) const { return itemOf(at) == Position{0, 0}; }
Position StreamBlock::itemOf(const Position &at) const { return {floorDiv(at.x, cells[0]), floorDiv(at.y, cells[1])}; }
Position StreamBlock::inBlock(const Position &at) const {
  const Position item = itemOf(at);
  return {at.x - item.x * cells[0], at.y - item.y * cells[1]};
}

int64_t StreamBlock::numberOf(const Position &item) const { return (item.y + margin[1]) * group[0] + item.x + margin[0]; }
int64_t StreamBlock::itemsPerSlot() const { return group[0] * (group[1] + 2 * margin[1]) + 2 * margin[0]; }
int64_t StreamBlock::elements(int version) const {
  return shared[version].slots * static_cast<int64_t>(shared[version].positions.size()) * itemsPerSlot() +
         ownSlots[version] * cells[0] * cells[1] * items();
}

StreamBlock streamBlockOf(const Stream &stream, const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group) {
  StreamBlock out;
  for (int a = 0; a < stream.axis; ++a)
    out.group[a] = group[a];
  findCells(out, stream, tile);
  for (const StreamVersion &version : stream.versions) {
    auto &wanted = out.wanted.emplace_back();
    for (const StreamRead &read : version.reads)
      for (const Position &cell : out.positions()) {
        const Position at{cell.x + read.inPlane[0], cell.y + (stream.axis > 1 ? read.inPlane[1] : 0)};
        if (out.isOwn(at))
          continue;
        wanted[at].insert(read.age);
        out.margin[0] = std::max(out.margin[0], std::abs(out.itemOf(at).x));
        out.margin[1] = std::max(out.margin[1], std::abs(out.itemOf(at).y));
      }
  }
  out.readsOnChip = !stream.isLine && registersWith(heldWords(stream, out) + wordsAtOnce(stream)) > registersFor(out.group);
  for (const auto &wanted : out.wanted)
    out.shared.push_back(sharedOf(out, wanted, out.readsOnChip));
  for (const StreamVersion &version : stream.versions) // the next plane may take the place of one that nobody reads any more
    out.ownSlots.push_back(version.isOnChip ? version.oldest() + (stream.isLastFirst() ? 1 : 2) : 0);
  return out;
}

LineRows lineRowsOf(const StencilProgram &program, const Stream &stream, const StreamBlock &block) {
  auto givenAt = [&](size_t v) { return stream.versions[v].lag + block.shared[v].delay; };
  std::vector<size_t> order(stream.versions.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, givenAt);
  LineRows out;
  out.of.resize(order.size());
  std::map<ScalarType, std::vector<int64_t>> freeFrom; // by row: the iteration
  for (const size_t v : order) {
    std::vector<int64_t> &rows = freeFrom[program.fields[stream.versions[v].buffer].elem];
    for (size_t k = 0; k < block.shared[v].positions.size(); ++k) {
      const auto row = std::ranges::find_if(rows, [&](int64_t from) { return from <= givenAt(v); });
      out.of[v].push_back(row - rows.begin());
      (row == rows.end() ? rows.emplace_back() : *row) = givenAt(v) + block.shared[v].slots; // read in the one before that at last
    }
  }
  for (const auto &[type, rows] : freeFrom)
    if (!rows.empty())
      out.count[type] = static_cast<int64_t>(rows.size());
  return out;
}

namespace {

// A line's versions come and go: what is held when iteration `i` begins.
double heldAt(int64_t i, const Stream &stream, const StreamBlock &block) {
  double words = 0;
  for (size_t v = 0; v < stream.versions.size(); ++v) {
    const StreamVersion &version = stream.versions[v];
    const bool isWanted = i <= version.lag + version.oldest();
    double held = version.lag < i && isWanted ? static_cast<double>(block.cells[0]) : 0;
    for (const auto &[at, ages] : block.wanted[v])
      held += version.lag + *ages.begin() <= i && i <= version.lag + *ages.rbegin();
    words += held * static_cast<double>(version.words);
  }
  return words;
}

} // namespace

double registersFor(const std::array<int64_t, 2> &group) {
  return std::min(kMostOfItem, std::floor(kRegisters / static_cast<double>(group[0] * group[1])));
}

double registersWith(double heldWords) { return kPerValue * heldWords + kBeside; }

double wordsAtOnce(const Stream &stream) {
  int64_t most = 0, words = 1;
  for (const StreamVersion &version : stream.versions)
    words = std::max(words, version.words);
  for (const StreamLevel &level : stream.levels)
    most = std::max<int64_t>(most, std::count_if(level.reads.begin(), level.reads.end(), [](const auto &read) { return read.second == kInMemory; }));
  most += std::count_if(stream.versions.begin(), stream.versions.end(), [](const StreamVersion &v) { return v.level < 0 && !v.isAhead() && !v.isOnChip; });
  return static_cast<double>(most * words);
}

double heldWords(const Stream &stream, const StreamBlock &block) {
  if (stream.isLine) {
    double most = 0;
    for (int64_t i = 1; i <= std::max<int64_t>(stream.mostLag(), 1); ++i)
      most = std::max(most, heldAt(i, stream, block));
    return most;
  }
  auto wordsOf = [](ScalarType type) { return std::max(1.0, sizeOf(type) / 4.0); };
  const double own = static_cast<double>(block.cells[0] * block.cells[1]);
  double words = 0;
  for (size_t v = 0; v < stream.versions.size(); ++v) {
    const StreamVersion &version = stream.versions[v];
    double held = own * static_cast<double>(version.isOnChip ? 0 : version.oldest() + (version.isAhead() ? 1 : 0));
    for (const auto &[at, ages] : block.wanted[v])
      held += block.readsOnChip ? 0 : static_cast<double>(*ages.rbegin() - *ages.begin());
    words += held * static_cast<double>(version.words);
  }
  for (const StreamLevel &level : stream.levels)
    for (const EarlyPart &part : level.cell.parts)
      words += own * static_cast<double>(part.held) * wordsOf(part.value->type);
  return words;
}

int64_t operationsOf(const StencilProgram &program, const Stream &stream, const StreamBlock &block) {
  int64_t operations = 0;
  for (const StreamLevel &level : stream.levels)
    operations += (countOps(program, stream.stages[level.stage]).operations + 2) * block.cells[0] * block.cells[1];
  return operations;
}

int64_t copiesOf(const StencilProgram &program, const Stream &stream, const StreamBlock &block) {
  if (stream.isLine)
    return 1;
  return operationsOf(program, stream, block) * stream.planes() <= kMostOperations ? stream.planes() : 1;
}

} // namespace kasane
