// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: which loop goes along which axis follows from the strides of all accesses together.
#include "kasane/Layout/Layout.h"

#include "Terms.h"
#include "kasane/Layout/Fields.h"
#include "kasane/Layout/Phase.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace kasane {
namespace {

bool isPhase(const std::string &symbol) { return symbol.rfind(kPhasePrefix, 0) == 0; }

std::vector<Term> termsOf(const DraftAccess &access) { return *tryTermsOf(access); } // once classify() has passed

class Builder {
public:
  // `bySlots`: where nothing decides along which axis a loop goes, the array's order in memory does.
  Builder(const Draft &draft, Diagnostics &diagnostics, bool bySlots = false)
      : draft_(draft), diagnostics_(diagnostics), bySlots_(bySlots) {}

  std::optional<Layout> run() {
    layout_.groupOf = groupsOf(draft_);
    layout_.groups.resize(1 + *std::max_element(layout_.groupOf.begin(), layout_.groupOf.end()));
    if (!checkShapes() || !classify())
      return std::nullopt;
    collectSlots();
    layout_.loopAxis.resize(draft_.nests.size());
    for (size_t nest : nestsByRank())
      if (!placeLoops(nest))
        return std::nullopt;
    return checkAxes() ? std::optional<Layout>(std::move(layout_)) : std::nullopt;
  }

  std::optional<size_t> transposed() const { return transposed_; }

private:
  GroupLayout &group(const DraftAccess &access) { return layout_.groups[layout_.groupOf[access.array]]; }
  bool fail(DiagId id, SourceRange range, std::vector<std::string> args = {}) {
    diagnostics_.add(id, range, std::move(args));
    return false;
  }

  SourceRange movedAt(int array) const {
    auto at = draft_.movedAt.find(array);
    return at == draft_.movedAt.end() ? draft_.arrays[array].range : at->second;
  }

  bool checkShapes() {
    for (auto [name, was] : draft_.moves) {
      const DraftArray &a = draft_.arrays[name], &b = draft_.arrays[was];
      if (a.elem != b.elem || a.extents != b.extents || a.followed != b.followed ||
          ((a.isMixed() || b.isMixed()) && (a.members != b.members || a.structBytes != b.structBytes)))
        return fail(DiagId::swap_of_different_shapes, movedAt(name), {a.text, b.text});
    }
    for (size_t a = 0; a < draft_.arrays.size(); ++a)
      layout_.groups[layout_.groupOf[a]].kinds.assign(draft_.arrays[a].extents.size(), DimKind::Component);
    return true;
  }

  // Along some loop.
  static bool falls(const DraftAccess &access) {
    return std::ranges::any_of(access.index, [](const Poly &index) {
      return std::ranges::any_of(index.symbols(), [&](const std::string &symbol) {
        const std::optional<Poly> factor = isLoop(symbol) ? index.coefficientOf(symbol) : std::nullopt;
        return factor && std::ranges::all_of(factor->terms(), [](const auto &term) { return term.second < 0; });
      });
    });
  }

  bool failTerms(const DraftAccess &access) {
    if (!falls(access))
      return fail(DiagId::subscript_not_affine, access.range);
    const auto isStored = [&](const DraftAccess &found) {
      return std::ranges::any_of(draft_.accesses,
                                 [&](const DraftAccess &other) { return other.array == found.array && other.write; });
    };
    for (const DraftAccess &found : draft_.accesses) // what only reads hinder has been looked up, but for such nests
      if (falls(found) && isStored(found))
        return fail(DiagId::subscript_mirrored, found.range,
                    {draft_.arrays[found.array].text, std::to_string(kMostMirrored)});
    return fail(DiagId::mirrored_unknown_length, access.range, {draft_.arrays[access.array].text});
  }

  bool classify() {
    for (const DraftAccess &access : draft_.accesses) {
      if (!tryTermsOf(access) || falls(access))
        return failTerms(access);
      for (size_t d = 0; d < access.index.size(); ++d)
        for (const std::string &symbol : access.index[d].symbols())
          if (!classifySymbol(access, d, symbol))
            return false;
    }
    for (const DraftAccess &access : draft_.accesses)
      for (size_t d = 0; d < access.index.size(); ++d)
        if (access.index[d].symbols().count(kTimeSymbol) && group(access).kinds[d] != DimKind::Axis)
          return fail(draft_.arrays[access.array].tables > 0 ? DiagId::time_selects_rows : DiagId::time_in_subscript,
                      access.range, {draft_.arrays[access.array].text});
    for (const DraftAccess &access : draft_.accesses)
      for (size_t d = 0; d < access.index.size(); ++d)
        if (group(access).kinds[d] == DimKind::Phase && access.index[d].constant())
          return fail(DiagId::chosen_and_fixed, access.range,
                      {draft_.arrays[access.array].text + "[" + access.index[d].str() + "]"});
    return true;
  }

