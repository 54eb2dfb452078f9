// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Accesses.h"
#include "kasane/Analysis/Bounds.h"

namespace kasane {
namespace {

// Whether 1 <= stride[0] <= stride[1] <= .. holds: each is the one before times its extent, which is at least 1 where
// every subscript is inside.
bool isNested(const Field &field) {
  for (int a = 1; a < kMaxAxes && field.has[a]; ++a)
    if (!field.has[a - 1] || !field.extent[a - 1] || !(field.stride[a] == field.stride[a - 1] * *field.extent[a - 1]))
      return false;
  return field.stride[0] == Poly(1);
}

// Decides `difference` >= 0 for a sum of nested strides, c2*s2 + c1*s1 + c0: so it is when c2, c2+c1 and c2+c1+c0 are.
bool isNeverNegative(Poly difference, const Field &field) {
  if (std::optional<int64_t> constant = difference.constant())
    return *constant >= 0;
  if (!isNested(field))
    return false;
  int64_t sum = 0;
  for (int a = kMaxAxes - 1; a > 0; --a) {
    const auto &terms = field.stride[a].terms();
    if (terms.size() != 1 || terms.begin()->first.empty() || terms.begin()->second != 1)
      continue;
    auto term = difference.terms().find(terms.begin()->first);
    int64_t count = term == difference.terms().end() ? 0 : term->second;
    difference = difference - Poly(count) * field.stride[a];
    sum += count;
    if (sum < 0)
      return false;
  }
  std::optional<int64_t> rest = difference.constant();
  return rest && sum + *rest >= 0;
}

// The least (or greatest) of some polynomials: those that can be compared are compared here, the rest at the call.
class Extremes {
public:
  explicit Extremes(bool greatest) : greatest_(greatest) {}

  void add(const Poly &poly, const Field &field) {
    auto beats = [&](const Poly &a, const Poly &b) { return isNeverNegative(greatest_ ? a - b : b - a, field); };
    for (const Poly &seen : candidates_)
      if (beats(seen, poly))
        return;
    std::erase_if(candidates_, [&](const Poly &seen) { return beats(poly, seen); });
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
    Poly lo = bestLower(access.cells[a]) + access.distance(a), hi = bestUpper(access.cells[a]) + access.distance(a);
    out.lo[a].add(lo, field);
    out.hi[a].add(hi, field);
    first = first + field.stride[a] * lo;
    last = last + field.stride[a] * (hi - 1);
  }
  out.first.add(first, field);
  out.last.add(last, field);
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
