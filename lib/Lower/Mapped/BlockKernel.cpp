// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: what a cell reads is found by one class, whatever the way over the blocks.
#include "Mapped/BlockKernel.h"

#include "Cells/CellBody.h"
#include "Cells/StageRow.h"
#include "Sweep/LeafTiles.h"

namespace kasane::lowering {
namespace {

std::optional<std::array<int64_t, 2>> knownCells(const Stage &stage, int axis) {
  const std::optional<int64_t> lo = stage.domain[axis].lo.constant(), hi = stage.domain[axis].hi.constant();
  return lo && hi ? std::optional(std::array{*lo, *hi}) : std::nullopt;
}

bool knowsCells(const Context &context, const Stage &stage) {
  for (int a = 0; a < context.program.rank; ++a)
    if (!knownCells(stage, a))
      return false;
  return true;
}

class Maker {
public:
  Maker(const Context &context, const Blocks &blocks, const BlockUse &use)
      : context_(context), blocks_(blocks), use_(use), stage_(context.program.stages[use.stage]),
        isRows_(context.schedule.family == Family::Rows), isFamilies_(use.of == BlockUse::Of::Families),
        isClasses_(context.schedule.family == Family::Classes && knowsCells(context, stage_)), names_(context.names),
        number_(names_.fresh("number")), entry_(names_.fresh("entry")) {
    static const char *const kWords[] = {"mapped", "families", "alone"};
    static const char *const kComments[] = {"", ", by families", ", of leaves in no family"};
    const auto of = static_cast<size_t>(use.of);
    kernel_.name = context_.program.name + "_" + (isClasses_ ? "classes" : kWords[of]) + std::to_string(use.stage);
    kernel_.comment = "one step of loop nest " + std::to_string(use.stage + 1) + ", on blocks without room for ghosts" +
                      (isClasses_ ? ", by where cells look" : kComments[of]);
    for (int a = 0; isFamilies_ && a < rank(); ++a) {
      const std::string axis(1, "xyz"[a]);
      child_[a] = names_.fresh(axis + "_child");
      inFamily_[a] = names_.fresh(axis + "_in_family");
    }
    if (isFamilies_) {
      childName_ = names_.fresh("child");
      first_ = names_.fresh("first");
    }
  }

  Kernel run() {
    const Box box = boxOf();
    Schedule fit = fitted(context_.schedule, box);
    for (int a = 0; isRows_ && a < rank(); ++a) // then loops have numbers for their ends
      if ((box[a].hi - box[a].lo).constant() == fit.tile[a])
        fit.tile[a] = 0;
    CellBounds domain = boundsOf(context_, box);
    for (int a = 0; a < kMaxAxes; ++a)
      kernel_.grid[a] = {context_.origin[a], domain[a].lo, domain[a].hi, fit.tile[a]};
    kernel_.group = fit.group;
    kernel_.resident = fit.resident;
    kernel_.order = rank() == 3 ? std::array{2, 0, 1} : std::array{1, 0, 2}; // there are many leaves
    KBody body = isClasses_ ? classCells() : cells(fit, domain);
    kernel_.body = leafLets();
    append(kernel_.body, isClasses_ ? KBody() : bases());
    append(kernel_.body, std::move(body));
    if (use_.of == BlockUse::Of::Leaves)
      addLeaves(context_, kernel_, *stage_.leaves);
    else
      addLeaves(context_, kernel_, listed(), entry_);
    addBuffers();
    kernel_.scalars = freeScalars(context_, kernel_, 1);
    return std::move(kernel_);
  }

private:
  int rank() const { return context_.program.rank; }

  // The cells of what a list's entry is: of a block, or of a family's blocks one behind the other.
  Box boxOf() const {
    Box box = stage_.domain;
    for (int a = 0; isFamilies_ && a < rank(); ++a)
      box[a] = {Poly(0), Poly(2 * lengthOf(a))};
    return box;
  }
  int64_t lengthOf(int axis) const {
    const auto [lo, hi] = *knownCells(stage_, axis);
    return hi - lo;
  }

  AxisBounds listed() const {
    const MeshMap &map = blocks_.map;
    if (use_.level < 0)
      return {Poly(0), Poly::symbol(isFamilies_ ? map.families : map.alones)};
    const MeshMap::Part &part = map.parts[static_cast<size_t>(use_.level)];
    const std::array<std::string, 2> &of = isFamilies_ ? part.family : part.alone;
    return {Poly::symbol(of[0]), Poly::symbol(of[1])};
  }

