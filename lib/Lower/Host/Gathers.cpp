// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Host/Gathers.h"

#include "Cells/CellBody.h"
#include "Host/Collected.h"

#include <algorithm>
#include <limits>

namespace kasane::lowering {
namespace {

// An expression of the gather over what its cells left, which `used` then holds.
ExprPtr loaded(const Context &context, const ExprPtr &expr, int step, std::set<FieldId> &used) {
  ExprPtr out = rewrite(expr, [&](const Expr &e) -> ExprPtr {
    const auto *read = std::get_if<FieldRead>(&e.node);
    if (!read)
      return nullptr;
    const Field &field = context.program.fields[read->field];
    used.insert(read->field);
    ExprPtr index = intLit(0);
    for (int a = kMaxAxes - 1; a >= 0; --a)
      if (field.has[a])
        index = add(index, mul(context.at(a), toExpr(field.stride[a])));
    return makeExpr(e.type, Load{field.name, index});
  });
  return lowerScalars(context, out, step);
}

KBody bodyOf(const Context &context, const std::vector<StmtPtr> &stmts, int step, std::set<FieldId> &used) {
  KBody out;
  for (const StmtPtr &stmt : stmts) {
    if (const auto *assign = std::get_if<LocalAssign>(&stmt->node))
      out.push_back(makeKStmt(KAssign{assign->name, loaded(context, assign->value, step, used)}));
    if (const auto *branch = std::get_if<IfStmt>(&stmt->node)) {
      ExprPtr condition = loaded(context, branch->condition, step, used);
      out.push_back(makeKStmt(KIf{condition, bodyOf(context, branch->thenBody, step, used),
                                  bodyOf(context, branch->elseBody, step, used)}));
    }
  }
  return out;
}

// Cell after cell, in the order of the loops.
HGather byCells(const Context &context, const Gather &gather, const std::vector<StmtPtr> &stmts, int step,
                const std::vector<FieldId> &bound) {
  HGather out;
  for (const LoopOrder &loop : gather.order)
    out.loops.push_back({context.cell[loop.axis], inStep(context, gather.domain[loop.axis].lo),
                         inStep(context, gather.domain[loop.axis].hi), loop.direction < 0});
  std::set<FieldId> used;
  out.body = bodyOf(context, stmts, step, used);
  for (FieldId f : used) {
    out.buffers.push_back({context.program.fields[f].name, {bound[f], -1}});
    out.types.push_back(context.program.fields[f].elem);
  }
  return out;
}

// By one kernel and the host.
class InParts {
public:
  InParts(Context &context, const Gather &gather, std::vector<Collected> collected)
      : context_(context), gather_(gather), collected_(std::move(collected)), axis_(context.program.rank - 1) {
    const std::array<int64_t, kMaxAxes> &group = context.schedule.group;
    items_ = std::min<int64_t>(group[0] * group[1] * group[2], axis_ == 1 ? 32 : 256);
    left_ = context.schedule.groupMemory ? 1 : items_;
  }

  std::vector<HStmt> make(FamilyPlan &plan, int step, const std::vector<FieldId> &bound) {
    std::string key;
    for (const Collected &one : collected_)
      key += one.variable + " " + print(one.element) + (one.condition ? " " + print(one.condition) : "") + ";";
    const auto [known, isNew] = plan.parts.try_emplace(key);
    PartsOf &parts = known->second;
    if (isNew)
      put(plan, parts);
    const Kernel &kernel = plan.kernels[static_cast<size_t>(parts.kernel)];
    HLaunch launch{parts.kernel, {}, {}};
    for (FieldId f : parts.fields)
      launch.buffers.push_back({bound[f], -1});
    for (size_t k = 0; k < collected_.size(); ++k)
      launch.buffers.push_back({parts.first + static_cast<int>(k), -1});
    for (const ScalarParam &param : kernel.scalars)
      launch.scalars.push_back(scalar(param.name, param.type));
    return {{launch}, {rest(parts, step, bound)}};
  }

private:
  void put(FamilyPlan &plan, PartsOf &parts) {
    item_ = context_.names.fresh("item");
    other_ = context_.names.fresh("other");
    parts.kernel = static_cast<int>(plan.kernels.size());
    parts.first = static_cast<int>(context_.program.fields.size() + plan.partBuffers.size());
    for (const Collected &one : collected_) {
      parts.names.push_back(context_.names.fresh(one.variable + "_parts"));
      parts_.push_back(context_.names.fresh(one.variable + "_part"));
      shared_.push_back(context_.names.fresh(one.variable + "_of_items"));
    }
    plan.kernels.push_back(kernelOf(parts));
    for (size_t k = 0; k < collected_.size(); ++k)
      plan.partBuffers.push_back(bufferOf(parts.names[k], collected_[k].type));
  }

