// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/ItemValues.h"

#include <algorithm>
#include <numeric>

namespace kasane::lowering {
namespace {

constexpr int64_t kLine = 32; // elements

int64_t floorMod(int64_t a, int64_t b) { return (a % b + b) % b; }

std::string spelled(int64_t value) { return value < 0 ? "m" + std::to_string(-value) : std::to_string(value); }

} // namespace

ItemValues::ItemValues(const Tiles &tiles, const Stream &stream)
    : t_(tiles), stream_(stream),
      block_(streamBlockOf(stream, tiles.context.schedule.tile, tiles.context.schedule.group)),
      planes_(stream.planes()), copies_(copiesOf(stream, block_)), arrays_(tiles.context.names) {
  Names &names = t_.context.names;
  findHeld();
  if (stream.isLine)
    findHandoversOfLine();
  else
    findHandovers();
  for (int a = 0; a < stream.axis; ++a) {
    items_[a] = names.fresh("item_" + std::string(1, "xy"[a]));
    first_[a] = names.fresh(t_.context.cell[a] + "_first");
  }
  item_ = names.fresh("item");
  findWideEnds();
}

// A version belongs to the name that the step after it reads it by. Its array has those of all steps.
void ItemValues::findHeld() {
  const StencilProgram &program = t_.context.program;
  Names &names = t_.context.names;
  std::map<FieldId, int> count;
  std::map<std::pair<FieldId, int64_t>, int> sameStep; // versions of a name in a step
  std::map<std::pair<FieldId, int>, std::pair<std::string, std::string>> arrays;
  for (size_t v = 0; v < stream_.versions.size(); ++v) {
    const FieldId b = stream_.versions[v].buffer;
    FieldId name = b;
    int64_t step = 0;
    if (const int of = stream_.versions[v].level; of >= 0) {
      const StreamLevel &level = stream_.levels[of];
      const auto store =
          std::ranges::find_if(level.stores, [&](const auto &s) { return s.second.version == static_cast<int>(v); });
      const auto next = std::ranges::find(program.rotation, store->first);
      name = static_cast<FieldId>(next - program.rotation.begin());
      step = level.step + 1;
    }
    auto &[array, ahead] = arrays[{name, sameStep[{name, step}]++}];
    if (array.empty()) {
      array = names.fresh(nameOfBuffer(t_, name) + "_cells");
      ahead = names.fresh(nameOfBuffer(t_, name) + "_ahead");
    }
    const std::string prefix = names.fresh(nameOfBuffer(t_, b) + "_v" + std::to_string(count[b]++));
    held_.push_back({prefix, program.fields[b].elem, stream_.versions[v].oldest(), array, ahead, step});
  }
  std::map<std::pair<int, size_t>, std::string> early; // by stage
  for (const StreamLevel &level : stream_.levels) {
    firstPart_.push_back(held_.size());
    for (size_t p = 0; p < level.cell->parts.size(); ++p) {
      const EarlyPart &part = level.cell->parts[p];
      std::string &array = early[{level.stage, p}];
      if (array.empty())
        array = names.fresh("early");
      held_.push_back({names.fresh("early"), part.value->type, part.held, array, "", level.step});
    }
  }
}

// Tiles are stored from the beginnings of memory's lines on, or of shorter rows: half of a line that another group
// fills later is read before it is written. (7 points, f32, 768 cubed on an H200: 932 Gcells/s with rows that begin
// with lines, 733 from 16 bytes behind.)
static int64_t bestBeginning(const std::optional<Poly> &lo, int64_t most) {
  const std::optional<int64_t> first = lo ? lo->constant() : std::nullopt;
  int64_t best = 0;
  for (int64_t before = 1; first && before <= most; ++before)
    if (std::gcd(*first + before, kLine) > std::gcd(*first + best, kLine))
      best = before;
  return best;
}

// What is memory beyond the ends of the grid must be there for the groups at them.
void ItemValues::findWideEnds() {
  const CellBounds grid = gridOf(t_);
  for (int a = 0; a < stream_.axis; ++a) {
    if (!stream_.mayWidenEnds(a))
      continue;
    const int64_t before = -block_.first[a],
                  behind = block_.cells[a] * block_.group[a] - before - t_.context.schedule.tile[a];
    WideEnds ends{before, behind, "", "", "", ""};
    for (const StreamVersion &version : stream_.versions) {
      const ExprBounds &memory = t_.context.hulls[version.buffer].box[a];
      ends.before = std::min(ends.before, before - distance(memory.lo, grid[a].lo).value_or(before));
      ends.behind = std::min(ends.behind, behind - distance(grid[a].hi, memory.hi).value_or(behind));
    }
    const bool isWide = t_.context.schedule.wideEnds[a];
    ends.before = isWide || a == 0 ? std::max<int64_t>(ends.before, 0) : 0;
    ends.behind = isWide ? std::max<int64_t>(ends.behind, 0) : 0;
    if (a == 0)
      ends.before = bestBeginning(toPoly(grid[a].lo), ends.before);
    if (ends.before == 0 && (ends.behind == 0 || stream_.axis == 1)) // of many columns that is hardly ever one less
      continue;
    const std::string axis = t_.context.cell[a];
    ends.tile = t_.context.names.fresh(axis + "_tile");
    ends.whole = t_.context.names.fresh(axis + "_whole");
    ends.from = t_.context.names.fresh(axis + "_own");
    ends.end = t_.context.names.fresh(axis + "_own_end");
    wideEnds_[a] = ends;
  }
}

KBody ItemValues::defineOwn(int axis) const {
  const WideEnds &ends = wideEnds_[axis];
  const ExprBounds all = gridOf(t_)[axis];
  const ExprPtr tile = scalar(ends.tile), from = t_.context.from(axis), size = intLit(t_.context.schedule.tile[axis]);
  ExprPtr before = intLit(ends.before), isFirst = binary(BinaryOp::Eq, tile, all.lo);
  ExprPtr isLast = binary(BinaryOp::Ge, add(add(from, size), intLit(ends.behind)), all.hi);
  KBody out;
  auto let = [&](const std::string &name, const ExprPtr &value) {
    out.push_back(makeKStmt(KLet{name, ScalarType::I64, value}));
  };
  if (t_.context.sided && axis == t_.context.program.rank - 2) { // a launch for some of the rows has others beside them
    let(ends.whole,
        chosen(both(binary(BinaryOp::Eq, scalar(kSideFrom), all.lo), binary(BinaryOp::Eq, scalar(kSideEnd), all.hi)),
               intLit(1), intLit(0)));
    const ExprPtr isWhole = binary(BinaryOp::Ne, scalar(ends.whole), intLit(0));
    before = chosen(isWhole, before, intLit(0));
    isFirst = both(isWhole, isFirst);
    isLast = both(isWhole, isLast);
  }
  let(t_.context.origin[axis], add(tile, before));
  let(ends.from, chosen(isFirst, all.lo, from));
  let(ends.end, chosen(isLast, all.hi, t_.context.tileEnd(axis)));
  return out;
}

ExprBounds ItemValues::tileCells(int axis) const {
  const WideEnds &ends = wideEnds_[axis];
  return ends ? ExprBounds{scalar(ends.from), scalar(ends.end)}
              : ExprBounds{t_.context.from(axis), t_.context.tileEnd(axis)};
}

void ItemValues::setGrid(GridAxis &axis, int a) const {
  if (!wideEnds_[a])
    return;
  axis.var = wideEnds_[a].tile;
  axis.atEnds = wideEnds_[a].before + wideEnds_[a].behind;
}

void ItemValues::findHandovers() {
  for (size_t v = 0; v < stream_.versions.size(); ++v) {
    const StreamShared &shared = block_.shared(v);
    const bool isOwn = stream_.versions[v].isOnChip;
    handed_.emplace_back(-1, 0);
    if (shared.positions.empty() && !isOwn)
      continue;
    const int which = handoverOf(static_cast<int>(v), isOwn ? block_.ownSlots(v) : shared.slots, isOwn);
    handed_[v] = {which, handovers_[which].slotSize};
    handovers_[which].slotSize += isOwn ? block_.cells[0] * block_.cells[1] * block_.items()
                                        : static_cast<int64_t>(shared.positions.size()) * block_.itemsPerSlot();
  }
}

void ItemValues::findHandoversOfLine() {
  line_ = lineRowsOf(t_.context.program, stream_, block_);
  std::map<ScalarType, int> which;
  for (const auto &[type, rows] : line_.count) {
    which[type] = static_cast<int>(handovers_.size());
    handovers_.push_back({type, 1, rows * block_.itemsPerSlot(), t_.context.names.fresh("shared"), false, {}, ""});
  }
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    handed_.emplace_back(block_.shared(v).positions.empty() ? -1 : which.at(typeOf(static_cast<int>(v))), 0);
}

int ItemValues::handoverOf(int version, int64_t slots, bool isOwn) {
  for (size_t k = 0; k < handovers_.size(); ++k)
    if (handovers_[k].type == typeOf(version) && handovers_[k].slots == slots && handovers_[k].isOwn == isOwn)
      return static_cast<int>(k);
  Handover made{typeOf(version),
                slots,
                0,
                t_.context.names.fresh(isOwn ? "held" : "shared"),
                isOwn,
                {},
                t_.context.names.fresh("oldest_slot")};
  for (int64_t back = 0; back < slots; ++back)
    made.slot.push_back(t_.context.names.fresh(back == 0 ? "slot" : "slot_" + std::to_string(back) + "_ago"));
  handovers_.push_back(std::move(made));
  return static_cast<int>(handovers_.size()) - 1;
}

std::string ItemValues::nameOf(size_t held, const BlockCell &at) const {
  std::string name = held_[held].prefix + "_" + spelled(at.x);
  return stream_.axis > 1 ? name + "_" + spelled(at.y) : name;
}

std::string ItemValues::variable(size_t held, const BlockCell &at, int64_t age, int64_t copy) {
  std::string name = nameOf(held, at);
  const int64_t plane = stream_.isLine ? 0 : floorMod(copy - age, planes_);
  if (!stream_.isLine)
    name += "_p" + std::to_string(plane);
  arrays_.add(name, held_[held].array, held_[held].type, {held_[held].step, at.y, at.x, plane}, planes_);
  return name;
}

std::string ItemValues::value(int version, const BlockCell &at, int64_t age, int64_t copy) {
  return variable(version, at, age, copy);
}

ExprPtr ItemValues::held(int version, const BlockCell &at, int64_t age, int64_t copy) {
  if (stream_.versions[version].isOnChip)
    return makeExpr(typeOf(version), Load{handovers_[handed_[version].first].array, ownIndex(version, at, age)});
  if (!block_.readsOnChip || block_.isOwn(at))
    return scalar(value(version, at, age, copy), typeOf(version));
  return makeExpr(typeOf(version), Load{handovers_[handed_[version].first].array,
                                        sharedIndex(version, at, age - block_.shared(version).delay)});
}

std::string ItemValues::part(const StreamLevel &level, size_t part, const BlockCell &at, int64_t age, int64_t copy) {
  return variable(firstPart_[&level - stream_.levels.data()] + part, at, age, copy);
}

std::string ItemValues::ahead(int version, const BlockCell &at) {
  std::string name = nameOf(version, at) + "_ahead";
  arrays_.add(name, held_[version].ahead, typeOf(version), {held_[version].step, at.y, at.x, 0}, 1);
  return name;
}

// Of what was handed over `back` iterations ago.
ExprPtr ItemValues::sharedIndex(int version, const BlockCell &at, int64_t back) const {
  const std::vector<BlockCell> &positions = block_.shared(version).positions;
  const int64_t k = std::find(positions.begin(), positions.end(), block_.inBlock(at)) - positions.begin();
  const auto &[which, begin] = handed_[version];
  const int64_t beside = block_.numberOf(block_.itemOf(at)) - block_.numberOf({0, 0});
  if (stream_.isLine)
    return add(scalar(item_), intLit(line_.of[version][k] * block_.itemsPerSlot() + beside));
  return add(scalar(handovers_[which].slot[back]), intLit(begin + k * block_.itemsPerSlot() + beside));
}

ExprPtr ItemValues::ownIndex(int version, const BlockCell &at, int64_t age) const {
  const auto &[which, begin] = handed_[version];
  return add(scalar(handovers_[which].slot[age]), intLit(begin + (at.y * block_.cells[0] + at.x) * block_.items()));
}

// Slots are those of the planes that are held, and behind them that of the next one.
KStmtPtr ItemValues::bring(int version, const BlockCell &at, bool isFirst, const Load &from) {
  const Handover &own = handovers_[handed_[version].first];
  return makeKStmt(
      KBring{own.array, ownIndex(version, at, isFirst ? 0 : own.slots - 1), own.type, from.buffer, from.index});
}

KBody ItemValues::takeOver(const StreamLevel &level, int64_t copy, std::set<std::pair<int, BlockCell>> &taken,
                           const IsWanted &isWanted) {
  KBody out;
  if (block_.readsOnChip)
    return out;
  std::set<int> read;
  for (const auto &[name, version] : level.reads)
    if (version != kInMemory)
      read.insert(version);
  for (int v : read)
    for (const StreamWanted &of : block_.wanted(static_cast<size_t>(v)))
      if (isWanted(v, of.youngest) && taken.insert({v, of.at}).second)
        out.push_back(takeOver(v, of, copy));
  return out;
}

KStmtPtr ItemValues::takeOver(int version, const StreamWanted &of, int64_t copy) {
  ExprPtr index = sharedIndex(version, of.at, of.youngest - block_.shared(version).delay);
  return makeKStmt(KAssign{value(version, of.at, of.youngest, copy),
                           makeExpr(typeOf(version), Load{handovers_[handed_[version].first].array, index})});
}

KBody ItemValues::takeOverAt(int64_t iteration) {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    for (const StreamWanted &of : block_.wanted(v))
      if (stream_.versions[v].lag + of.youngest == iteration)
        out.push_back(takeOver(static_cast<int>(v), of, 0));
  return out;
}

KBody ItemValues::handOverAt(int64_t iteration) {
  KBody out;
  for (size_t v = 0; v < stream_.versions.size(); ++v)
    if (stream_.versions[v].lag + block_.shared(v).delay == iteration)
      for (KStmtPtr &stmt : handOver(static_cast<int>(v), 0))
        out.push_back(std::move(stmt));
  return out;
}

KBody ItemValues::handOver(int version, int64_t copy) {
  KBody out;
  for (const BlockCell &at : block_.shared(version).positions)
    out.push_back(makeKStmt(KStore{handovers_[handed_[version].first].array, sharedIndex(version, at, 0),
                                   scalar(value(version, at, block_.shared(version).delay, copy), typeOf(version))}));
  return out;
}

KBody ItemValues::wait() {
  KBody out;
  if (std::any_of(handovers_.begin(), handovers_.end(), [](const Handover &handover) { return !handover.isOwn; }))
    out.push_back(makeKStmt(Barrier{}));
  if (stream_.isLine)
    return out;
  for (const Handover &handover : handovers_) {
    const std::vector<std::string> &slot = handover.slot;
    KBody turn = {makeKStmt(KLet{handover.oldest, ScalarType::I64, scalar(slot.back())})};
    for (size_t back = slot.size() - 1; back > 0; --back)
      turn.push_back(makeKStmt(KAssign{slot[back], scalar(slot[back - 1])}));
    turn.push_back(makeKStmt(KAssign{slot.front(), scalar(handover.oldest)}));
    out.push_back(makeKStmt(KBlock{std::move(turn)}));
  }
  return out;
}

KBody ItemValues::moveOn() {
  KBody out;
  auto move = [&](size_t held, const BlockCell &at, int64_t youngest, int64_t oldest) {
    for (int64_t age = oldest; age > youngest; --age)
      out.push_back(
          makeKStmt(KAssign{variable(held, at, age, 0), scalar(variable(held, at, age - 1, 0), held_[held].type)}));
  };
  for (size_t h = 0; h < held_.size(); ++h) {
    if (h < stream_.versions.size() && stream_.versions[h].isOnChip)
      continue;
    for (const BlockCell &at : block_.positions())
      move(h, at, 0, held_[h].oldest);
    if (h < stream_.versions.size() && !block_.readsOnChip)
      for (const StreamWanted &of : block_.wanted(h))
        move(h, of.at, of.youngest, of.oldest);
  }
  return out;
}

KBody ItemValues::definitions() const {
  KBody out;
  for (int a = 0; a < stream_.axis; ++a) {
    if (wideEnds_[a])
      std::ranges::move(defineOwn(a), std::back_inserter(out));
    ExprPtr first =
        add(add(t_.context.from(a), mul(scalar(items_[a]), intLit(block_.cells[a]))), intLit(block_.first[a]));
    out.push_back(makeKStmt(KLet{first_[a], ScalarType::I64, first}));
  }
  ExprPtr row = stream_.axis > 1 ? mul(scalar(items_[1]), intLit(block_.group[0])) : intLit(0);
  out.push_back(
      makeKStmt(KLet{item_, ScalarType::I64, add(add(row, scalar(items_[0])), intLit(block_.numberOf({0, 0})))}));
  return out;
}

KBody ItemValues::variables() const {
  KBody out;
  for (const Handover &handover : handovers_)
    for (size_t back = 0; back < handover.slot.size(); ++back) {
      const int64_t begin =
          static_cast<int64_t>(back) * handover.slotSize - (handover.isOwn ? block_.numberOf({0, 0}) : 0);
      out.push_back(makeKStmt(KVar{handover.slot[back], ScalarType::I64, add(scalar(item_), intLit(begin))}));
    }
  append(out, arrays_.definitions());
  return out;
}

KBody ItemValues::inArrays(const KBody &body, const std::string &turn, int64_t count) {
  const PlaneTurn planes{turn, planes_, count};
  return arrays_.withElements(body, turn.empty() ? nullptr : &planes);
}

std::vector<GroupArray> ItemValues::arrays() const {
  std::vector<GroupArray> out;
  for (const Handover &handover : handovers_)
    out.push_back({handover.array, handover.type, handover.slots * handover.slotSize});
  return out;
}

} // namespace kasane::lowering
