// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: where parts meet and in which order they may run are questions about the same accesses.
#include "kasane/Layout/SeparateAxes.h"

#include "Rebuilt.h"
#include "Terms.h"
#include "kasane/Layout/ChangedBody.h"
#include "kasane/Layout/Layout.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

using Body = std::vector<StmtPtr>;

// Where an element lies on one slot of its array, over all iterations of the nest: inclusive.
struct Range {
  Poly lo, hi;
};

// A part of a nest: `rounds` of its only loop, or all rounds of all loops.
struct Part {
  Body body;
  std::optional<Range> rounds = {};
};

class Separator {
public:
  explicit Separator(Draft &draft) : draft_(draft), groupOf_(groupsOf(draft)) {}

  void run() {
    std::vector<std::vector<NewNest>> nests;
    bool anyParts = false;
    for (size_t n = 0; n < draft_.nests.size(); ++n) {
      const DraftNest &nest = draft_.nests[n];
      // What cells hand to a gather is named by the nest's accesses: it stays one.
      const std::vector<Part> parts = isGathered(draft_, n) ? std::vector<Part>() : partsOf(nest);
      anyParts |= parts.size() > 1;
      std::vector<NewNest> &out = nests.emplace_back();
      for (const auto &[body, rounds] : parts) {
        DraftNest made = rounds ? within(nest, *rounds) : nest;
        made.body = body;
        out.push_back(newNest(draft_, std::move(made)));
        for (auto &[number, access] : out.back().accesses)
          access = rounds ? within(access, *rounds) : access;
      }
      if (parts.empty())
        out.push_back(newNest(draft_, nest));
    }
    if (anyParts)
      draft_ = rebuilt(draft_, nests);
  }

private:
  // By which factor of which dimension each loop goes through each group of arrays.
  using Ways = std::map<std::pair<int, size_t>, std::pair<size_t, std::string>>;

  // False: the statements go another way than the ones before.
  bool join(const Body &body, Ways &ways) const {
    for (int a : accessesIn(body)) {
      const DraftAccess &access = draft_.accesses[a];
      const std::optional<std::vector<Term>> terms = tryTermsOf(access);
      if (!terms)
        return false;
      for (const Term &term : *terms) {
        const std::pair<size_t, std::string> way(term.dim, term.coefficient.str());
        if (ways.try_emplace({groupOf_[access.array], term.loop}, way).first->second != way)
          return false;
      }
    }
    return true;
  }

  // Is the loop of one statement along another axis than that of another, in different arrays?
  //   u[k][0] = 0; v[0][k] = 0;
  bool turns(const Body &body) const {
    std::map<size_t, size_t> axes; // by loop, counted from the fastest; of flat arrays whether it is the fastest
    for (int a : accessesIn(body))
      if (const DraftAccess &access = draft_.accesses[a]; dimensionsOf(access) > 1)
        if (const std::optional<std::vector<Term>> terms = tryTermsOf(access))
          for (const Term &term : *terms) {
            const bool isFlat = access.index.size() == 1;
            const size_t axis = isFlat ? 1 + !(term.coefficient == Poly(1)) : access.index.size() - term.dim;
            if (axes.try_emplace(term.loop, axis).first->second != axis)
              return true;
          }
    return false;
  }

  size_t dimensionsOf(const DraftAccess &access) const {
    return access.index.size() > 1 ? access.index.size() : slotsOf(access.array, 0).size();
  }

  // Has it fewer loops than its arrays have dimensions?
  bool isOfEdges(const DraftNest &nest) const {
    const std::vector<int> accesses = accessesIn(nest.body);
    return std::any_of(accesses.begin(), accesses.end(),
                       [&](int a) { return dimensionsOf(draft_.accesses[a]) > nest.loops.size(); });
  }

  bool anyTurns(const std::vector<Body> &parts) const {
    return std::any_of(parts.begin(), parts.end(), [&](const Body &part) { return turns(part); });
  }

  static DraftNest within(DraftNest nest, const Range &rounds) {
    nest.loops[0].lo = rounds.lo;
    nest.loops[0].hi = rounds.hi + Poly(1);
    return nest;
  }

