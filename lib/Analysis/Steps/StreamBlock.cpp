// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StreamBlock.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace kasane {
namespace {

constexpr double kRegisters = 65536, kMostOfItem = 255; // of a GPU's unit and work-item
constexpr double kBeside = 40, kPerValue = 1.15;        // registers of a work-item, beside values and for each
constexpr double kBesideFreely = 30;                    // and for each one

int64_t floorDiv(int64_t a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

BlockCell itemOf(const BlockCell &at, const std::array<int64_t, 2> &cells) {
  return {floorDiv(at.x, cells[0]), floorDiv(at.y, cells[1])};
}
BlockCell inBlockOf(const BlockCell &at, const std::array<int64_t, 2> &cells) {
  const BlockCell item = itemOf(at, cells);
  return {at.x - item.x * cells[0], at.y - item.y * cells[1]};
}

// As many cells of each work-item as the tile with its halo takes.
void findCells(StreamBlock &block, const Stream &stream, const Reach &reach, const std::array<int64_t, 3> &tile) {
  for (int a = 0; a < stream.axis; ++a) {
    block.first[a] = reach.lo[a];
    auto cellsFrom = [&](int64_t first) {
      return (tile[a] + reach.hi[a] - first + block.group[a] - 1) / block.group[a];
    };
    block.cells[a] = cellsFrom(block.first[a]);
    if (const int64_t even = floorDiv(reach.lo[a], kStreamRow) * kStreamRow;
        a == 0 && block.cells[a] % 2 == 0 && cellsFrom(even) == block.cells[a])
      block.first[a] = even;
  }
}

// Elements that lie outside of the block for some of its cells, by where they are.
std::vector<StreamWanted> wantedOf(const Stream &stream, const StreamVersion &version,
                                   const std::array<int64_t, 2> &cells) {
  std::vector<std::pair<BlockCell, int64_t>> reads;
  for (const StreamRead &read : version.reads) {
    const int64_t byX = read.inPlane[0], byY = stream.axis > 1 ? read.inPlane[1] : 0;
    if (byX == 0 && byY == 0)
      continue;
    for (int64_t y = byY; y < byY + cells[1]; ++y)
      for (int64_t x = byX; x < byX + cells[0]; ++x) {
        if (y >= 0 && y < cells[1] && x >= 0 && x < cells[0])
          x = cells[0]; // on with the first one behind the block
        if (x < byX + cells[0])
          reads.push_back({{x, y}, read.age});
      }
  }
  std::ranges::sort(reads);
  std::vector<StreamWanted> out;
  for (size_t k = 0; k < reads.size(); ++k) {
    const auto &[at, age] = reads[k];
    if (out.empty() || out.back().at != at)
      out.push_back({at, age, age, 1});
    else if (out.back().oldest != age)
      out.back() = {at, out.back().youngest, age, out.back().ages + 1};
  }
  return out;
}

// `all`: they are read at each age, not at the first one only
StreamShared sharedOf(const std::vector<StreamWanted> &wanted, const std::array<int64_t, 2> &cells, bool all) {
  StreamShared out;
  int64_t soonest = INT64_MAX, latest = 0;
  for (const StreamWanted &of : wanted) {
    soonest = std::min(soonest, of.youngest);
    latest = std::max(latest, all ? of.oldest : of.youngest);
    out.positions.push_back(inBlockOf(of.at, cells));
  }
  if (wanted.empty())
    return out;
  std::ranges::sort(out.positions);
  out.positions.erase(std::unique(out.positions.begin(), out.positions.end()), out.positions.end());
  out.delay = soonest - 1;
  out.slots = latest - out.delay + 1;
  return out;
}

// A line's versions come and go: the most that is held when an iteration begins.
double mostOfLine(const Stream &stream, const StreamItem &item, double own) {
  std::vector<double> held(static_cast<size_t>(std::max<int64_t>(stream.mostLag(), 1)) + 1); // by iteration
  auto hold = [&](int64_t from, int64_t to, double words) {
    for (int64_t i = std::max<int64_t>(from, 1); i <= std::min(to, static_cast<int64_t>(held.size()) - 1); ++i)
      held[static_cast<size_t>(i)] += words;
  };
  for (size_t v = 0; v < stream.versions.size(); ++v) {
    const StreamVersion &version = stream.versions[v];
    const double words = static_cast<double>(version.words);
    hold(version.lag + 1, version.lag + version.oldest(), own * words);
    for (const StreamWanted &of : item.wanted[v])
      hold(version.lag + of.youngest, version.lag + of.oldest, words);
  }
  return *std::ranges::max_element(held);
}

// What a work-item holds from one iteration to the next of its own cells, and of its neighbours'.
void findHeldWords(StreamItem &item, const Stream &stream, double own) {
  auto wordsOf = [](ScalarType type) { return std::max(1.0, sizeOf(type) / 4.0); };
  double beside = 0;
  for (size_t v = 0; v < stream.versions.size(); ++v) {
    const StreamVersion &version = stream.versions[v];
    const double words = static_cast<double>(version.words);
    const int64_t planes = version.oldest() + (version.isAhead() ? 1 : 0);
    item.onChip.words += words * own * static_cast<double>(version.isOnChip ? 0 : planes);
    for (const StreamWanted &of : item.wanted[v])
      beside += words * static_cast<double>(of.oldest - of.youngest);
  }
  for (const StreamLevel &level : stream.levels)
    for (const EarlyPart &part : level.cell->parts)
      item.onChip.words += own * static_cast<double>(part.held) * wordsOf(part.value->type);
  item.inRegisters.words = stream.isLine ? mostOfLine(stream, item, own) : item.onChip.words + beside;
}

// What a work-item has of arrays that a cell reads where they lie, while it works out that cell.
double wordsAtOnce(const Stream &stream) {
  int64_t most = 0, words = 1;
  for (const StreamVersion &version : stream.versions)
    words = std::max(words, version.words);
  for (const StreamLevel &level : stream.levels)
    most = std::max<int64_t>(most, std::count_if(level.reads.begin(), level.reads.end(),
                                                 [](const auto &read) { return read.second == kInMemory; }));
  most += std::count_if(stream.versions.begin(), stream.versions.end(),
                        [](const StreamVersion &v) { return v.level < 0 && !v.isAhead() && !v.isOnChip; });
  return static_cast<double>(most * words);
}

// Most versions are read like one before.
size_t alikeBefore(const Stream &stream, size_t v) {
  auto isAlike = [&](const StreamVersion &earlier) { return earlier.reads == stream.versions[v].reads; };
  return static_cast<size_t>(std::ranges::find_if(stream.versions, isAlike) - stream.versions.begin());
}

} // namespace

StreamItem streamItemOf(const Stream &stream, const std::array<int64_t, 2> &cells) {
  StreamItem out;
  const bool isLastFirst = stream.isLastFirst();
  for (size_t v = 0; v < stream.versions.size(); ++v) {
    const StreamVersion &version = stream.versions[v];
    // The next plane may take the place of one that nobody reads any more.
    out.ownSlots.push_back(version.isOnChip ? version.oldest() + (isLastFirst ? 1 : 2) : 0);
    if (const size_t like = alikeBefore(stream, v); like < v) {
      out.wanted.push_back(out.wanted[like]);
      out.inRegisters.shared.push_back(out.inRegisters.shared[like]);
      out.onChip.shared.push_back(out.onChip.shared[like]);
      continue;
    }
    const std::vector<StreamWanted> &wanted = out.wanted.emplace_back(wantedOf(stream, version, cells));
    for (const StreamWanted &of : wanted) {
      const BlockCell item = itemOf(of.at, cells);
      out.margin[0] = std::max(out.margin[0], std::abs(item.x));
      out.margin[1] = std::max(out.margin[1], std::abs(item.y));
    }
    out.inRegisters.shared.push_back(sharedOf(wanted, cells, false));
    out.onChip.shared.push_back(sharedOf(wanted, cells, true));
  }
  findHeldWords(out, stream, static_cast<double>(cells[0] * cells[1]));
  out.wordsAtOnce = wordsAtOnce(stream);
  return out;
}

std::vector<BlockCell> StreamBlock::positions() const {
  std::vector<BlockCell> out;
  for (int64_t y = 0; y < cells[1]; ++y)
    for (int64_t x = 0; x < cells[0]; ++x)
      out.push_back({x, y});
  return out;
}

bool StreamBlock::isOwn(const BlockCell &at) const { return itemOf(at) == BlockCell{0, 0}; }
BlockCell StreamBlock::itemOf(const BlockCell &at) const { return kasane::itemOf(at, cells); }
BlockCell StreamBlock::inBlock(const BlockCell &at) const { return inBlockOf(at, cells); }

int64_t StreamBlock::numberOf(const BlockCell &item) const {
  return (item.y + margin()[1]) * group[0] + item.x + margin()[0];
}
int64_t StreamBlock::itemsPerSlot() const { return group[0] * (group[1] + 2 * margin()[1]) + 2 * margin()[0]; }
int64_t StreamBlock::elements(size_t version) const {
  return shared(version).slots * static_cast<int64_t>(shared(version).positions.size()) * itemsPerSlot() +
         ownSlots(version) * cells[0] * cells[1] * items();
}

StreamBlock StreamBlocks::of(const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group) {
  StreamBlock out;
  for (int a = 0; a < stream_->axis; ++a)
    out.group[a] = group[a];
  findCells(out, *stream_, reach_, tile);
  std::shared_ptr<const StreamItem> &item = items_[out.cells];
  if (!item)
    item = std::make_shared<const StreamItem>(streamItemOf(*stream_, out.cells));
  out.item = item;
  out.readsOnChip = !stream_->isLine && registersWith(out.words()) > registersFor(out.group);
  return out;
}

LineRows lineRowsOf(const StencilProgram &program, const Stream &stream, const StreamBlock &block) {
  auto givenAt = [&](size_t v) { return stream.versions[v].lag + block.shared(v).delay; };
  std::vector<size_t> order(stream.versions.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, givenAt);
  LineRows out;
  out.of.resize(order.size());
  std::map<ScalarType, std::vector<int64_t>> freeFrom; // by row: the iteration
  for (const size_t v : order) {
    std::vector<int64_t> &rows = freeFrom[program.fields[stream.versions[v].buffer].elem];
    for (size_t k = 0; k < block.shared(v).positions.size(); ++k) {
      const auto row = std::ranges::find_if(rows, [&](int64_t from) { return from <= givenAt(v); });
      out.of[v].push_back(row - rows.begin());
      (row == rows.end() ? rows.emplace_back() : *row) =
          givenAt(v) + block.shared(v).slots; // read in the one before that at last
    }
  }
  for (const auto &[type, rows] : freeFrom)
    if (!rows.empty())
      out.count[type] = static_cast<int64_t>(rows.size());
  return out;
}

double registersFor(const std::array<int64_t, 2> &group) {
  return std::min(kMostOfItem, std::floor(kRegisters / static_cast<double>(group[0] * group[1])));
}

double registersWith(double heldWords) { return kPerValue * heldWords + kBeside; }

double registersFreely(double heldWords) { return heldWords + kBesideFreely; }

int64_t operationsOf(const Stream &stream, const StreamBlock &block) {
  return stream.operations * block.cells[0] * block.cells[1];
}

int64_t copiesOf(const Stream &stream, const StreamBlock &block) {
  if (stream.isLine)
    return 1;
  return operationsOf(stream, block) * stream.planes() <= kMostOperations ? stream.planes() : 1;
}

} // namespace kasane
