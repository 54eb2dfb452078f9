// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Footprint.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <map>

namespace kasane {
namespace {

using ByField = std::map<FieldId, FieldAccess>;

FieldAccess &entry(ByField &fields, FieldId field) {
  FieldAccess &access = fields[field];
  access.field = field;
  return access;
}

// Of one expression, in the order of the statements.
void collectReads(ByField &fields, const ExprPtr &expr) {
  walk(expr, [&](const Expr &e) {
    const auto *read = std::get_if<FieldRead>(&e.node);
    if (!read)
      return;
    FieldAccess &access = entry(fields, read->field);
    access.reads.insert(read->offset);
    access.far |= isFar(read->far) || isPlaced(read->at);
    (access.written ? access.readAfter : access.readBefore) = true;
  });
}

void collect(ByField &fields, const std::vector<StmtPtr> &body, bool conditional) {
  for (const StmtPtr &stmt : body)
    match(
        stmt->node, [&](const LocalDecl &n) { collectReads(fields, n.init); },
        [&](const LocalAssign &n) { collectReads(fields, n.value); },
        [&](const FieldStore &n) {
          collectReads(fields, n.value);
          FieldAccess &access = entry(fields, n.field);
          access.written = true;
          access.conditional |= conditional;
        },
        [&](const IfStmt &n) {
          collectReads(fields, n.condition);
          collect(fields, n.thenBody, true);
          collect(fields, n.elseBody, true);
        });
}

} // namespace

void widen(Reach &reach, const Reach &by) {
  for (int a = 0; a < kMaxAxes; ++a) {
    reach.lo[a] = std::min(reach.lo[a], by.lo[a]);
    reach.hi[a] = std::max(reach.hi[a], by.hi[a]);
  }
}

Reach sum(const Reach &a, const Reach &b) {
  Reach out;
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    out.lo[axis] = a.lo[axis] + b.lo[axis];
    out.hi[axis] = a.hi[axis] + b.hi[axis];
  }
  return out;
}

Reach FieldAccess::reach() const {
  Reach out;
  for (const Offset &offset : reads)
    for (int a = 0; a < kMaxAxes; ++a) {
      out.lo[a] = std::min(out.lo[a], offset[a]);
      out.hi[a] = std::max(out.hi[a], offset[a]);
    }
  return out;
}

const FieldAccess *StageFootprint::find(FieldId field) const {
  auto it = std::find_if(fields.begin(), fields.end(), [&](const FieldAccess &f) { return f.field == field; });
  return it == fields.end() ? nullptr : &*it;
}

StageFootprint footprintOf(const Stage &stage) {
  ByField fields;
  collect(fields, stage.body, false);
  StageFootprint out;
  for (auto &[field, access] : fields)
    out.fields.push_back(std::move(access));
  return out;
}

std::set<FieldId> tablesOf(const StencilProgram &program, const Stage &stage) {
  std::set<FieldId> tables;
  walkExprs(stage.body, [&](const Expr &e) {
    const auto *load = std::get_if<Load>(&e.node);
    for (size_t f = 0; load && f < program.fields.size(); ++f)
      if (program.fields[f].name == load->buffer)
        tables.insert(static_cast<FieldId>(f));
  });
  return tables;
}

} // namespace kasane