  // A group for each plane or row; what lies across is a group's own.
  GridAxis gridAlong(int a) const {
    if (a == axis_)
      return {context_.origin[a], lo(a), hi(a), 1};
    if (context_.schedule.rowLoops)
      return {context_.origin[a], lo(a), hi(a), 0};
    return {context_.origin[a], intLit(0), intLit(1), 1};
  }

  Kernel kernelOf(PartsOf &parts) {
    Kernel kernel;
    kernel.name = context_.program.name + "_" + parts.names[0];
    kernel.comment = "collects what the cells left, each work-item a part of it";
    for (int a = 0; a < kMaxAxes; ++a)
      kernel.grid[a] = gridAlong(a);
    kernel.group = {items_, 1, 1};
    std::set<FieldId> used;
    kernel.body = {makeKStmt(KLet{context_.cell[axis_], ScalarType::I64, context_.from(axis_)})};
    if (items_ == 1) {
      kernel.body.push_back(makeKStmt(KIf{hasCells(axis_ - 1), itemBody(parts.names, used), {}}));
    } else if (left_ == items_) {
      kernel.body.push_back(makeKStmt(CellLoop{0, item_, intLit(0), busy(items_), itemBody(parts.names, used)}));
    } else {
      for (size_t k = 0; k < collected_.size(); ++k)
        kernel.groupArrays.push_back({shared_[k], collected_[k].type, items_});
      kernel.body.push_back(makeKStmt(CellLoop{0, item_, intLit(0), busy(items_), itemBody(shared_, used)}));
      kernel.body.push_back(makeKStmt(Barrier{}));
      kernel.body.push_back(makeKStmt(CellLoop{0, item_, intLit(0), busy(1), groupBody(parts.names)}));
    }
    for (FieldId f : used)
      kernel.buffers.push_back({context_.program.fields[f].name, context_.program.fields[f].elem, false});
    parts.fields.assign(used.begin(), used.end());
    for (size_t k = 0; k < collected_.size(); ++k)
      kernel.buffers.push_back({parts.names[k], collected_[k].type, true});
    if (context_.windowed || context_.endless) {
      kernel.window = KWindow{axis_, std::vector<KReach>(kernel.buffers.size()), 0};
      if (context_.endless)
        kernel.window->endless = kernel.name;
      for (size_t b = used.size(); b < kernel.buffers.size(); ++b)
        kernel.window->reach[b].covers = true;
    }
    kernel.scalars = freeScalars(context_, kernel, 1);
    return kernel;
  }

  // What the parts come to.
  HGather rest(const PartsOf &parts, int step, const std::vector<FieldId> &bound) const {
    HGather out;
    const std::string number = "ksn_part";
    out.loops = {{context_.cell[axis_], lo(axis_), hi(axis_), false}, {number, intLit(0), busy(left_), false}};
    std::vector<StmtPtr> exact;
    for (size_t k = 0; k < collected_.size(); ++k) {
      const Collected &one = collected_[k];
      const ExprPtr part = makeExpr(one.type, Load{parts.names[k], place(scalar(number))});
      out.buffers.push_back({parts.names[k], {parts.first + static_cast<int>(k), -1}});
      out.types.push_back(one.type);
      out.body.push_back(makeKStmt(KAssign{one.variable, one.value(part)}));
      exact.push_back(one.statement);
      if (const ExprPtr unsure = one.unsure ? one.unsure(part) : nullptr)
        out.unsure = out.unsure ? binary(BinaryOp::LogicalOr, out.unsure, unsure) : unsure;
    }
    if (out.unsure)
      out.exact = std::make_shared<HGather>(byCells(context_, gather_, exact, step, bound));
    return out;
  }

  ExprPtr lo(int axis) const { return toExpr(gather_.domain[axis].lo); }
  ExprPtr hi(int axis) const { return toExpr(gather_.domain[axis].hi); }
  ExprPtr item() const { return items_ > 1 ? scalar(item_) : intLit(0); }
  ExprPtr place(const ExprPtr &part) const { return add(mul(context_.at(axis_), intLit(left_)), part); }

  // Of so many those that have any cell; none where a row or a plane has none.
  ExprPtr busy(int64_t most) const {
    const ExprPtr count = least(intLit(most), sub(hi(0), lo(0)));
    return axis_ < 2 ? count : makeExpr(ScalarType::I64, Select{binary(BinaryOp::Lt, lo(1), hi(1)), count, intLit(0)});
  }
  ExprPtr hasCells(int upTo) const {
    const ExprPtr here = binary(BinaryOp::Lt, lo(upTo), hi(upTo));
    return upTo == 0 ? here : binary(BinaryOp::LogicalAnd, here, hasCells(upTo - 1));
  }

  ExprPtr startOf(const Collected &one) const {
    if (one.start == Collected::Start::Element)
      return nullptr;
    if (!isFloat(one.type))
      return intLit(0, one.type);
    return makeExpr(one.type,
                    FloatLit{one.start == Collected::Start::Zero ? 0 : std::numeric_limits<double>::quiet_NaN()});
  }