  static DraftAccess within(DraftAccess access, const Range &rounds) {
    access.cells[0].lo.push_back(rounds.lo);
    access.cells[0].hi.push_back(rounds.hi + Poly(1));
    return access;
  }

  // Empty: it is one nest, or it can't be separated.
  std::vector<Part> partsOf(const DraftNest &nest) const {
    Ways all;
    const bool isOne = join(nest.body, all); // where arrays lie as others do
    if (isOne && !(isOfEdges(nest) && turns(nest.body)))
      return {};
    std::vector<Part> out;
    for (Body &body : bodiesOf(nest, isOne))
      out.push_back({std::move(body)});
    return out.empty() && !isOne ? withoutEnds(nest) : out;
  }

  std::vector<Body> bodiesOf(const DraftNest &nest, bool isOne) const {
    const std::vector<Body> parts = isOne ? std::vector<Body>() : inOrder(nest, split(nest, false));
    const std::vector<Body> single = isOne || anyTurns(parts) ? inOrder(nest, split(nest, true)) : std::vector<Body>();
    if (isOne)
      return anyTurns(single) ? std::vector<Body>() : single;
    return single.empty() ? parts : single;
  }

  // The corners of a square may hinder: the first round, the last one or both stand beside the others, and their
  // statements are made one by one.
  std::vector<Part> withoutEnds(const DraftNest &nest) const {
    const std::vector<Body> single = split(nest, true);
    if (nest.loops.size() != 1 || nest.loops[0].stride != 1 || nest.loops[0].moving || nest.loops[0].timed ||
        single.empty() || meetLocals(nest, single))
      return {};
    const DraftLoop &loop = nest.loops[0];
    const auto [first, last] =
        loop.order() > 0 ? std::pair(loop.lo, loop.hi - Poly(1)) : std::pair(loop.hi - Poly(1), loop.lo);
    for (const auto &[hasFirst, hasLast] : {std::pair(true, false), std::pair(false, true), std::pair(true, true)}) {
      const bool takesLow = loop.order() > 0 ? hasFirst : hasLast, takesHigh = loop.order() > 0 ? hasLast : hasFirst;
      const Range rest{loop.lo + Poly(takesLow ? 1 : 0), loop.hi - Poly(takesHigh ? 2 : 1)};
      const std::vector<Body> bodies = bodiesOf(within(nest, rest), false);
      if (bodies.empty())
        continue;
      std::vector<Part> out;
      const auto add = [&](const std::vector<Body> &of, const Range &rounds) {
        for (const Body &body : of)
          out.push_back({body, rounds});
      };
      add(hasFirst ? single : std::vector<Body>(), {first, first});
      add(bodies, rest);
      add(hasLast ? single : std::vector<Body>(), {last, last});
      return out;
    }
    return {};
  }

  std::set<int> accessesOfLocals(const DraftNest &nest) const {
    Body locals;
    std::copy_if(nest.body.begin(), nest.body.end(), std::back_inserter(locals), isLocal);
    const std::vector<int> accesses = accessesIn(locals);
    return {accesses.begin(), accesses.end()};
  }

  // Would a part read for its locals what another one has stored?
  bool meetLocals(const DraftNest &nest, const std::vector<Body> &parts) const {
    for (int a : accessesOfLocals(nest))
      for (const Body &part : parts)
        for (int b : accessesIn(part))
          if (mayMeet(nest, draft_.accesses[a], draft_.accesses[b]))
            return true;
    return false;
  }

  static bool isLocal(const StmtPtr &stmt) {
    return std::holds_alternative<LocalDecl>(stmt->node) || std::holds_alternative<LocalAssign>(stmt->node);
  }

  // As nests one after the other, each part is made as a whole. Empty: no order of them leaves each element to who
  // comes first or last in the source.
  std::vector<Body> inOrder(const DraftNest &nest, const std::vector<Body> &parts) const {
    const std::set<int> locals = accessesOfLocals(nest);
    std::set<std::pair<size_t, size_t>> before;
    for (size_t p = 0; p < parts.size(); ++p)
      for (size_t q = 0; q < p; ++q)
        for (int a : accessesIn(parts[p]))
          for (int b : accessesIn(parts[q])) {
            const DraftAccess &late = draft_.accesses[a], &early = draft_.accesses[b];
            if (!mayMeet(nest, late, early) || storeSame(parts[p], a, parts[q], b))
              continue;
            const std::optional<Poly> rounds =
                locals.count(a) || locals.count(b) ? std::nullopt : roundsBetween(nest, early, late);
            if (rounds && isPositive(nest, *rounds + Poly(1)))
              before.emplace(q, p);
            else if (rounds && isPositive(nest, Poly(0) - *rounds))
              before.emplace(p, q);
            else
              return {};
          }
    return sorted(parts, before);
  }

