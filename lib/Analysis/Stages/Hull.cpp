// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Hull.h"

#include "Cells/Accesses.h"

#include <algorithm>

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

// Polynomials that all bound the same thing; those that another one is tighter than by a number are left out.
using Bounds = std::vector<Poly>;

Bounds tightest(const Bounds &all, bool upper) {
  Bounds kept;
  for (const Poly &poly : all) {
    auto tighter = [&](const Poly &by, const Poly &than) {
      std::optional<int64_t> gain = (upper ? than - by : by - than).constant();
      return gain && *gain >= 0;
    };
    if (std::any_of(kept.begin(), kept.end(), [&](const Poly &seen) { return tighter(seen, poly); }))
      continue;
    std::erase_if(kept, [&](const Poly &seen) { return tighter(poly, seen); });
    kept.push_back(poly);
  }
  return kept;
}

// Whether differences are 0 at the call: symbols that are 1 or 0.
class Truths {
public:
  Poly isZero(const Poly &difference) {
    const auto known = std::ranges::find(differences_, difference);
    const auto number = static_cast<size_t>(known - differences_.begin());
    if (known == differences_.end())
      differences_.push_back(difference);
    return Poly::symbol("#" + std::to_string(number));
  }

  ExprPtr expr(const Poly &poly) const {
    return toExpr(poly, [&](const std::string &name) -> ExprPtr {
      if (name[0] != '#')
        return scalar(name);
      const ExprPtr difference = toExpr(differences_[std::stoul(name.substr(1))]);
      return makeExpr(ScalarType::I64, Select{binary(BinaryOp::Eq, difference, intLit(0)), intLit(1), intLit(0)});
    });
  }

private:
  std::vector<Poly> differences_;
};

// The least (or greatest) of some values, each of which is known by its bounds: what can be compared is compared here,
// the rest at the call.
class Extremes {
public:
  explicit Extremes(bool greatest) : greatest_(greatest) {}

  void add(const Bounds &bounds, const Field &field, const NeverNegative &isNever) {
    auto isBeyond = [&](const Poly &by, const Poly &it) {
      const Poly gain = greatest_ ? by - it : it - by;
      return isNeverNegative(gain, field) || isNever(gain);
    };
    // Each of its bounds is beyond one of the other's, so that the one that counts is, too. A single bound stays beside
    // several: it may be the end of an axis, by which others know it.
    auto beats = [&](const Bounds &by, const Bounds &it) {
      return (by.size() == 1 || it.size() > 1) && std::all_of(by.begin(), by.end(), [&](const Poly &bound) {
               return std::any_of(it.begin(), it.end(), [&](const Poly &poly) { return isBeyond(bound, poly); });
             });
    };
    for (const Bounds &seen : candidates_)
      if (beats(seen, bounds) || seen == bounds)
        return;
    std::erase_if(candidates_, [&](const Bounds &seen) { return beats(bounds, seen); });
    candidates_.push_back(bounds);
  }

  ExprPtr expr(const Truths &truths) const {
    ExprPtr out;
    for (const Bounds &bounds : candidates_) {
      ExprPtr value = extreme(bounds, truths);
      if (!out)
        out = value;
      else
        out = greatest_ ? maxOf(out, value) : minOf(out, value);
    }
    return out ? out : intLit(0);
  }

private:
  ExprPtr extreme(const Bounds &bounds, const Truths &truths) const {
    ExprPtr out;
    for (const Poly &poly : bounds) {
      ExprPtr value = truths.expr(poly);
      if (!out)
        out = value;
      else
        out = greatest_ ? minOf(out, value) : maxOf(out, value);
    }
    return out;
  }

  bool greatest_;
  std::vector<Bounds> candidates_;
};

// Every sum of one of `sums` and one of `terms`: strides aren't negative, so a sum of bounds bounds the sum.
Bounds sumsOf(const Bounds &sums, const Bounds &terms) {
  Bounds out;
  for (const Poly &sum : sums)
    for (const Poly &term : terms)
      out.push_back(sum + term);
  return out;
}

// The guards keep inside of the array what goes as far as a parameter says (see Bounds.cpp):
// all its rounds have that bound alone.
Bounds boundsOf(const StencilProgram &program, const Access &access, int axis, bool upper) {
  const Poly *rounds = boundOfRounds(program, access, axis, !upper);
  return rounds ? Bounds{*rounds} : tightest(upper ? access.cells[axis].hi : access.cells[axis].lo, upper);
}