  // A work-item's cells: what they come to goes to `names`, its own element of each.
  KBody itemBody(const std::vector<std::string> &names, std::set<FieldId> &used) const {
    KBody out, first, each;
    for (size_t k = 0; k < collected_.size(); ++k) {
      const Collected &one = collected_[k];
      const ExprPtr part = scalar(parts_[k], one.type), element = loaded(context_, one.element, 0, used);
      out.push_back(makeKStmt(KVar{parts_[k], one.type, startOf(one)}));
      if (one.start == Collected::Start::Element)
        first.push_back(makeKStmt(KAssign{parts_[k], element}));
      KStmtPtr update = makeKStmt(KAssign{parts_[k], one.with(part, element)});
      if (one.condition)
        update = makeKStmt(KIf{loaded(context_, one.condition, 0, used), {update}, {}});
      each.push_back(std::move(update));
    }
    if (!first.empty()) {
      for (int a = 0; a < axis_; ++a)
        first.insert(first.begin(),
                     makeKStmt(KLet{context_.cell[a], ScalarType::I64, a == 0 ? add(lo(0), item()) : lo(a)}));
      out.push_back(makeKStmt(KBlock{std::move(first)}));
    }
    for (int a = 0; a < axis_; ++a)
      each = {makeKStmt(
          KFor{context_.cell[a], a == 0 ? add(lo(0), item()) : lo(a), hi(a), a == 0 ? items_ : 1, std::move(each)})};
    out.insert(out.end(), each.begin(), each.end());
    for (size_t k = 0; k < collected_.size(); ++k)
      out.push_back(makeKStmt(
          KStore{names[k], names == shared_ ? item() : place(item()), scalar(parts_[k], collected_[k].type)}));
    return out;
  }

  // What the work-items' parts come to.
  KBody groupBody(const std::vector<std::string> &names) const {
    KBody out, each;
    for (size_t k = 0; k < collected_.size(); ++k) {
      const ScalarType type = collected_[k].type;
      const auto partOf = [&](const ExprPtr &item) { return makeExpr(type, Load{shared_[k], item}); };
      out.push_back(makeKStmt(KVar{parts_[k], type, partOf(intLit(0))}));
      each.push_back(
          makeKStmt(KAssign{parts_[k], collected_[k].with(scalar(parts_[k], type), partOf(scalar(other_)))}));
    }
    out.push_back(makeKStmt(KFor{other_, intLit(1), busy(items_), 1, std::move(each)}));
    for (size_t k = 0; k < collected_.size(); ++k)
      out.push_back(makeKStmt(KStore{names[k], place(item()), scalar(parts_[k], collected_[k].type)}));
    return out;
  }

  HostBuffer bufferOf(const std::string &name, ScalarType type) const {
    HostBuffer buffer;
    buffer.name = name;
    buffer.type = type;
    buffer.hidden = buffer.written = true;
    for (int a = 0; a < kMaxAxes; ++a) {
      buffer.box[a] = a == axis_ ? ExprBounds{lo(a), hi(a)} : ExprBounds{intLit(0), intLit(a == 0 ? left_ : 1)};
      buffer.stride[a] = Poly(a == 0 ? 1 : 0);
    }
    buffer.stride[axis_] = Poly(left_);
    buffer.first = mul(lo(axis_), intLit(left_));
    buffer.last = sub(mul(hi(axis_), intLit(left_)), intLit(1));
    return buffer;
  }

  Context &context_;
  const Gather &gather_;
  const std::vector<Collected> collected_;
  const int axis_; // its planes (2D: rows) are collected apart
  int64_t items_;  // by so many work-items each
  int64_t left_;   // who leave so many parts
  std::string item_, other_;
  std::vector<std::string> parts_, shared_; // by what is collected: in the making, and the group's array of them
};

} // namespace

std::vector<HStmt> gathered(Context &context, FamilyPlan &plan, const Gather &gather, int step,
                            const std::vector<FieldId> &bound) {
  std::vector<Collected> apart;
  std::vector<StmtPtr> inOrder;
  const bool whole = context.program.rank > 1 && gather.order.size() == static_cast<size_t>(context.program.rank) &&
                     !holdsTime(gather.domain);
  const std::vector<std::optional<Collected>> known = collectedBy(context.program, gather, context.schedule.fp);
  for (size_t n = 0; n < gather.body.size(); ++n)
    if (whole && known[n])
      apart.push_back(*known[n]);
    else
      inOrder.push_back(gather.body[n]);
  std::vector<HStmt> out;
  if (!inOrder.empty())
    out.push_back({byCells(context, gather, inOrder, step, bound)});
  if (apart.empty())
    return out;
  for (HStmt &stmt : InParts(context, gather, std::move(apart)).make(plan, step, bound))
    out.push_back(std::move(stmt));
  return out;
}

} // namespace kasane::lowering