  static std::vector<Body> sorted(const std::vector<Body> &parts, const std::set<std::pair<size_t, size_t>> &before) {
    std::vector<Body> out;
    std::vector<bool> isDone(parts.size());
    while (out.size() < parts.size()) {
      size_t next = 0;
      const auto waits = [&](const auto &pair) { return pair.second == next && !isDone[pair.first]; };
      while (next < parts.size() && (isDone[next] || std::any_of(before.begin(), before.end(), waits)))
        ++next;
      if (next == parts.size())
        return {};
      isDone[next] = true;
      out.push_back(parts[next]);
    }
    return out;
  }

  // From the only round in which `early` is at an element of `late`'s to the only one in which `late` is there.
  // nullopt: there are others.
  std::optional<Poly> roundsBetween(const DraftNest &nest, const DraftAccess &early, const DraftAccess &late) const {
    if (nest.loops.size() != 1 || nest.loops[0].stride != 1)
      return std::nullopt;
    const DraftLoop &loop = nest.loops[0];
    std::optional<Poly> ofEarly, ofLate;
    for (size_t d = 0; d < late.index.size(); ++d) {
      const std::vector<Slot> &slots = slotsOf(late.array, d);
      const std::optional<std::vector<Range>> e = rangesOf(nest, early, d, slots), l = rangesOf(nest, late, d, slots);
      for (size_t s = 0; s < slots.size(); ++s) {
        if (!e || !l)
          return std::nullopt;
        const bool earlyMoves = !((*e)[s].hi - (*e)[s].lo).isZero(), lateMoves = !((*l)[s].hi - (*l)[s].lo).isZero();
        if (earlyMoves && !lateMoves)
          ofEarly = loop.lo + (*l)[s].lo - (*e)[s].lo;
        if (lateMoves && !earlyMoves)
          ofLate = loop.lo + (*e)[s].lo - (*l)[s].lo;
      }
    }
    return ofEarly && ofLate ? std::optional(Poly(loop.order()) * (*ofLate - *ofEarly)) : std::nullopt;
  }

  // `single`: each statement is a part. Empty: a statement goes two ways.
  std::vector<Body> split(const DraftNest &nest, bool single) const {
    std::vector<Body> parts(1);
    Body locals; // each part has those before it for itself
    Ways ways;
    for (const StmtPtr &stmt : nest.body) {
      const bool isFirst = parts.back().size() == locals.size();
      if (Ways longer = ways; (!single || isLocal(stmt) || isFirst) && join({stmt}, longer)) {
        ways = std::move(longer);
      } else {
        parts.push_back(locals);
        ways.clear();
        if (Body own = locals; own.push_back(stmt), !join(own, ways))
          return {};
      }
      parts.back().push_back(stmt);
      if (isLocal(stmt))
        locals.push_back(stmt);
    }
    return parts;
  }

  // Both store one number, so that it doesn't matter which comes last: u[0][k] = 0; u[k][0] = 0;
  static bool storeSame(const Body &body, int a, const Body &other, int b) {
    const ExprPtr value = storedIn(body, a), otherValue = storedIn(other, b);
    bool isNumber = value && otherValue;
    walk(value ? value : intLit(0), [&](const Expr &e) {
      isNumber &= std::holds_alternative<IntLit>(e.node) || std::holds_alternative<FloatLit>(e.node) ||
                  std::holds_alternative<Cast>(e.node) || std::holds_alternative<Unary>(e.node);
    });
    return isNumber && value->type == otherValue->type && print(value) == print(otherValue);
  }

  // What the only store to the access stores; null: it is no store, or under a condition.
  static ExprPtr storedIn(const Body &body, int access) {
    for (const StmtPtr &stmt : body)
      if (const auto *store = std::get_if<FieldStore>(&stmt->node); store && store->field == access)
        return store->value;
    return nullptr;
  }