  KBody leafLets() const {
    if (use_.of == BlockUse::Of::Leaves)
      return {};
    const FieldId list = isFamilies_ ? blocks_.map.family : blocks_.map.alone;
    return {makeKStmt(
        KLet{isFamilies_ ? first_ : kLeafName, ScalarType::I64, blocks_.table(context_, list, scalar(entry_))})};
  }

  KBody cellBody() {
    Elements elements;
    elements.read = [&](const FieldRead &element, ScalarType type) { return valueOf(element, type); };
    elements.store = [&](const FieldRead &element, ExprPtr value) {
      const ElementPlace place = placeOf(element);
      return makeKStmt(KStore{place.buffer, place.index, std::move(value)});
    };
    KBody body = lowerCell(context_, stage_.body, 0, elements);
    body.insert(body.begin(), ends_.begin(), ends_.end());
    return withoutUnusedLets(std::move(body));
  }

  KBody cells(const Schedule &fit, const CellBounds &domain) {
    KBody body = cellBody();
    if (joinsLoops())
      body = allLets(std::move(body));
    for (int a = 0; a < rank(); ++a) {
      KBody inside = std::move(body);
      if (!joinsLoops()) {
        if (a == 1)
          inside = withRow(std::move(inside));
        inside = axisLets(a, std::move(inside));
      }
      body = {makeKStmt(CellLoop{a, isFamilies_ ? inFamily_[a] : context_.cell[a],
                                 fit.tile[a] ? context_.from(a) : domain[a].lo, endOf(a, fit.tile[a], domain[a].hi),
                                 std::move(inside)})};
    }
    return body;
  }

  KBody axisLets(int axis, KBody body) const {
    KBody lets = isFamilies_ ? childLets(axis) : KBody();
    append(lets, digitsOf(axis, context_.at(axis)));
    if (isFamilies_ && axis == 0)
      body = withBases(context_, stage_, std::move(body));
    append(lets, std::move(body));
    return lets;
  }

  // All of them in the innermost loop: then nothing stands between the loops, and directives make one of them.
  KBody allLets(KBody body) const {
    body = withRow(std::move(body));
    for (int a = 0; a < rank(); ++a)
      body = axisLets(a, std::move(body));
    return body;
  }

  ExprPtr endOf(int axis, int64_t tile, const ExprPtr &last) const {
    if (!tile)
      return last;
    const ExprPtr end = context_.tileEnd(axis, tile);
    if (joinsLoops() && knownCells(stage_, axis) && lengthOf(axis) % tile == 0)
      return end; // so that compilers know how many there are
    return least(end, last);
  }

  // In which of the family's blocks the cell lies along the axis, and where in it.
  KBody childLets(int axis) const {
    const auto let = [](const std::string &name, ExprPtr value) {
      return makeKStmt(KLet{name, ScalarType::I64, std::move(value)});
    };
    const int64_t length = lengthOf(axis), begin = (*knownCells(stage_, axis))[0];
    const ExprPtr at = scalar(inFamily_[axis]);
    KBody out = {let(child_[axis], chosen(binary(BinaryOp::Ge, at, intLit(length)), intLit(1), intLit(0))),
                 let(context_.cell[axis], add(sub(at, mul(scalar(child_[axis]), intLit(length))), intLit(begin)))};
    if (axis > 0)
      return out;
    ExprPtr child = scalar(child_[0]);
    for (int a = 1; a < rank(); ++a)
      child = add(child, mul(scalar(child_[a]), intLit(int64_t{1} << a)));
    out.push_back(let(childName_, child));
    out.push_back(let(kLeafName, add(scalar(first_), scalar(childName_))));
    return out;
  }

  // Along each axis cells are in one class as long as their elements lie on the same sides.
  KBody classCells() {
    KBody body = cellBody(), lets;
    int64_t classes = 1;
    for (int a = 0; a < rank(); ++a) {
      const std::vector<int64_t> ends = classEnds(a);
      const auto count = static_cast<int64_t>(ends.size()) - 1;
      const std::string axis(1, "xyz"[a]), number = names_.fresh(axis + "_class"),
                                           begin = names_.fresh(axis + "_begin"), end = names_.fresh(axis + "_end");
      const auto let = [&](const std::string &name, ExprPtr value) {
        lets.push_back(makeKStmt(KLet{name, ScalarType::I64, std::move(value)}));
      };
      let(number, remainderOf(dividedBy(context_.from(rank() - 1), classes), count));
      let(begin, listedAt(ends, 0, number));
      let(end, listedAt(ends, 1, number));
      append(lets, digitsOf(a, scalar(begin)));
      if (a == 1)
        body = withRow(std::move(body));
      body = {makeKStmt(CellLoop{a, context_.cell[a], scalar(begin), scalar(end), std::move(body)})};
      kernel_.grid[a] = {context_.origin[a], intLit(0), intLit(1), 0};
      classes *= count;
    }
    kernel_.grid[rank() - 1] = {context_.origin[rank() - 1], intLit(0), intLit(classes), 1};
    for (const Row &known : begins_)
      lets.push_back(makeKStmt(KLet{known.name, ScalarType::I64, known.begin}));
    append(lets, std::move(body));
    return lets;
  }

