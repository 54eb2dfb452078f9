// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mapped/BlockKernel.h"

#include "Cells/CellBody.h"
#include "Cells/StageRow.h"
#include "Sweep/LeafTiles.h"

namespace kasane::lowering {
namespace {

class Maker {
public:
  Maker(const Context &context, const Blocks &blocks, size_t stage)
      : context_(context), blocks_(blocks), stage_(context.program.stages[stage]), names_(context.names),
        number_(names_.fresh("number")) {
    kernel_.name = context.program.name + "_mapped" + std::to_string(stage);
    kernel_.comment = "one step of loop nest " + std::to_string(stage + 1) + ", on blocks without room for ghosts";
  }

  Kernel run() {
    Schedule fit = fitted(context_.schedule, stage_.domain);
    for (int a = 0; isRows() && a < rank(); ++a) // then loops have numbers for their ends
      if ((stage_.domain[a].hi - stage_.domain[a].lo).constant() == fit.tile[a])
        fit.tile[a] = 0;
    const CellBounds domain = boundsOf(context_, stage_.domain);
    for (int a = 0; a < kMaxAxes; ++a)
      kernel_.grid[a] = {context_.origin[a], domain[a].lo, domain[a].hi, fit.tile[a]};
    kernel_.group = fit.group;
    kernel_.resident = fit.resident;
    kernel_.order = rank() == 3 ? std::array{2, 0, 1} : std::array{1, 0, 2}; // there are many leaves
    KBody body = cells(fit, domain);
    kernel_.body = bases();
    append(kernel_.body, std::move(body));
    addLeaves(context_, kernel_, *stage_.leaves);
    addBuffers();
    kernel_.scalars = freeScalars(context_, kernel_, 1);
    return std::move(kernel_);
  }

private:
  int rank() const { return context_.program.rank; }

  bool isRows() const { return context_.schedule.family == Family::Rows; }

  KBody cells(const Schedule &fit, const CellBounds &domain) {
    Elements elements;
    elements.read = [&](const FieldRead &element, ScalarType type) { return valueOf(element, type); };
    elements.store = [&](const FieldRead &element, ExprPtr value) {
      const ElementPlace place = placeOf(element);
      return makeKStmt(KStore{place.buffer, place.index, std::move(value)});
    };
    KBody body = lowerCell(context_, stage_.body, 0, elements);
    body.insert(body.begin(), ends_.begin(), ends_.end());
    body = withoutUnusedLets(std::move(body));
    for (int a = 0; a < rank(); ++a) {
      if (a == 1)
        body = withRow(std::move(body));
      KBody digits = digitsOf(a);
      append(digits, std::move(body));
      const ExprPtr end = fit.tile[a] ? least(context_.tileEnd(a, fit.tile[a]), domain[a].hi) : domain[a].hi;
      body = {makeKStmt(
          CellLoop{a, context_.cell[a], fit.tile[a] ? context_.from(a) : domain[a].lo, end, std::move(digits)})};
    }
    return body;
  }

  // The number of the row's cell with x = 0, and where the rows of arrays lie that stay as they are.
  KBody withRow(KBody row) const {
    row = withBases(context_, stage_, std::move(row));
    KBody lets = {makeKStmt(KLet{number_, ScalarType::I64,
                                 blocks_.numberOf(rank() == 3 ? context_.at(2) : nullptr, context_.at(1), intLit(0))})};
    for (const Row &known : rows_)
      lets.push_back(makeKStmt(KLet{known.name, ScalarType::I64, known.begin}));
    append(lets, std::move(row));
    return withoutUnusedLets(std::move(lets));
  }

  ExprPtr valueOf(const FieldRead &element, ScalarType type) {
    const auto load = [&](int side) {
      const ElementPlace place = placeOf(element, side);
      return makeExpr(type, Load{place.buffer, place.index});
    };
    const int side = isRows() ? sideOf(element) : 0;
    return side ? atEnd(element, side, load(0), load(side)) : load(0);
  }

  // Along x: where the element of some cell lies beyond the block.
  int sideOf(const FieldRead &element) const {
    if (blocks_.mapped.arrayOf[static_cast<size_t>(element.field)] < 0)
      return 0;
    const int64_t offset = *distanceOf(element, 0).constant(), first = blocks_.mapped.ghosts;
    if (*stage_.domain[0].lo.constant() + offset < first)
      return -1;
    return *stage_.domain[0].hi.constant() + offset > first + blocks_.mapped.cells ? 1 : 0;
  }

