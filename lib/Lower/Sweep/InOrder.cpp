// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sweep/InOrder.h"

#include "Cells/StageRow.h"

#include "kasane/Analysis/Fronts.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

constexpr int64_t kRunCells = 256; // side by side that wait for nothing of each other
constexpr int64_t kRunLines = 4;   // beside each other that don't, so that one needn't end for the next
constexpr int64_t kStrip = 8;      // rows whose cells come by turns
constexpr int64_t kItems = 64;     // of a group

// So many tiles hold the cells.
ExprPtr tilesOf(const ExprPtr &cells, int64_t tile) { return dividedBy(add(cells, intLit(tile - 1)), tile); }

class OrderedCells {
public:
  OrderedCells(Kernel &kernel, const Context &context, const Schedule &schedule, const Stage &stage, KBody cell)
      : kernel_(kernel), context_(context), names_(context.names), stage_(stage), cell_(std::move(cell)),
        lines_(frontsOf(stage).lines), domain_(boundsOf(stage.domain)), isDevice_(!schedule.rowLoops),
        units_(frontsOn(isDevice_, schedule.groupMemory)) {
    for (int a = 0; a < context.program.rank; ++a)
      if (std::ranges::none_of(lines_, [&](const Fronts::Line &line) { return line.axis == a; }))
        free_.push_back(a);
  }

  void make() {
    kernel_.group = {1, 1, 1};
    for (int a = 0; a < kMaxAxes; ++a)
      kernel_.grid[a] = whole(a);
    const std::optional<FrontTile> tile = frontTileOf(context_.program, {lines_}, units_);
    if (lines_.size() == 1)
      alongLines();
    else if (!tile)
      frontsOfCells();
    else if (isDevice_)
      frontsOfGroups(*tile);
    else
      frontsOfTiles(*tile);
  }

private:
  GridAxis whole(int axis) { return {names_.fresh("all_" + context_.cell[axis]), intLit(0), intLit(1), 0}; }
  std::string fresh(const std::string &name) { return names_.fresh(name); }
  bool isFree(int axis) const { return std::ranges::count(free_, axis) > 0; }
  ExprPtr count(const Fronts::Line &line) const {
    return simplified(sub(domain_[line.axis].hi, domain_[line.axis].lo));
  }

  // The cell at a place along a line, and the other way round.
  ExprPtr cellAt(const Fronts::Line &line, const ExprPtr &place) const {
    const ExprBounds &cells = domain_[line.axis];
    return simplified(line.down ? sub(sub(cells.hi, intLit(1)), place) : add(cells.lo, place));
  }
  ExprPtr placeOf(const Fronts::Line &line) const {
    const ExprBounds &cells = domain_[line.axis];
    return line.down ? sub(sub(cells.hi, intLit(1)), context_.at(line.axis)) : sub(context_.at(line.axis), cells.lo);
  }
  KStmtPtr cellLet(const Fronts::Line &line, const ExprPtr &place) const {
    return makeKStmt(KLet{context_.cell[line.axis], ScalarType::I64, cellAt(line, place)});
  }
  KBody alongPart(const Fronts::Line &line, const std::string &place, const ExprBounds &part, KBody body) const {
    body.insert(body.begin(), cellLet(line, scalar(place)));
    return {makeKStmt(KFor{place, part.lo, part.hi, 1, std::move(body)})};
  }
  KBody goAlong(const Fronts::Line &line, KBody body) {
    return alongPart(line, fresh("place_" + context_.cell[line.axis]), {intLit(0), count(line)}, std::move(body));
  }

