// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mapped/GhostKernels.h"

#include "Mapped/RowCopies.h"

namespace kasane::lowering {
namespace {

// Entries of a group, or of a thread at a time; and rows, where a thread copies these.
constexpr int64_t kItems = 256, kCellsOfThread = 4096, kRowsOfThread = 256;

ExprPtr i64(int64_t value) { return intLit(value); }

class Maker {
public:
  Maker(const Context &context, const Blocks &blocks, const BlockShape &shape, const GhostUse &use)
      : context_(context), blocks_(blocks), shape_(shape), use_(use), work_(use.work), names_(context.names),
        entry_(names_.fresh("n")), to_(names_.fresh("blocks")), array_(names_.fresh("whole")),
        from_(names_.fresh("from")), values_(names_.fresh("values")), finer_(to_), before_(to_), after_(to_) {
    if (use_.between >= 0)
      nameTimes();
  }

  GhostKernel run() {
    GhostKernel out;
    Kernel &kernel = out.kernel;
    kernel.name = context_.program.name + "_" + word() + "_" + std::string(nameOf(shape_.elem)) + "_" +
                  std::to_string(shape_.components) + (use_.level < 0 ? "" : "_level" + std::to_string(use_.level)) +
                  (use_.between < 0 ? "" : "_fill" + std::to_string(use_.between));
    kernel.comment = comment();
    const bool isThread = context_.schedule.rowLoops;
    const int64_t step = copiesRows() ? kRowsOfThread : isThread ? kCellsOfThread : kItems;
    kernel.group = {isThread ? 1 : kItems, 1, 1};
    const ExprBounds entries = entriesOf();
    kernel.grid[0] = {context_.origin[0], entries.lo, entries.hi, step};
    for (int a = 1; a < kMaxAxes; ++a)
      kernel.grid[a] = {context_.origin[a], i64(0), i64(1), 0};
    kernel.isShort = isThread && !isCopy();
    const ExprPtr begin = context_.from(0);
    kernel.body = picks();
    kernel.body.push_back(makeKStmt(CellLoop{0, entry_, begin, minOf(add(begin, i64(step)), entries.hi), body(), 1,
                                             /*few=*/copiesRows()}));
    addBuffers(out);
    kernel.scalars = freeScalars(context_, kernel, 1);
    return out;
  }

private:
  using Of = GhostKernel::Of;
  const MeshMap &map() const { return blocks_.map; }
  int rank() const { return context_.program.rank; }
  ExprPtr entry() const { return scalar(entry_); }
  bool isCopy() const {
    return work_ == GhostWork::Load || work_ == GhostWork::StoreGhosts || work_ == GhostWork::StoreCells;
  }

  bool copiesRows() const { return isCopy() && context_.schedule.rowLoops; }

  std::string word() const {
    static const char *const kWords[] = {"load", "means", "beyond", "linear", "constant", "ends", "ghosts", "store"};
    return kWords[static_cast<int>(work_)];
  }

  std::string comment() const {
    static const char *const kComments[] = {"blocks without room for ghosts, from the array",
                                            "means of finer cells",
                                            "what follows from two coarser cells",
                                            "ghosts in coarser leaves, linear",
                                            "ghosts in coarser leaves",
                                            "ghosts beyond the ends of the domain",
                                            "ghosts of the array",
                                            "cells of the array"};
    return kComments[static_cast<int>(work_)];
  }