  bool classifySymbol(const DraftAccess &access, size_t dim, const std::string &symbol) {
    GroupLayout &g = group(access);
    if (!isLoop(symbol) && !isPhase(symbol))
      return true;
    DimKind kind = isLoop(symbol) ? DimKind::Axis : DimKind::Phase;
    if (g.kinds[dim] != DimKind::Component && g.kinds[dim] != kind)
      return fail(DiagId::subscript_not_affine, access.range);
    g.kinds[dim] = kind;
    if (kind != DimKind::Phase)
      return true;
    std::optional<std::vector<int64_t>> table = phaseTable(access.index[dim]);
    if (!table || (g.period != 1 && g.period != static_cast<int>(table->size())))
      return fail(DiagId::subscript_not_affine, access.range);
    const bool isFirst = g.period == 1,
               falls = table->size() > 2 && ((*table)[1] + 1) % static_cast<int64_t>(table->size()) == (*table)[0];
    if (!isFirst && falls != g.falls)
      return fail(DiagId::subscript_not_affine, access.range);
    g.period = table->size();
    g.falls = falls;
    return true;
  }

  void collectSlots() {
    for (const DraftAccess &access : draft_.accesses)
      for (const Term &term : termsOf(access)) {
        std::vector<Slot> &slots = group(access).slots;
        if (std::ranges::none_of(slots,
                                 [&](const Slot &s) { return s.dim == term.dim && s.stride == term.coefficient; }))
          slots.push_back({term.dim, term.coefficient, -1});
      }
    for (GroupLayout &g : layout_.groups) {
      for (size_t d = 0; d < g.kinds.size(); ++d)
        if (g.kinds[d] == DimKind::Axis && std::none_of(g.slots.begin(), g.slots.end(), [&](const Slot &s) {
              return s.dim == d && s.stride == Poly(1);
            }))
          g.slots.push_back({d, 1, -1});
      std::sort(g.slots.begin(), g.slots.end(), [](const Slot &a, const Slot &b) {
        return a.dim != b.dim ? a.dim < b.dim : slower(a.stride, b.stride);
      });
    }
  }

  std::vector<size_t> nestsByRank() const {
    std::vector<size_t> order(draft_.nests.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater(), [&](size_t n) { return draft_.nests[n].loops.size(); });
    return order;
  }

  size_t slotIndex(const GroupLayout &g, const Term &term) const {
    for (size_t s = 0;; ++s)
      if (g.slots[s].dim == term.dim && g.slots[s].stride == term.coefficient)
        return s;
  }

  // So many others are faster. -1: another loop goes along that axis.
  int axisInMemory(const GroupLayout &g, const Term &term, const std::vector<int> &taken) const {
    const int axis = static_cast<int>(g.slots.size() - 1 - slotIndex(g, term));
    return axis < kMaxAxes && std::find(taken.begin(), taken.end(), axis) == taken.end() ? axis : -1;
  }

  // The accesses of a nest, those that say most about the axes first: stores, then those with many loop variables.
  std::vector<const DraftAccess *> accessesOf(const DraftNest &nest) const {
    std::vector<const DraftAccess *> list;
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a)
      list.push_back(&draft_.accesses[a]);
    std::stable_sort(list.begin(), list.end(), [](const DraftAccess *a, const DraftAccess *b) {
      size_t na = termsOf(*a).size(), nb = termsOf(*b).size();
      return na != nb ? na > nb : a->write && !b->write;
    });
    return list;
  }

  int axisInOtherPart(const DraftNest &nest, const DraftLoop &loop, const std::vector<int> &taken) const {
    for (size_t n = 0; n < draft_.nests.size(); ++n)
      for (size_t l = 0; l < layout_.loopAxis[n].size(); ++l)
        if (draft_.nests[n].loops[l].var == loop.var && draft_.nests[n].apart == nest.apart &&
            std::ranges::count(taken, layout_.loopAxis[n][l]) == 0)
          return layout_.loopAxis[n][l];
    return -1;
  }