  // `isThere`: of a row and a place in it; null: they all are.
  KBody rounds(const Fronts::Line &rows, const Fronts::Line &cells, const std::string &strip, const ExprBounds &all,
               const std::function<ExprPtr(const ExprPtr &row, const ExprPtr &place)> &isThere) {
    const std::string round = fresh("round"), of = fresh("of"), row = fresh("row"), place = fresh("place");
    KBody body = freeCells();
    body.insert(body.begin(), {cellLet(rows, scalar(row)), cellLet(cells, scalar(place))});
    if (isThere)
      body = {makeKStmt(KIf{isThere(scalar(row), scalar(place)), std::move(body), {}})};
    body.insert(body.begin(),
                {makeKStmt(KLet{row, ScalarType::I64, add(scalar(strip), scalar(of))}),
                 makeKStmt(KLet{place, ScalarType::I64, sub(scalar(round), mul(intLit(rows.weight), scalar(of)))})});
    KFor each{of, intLit(0), intLit(kStrip), 1, std::move(body)};
    each.isUnrolled = true;
    return {makeKStmt(KFor{round, all.lo, all.hi, 1, {makeKStmt(std::move(each))}})};
  }

  // A part of some rows, kStrip of them at once: in each round a cell of every row, `weight` cells behind the one of
  // the row before, so that none waits for another, and a processor is at several. Rounds in which all rows have a cell
  // come without tests; those before and behind are two parts of a loop with tests.
  KBody strips(const Fronts::Line &rows, const Fronts::Line &cells, const ExprBounds &part,
               const std::function<ExprBounds(const ExprPtr &row)> &partOf) {
    if (cells.weight != 1) { // no cell of a row waits for another
      const std::string row = fresh("row"), place = fresh("place");
      return alongPart(rows, row, part, alongPart(cells, place, partOf(scalar(row)), freeCells()));
    }
    const std::string strip = fresh("strip"), begin = fresh("begin"), end = fresh("end"), last = fresh("last"),
                      side = fresh("side");
    const int64_t behind = rows.weight * (kStrip - 1);
    const ExprPtr lowest = add(scalar(strip), intLit(kStrip - 1));
    const ExprPtr full = chosen(binary(BinaryOp::Lt, lowest, part.hi), partOf(scalar(strip)).hi, scalar(begin));
    KBody body = {makeKStmt(KLet{begin, ScalarType::I64, add(partOf(lowest).lo, intLit(behind))}),
                  makeKStmt(KLet{end, ScalarType::I64, maxOf(full, scalar(begin))}),
                  makeKStmt(KLet{last, ScalarType::I64, add(partOf(lowest).hi, intLit(behind))})};
    const ExprPtr isFirst = binary(BinaryOp::Eq, scalar(side), intLit(0));
    KBody sides =
        rounds(rows, cells, strip,
               {chosen(isFirst, partOf(scalar(strip)).lo, scalar(end)), chosen(isFirst, scalar(begin), scalar(last))},
               [&](const ExprPtr &row, const ExprPtr &place) {
                 return both(binary(BinaryOp::Lt, row, part.hi), within(place, partOf(row)));
               });
    KBody middle = rounds(rows, cells, strip, {scalar(begin), scalar(end)}, nullptr);
    sides.push_back(makeKStmt(KIf{isFirst, std::move(middle), {}}));
    body.push_back(makeKStmt(KFor{side, intLit(0), intLit(2), 1, std::move(sides)}));
    return {makeKStmt(KFor{strip, part.lo, part.hi, kStrip, std::move(body)})};
  }

  // Tiles along an axis that nothing waits along, and a loop over one's cells.
  void cut(int axis, int64_t cells, int gridAxis) {
    tile_[axis] = cells;
    kernel_.grid[gridAxis] = {context_.origin[axis], domain_[axis].lo, domain_[axis].hi, cells};
  }
  KStmtPtr freeLoop(int axis, KBody body) const {
    ExprBounds cells = domain_[axis];
    if (const int64_t tile = tile_[axis])
      cells = {context_.from(axis), least(context_.tileEnd(axis, tile), cells.hi)};
    CellLoop loop{axis, context_.cell[axis], cells.lo, cells.hi, std::move(body)};
    loop.few = axis != 0;
    return makeKStmt(std::move(loop));
  }
  KBody freeLoops(KBody body) const {
    for (const int axis : free_)
      body = {freeLoop(axis, std::move(body))};
    return body;
  }
  // One cell of each line, and all others of the tile.
  KBody freeCells() const {
    KBody row = cell_;
    if (isFree(0))
      row = {freeLoop(0, std::move(row))};
    row = withBases(context_, stage_, std::move(row));
    for (const int axis : free_)
      if (axis != 0)
        row = {freeLoop(axis, std::move(row))};
    return row;
  }