  ExprBounds entriesOf() const {
    const std::optional<AxisBounds> &only = blocks_.mapped.only;
    const MeshMap::Part *const part = use_.level < 0 ? nullptr : &map().parts[static_cast<size_t>(use_.level)];
    const auto whole = [](const std::string &count) { return ExprBounds{i64(0), scalar(count)}; };
    const auto of = [](const std::array<std::string, 2> &names) {
      return ExprBounds{scalar(names[0]), scalar(names[1])};
    };
    switch (work_) {
    case GhostWork::Mean:
      return part ? of(part->mean) : whole(map().means);
    case GhostWork::Beyond:
      return part ? of(part->beyond) : whole(map().beyonds);
    case GhostWork::Linear:
    case GhostWork::Constant:
      return part ? of(part->finer) : whole(map().finers);
    case GhostWork::Ends:
      return part ? of(part->end) : whole(map().ends);
    case GhostWork::Load:
      return elementsOf(only ? of(map().parts.front().near) : whole(blocks_.mapped.leaves));
    case GhostWork::StoreGhosts:
      return elementsOf(part ? of(part->leaves) : whole(blocks_.mapped.leaves));
    case GhostWork::StoreCells:
      return elementsOf(only ? ExprBounds{toExpr(only->lo), toExpr(only->hi)} : whole(blocks_.mapped.leaves));
    }
    return {};
  }
  ExprBounds elementsOf(const ExprBounds &leaves) const {
    const int64_t width = blocks_.mapped.cells + 2 * blocks_.mapped.ghosts;
    const ExprPtr each = i64(shape_.components * blocks_.mapped.room() / (copiesRows() ? width : 1));
    return {mul(leaves.lo, each), mul(leaves.hi, each)};
  }

  // A fill between two times takes finer cells, and coarser ones of both times, from any of the arrays that are alike.
  void nameTimes() {
    const int array = blocks_.mapped.fills[static_cast<size_t>(use_.between)].array;
    for (const int a : alikeArrays(blocks_.mapped, array)) {
      if (a != array)
        others_.emplace_back(names_.fresh("others"), a);
      alike_.push_back(a == array ? to_ : others_.back().first);
    }
    if (others_.empty())
      return;
    finer_ = names_.fresh("finer");
    before_ = names_.fresh("before");
    after_ = names_.fresh("after");
  }
  const MeshMap::Between &times() const { return map().between[static_cast<size_t>(use_.between)]; }

  KBody picks() const {
    KBody out;
    if (others_.empty() || !hasPointers())
      return out;
    const auto pick = [&](const std::string &name, const std::string &which) {
      out.push_back(makeKStmt(KPick{name, shape_.elem, alike_, scalar(which), false}));
    };
    if (work_ == GhostWork::Mean)
      pick(finer_, times().finer);
    if (work_ == GhostWork::Beyond || work_ == GhostWork::Linear || work_ == GhostWork::Constant) {
      pick(before_, times().before);
      pick(after_, times().after);
    }
    return out;
  }

  // Target openacc has buffers only.
  bool hasPointers() const { return context_.schedule.groupMemory || context_.schedule.rowLoops; }
  ExprPtr loadPicked(const std::string &name, const std::string &which, const ExprPtr &index) const {
    if (others_.empty() || hasPointers())
      return makeExpr(shape_.elem, Load{name, index});
    ExprPtr out = makeExpr(shape_.elem, Load{alike_.back(), index});
    for (size_t a = alike_.size() - 1; a-- > 0;)
      out = chosen(binary(BinaryOp::Eq, scalar(which), i64(static_cast<int64_t>(a))),
                   makeExpr(shape_.elem, Load{alike_[a], index}), out);
    return out;
  }

  // Of a coarser leaf's cell: at the time that is asked for.
  ExprPtr loadCoarser(const std::string &at, const ExprPtr &ahead) const {
    const ExprPtr index = add(scalar(at), ahead);
    if (use_.between < 0)
      return makeExpr(shape_.elem, Load{before_, index});
    const ExprPtr before = loadPicked(before_, times().before, index), after = loadPicked(after_, times().after, index),
                  theta = scalar(times().theta, ScalarType::F64),
                  weight = shape_.elem == ScalarType::F64 ? theta : makeExpr(shape_.elem, Cast{theta});
    const ExprPtr sum = binary(BinaryOp::Add, binary(BinaryOp::Mul, binary(BinaryOp::Sub, number(1), weight), before),
                               binary(BinaryOp::Mul, weight, after));
    const auto real = [](double value) { return makeExpr(ScalarType::F64, FloatLit{value}); };
    return chosen(binary(BinaryOp::Le, theta, real(0)), before,
                  chosen(binary(BinaryOp::Ge, theta, real(1)), after, sum));
  }
  // A coarser leaf's cell, or one that was made beside it.
  ExprPtr loadBeside(const std::string &at, const std::string &isCell, const ExprPtr &ahead) const {
    return use_.between < 0
               ? load(at, ahead)
               : chosen(binary(BinaryOp::Ne, scalar(isCell), i64(0)), loadCoarser(at, ahead), load(at, ahead));
  }
  ExprPtr cellsOfLeaves(const std::string &leaves) const {
    return mul(scalar(leaves), i64(blocks_.mapped.cellsOfBlock()));
  }