  std::vector<int64_t> classEnds(int axis) const {
    const auto [lo, hi] = *knownCells(stage_, axis);
    std::set<int64_t> ends = {lo, hi};
    for (const auto &[offset, name] : digits_[axis])
      ends.insert(std::clamp(firstBeyond(offset), lo, hi));
    return {ends.begin(), ends.end()};
  }
  static ExprPtr listedAt(const std::vector<int64_t> &ends, size_t ahead, const std::string &number) {
    const size_t count = ends.size() - 1;
    ExprPtr out = intLit(ends[count - 1 + ahead]);
    for (size_t n = count - 1; n-- > 0;)
      out = chosen(binary(BinaryOp::Lt, scalar(number), intLit(static_cast<int64_t>(n) + 1)), intLit(ends[n + ahead]),
                   out);
    return out;
  }

  // From this place on, or up to it, the element at this offset lies beyond the block.
  int64_t firstBeyond(int64_t offset) const {
    const int64_t first = blocks_.mapped.ghosts;
    return (offset < 0 ? first : first + blocks_.mapped.cells) - offset;
  }

  // The number of the row's cell with x = 0, and where the rows of arrays lie that stay as they are.
  KBody withRow(KBody row) const {
    if (!isFamilies_) // whose cells of a row are those of two leaves
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
    const int side = isRows_ ? sideOf(element) : 0;
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
    const ExprPtr at = isRows_ ? add(scalar(rowOf(shape, offset, side)), context_.at(0))
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
    ExprPtr direction = intLit(blocks_.mapped.directions() / 2),
            inside = mul(scalar(kLeafName), intLit(blocks_.block(shape))), out = intLit(0);
    for (int a = rank() - 1; a >= 0; --a) {
      if (!offset[a])
        continue;
      const ExprPtr digit = isRows_ && a == 0 ? intLit(offset[a]) : scalar(digitOf(a, offset[a]));
      direction = add(direction, isFamilies_ ? mul(digit, intLit(weightOf(a))) : digit);
      if (!isFamilies_)
        continue;
      const int64_t step = (blocks_.block(shape) << a) - blocks_.mapped.cells * blocks_.strideOf(a);
      inside = add(inside, mul(digit, intLit(step)));
      out = add(out, scalar(outOf(a, offset[a])));
    }
    if (isClasses_)
      return onceFor(shape, offset, direction);
    if (!isFamilies_)
      return looked(shape, scalar(kLeafName), direction);
    const ExprPtr beside = looked(shape, scalar(childName_), direction);
    return chosen(binary(BinaryOp::Eq, out, intLit(0)), inside, beside);
  }

  // `of`: the leaf, or its number in the family.
  ExprPtr looked(const BlockShape &shape, const ExprPtr &of, const ExprPtr &direction) {
    if (!hasTables())
      return blocks_.baseOf(context_, shape, scalar(kLeafName), direction);
    auto base = std::ranges::find(bases_, shape.components, &Base::components);
    if (base == bases_.end())
      base = bases_.insert(base, {shape.components, names_.fresh("base_" + std::to_string(shape.components))});
    const ExprPtr at = isFamilies_ ? add(mul(of, intLit(blocks_.mapped.directions())), direction) : direction;
    return makeExpr(ScalarType::I64, Load{base->name, at});
  }
  bool hasTables() const { return context_.schedule.groupMemory || context_.schedule.rowLoops; }
  bool joinsLoops() const { return !hasTables(); } // where a directive shares out what one loop makes

  ExprPtr onceFor(const BlockShape &shape, const Offset &offset, const ExprPtr &direction) {
    const auto found = std::ranges::find_if(
        begins_, [&](const Row &known) { return known.components == shape.components && known.way == offset; });
    if (found != begins_.end())
      return scalar(found->name);
    begins_.push_back({shape.components, offset, names_.fresh("begin"),
                       blocks_.baseOf(context_, shape, scalar(kLeafName), direction)});
    return scalar(begins_.back().name);
  }

  static int64_t weightOf(int axis) { return axis == 0 ? 1 : axis == 1 ? 3 : 9; }