  // Items side by side along the first of the axes.
  void share(const std::vector<int> &axes) {
    for (const int axis : axes) {
      kernel_.group[axis] = axis == axes.front() ? kItems : 1;
      cut(axis, kernel_.group[axis], axis);
    }
  }

  void alongLines() {
    kernel_.comment += "; tiles go along " + context_.cell[lines_.front().axis] + ", each cell from the ones before it";
    if (isDevice_) {
      share(free_);
      kernel_.body = freeLoops(goAlong(lines_.front(), withBases(context_, stage_, cell_)));
      return;
    }
    for (const int axis : free_)
      cut(axis, axis == 0 ? kRunCells : kRunLines, axis);
    if (free_.empty()) { // one tile, by one thread
      kernel_.grid[0].step = 1;
      kernel_.isShort = true;
    }
    kernel_.body = goAlong(lines_.front(), freeCells());
  }

  // Place r of the line with weight 1 follows from the front and the places along the others.
  void frontsOfCells() {
    auto one =
        std::ranges::find_if(lines_, [](const Fronts::Line &line) { return line.weight == 1 && line.axis != 0; });
    if (one == lines_.end())
      one = std::ranges::find_if(lines_, [](const Fronts::Line &line) { return line.weight == 1; });
    const std::string front = fresh("front"), place = fresh("place_" + context_.cell[one->axis]);
    ExprPtr left = scalar(front), last = intLit(0);
    std::vector<int> others;
    for (int a = 0; a < context_.program.rank; ++a)
      if (a != one->axis)
        others.push_back(a);
    for (const Fronts::Line &line : lines_) {
      last = add(last, mul(intLit(line.weight), sub(count(line), intLit(1))));
      if (&line != &*one)
        left = sub(left, mul(intLit(line.weight), placeOf(line)));
    }
    share(others);
    KBody cell = withBases(context_, stage_, cell_);
    cell.insert(cell.begin(), cellLet(*one, scalar(place)));
    KBody body = {makeKStmt(KLet{place, ScalarType::I64, simplified(left)}),
                  makeKStmt(KIf{within(scalar(place), {intLit(0), count(*one)}), std::move(cell), {}})};
    for (const int axis : others)
      body = {freeLoop(axis, std::move(body))};
    kernel_.body = std::move(body);
    kernel_.fronts = KFronts{front, intLit(0), add(simplified(last), intLit(1)), {}};
    kernel_.comment += "; the cells of a front need nothing of each other";
  }

  // Tiles of the two outermost lines: t tiles along the first, and the front's number less t along the other.
  struct Tile {
    std::string number, across, row;
    ExprPtr first, top;                            // places: of its cells along the second line, of its rows
    ExprBounds rows;                               // those that there are
    std::function<ExprBounds(const ExprPtr &)> of; // the second line's places in the row at a place
  };
  Tile cutIntoTiles(const FrontTile &size) {
    const Fronts::Line rows = lines_[0], cells = lines_[1];
    const std::string front = fresh("front");
    Tile tile{fresh("tile_" + context_.cell[rows.axis]),
              fresh("tile_" + context_.cell[cells.axis]),
              fresh("place_" + context_.cell[rows.axis]),
              nullptr,
              nullptr,
              {},
              nullptr};
    const ExprPtr span = simplified(add(count(cells), mul(intLit(cells.lean), sub(count(rows), intLit(1)))));
    const ExprPtr down = tilesOf(count(rows), size.rows), along = tilesOf(span, size.cells);
    kernel_.fronts = KFronts{front, intLit(0), sub(add(down, along), intLit(1)), {}};
    const ExprPtr next = add(scalar(front), intLit(1));
    if (isDevice_)
      kernel_.grid[0] = {tile.number, intLit(0), down, 1}; // the host knows no front's
    else
      kernel_.grid[0] = {tile.number, maxOf(intLit(0), sub(next, along)), minOf(next, down), 1};
    kernel_.body = {makeKStmt(KLet{tile.across, ScalarType::I64, sub(scalar(front), scalar(tile.number))})};
    tile.first = mul(scalar(tile.across), intLit(size.cells));
    tile.top = mul(scalar(tile.number), intLit(size.rows));
    tile.rows = {tile.top, minOf(add(tile.top, intLit(size.rows)), count(rows))};
    tile.of = [this, cells, first = tile.first, size](const ExprPtr &place) {
      const ExprPtr from = sub(first, mul(intLit(cells.lean), place));
      return ExprBounds{maxOf(from, intLit(0)), minOf(add(from, intLit(size.cells)), count(cells))};
    };
    return tile;
  }

