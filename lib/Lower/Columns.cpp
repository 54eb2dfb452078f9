// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Columns.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

int64_t floorMod(int64_t a, int64_t b) { return (a % b + b) % b; }

std::string spelled(int64_t value) { return value < 0 ? "m" + std::to_string(-value) : std::to_string(value); }

ExprPtr zero(ScalarType type) {
  return isFloat(type) ? makeExpr(type, FloatLit{0.0}) : intLit(0, type);
}

} // namespace

Columns::Columns(const Tiles &tiles, const Stream &stream)
    : t_(tiles), stream_(stream), block_(streamBlockOf(stream, tiles.context.schedule.tile, tiles.context.schedule.group)),
      copies_(copiesOf(tiles.context.program, stream, block_)) {
  Names &names = t_.context.names;
  std::map<FieldId, int> count;
  for (size_t v = 0; v < stream.versions.size(); ++v) {
    const FieldId b = stream.versions[v].buffer;
    prefix_.push_back(names.fresh(nameOfBuffer(t_, b) + "_v" + std::to_string(count[b]++)));
    arrays_.push_back(names.fresh(prefix_.back() + "_shared"));
    if (const StreamShared &shared = block_.shared[v]; turns(shared) && !turn_.count(shared.slots))
      turn_[shared.slots] = names.fresh("turn" + std::to_string(shared.slots));
  }
  for (int a = 0; a < stream.axis; ++a) {
    items_[a] = names.fresh("item_" + std::string(1, "xy"[a]));
    first_[a] = names.fresh(t_.context.cell[a] + "_first");
  }
  item_ = names.fresh("item");
}

ScalarType Columns::typeOf(int version) const { return t_.context.program.fields[stream_.versions[version].buffer].elem; }

std::string Columns::nameOf(int version, const Position &at) const {
  std::string name = prefix_[version] + "_" + spelled(at.x);
  return stream_.axis > 1 ? name + "_" + spelled(at.y) : name;
}

std::string Columns::value(int version, const Position &at, int64_t age, int64_t copy) {
  std::string name = nameOf(version, at) + "_p" + std::to_string(copies_ > 1 ? floorMod(copy - age, copies_) : age);
  named_[name] = typeOf(version);
  return name;
}

std::string Columns::ahead(int version, const Position &at) {
  std::string name = nameOf(version, at) + "_ahead";
  named_[name] = typeOf(version);
  return name;
}

// The slot that was written `back` iterations ago.
ExprPtr Columns::slot(int version, int64_t back, int64_t copy) const {
  const int64_t slots = block_.shared[version].slots;
  if (!turns(block_.shared[version]))
    return intLit(floorMod(copy - back, slots));
  ExprPtr now = scalar(turn_.at(slots));
  if (back == 0)
    return now;
  if (slots == 2)
    return sub(intLit(1), now);
  return makeExpr(ScalarType::I64, Select{binary(BinaryOp::Ge, now, intLit(back)), sub(now, intLit(back)),
                                          add(now, intLit(slots - back))});
}

ExprPtr Columns::sharedIndex(int version, const Position &at, int64_t back, int64_t copy) const {
  const std::vector<Position> &positions = block_.shared[version].positions;
  const int64_t k = std::find(positions.begin(), positions.end(), block_.inBlock(at)) - positions.begin();
  const Position item = block_.itemOf(at);
  const int64_t beside = item.y * (block_.group[0] + 2 * block_.margin[0]) + item.x + k * block_.itemsPerSlot();
  const int64_t size = static_cast<int64_t>(positions.size()) * block_.itemsPerSlot();
  return add(add(scalar(item_), mul(slot(version, back, copy), intLit(size))), intLit(beside));
}

KBody Columns::takeOver(const StreamLevel &level, int64_t copy, std::set<std::pair<int, Position>> &taken) {
  KBody out;
  std::set<int> read;
  for (const auto &[name, version] : level.reads)
    if (version != kInMemory)
      read.insert(version);
  for (int v : read)
    for (const auto &[at, ages] : block_.wanted[v])
      if (taken.insert({v, at}).second) {
        const int64_t age = *ages.begin();
        ExprPtr index = sharedIndex(v, at, age - block_.shared[v].delay, copy);
        out.push_back(makeKStmt(KAssign{value(v, at, age, copy), makeExpr(typeOf(v), Load{arrays_[v], index})}));
      }
  return out;
}

KBody Columns::handOver(int64_t copy) {
  KBody out;
  for (size_t v = 0; v < arrays_.size(); ++v)
    for (const Position &at : block_.shared[v].positions) {
      const int version = static_cast<int>(v);
      out.push_back(makeKStmt(KStore{arrays_[v], sharedIndex(version, at, 0, copy),
                                     scalar(value(version, at, block_.shared[v].delay, copy), typeOf(version))}));
    }
  if (out.empty())
    return out;
  out.push_back(makeKStmt(Barrier{}));
  for (const auto &[slots, name] : turn_) {
    ExprPtr next = slots == 2 ? sub(intLit(1), scalar(name))
                              : makeExpr(ScalarType::I64, Select{binary(BinaryOp::Eq, scalar(name), intLit(slots - 1)),
                                                                 intLit(0), add(scalar(name), intLit(1))});
    out.push_back(makeKStmt(KAssign{name, next}));
  }
  return out;
}

KBody Columns::moveOn() {
  KBody out;
  auto move = [&](int version, const Position &at, int64_t youngest, int64_t oldest) {
    for (int64_t age = oldest; age > youngest; --age)
      out.push_back(makeKStmt(KAssign{value(version, at, age, 0), scalar(value(version, at, age - 1, 0), typeOf(version))}));
  };
  for (size_t v = 0; v < prefix_.size() && copies_ == 1; ++v) {
    const int version = static_cast<int>(v);
    for (const Position &at : block_.positions())
      move(version, at, 0, stream_.versions[v].oldest());
    for (const auto &[at, ages] : block_.wanted[v])
      move(version, at, *ages.begin(), *ages.rbegin());
  }
  return out;
}

KBody Columns::definitions() const {
  KBody out;
  for (int a = 0; a < stream_.axis; ++a) {
    ExprPtr first = add(add(t_.context.from(a), mul(scalar(items_[a]), intLit(block_.cells[a]))), intLit(block_.first[a]));
    out.push_back(makeKStmt(KLet{first_[a], ScalarType::I64, first}));
  }
  ExprPtr row = stream_.axis > 1 ? add(scalar(items_[1]), intLit(block_.margin[1])) : intLit(0);
  out.push_back(makeKStmt(KLet{item_, ScalarType::I64,
                               add(add(mul(row, intLit(block_.group[0] + 2 * block_.margin[0])), scalar(items_[0])),
                                   intLit(block_.margin[0]))}));
  return out;
}

KBody Columns::variables() const {
  KBody out;
  for (const auto &[slots, name] : turn_)
    out.push_back(makeKStmt(KVar{name, ScalarType::I64, intLit(0)}));
  for (const auto &[name, type] : named_)
    out.push_back(makeKStmt(KVar{name, type, zero(type)}));
  return out;
}

std::vector<GroupArray> Columns::arrays() const {
  std::vector<GroupArray> out;
  for (size_t v = 0; v < arrays_.size(); ++v)
    if (!block_.shared[v].positions.empty())
      out.push_back({arrays_[v], typeOf(static_cast<int>(v)), block_.elements(static_cast<int>(v))});
  return out;
}

} // namespace kasane::lowering