  // -3, or 0, for the axis y, where the element may lie before the block. Of families -1.
  std::string digitOf(int axis, int64_t offset) { return namedAt(digits_, "", axis, offset); }
  // 1: the element lies in none of the family's blocks.
  std::string outOf(int axis, int64_t offset) { return namedAt(outs_, "_out", axis, offset); }

  using ByOffset = std::array<std::map<int64_t, std::string>, kMaxAxes>;
  std::string namedAt(ByOffset &names, const std::string &of, int axis, int64_t offset) {
    std::string &name = names[axis][offset];
    if (name.empty())
      name = names_.fresh(std::string(1, "xyz"[axis]) + of + (offset < 0 ? "_low_" : "_high_") +
                          std::to_string(std::abs(offset)));
    return name;
  }

  // Of a cell at this place.
  KBody digitsOf(int axis, const ExprPtr &at) const {
    const int64_t weight = isFamilies_ ? 1 : weightOf(axis);
    KBody out;
    for (const auto &[offset, name] : digits_[axis]) {
      const BinaryOp is = offset < 0 ? BinaryOp::Lt : BinaryOp::Ge;
      const ExprPtr value =
          chosen(binary(is, at, intLit(firstBeyond(offset))), intLit(offset < 0 ? -weight : weight), intLit(0));
      out.push_back(makeKStmt(KLet{name, ScalarType::I64, value}));
    }
    for (const auto &[offset, name] : outs_[axis]) {
      const ExprPtr isEnd = binary(BinaryOp::Eq, scalar(child_[axis]), intLit(offset < 0 ? 0 : 1)),
                    isBeyond = binary(BinaryOp::Ne, scalar(digits_[axis].at(offset)), intLit(0));
      out.push_back(makeKStmt(
          KLet{name, ScalarType::I64, chosen(binary(BinaryOp::LogicalAnd, isEnd, isBeyond), intLit(1), intLit(0))}));
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
    if (!hasTables())
      return {};
    for (const Base &base : bases_) {
      const BlockShape shape = {ScalarType::F32, base.components}; // the type doesn't matter
      each.push_back(isFamilies_ ? basesOfFamily(base.name, shape, direction)
                                 : makeKStmt(KStore{base.name, direction,
                                                    blocks_.baseOf(context_, shape, scalar(kLeafName), direction)}));
      kernel_.groupArrays.push_back(
          {base.name, ScalarType::I64, blocks_.mapped.directions() << (isFamilies_ ? rank() : 0)});
    }
    if (each.empty())
      return {};
    for (int a = 0; a < rank(); ++a)
      each = {makeKStmt(CellLoop{a, way[a], intLit(0), intLit(3), std::move(each), 1, /*few=*/true})};
    each.push_back(makeKStmt(Barrier{}));
    return each;
  }

  KStmtPtr basesOfFamily(const std::string &base, const BlockShape &shape, const ExprPtr &direction) {
    const std::string child = names_.fresh("nth");
    const ExprPtr at = add(mul(scalar(child), intLit(blocks_.mapped.directions())), direction),
                  begin = blocks_.baseOf(context_, shape, add(scalar(first_), scalar(child)), direction);
    return makeKStmt(KFor{child, intLit(0), intLit(int64_t{1} << rank()), 1, {makeKStmt(KStore{base, at, begin})}});
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
  BlockUse use_;
  const Stage &stage_;
  bool isRows_, isFamilies_, isClasses_;
  Names names_; // each kernel has its own
  std::string number_, entry_;
  std::string childName_, first_; // of families: the leaf's number in it, and the first leaf
  std::array<std::string, kMaxAxes> child_, inFamily_;
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
  std::vector<Row> begins_; // of classes
  ByOffset digits_, outs_;
  Kernel kernel_;
};

} // namespace

Kernel blockKernel(const Context &context, const Blocks &blocks, const BlockUse &use) {
  return Maker(context, blocks, use).run();
}

std::vector<BlockUse> blockUses(const Context &context, const Blocks &blocks, size_t number) {
  const Stage &stage = context.program.stages[number];
  const auto isSameRange = [&](const AxisBounds &leaves) {
    return leaves.lo == stage.leaves->lo && leaves.hi == stage.leaves->hi;
  };
  if (context.schedule.family != Family::Families || !knowsCells(context, stage))
    return {{number}};
  if (isSameRange({Poly(0), Poly::symbol(blocks.mapped.leaves)}))
    return {{number, BlockUse::Of::Families}, {number, BlockUse::Of::Alone}};
  for (const MappedNest &nest : blocks.mapped.nests)
    if (isSameRange(nest.leaves))
      return {{number, BlockUse::Of::Families, nest.level}, {number, BlockUse::Of::Alone, nest.level}};
  return {{number}};
}

} // namespace kasane::lowering