// Where a test tells cells from the last ones, and no extent says that an access by these lies inside: they end one
// earlier if the value that they are not is the last.
Bounds withoutLast(const Bounds &ends, const CellBounds &cells, Truths &truths) {
  Bounds out;
  for (const Poly &end : ends)
    for (const Poly &value : cells.apart)
      if (const Poly difference = end - 1 - value; !difference.constant())
        out.push_back(end - truths.isZero(difference));
  return out.empty() ? ends : out;
}

struct Gathered {
  std::array<Extremes, kMaxAxes> lo = {Extremes(false), Extremes(false), Extremes(false)};
  std::array<Extremes, kMaxAxes> hi = {Extremes(true), Extremes(true), Extremes(true)};
  Extremes first{false}, last{true};
  Extremes firstLeaf{false}, endLeaf{true};
  bool read = false, written = false;
};

void addAccess(Gathered &out, const Field &field, const Access &access, const StencilProgram &program,
               const NeverNegative &isNever, Truths &truths) {
  (access.write ? out.written : out.read) = true;
  Bounds first = {0}, last = {0};
  for (int a = 0; a < kMaxAxes; ++a) {
    if (!field.has[a])
      continue;
    const auto &endless = program.endless[a];
    Bounds lo = endless ? Bounds{endless->lo} : sumsOf({access.distance(a)}, boundsOf(program, access, a, false));
    Bounds ends = boundsOf(program, access, a, true);
    if (!field.extent[a])
      ends = withoutLast(ends, access.cells[a], truths);
    Bounds hi = endless ? Bounds{endless->hi} : sumsOf({access.distance(a)}, ends);
    out.lo[a].add(lo, field, isNever);
    out.hi[a].add(hi, field, isNever);
    for (Poly &poly : lo)
      poly = poly * field.stride[a];
    for (Poly &poly : hi)
      poly = (poly - 1) * field.stride[a];
    first = sumsOf(first, lo);
    last = sumsOf(last, hi);
  }
  out.first.add(first, field, isNever);
  out.last.add(last, field, isNever);
}

FieldHull finish(const Field &field, const Gathered &gathered, const Truths &truths) {
  FieldHull hull;
  for (int a = 0; a < kMaxAxes; ++a) {
    hull.box[a] = {intLit(0), intLit(1)};
    if (field.has[a])
      hull.box[a] = {gathered.lo[a].expr(truths), gathered.hi[a].expr(truths)};
  }
  if (!field.wholeObject) {
    hull.first = gathered.first.expr(truths);
    hull.last = gathered.last.expr(truths);
  }
  hull.read = gathered.read;
  hull.written = gathered.written;
  if (!field.leaf.isZero())
    hull.leaves = ExprBounds{gathered.firstLeaf.expr(truths), gathered.endLeaf.expr(truths)};
  return hull;
}

FieldHull ofTable(const Field &field, const NeverNegative &isNever, const Truths &truths) {
  FieldHull hull;
  hull.box.fill({intLit(0), intLit(1)});
  Extremes lowest(false), highest(true);
  for (const AxisBounds &elements : field.table) {
    lowest.add({elements.lo}, field, isNever);
    highest.add({elements.hi}, field, isNever);
  }
  hull.first = lowest.expr(truths);
  hull.last = sub(highest.expr(truths), intLit(1));
  hull.read = true;
  return hull;
}

} // namespace

std::vector<FieldHull> fieldHulls(const StencilProgram &program) {
  const NeverNegative isNever(program);
  Truths truths;
  std::vector<Gathered> gathered(program.fields.size());
  for (const Stage &stage : program.stages)
    for (const Access &access : accessesOf(program, stage))
      // Names move round their cycle, so each of its buffers is accessed as each of its names.
      for (const FieldId f : cycleOf(program, access.field)) {
        addAccess(gathered[f], program.fields[f], access, program, isNever, truths);
        if (stage.leaves) {
          gathered[f].firstLeaf.add({stage.leaves->lo}, program.fields[f], isNever);
          gathered[f].endLeaf.add({stage.leaves->hi}, program.fields[f], isNever);
        }
      }
  std::vector<FieldHull> hulls;
  for (size_t f = 0; f < program.fields.size(); ++f)
    hulls.push_back(program.fields[f].table.empty() ? finish(program.fields[f], gathered[f], truths)
                                                    : ofTable(program.fields[f], isNever, truths));
  return hulls;
}

} // namespace kasane