  bool placeLoops(size_t index) {
    const DraftNest &nest = draft_.nests[index];
    std::vector<int> &axes = layout_.loopAxis[index];
    axes.assign(nest.loops.size(), -1);
    if (nest.loops.size() > kMaxAxes)
      return fail(DiagId::too_many_axes, nest.range);
    std::vector<const DraftAccess *> accesses = accessesOf(nest);
    std::vector<size_t> fastFirst; // the loops whose axis no earlier nest decides
    for (const DraftAccess *access : accesses) {
      std::vector<Term> terms = termsOf(*access);
      GroupLayout &g = group(*access);
      std::ranges::sort(terms, std::greater(), [&](const Term &term) { return slotIndex(g, term); });
      for (const Term &term : terms) {
        int known = g.slots[slotIndex(g, term)].axis;
        if (known < 0 && bySlots_)
          known = axisInMemory(g, term, axes);
        if (known >= 0 && axes[term.loop] < 0)
          axes[term.loop] = known;
        if (std::ranges::count(fastFirst, term.loop) == 0)
          fastFirst.push_back(term.loop);
      }
    }
    for (size_t l = 0; l < nest.loops.size(); ++l)
      if (nest.body.empty() && std::ranges::count(fastFirst, l) == 0) { // it only collects: n++
        fastFirst.push_back(l);
        axes[l] = axisInOtherPart(nest, nest.loops[l], axes);
      }
    if (fastFirst.size() != nest.loops.size())
      return fail(DiagId::loop_without_subscript, nest.range);
    for (size_t loop : fastFirst)
      for (int axis = 0; axes[loop] < 0; ++axis)
        if (std::ranges::count(axes, axis) == 0)
          axes[loop] = axis;
    for (int axis : axes)
      layout_.rank = std::max(layout_.rank, axis + 1);
    return bindSlots(accesses, axes);
  }

  bool bindSlots(const std::vector<const DraftAccess *> &accesses, const std::vector<int> &axes) {
    for (const DraftAccess *access : accesses) {
      std::set<size_t> taken; // a subscript with two loops' variables is none of any axis
      for (const Term &term : termsOf(*access)) {
        GroupLayout &g = group(*access);
        const size_t index = slotIndex(g, term);
        Slot &slot = g.slots[index];
        if (!taken.insert(index).second)
          return fail(DiagId::subscript_not_affine, access->range);
        if (slot.axis >= 0 && slot.axis != axes[term.loop]) {
          if (const auto edge = edgeOfOthers(*access))
            return failLength(*edge->access, edge->here, edge->elsewhere);
          transposed_ = access - draft_.accesses.data();
          return fail(whyTransposed(*access), access->range, {draft_.arrays[access->array].text});
        }
        slot.axis = axes[term.loop];
      }
    }
    return true;
  }

  struct Edge {
    const DraftAccess *access;
    Poly here, elsewhere; // lengths of rows
  };

  // An edge of a flat array with another length of its rows than where cells are: b[j * nx] = 0 beside b[i * ny + j].
  std::optional<Edge> edgeOfOthers(const DraftAccess &of) {
    const auto isLength = [](const Term &term) { return !term.coefficient.constant(); };
    for (const DraftAccess &cell : draft_.accesses)
      for (const DraftAccess &edge : draft_.accesses) {
        const std::vector<Term> here = termsOf(edge), elsewhere = termsOf(cell);
        if (&group(cell) != &group(of) || &group(edge) != &group(of) || here.size() != 1 || elsewhere.size() != 2 ||
            !isLength(here[0]) || isLength(elsewhere[0]) == isLength(elsewhere[1]))
          continue;
        const Term &row = isLength(elsewhere[0]) ? elsewhere[0] : elsewhere[1];
        if (row.dim == here[0].dim && !(row.coefficient == here[0].coefficient) &&
            row.coefficient.symbols().size() == here[0].coefficient.symbols().size())
          return Edge{&edge, here[0].coefficient, row.coefficient};
      }
    return std::nullopt;
  }

  // Does one loop go along two axes, or is some row or column of the array that of the step?
  DiagId whyTransposed(const DraftAccess &access) const {
    std::set<size_t> loops;
    for (const Term &term : termsOf(access))
      if (!loops.insert(term.loop).second)
        return DiagId::diagonal_access;
    const bool isOfStep = std::ranges::any_of(draft_.accesses, [&](const DraftAccess &other) {
      return other.array == access.array &&
             std::ranges::any_of(other.index, [](const Poly &index) { return index.symbols().count(kTimeSymbol) > 0; });
    });
    return isOfStep ? DiagId::transposed_step : DiagId::transposed_access;
  }

  // a[2 * i] beside a[i]: one axis, with two factors.
  bool isStretched(const DraftAccess &access, const Slot &slot) {
    return std::any_of(group(access).slots.begin(), group(access).slots.end(), [&](const Slot &other) {
      return other.dim == slot.dim && other.axis == slot.axis && !(other.stride == slot.stride) &&
             other.stride.constant() && slot.stride.constant();
    });
  }