  // Both are loaded for all cells of the row, so that compilers make vectors of it: there is memory of the copy for
  // each of these elements.
  ExprPtr atEnd(const FieldRead &element, int side, const ExprPtr &within, const ExprPtr &beyond) {
    const Offset offsets = offsetsOf(element);
    for (const End &known : known_)
      if (known.field == element.field && known.offsets == offsets)
        return scalar(known.name, within->type);
    const std::string of = blocks_.mapped.program.fields[static_cast<size_t>(element.field)].name;
    const std::string in = names_.fresh(of + "_within"), out = names_.fresh(of + (side < 0 ? "_below" : "_above")),
                      name = names_.fresh(of + "_at");
    const int64_t first = blocks_.mapped.ghosts - offsets[0], end = first + blocks_.mapped.cells;
    const ExprPtr isBeyond = side < 0 ? binary(BinaryOp::Lt, context_.at(0), intLit(first))
                                      : binary(BinaryOp::Ge, context_.at(0), intLit(end));
    ends_.push_back(makeKStmt(KLet{in, within->type, within}));
    ends_.push_back(makeKStmt(KLet{out, within->type, beyond}));
    ends_.push_back(
        makeKStmt(KLet{name, within->type, chosen(isBeyond, scalar(out, within->type), scalar(in, within->type))}));
    known_.push_back({element.field, offsets, name});
    return scalar(name, within->type);
  }

  Offset offsetsOf(const FieldRead &element) const {
    Offset out{};
    for (int axis = 0; axis < rank(); ++axis)
      out[axis] = *distanceOf(element, axis).constant();
    return out;
  }

  ElementPlace placeOf(const FieldRead &element, int side = 0) {
    const auto f = static_cast<size_t>(element.field);
    const int array = blocks_.mapped.arrayOf[f];
    if (array < 0)
      return {context_.program.fields[f].name, elementIndex(context_, element)};
    const auto a = static_cast<size_t>(array);
    const MappedArray &of = blocks_.mapped.arrays[a];
    const auto which = std::ranges::find(of.fields, element.field) - of.fields.begin();
    int64_t ahead = of.numbers[static_cast<size_t>(which)] * blocks_.mapped.cellsOfBlock();
    const Offset offset = offsetsOf(element);
    for (int axis = 0; axis < rank(); ++axis)
      ahead += offset[axis] * blocks_.strideOf(axis);
    const BlockShape shape = blocks_.shapeOf(a);
    const ExprPtr at = isRows() ? add(scalar(rowOf(shape, offset, side)), context_.at(0))
                                : add(beginOf(shape, offset), add(scalar(number_), context_.at(0)));
    return {blocks_.names[a], add(at, intLit(ahead))};
  }

  // Where the row begins to which an offset along the other axes leads, in the block itself or beside it along x.
  std::string rowOf(const BlockShape &shape, const Offset &offset, int side) {
    Offset way = offset;
    way[0] = side;
    const auto found = std::ranges::find_if(
        rows_, [&](const Row &known) { return known.components == shape.components && known.way == way; });
    if (found != rows_.end())
      return found->name;
    rows_.push_back({shape.components, way, names_.fresh("row"), add(beginOf(shape, way), scalar(number_))});
    return rows_.back().name;
  }

  // Where the block begins in which the element lies, so that it has there the number that it has in the cell's own.
  ExprPtr beginOf(const BlockShape &shape, const Offset &offset) {
    if (offset == Offset{})
      return mul(scalar(kLeafName), intLit(blocks_.block(shape)));
    ExprPtr direction = intLit(blocks_.mapped.directions() / 2);
    for (int a = rank() - 1; a >= 0; --a)
      if (offset[a])
        direction = add(direction, isRows() && a == 0 ? intLit(offset[a]) : scalar(digitOf(a, offset[a])));
    auto base = std::ranges::find(bases_, shape.components, &Base::components);
    if (base == bases_.end())
      base = bases_.insert(base, {shape.components, names_.fresh("base_" + std::to_string(shape.components))});
    if (!context_.schedule.groupMemory && !context_.schedule.rowLoops) // none has memory of its own
      return blocks_.baseOf(context_, shape, scalar(kLeafName), direction);
    return makeExpr(ScalarType::I64, Load{base->name, direction});
  }

