// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/PivotPass.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

Context inPass(Context &whole, std::string &step, std::string &steps) {
  step = whole.names.fresh("step");
  steps = whole.names.fresh("steps");
  Context out = whole;
  out.time = whole.names.fresh(whole.time + "_now");
  return out;
}

// a >= b for a < b
ExprPtr otherwise(const ExprPtr &condition) {
  const auto *less = std::get_if<Binary>(&condition->node);
  return less && less->op == BinaryOp::Lt ? binary(BinaryOp::Ge, less->left, less->right) : negated(condition);
}

ExprPtr either(const ExprPtr &a, const ExprPtr &b) { return a ? binary(BinaryOp::LogicalOr, a, b) : b; }

} // namespace

PivotPass::PivotPass(Context &whole, const Pivot &p)
    : context(inPass(whole, step, steps)), pivot(p), begin(whole.time) {
  set = whole.names.fresh("set");
  for (int a = 0; a < 2; ++a) {
    from[static_cast<size_t>(a)] = inStep(whole, pivot.place[static_cast<size_t>(a)]);
    to[static_cast<size_t>(a)] = add(from[static_cast<size_t>(a)], scalar(steps));
  }
}

KBody PivotPass::withTime(KBody body) const {
  KBody now = {makeKStmt(KLet{context.time, ScalarType::I64, add(scalar(begin), scalar(step))})};
  dropUnusedLets(now, body);
  body.insert(body.begin(), now.begin(), now.end());
  return body;
}

KStmtPtr PivotPass::eachStep(KBody body) const {
  return makeKStmt(KFor{step, intLit(0), scalar(steps), 1, withTime(std::move(body))});
}

ExprBounds PivotPass::cellsOf(const PivotPart &part, int axis, const ExprBounds &among) const {
  const AxisBounds &domain = context.program.stages[part.stage].domain[static_cast<size_t>(axis)];
  return {maxOf(among.lo, inStep(context, domain.lo)), minOf(among.hi, inStep(context, domain.hi))};
}

ExprBounds PivotPass::beside(int axis, int side) const {
  const auto a = static_cast<size_t>(axis);
  if (side < 0)
    return {toExpr(pivot.whole[a].lo), from[a]};
  return {to[a], toExpr(pivot.whole[a].hi)};
}

bool PivotPass::hasSide(int axis, int side) const {
  return std::ranges::any_of(pivot.parts,
                             [&](const PivotPart &part) { return part.side[static_cast<size_t>(axis)] == side; });
}

std::vector<PivotPart> PivotPass::restParts() const {
  std::vector<PivotPart> out;
  for (const PivotPart &part : pivot.parts)
    if (part.side[0] != 0 && part.side[1] != 0)
      out.push_back(part);
  return out;
}

ExprPtr PivotPass::changes(const std::array<ExprPtr, 2> &first, const std::array<ExprPtr, 2> &end) const {
  const auto on = [&](int axis, int side) {
    const ExprBounds cells = beside(axis, side);
    const auto a = static_cast<size_t>(axis);
    return lowering::both(binary(BinaryOp::Ge, first[a], cells.lo), binary(BinaryOp::Le, end[a], cells.hi));
  };
  std::array<ExprPtr, 2> along; // on any side that there is
  size_t combinations = 1;
  for (int a = 0; a < 2; ++a) {
    size_t sides = 0;
    for (const int side : {-1, 1})
      if (hasSide(a, side)) {
        along[static_cast<size_t>(a)] = either(along[static_cast<size_t>(a)], on(a, side));
        ++sides;
      }
    combinations *= sides;
  }
  const std::vector<PivotPart> parts = restParts();
  if (parts.size() == combinations)
    return lowering::both(along[0], along[1]);
  ExprPtr out;
  for (const PivotPart &part : parts)
    out = either(out, lowering::both(on(0, part.side[0]), on(1, part.side[1])));
  return out;
}

ExprPtr PivotPass::versionOf(const std::vector<PivotPart> &parts, const FieldRead &element,
                             const std::array<ExprPtr, 2> &isBefore) const {
  std::map<PivotSide, bool> isNew; // by sides; 0: along an axis that doesn't matter
  for (const std::array<bool, 2> &matters : {std::array{false, false}, {true, false}, {false, true}, {true, true}}) {
    bool isOne = true;
    isNew.clear();
    for (const PivotPart &part : parts) {
      const bool version = pivot.readOf(part, element)->isNew;
      const PivotSide side = {matters[0] ? part.side[0] : 0, matters[1] ? part.side[1] : 0};
      isOne &= isNew.try_emplace(side, version).first->second == version;
    }
    if (isOne)
      break;
  }
  ExprPtr out;
  for (auto it = isNew.rbegin(); it != isNew.rend(); ++it) { // so that most conditions ask what lies before
    const auto &[side, version] = *it;
    const ExprPtr number = intLit(version ? 1 : 0);
    ExprPtr here;
    for (size_t a = 0; a < 2; ++a)
      if (side[a] != 0)
        here = lowering::both(here, side[a] < 0 ? isBefore[a] : otherwise(isBefore[a]));
    out = !out ? number : print(out) == print(number) ? out : chosen(here, number, out);
  }
  return out;
}