  KBody body() const {
    switch (work_) {
    case GhostWork::Mean:
      return mean();
    case GhostWork::Beyond:
      return beyond();
    case GhostWork::Linear:
    case GhostWork::Constant:
      return finer();
    case GhostWork::Ends:
      return ends();
    default:
      return copiesRows() ? copyRow(context_, blocks_, shape_, work_, {entry(), array_, to_}, names_) : copy();
    }
  }

  ExprPtr listed(FieldId list, int64_t each, int64_t which) const {
    return blocks_.table(context_, list, add(mul(entry(), i64(each)), i64(which)));
  }
  ExprPtr elementOf(FieldId list, int64_t each, int64_t which) const {
    return blocks_.elementAt(shape_, listed(list, each, which));
  }
  static KStmtPtr let(const std::string &name, ExprPtr value) {
    return makeKStmt(KLet{name, ScalarType::I64, std::move(value)});
  }
  ExprPtr number(double value) const { return makeExpr(shape_.elem, FloatLit{value}); }
  // The same for each component: `value` says what becomes of an element, `made`, for elements so far behind those of
  // the first component.
  KBody eachComponent(const std::string &made, const std::function<ExprPtr(const ExprPtr &ahead)> &value) const {
    const int64_t cells = blocks_.mapped.cellsOfBlock();
    if (shape_.components == 1)
      return {makeKStmt(KStore{to_, scalar(made), value(i64(0))})};
    const std::string ahead = names_.fresh("ahead");
    return {makeKStmt(KFor{ahead,
                           i64(0),
                           i64(shape_.components * cells),
                           cells,
                           {makeKStmt(KStore{to_, add(scalar(made), scalar(ahead)), value(scalar(ahead))})}})};
  }
  ExprPtr load(const std::string &at, const ExprPtr &ahead) const {
    return makeExpr(shape_.elem, Load{to_, add(scalar(at), ahead)});
  }

  KBody mean() const {
    const std::string made = names_.fresh("made"), first = names_.fresh("first");
    const auto meanIn = [&](bool isPicked) {
      return eachComponent(made, [&](const ExprPtr &ahead) {
        ExprPtr sum = number(0);
        for (int k = 0; k < (rank() == 2 ? 1 : 2); ++k)
          for (int j = 0; j < 2; ++j)
            for (int i = 0; i < 2; ++i) {
              const int64_t further = k * blocks_.strideOf(2) + j * blocks_.strideOf(1) + i;
              const ExprPtr index = add(add(scalar(first), ahead), i64(further));
              sum =
                  binary(BinaryOp::Add, sum,
                         isPicked ? loadPicked(finer_, times().finer, index) : makeExpr(shape_.elem, Load{to_, index}));
            }
        return binary(BinaryOp::Mul, sum, number(rank() == 2 ? 0.25 : 0.125));
      });
    };
    KBody out = {let(made, elementOf(map().mean, 2, 0)), let(first, elementOf(map().mean, 2, 1))};
    if (others_.empty()) {
      append(out, meanIn(/*isPicked=*/false));
      return out;
    }
    // Those beside a coarser leaf are means of leaves of the filled level.
    const ExprPtr isFiner = binary(BinaryOp::Ge, listed(map().mean, 2, 1),
                                   cellsOfLeaves(map().parts[static_cast<size_t>(use_.level)].leaves[1]));
    out.push_back(makeKStmt(KIf{isFiner, meanIn(/*isPicked=*/true), meanIn(/*isPicked=*/false)}));
    return out;
  }