  // -3, or 0, for the axis y, where the element may lie before the block.
  std::string digitOf(int axis, int64_t offset) {
    std::string &name = digits_[axis][offset];
    if (name.empty())
      name = names_.fresh(std::string(1, "xyz"[axis]) + (offset < 0 ? "_low_" : "_high_") +
                          std::to_string(std::abs(offset)));
    return name;
  }

  KBody digitsOf(int axis) const {
    const int64_t weight = axis == 0   ? 1
                           : axis == 1 ? 3
                                       : 9,
                  first = blocks_.mapped.ghosts, end = first + blocks_.mapped.cells;
    KBody out;
    for (const auto &[offset, name] : digits_[axis]) {
      const ExprPtr at = context_.at(axis);
      const ExprPtr value = offset < 0
                                ? chosen(binary(BinaryOp::Lt, at, intLit(first - offset)), intLit(-weight), intLit(0))
                                : chosen(binary(BinaryOp::Ge, at, intLit(end - offset)), intLit(weight), intLit(0));
      out.push_back(makeKStmt(KLet{name, ScalarType::I64, value}));
    }
    return out;
  }

  // The bases of all directions on chip, made by all items of the group.
  KBody bases() {
    KBody each;
    std::array<std::string, kMaxAxes> way;
    ExprPtr direction = intLit(0);
    for (int a = rank() - 1; a >= 0; --a) {
      way[a] = names_.fresh(std::string(1, "xyz"[a]) + "_way");
      direction = add(mul(direction, intLit(3)), scalar(way[a]));
    }
    if (!context_.schedule.groupMemory && !context_.schedule.rowLoops)
      return {};
    for (const Base &base : bases_) {
      const BlockShape shape = {ScalarType::F32, base.components}; // the type doesn't matter
      each.push_back(
          makeKStmt(KStore{base.name, direction, blocks_.baseOf(context_, shape, scalar(kLeafName), direction)}));
      kernel_.groupArrays.push_back({base.name, ScalarType::I64, blocks_.mapped.directions()});
    }
    if (each.empty())
      return {};
    for (int a = 0; a < rank(); ++a)
      each = {makeKStmt(CellLoop{a, way[a], intLit(0), intLit(3), std::move(each), 1, /*few=*/true})};
    each.push_back(makeKStmt(Barrier{}));
    return each;
  }

  void addBuffers() {
    const Uses uses = usesOf(kernel_.body);
    std::set<std::string> stored;
    walk(kernel_.body, [&](const KStmt &stmt) {
      if (const auto *store = std::get_if<KStore>(&stmt.node))
        stored.insert(store->buffer);
    });
    for (const Field &field : context_.program.fields)
      if (uses.buffers.count(field.name))
        kernel_.buffers.push_back({field.name, field.elem, stored.count(field.name) > 0});
    for (size_t a = 0; a < blocks_.names.size(); ++a)
      if (uses.buffers.count(blocks_.names[a]))
        kernel_.buffers.push_back(
            {blocks_.names[a], blocks_.mapped.arrays[a].elem, stored.count(blocks_.names[a]) > 0});
  }

  struct Base {
    int64_t components;
    std::string name;
  };

  const Context &context_;
  const Blocks &blocks_;
  const Stage &stage_;
  Names names_; // each kernel has its own
  std::string number_;
  struct Row { // of schedule rows
    int64_t components;
    Offset way;
    std::string name;
    ExprPtr begin;
  };
  struct End { // of a row, where what the element is depends on the cell
    FieldId field;
    Offset offsets;
    std::string name;
  };
  std::vector<Base> bases_;
  std::vector<Row> rows_;
  std::vector<End> known_;
  KBody ends_;
  std::array<std::map<int64_t, std::string>, kMaxAxes> digits_; // by offset
  Kernel kernel_;
};

} // namespace

Kernel blockKernel(const Context &context, const Blocks &blocks, size_t stage) {
  return Maker(context, blocks, stage).run();
}

} // namespace kasane::lowering
