// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Accesses.h"
#include "kasane/Analysis/Bounds.h"

namespace kasane {
namespace {

// The least (or greatest) of some polynomials: those that differ by a number are compared here, the rest at the call.
class Extremes {
public:
  explicit Extremes(bool greatest) : greatest_(greatest) {}

  void add(const Poly &poly) {
    for (Poly &seen : candidates_)
      if (std::optional<int64_t> more = (poly - seen).constant()) {
        if (greatest_ ? *more > 0 : *more < 0)
          seen = poly;
        return;
      }
    candidates_.push_back(poly);
  }

  ExprPtr expr() const {
    ExprPtr out;
    for (const Poly &poly : candidates_)
      out = !out ? toExpr(poly) : greatest_ ? maxOf(out, toExpr(poly)) : minOf(out, toExpr(poly));
    return out ? out : intLit(0);
  }

private:
  bool greatest_;
  std::vector<Poly> candidates_;
};

struct Gathered {
  std::array<Extremes, kMaxAxes> lo = {Extremes(false), Extremes(false), Extremes(false)};
  std::array<Extremes, kMaxAxes> hi = {Extremes(true), Extremes(true), Extremes(true)};
  Extremes first{false}, last{true};
  bool read = false, written = false;
};

void addAccess(Gathered &out, const Field &field, const Access &access) {
  (access.write ? out.written : out.read) = true;
  Poly first, last;
  for (int a = 0; a < kMaxAxes; ++a) {
    if (!field.has[a])
      continue;
    Poly lo = bestLower(access.cells[a]) + access.offset[a], hi = bestUpper(access.cells[a]) + access.offset[a];
    out.lo[a].add(lo);
    out.hi[a].add(hi);
    first = first + field.stride[a] * lo;
    last = last + field.stride[a] * (hi - 1);
  }
  out.first.add(first);
  out.last.add(last);
}

FieldHull finish(const Field &field, const Gathered &gathered) {
  FieldHull hull;
  for (int a = 0; a < kMaxAxes; ++a) {
    hull.box[a] = {intLit(0), intLit(1)};
    if (field.has[a])
      hull.box[a] = {gathered.lo[a].expr(), gathered.hi[a].expr()};
  }
  if (!field.wholeObject) {
    hull.first = gathered.first.expr();
    hull.last = gathered.last.expr();
  }
  hull.read = gathered.read;
  hull.written = gathered.written;
  return hull;
}

} // namespace

std::vector<FieldHull> fieldHulls(const StencilProgram &program) {
  std::vector<Gathered> gathered(program.fields.size());
  for (const Stage &stage : program.stages)
    for (const Access &access : accessesOf(program, stage)) {
      // Names move round their cycle, so each of its buffers is accessed as each of its names.
      FieldId f = access.field;
      do {
        addAccess(gathered[f], program.fields[f], access);
        f = program.rotation[f];
      } while (f != access.field);
    }
  std::vector<FieldHull> hulls;
  for (size_t f = 0; f < program.fields.size(); ++f)
    hulls.push_back(finish(program.fields[f], gathered[f]));
  return hulls;
}

} // namespace kasane