  KBody beyond() const {
    const std::string made = names_.fresh("made"), a = names_.fresh("a"), c = names_.fresh("c");
    KBody out = {let(made, elementOf(map().beyond, 3, 0)), let(a, elementOf(map().beyond, 3, 1)),
                 let(c, elementOf(map().beyond, 3, 2))};
    append(out, eachComponent(made, [&](const ExprPtr &ahead) {
             return binary(BinaryOp::Add, loadCoarser(a, ahead),
                           binary(BinaryOp::Sub, loadCoarser(a, ahead), loadCoarser(c, ahead)));
           }));
    return out;
  }

  KBody finer() const {
    const int64_t each = 3 + 2 * rank();
    const std::string made = names_.fresh("made"), sides = names_.fresh("sides"), coarse = names_.fresh("coarse");
    KBody out = {let(made, elementOf(map().finer, each, 0)), let(coarse, elementOf(map().finer, each, 2))};
    std::vector<std::string> around, isCell;
    if (work_ == GhostWork::Linear) {
      out.push_back(let(sides, listed(map().finer, each, 1)));
      for (int n = 0; n < 2 * rank(); ++n) {
        around.push_back(names_.fresh(std::string(n % 2 ? "high_" : "low_") + "xyz"[n / 2]));
        out.push_back(let(around.back(), elementOf(map().finer, each, 3 + n)));
        isCell.emplace_back();
        if (use_.between < 0)
          continue;
        isCell.back() = names_.fresh(around.back() + "_is_cell");
        out.push_back(let(isCell.back(), chosen(binary(BinaryOp::Lt, listed(map().finer, each, 3 + n),
                                                       cellsOfLeaves(blocks_.mapped.leaves)),
                                                i64(1), i64(0))));
      }
    }
    append(out, eachComponent(made, [&](const ExprPtr &ahead) {
             ExprPtr value = loadCoarser(coarse, ahead);
             for (size_t n = 0; n < around.size(); n += 2) {
               const ExprPtr bit = binary(BinaryOp::And, scalar(sides), i64(int64_t{1} << n / 2));
               const ExprPtr weight = chosen(binary(BinaryOp::Ne, bit, i64(0)), number(0.125), number(-0.125));
               const ExprPtr slope = binary(BinaryOp::Sub, loadBeside(around[n + 1], isCell[n + 1], ahead),
                                            loadBeside(around[n], isCell[n], ahead));
               value = binary(BinaryOp::Add, value, binary(BinaryOp::Mul, weight, slope));
             }
             return value;
           }));
    return out;
  }

  KBody ends() const {
    const std::string made = names_.fresh("made"), source = names_.fresh("source"), at = names_.fresh("at");
    const ExprPtr which = scalar(source);
    const ExprPtr value = makeExpr(ScalarType::F64, Load{values_, sub(i64(-2), which)}); // see ksm_map_ends
    KBody copied = {let(at, blocks_.elementAt(shape_, which))};
    append(copied, eachComponent(made, [&](const ExprPtr &ahead) { return load(at, ahead); }));
    KBody set = eachComponent(made, [&](const ExprPtr &) {
      return shape_.elem == ScalarType::F64 ? value : makeExpr(shape_.elem, Cast{value});
    });
    KBody either = {makeKStmt(KIf{binary(BinaryOp::Ge, which, i64(0)), std::move(copied), std::move(set)})};
    return {let(made, elementOf(map().end, 1, 0)),
            let(source, makeExpr(ScalarType::I64, Cast{makeExpr(ScalarType::I32, Load{from_, entry()})})),
            makeKStmt(KIf{binary(BinaryOp::Ne, which, i64(-1)), std::move(either), {}})};
  }