  // A row for each item of a group, `weight` cells behind the one before it.
  void frontsOfGroups(const FrontTile &size) {
    const Fronts::Line &rows = lines_[0], &cells = lines_[1];
    const Tile tile = cutIntoTiles(size);
    kernel_.group = {size.rows, 1, 1};
    kernel_.items[0] = fresh("item");
    const std::string round = fresh("round"), place = fresh("place_" + context_.cell[cells.axis]);
    const ExprPtr behind = mul(intLit(rows.weight), scalar(kernel_.items[0]));
    const ExprPtr isThere =
        both(binary(BinaryOp::Lt, scalar(tile.row), count(rows)), within(scalar(place), tile.of(scalar(tile.row))));
    KBody cell = withBases(context_, stage_, cell_);
    cell.insert(cell.begin(), {cellLet(rows, scalar(tile.row)), cellLet(cells, scalar(place))});
    const ExprPtr lowest = add(tile.top, intLit(size.rows - 1));
    kernel_.body.push_back(makeKStmt(KLet{tile.row, ScalarType::I64, add(tile.top, scalar(kernel_.items[0]))}));
    kernel_.body.push_back(makeKStmt(KFor{round,
                                          tile.of(tile.top).lo,
                                          add(tile.of(lowest).hi, intLit(rows.weight * (size.rows - 1))),
                                          1,
                                          {makeKStmt(KLet{place, ScalarType::I64, sub(scalar(round), behind)}),
                                           makeKStmt(KIf{isThere, std::move(cell), {}}), makeKStmt(Barrier{})}}));
    kernel_.comment += "; the tiles of a front need nothing of each other; a work-item goes along a row";
  }

  void frontsOfTiles(const FrontTile &size) {
    const Fronts::Line &rows = lines_[0], &cells = lines_[1];
    const bool hasRows = lines_.size() == 2 && cells.axis == 0; // else the tile holds whole rows
    const Tile tile = cutIntoTiles(size);
    for (const int axis : free_) // of which there is one at most
      cut(axis, axis == 0 ? kRunCells : kRunLines, 1);
    if (hasRows) {
      append(kernel_.body, strips(rows, cells, tile.rows, tile.of));
    } else {
      const ExprBounds part = tile.of(scalar(tile.row));
      KBody plane;
      if (lines_.size() > 2)
        plane =
            strips(cells, lines_[2], part, [&](const ExprPtr &) { return ExprBounds{intLit(0), count(lines_[2])}; });
      else
        plane = alongPart(cells, fresh("place_" + context_.cell[cells.axis]), part, freeCells());
      append(kernel_.body, alongPart(rows, tile.row, tile.rows, std::move(plane)));
    }
    kernel_.comment += "; the tiles of a front need nothing of each other, and their cells come in the loops' order";
  }

  Kernel &kernel_;
  const Context &context_;
  Names names_;
  const Stage &stage_;
  KBody cell_;
  std::vector<Fronts::Line> lines_;
  std::vector<int> free_; // axes along which nothing waits
  std::array<int64_t, kMaxAxes> tile_{};
  CellBounds domain_;
  bool isDevice_;
  FrontsOn units_;
};

} // namespace

void putInOrder(Kernel &kernel, const Context &context, const Schedule &schedule, const Stage &stage, KBody cell) {
  OrderedCells(kernel, context, schedule, stage, std::move(cell)).make();
}

} // namespace kasane::lowering