KBody PivotPass::withRows(KBody body) const {
  KBody bases;
  for (size_t f = 0; f < context.program.fields.size(); ++f)
    bases.push_back(makeKStmt(KLet{context.row[f], ScalarType::I64, rowBase(context, static_cast<FieldId>(f))}));
  dropUnusedLets(bases, body);
  body.insert(body.begin(), bases.begin(), bases.end());
  return body;
}

namespace {

// What a body reads: scalars, and arrays of any kind.
struct Read {
  std::set<std::string> names, arrays;
};

Read readIn(const KBody &body) {
  Read out;
  walkExprs(body, [&](const Expr &expr) {
    if (const auto *name = std::get_if<ScalarRef>(&expr.node))
      out.names.insert(name->name);
    if (const auto *load = std::get_if<Load>(&expr.node))
      out.arrays.insert(load->buffer);
  });
  return out;
}

KBody withoutUnread(const KBody &body, std::set<std::string> unread);

KStmtPtr withoutUnread(const KStmtPtr &stmt, const std::set<std::string> &unread) {
  KStmt out = *stmt;
  if (auto *loop = std::get_if<KFor>(&out.node))
    loop->body = withoutUnread(loop->body, unread);
  else if (auto *cells = std::get_if<CellLoop>(&out.node))
    cells->body = withoutUnread(cells->body, unread);
  else if (auto *block = std::get_if<KBlock>(&out.node))
    block->body = withoutUnread(block->body, unread);
  else if (auto *branch = std::get_if<KIf>(&out.node)) {
    branch->thenBody = withoutUnread(branch->thenBody, unread);
    branch->elseBody = withoutUnread(branch->elseBody, unread);
  }
  return makeKStmt(std::move(out.node));
}

// Without values that nobody reads, the arrays of a work-item that hold nothing else, and loops that are empty then:
// not each kernel looks at all that its tile finds. `unread`: what an enclosing body defines and nobody reads. A name
// that is defined here is known here only: another body may have one like it.
KBody withoutUnread(const KBody &body, std::set<std::string> unread) {
  KBody out = body;
  size_t before;
  do {
    before = out.size();
    const Read read = readIn(out);
    for (const KStmtPtr &stmt : out) {
      if (const auto *array = std::get_if<KItemArray>(&stmt->node); array && !read.arrays.count(array->name))
        unread.insert(array->name);
      if (const auto *variable = std::get_if<KVar>(&stmt->node); variable && !read.names.count(variable->name))
        unread.insert(variable->name);
    }
    std::erase_if(out, [&](const KStmtPtr &stmt) {
      if (const auto *let = std::get_if<KLet>(&stmt->node))
        return !read.names.count(let->name);
      if (const auto *array = std::get_if<KItemArray>(&stmt->node))
        return unread.count(array->name) > 0;
      if (const auto *variable = std::get_if<KVar>(&stmt->node))
        return unread.count(variable->name) > 0;
      if (const auto *assign = std::get_if<KAssign>(&stmt->node))
        return unread.count(assign->name) > 0;
      if (const auto *store = std::get_if<KStore>(&stmt->node))
        return unread.count(store->buffer) > 0;
      if (const auto *items = std::get_if<KLoadItems>(&stmt->node))
        return unread.count(items->array) > 0;
      return false;
    });
    for (KStmtPtr &stmt : out)
      stmt = withoutUnread(stmt, unread);
    std::erase_if(out, [](const KStmtPtr &stmt) {
      if (const auto *branch = std::get_if<KIf>(&stmt->node))
        return branch->thenBody.empty() && branch->elseBody.empty();
      const auto *loop = std::get_if<KFor>(&stmt->node);
      return loop && loop->body.empty();
    });
  } while (out.size() != before);
  return out;
}

} // namespace

Kernel finished(const Context &whole, const PivotPass &pass, const std::vector<Panel> &panels, Kernel kernel) {
  kernel.body = withoutUnread(kernel.body, {});
  const Uses uses = usesOf(kernel.body);
  std::set<std::string> stored;
  walk(kernel.body, [&](const KStmt &stmt) {
    if (const auto *store = std::get_if<KStore>(&stmt.node))
      stored.insert(store->buffer);
    if (const auto *row = std::get_if<KStoreRow>(&stmt.node))
      stored.insert(row->buffer);
  });
  for (const Field &field : whole.program.fields)
    if (uses.buffers.count(field.name))
      kernel.buffers.push_back({field.name, field.elem, stored.count(field.name) > 0});
  for (const Panel &panel : panels)
    if (uses.buffers.count(panel.name))
      kernel.buffers.push_back({panel.name, panel.type, stored.count(panel.name) > 0});
  kernel.scalars = freeScalars(whole, kernel, 1);
  for (const std::string &name : {pass.steps, pass.set})
    if (uses.names.count(name))
      kernel.scalars.push_back({name, ScalarType::I64});
  return kernel;
}

std::vector<HostBuffer> buffersOf(const std::vector<Panel> &panels) {
  std::vector<HostBuffer> out;
  for (const Panel &panel : panels) {
    HostBuffer buffer;
    buffer.name = panel.name;
    buffer.type = panel.type;
    buffer.hidden = buffer.written = true;
    buffer.box.fill({intLit(0), intLit(1)});
    buffer.box[0].hi = panel.elements;
    buffer.stride.fill(Poly(0));
    buffer.stride[0] = Poly(1);
    buffer.first = intLit(0);
    buffer.last = sub(panel.elements, intLit(1));
    out.push_back(std::move(buffer));
  }
  return out;
}

} // namespace kasane::lowering