  // Two subscripts along one axis.
  DiagId whySameAxis(const DraftAccess &access, const Slot &slot) {
    return isStretched(access, slot) ? DiagId::factors_differ : whyTransposed(access);
  }

  // The same axis of a flat array with another variable as its factor.
  const Slot *otherLength(const DraftAccess &access, const Slot &slot) {
    for (const Slot &other : group(access).slots)
      if (slot.axis >= 0 && other.axis == slot.axis && other.dim == slot.dim && !other.stride.constant() &&
          !slot.stride.constant() && other.stride.symbols().size() == slot.stride.symbols().size() &&
          !(other.stride == slot.stride) &&
          std::any_of(group(access).slots.begin(), group(access).slots.end(),
                      [&](const Slot &unit) { return unit.dim == slot.dim && unit.stride == Poly(1); }))
        return &other;
    return nullptr;
  }

  // Rows that a loop goes through backwards have no negative length, and a mirrored element has another factor.
  bool failLength(const DraftAccess &access, const Poly &here, const Poly &elsewhere) {
    const std::string &array = draft_.arrays[access.array].text;
    if (here == Poly(0) - elsewhere)
      return fail(DiagId::factors_differ, access.range, {array});
    return fail(DiagId::row_lengths_differ, access.range, {array, lengthText(here), lengthText(elsewhere)});
  }

  std::string lengthText(const Poly &stride) const {
    const std::string text = callText(stride, draft_.params);
    return text.starts_with("-") ? callText(Poly(0) - stride, draft_.params) : text;
  }

  bool checkAxes() {
    for (size_t n = 0; n < draft_.nests.size(); ++n)
      for (size_t a = 0; a < layout_.loopAxis[n].size(); ++a)
        if (layout_.loopAxis[n][a] >= kMaxAxes ||
            std::count(layout_.loopAxis[n].begin(), layout_.loopAxis[n].end(), layout_.loopAxis[n][a]) > 1)
          return fail(DiagId::axes_disagree, draft_.nests[n].range);
    for (const DraftAccess &access : draft_.accesses) {
      for (const Term &term : termsOf(access))
        if (const Slot *other = otherLength(access, group(access).slots[slotIndex(group(access), term)]))
          return failLength(access, term.coefficient, other->stride);
      std::array<int, kMaxAxes> seen{};
      for (const Slot &slot : group(access).slots) {
        if (slot.axis < 0 || !seen[slot.axis]++)
          continue;
        if (const Slot *other = otherLength(access, slot)) // at a corner the access has no loop along the axis
          return failLength(access, slot.stride, other->stride);
        if (const auto edge = edgeOfOthers(access))
          return failLength(*edge->access, edge->here, edge->elsewhere);
        return fail(whySameAxis(access, slot), access.range, {draft_.arrays[access.array].text});
      }
    }
    return true;
  }

  const Draft &draft_;
  Diagnostics &diagnostics_;
  const bool bySlots_;
  std::optional<size_t> transposed_;
  Layout layout_;
};

} // namespace

std::vector<int> groupsOf(const Draft &draft) {
  std::vector<int> parent(draft.arrays.size());
  std::iota(parent.begin(), parent.end(), 0);
  auto root = [&](int a) {
    while (parent[a] != a)
      a = parent[a];
    return a;
  };
  for (auto [a, b] : draft.moves)
    parent[root(a)] = root(b);
  std::vector<int> groups(parent.size()), number(parent.size(), -1);
  int next = 0;
  for (size_t a = 0; a < parent.size(); ++a) {
    int &n = number[root(static_cast<int>(a))];
    if (n < 0)
      n = next++;
    groups[a] = n;
  }
  return groups;
}

std::optional<Layout> layoutOf(const Draft &draft, Diagnostics &diagnostics) {
  Diagnostics found, unseen;
  std::optional<Layout> layout = Builder(draft, found).run();
  const auto is = [&](DiagId id) { return found.last().id == id; };
  if (!layout &&
      (is(DiagId::transposed_access) || is(DiagId::axes_disagree))) // edges alone: for i a[0][i], for j a[j][0]
    layout = Builder(draft, unseen, /*bySlots=*/true).run();
  if (!layout)
    diagnostics.add(found);
  return layout;
}

bool GroupLayout::isFlat() const {
  std::set<size_t> dims;
  return std::ranges::any_of(slots, [&](const Slot &slot) { return slot.axis >= 0 && !dims.insert(slot.dim).second; });
}

std::optional<size_t> transposedAccess(const Draft &draft) {
  Diagnostics unseen;
  Builder builder(draft, unseen);
  builder.run();
  return builder.transposed();
}

} // namespace kasane