  // Every element of the array: where it lies in the copy follows from its direction.
  KBody copy() const {
    const Mapped &mapped = blocks_.mapped;
    const int64_t width = mapped.cells + 2 * mapped.ghosts, middle = mapped.directions() / 2;
    const std::string leaf = names_.fresh("leaf"), direction = names_.fresh("direction"), block = names_.fresh("block"),
                      at = names_.fresh("at");
    KBody out = {let(leaf, dividedBy(entry(), shape_.components * mapped.room()))};
    ExprPtr towards = i64(middle);
    int64_t stride = 1, weight = 1;
    for (int a = 0; a < rank(); ++a, stride *= width, weight *= 3) {
      out.push_back(let(context_.cell[a], remainderOf(dividedBy(entry(), stride), width)));
      const ExprPtr x = context_.at(a);
      towards =
          add(towards, chosen(binary(BinaryOp::Lt, x, i64(mapped.ghosts)), i64(-weight),
                              chosen(binary(BinaryOp::Ge, x, i64(mapped.ghosts + mapped.cells)), i64(weight), i64(0))));
    }
    out.push_back(let(direction, towards));
    const ExprPtr place = add(mul(scalar(leaf), i64(mapped.directions())), scalar(direction));
    out.push_back(let(block, blocks_.table(context_, map().block, place)));
    const ExprPtr number = blocks_.numberOf(rank() == 3 ? context_.at(2) : nullptr, context_.at(1), context_.at(0));
    ExprPtr base = add(mul(scalar(block), i64(blocks_.block(shape_))), blocks_.table(context_, map().shift, place));
    if (shape_.components > 1)
      base =
          add(base, mul(remainderOf(dividedBy(entry(), mapped.room()), shape_.components), i64(mapped.cellsOfBlock())));
    out.push_back(let(at, add(base, number)));
    const ExprPtr isCell = binary(BinaryOp::Eq, scalar(direction), i64(middle));
    const ExprPtr isApart = binary(BinaryOp::Ge, scalar(block), scalar(mapped.leaves));
    const KStmtPtr home = makeKStmt(KStore{array_, entry(), makeExpr(shape_.elem, Load{to_, scalar(at)})});
    if (work_ == GhostWork::Load)
      out.push_back(makeKStmt(KIf{binary(BinaryOp::LogicalOr, isCell, isApart),
                                  {makeKStmt(KStore{to_, scalar(at), makeExpr(shape_.elem, Load{array_, entry()})})},
                                  {}}));
    else
      out.push_back(makeKStmt(KIf{work_ == GhostWork::StoreCells ? isCell : negated(isCell), {home}, {}}));
    return out;
  }

  void addBuffers(GhostKernel &out) const {
    const Uses uses = usesOf(out.kernel.body);
    std::set<std::string> stored;
    walk(out.kernel.body, [&](const KStmt &stmt) {
      if (const auto *store = std::get_if<KStore>(&stmt.node))
        stored.insert(store->buffer);
    });
    auto addIfUsed = [&](const std::string &name, ScalarType type, Of of, FieldId field = -1) {
      if (!uses.buffers.count(name))
        return;
      out.kernel.buffers.push_back({name, type, stored.count(name) > 0});
      out.buffers.emplace_back(of, field);
    };
    addIfUsed(to_, shape_.elem, Of::Blocks);
    for (const auto &[name, array] : others_)
      addIfUsed(name, shape_.elem, Of::BlocksOf, array);
    addIfUsed(array_, shape_.elem, Of::Array);
    addIfUsed(from_, ScalarType::I32, Of::EndSources);
    addIfUsed(values_, ScalarType::F64, Of::EndValues);
    for (const FieldId f : {map().block, map().shift, map().mean, map().beyond, map().finer, map().end})
      addIfUsed(context_.program.fields[static_cast<size_t>(f)].name, ScalarType::I32, Of::Field, f);
  }

  const Context &context_;
  const Blocks &blocks_;
  BlockShape shape_;
  GhostUse use_;
  GhostWork work_;
  mutable Names names_; // each kernel has its own
  std::string entry_, to_, array_, from_, values_;
  std::string finer_, before_, after_;              // where cells of other levels are
  std::vector<std::string> alike_;                  // copies in which that may be, by number
  std::vector<std::pair<std::string, int>> others_; // of these the other arrays'
};

} // namespace

GhostKernel ghostKernel(const Context &context, const Blocks &blocks, const BlockShape &shape, const GhostUse &use) {
  return Maker(context, blocks, shape, use).run();
}

} // namespace kasane::lowering