  bool mayMeet(const DraftNest &nest, const DraftAccess &a, const DraftAccess &b) const {
    if (groupOf_[a.array] != groupOf_[b.array] || (!a.write && !b.write))
      return false;
    if (a.array != b.array) // names of different memory in each step
      return false;
    for (size_t d = 0; d < a.index.size(); ++d) {
      const std::vector<Slot> &slots = slotsOf(a.array, d);
      const std::optional<std::vector<Range>> p = rangesOf(nest, a, d, slots), q = rangesOf(nest, b, d, slots);
      for (size_t s = 0; p && q && s < slots.size(); ++s)
        if (isPositive(nest, (*p)[s].lo - (*q)[s].hi) || isPositive(nest, (*q)[s].lo - (*p)[s].hi))
          return false;
    }
    return true;
  }

  // All factors by which loops go through the dimension, slow to fast.
  const std::vector<Slot> &slotsOf(int array, size_t dim) const {
    const auto [known, isNew] = slots_.try_emplace({groupOf_[array], dim});
    if (isNew)
      known->second = foundSlots(array, dim);
    return known->second;
  }

  std::vector<Slot> foundSlots(int array, size_t dim) const {
    std::vector<Slot> slots = {{dim, 1, -1}};
    for (const DraftAccess &access : draft_.accesses)
      if (groupOf_[access.array] == groupOf_[array])
        if (const std::optional<std::vector<Term>> terms = tryTermsOf(access))
          for (const Term &term : *terms)
            if (term.dim == dim && std::none_of(slots.begin(), slots.end(),
                                                [&](const Slot &slot) { return slot.stride == term.coefficient; }))
              slots.push_back({dim, term.coefficient, -1});
    std::sort(slots.begin(), slots.end(), [](const Slot &a, const Slot &b) { return slower(a.stride, b.stride); });
    return slots;
  }

  // nullopt: the place on a slot may lie outside of its row, so that one element has several places.
  std::optional<std::vector<Range>> rangesOf(const DraftNest &nest, const DraftAccess &access, size_t dim,
                                             const std::vector<Slot> &slots) const {
    std::vector<const Slot *> pointers;
    std::vector<bool> relative;
    std::vector<Range> out(slots.size());
    const Poly &index = access.index[dim];
    for (size_t s = 0; s < slots.size(); ++s) {
      pointers.push_back(&slots[s]);
      relative.push_back(false);
      for (size_t l = 0; l < nest.loops.size(); ++l)
        if (index.coefficientOf(loopSymbol(l)) == slots[s].stride) {
          if (relative[s])
            return std::nullopt;
          relative[s] = true;
          out[s] = {nest.loops[l].lo, nest.loops[l].hi - Poly(1)};
        }
    }
    const std::vector<Poly> at = splitOver(pointers, relative, withoutLoops(index, nest.loops.size()));
    for (size_t s = 0; s < slots.size(); ++s) {
      out[s] = {out[s].lo + at[s], out[s].hi + at[s]};
      const std::optional<Poly> length = s > 0 ? slots[s - 1].stride.dividedBy(slots[s].stride) : std::nullopt;
      if (s > 0 && (!length || !isPositive(nest, out[s].lo + Poly(1)) || !isPositive(nest, *length - out[s].hi)))
        return std::nullopt;
    }
    return out;
  }

  // Greater than zero, as each of the loops has a round: the call checks that.
  static bool isPositive(const DraftNest &nest, const Poly &value) {
    auto isKnown = [](const Poly &poly) { return poly.constant() && *poly.constant() > 0; };
    return isKnown(value) || std::any_of(nest.loops.begin(), nest.loops.end(), [&](const DraftLoop &loop) {
             return !loop.timed && isKnown(value - (loop.hi - loop.lo - Poly(1)));
           });
  }

  Draft &draft_;
  std::vector<int> groupOf_;
  mutable std::map<std::pair<int, size_t>, std::vector<Slot>>
      slots_; // of a group's dimension; the draft stays as it is
};

} // namespace

void separateAxes(Draft &draft) {
  if (!draft.nests.empty() && !draft.arrays.empty())
    Separator(draft).run();
}

} // namespace kasane
