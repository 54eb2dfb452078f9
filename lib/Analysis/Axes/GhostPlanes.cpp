// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Axes/GhostPlanes.h"

#include "Cells/Accesses.h"

#include <algorithm>
#include <numeric>

namespace kasane {
namespace {

constexpr int64_t kMaxPeriod = 12;
constexpr size_t kMaxRegions = 2048;

// Steps until every name means the memory that it meant before.
int64_t periodOf(const StencilProgram &program) {
  int64_t period = 1;
  for (size_t f = 0; f < program.fields.size() && period <= kMaxPeriod; ++f)
    period = std::lcm(period, static_cast<int64_t>(cycleOf(program, static_cast<FieldId>(f)).size()));
  return period;
}

std::vector<int64_t> range(int64_t from, int64_t to) {
  std::vector<int64_t> values;
  for (int64_t v = from; v < to; ++v)
    values.push_back(v);
  return values;
}

// The planes of [lo, hi) along a ring; nullopt where they are not known or a part of the interior is left out.
std::optional<std::vector<int64_t>> planesOf(const AxisBounds &cells, const AxisBounds &ring) {
  auto number = [](const Poly &p) { return p.constant(); };
  if (auto lo = number(cells.lo - ring.lo), hi = number(cells.hi - ring.lo); lo && hi && *hi <= 0)
    return range(*lo, *hi);
  if (auto lo = number(cells.lo - ring.hi), hi = number(cells.hi - ring.hi); lo && hi && *lo >= 0)
    return range(*lo + 1, *hi + 1);
  auto lo = number(cells.lo - ring.lo), hi = number(cells.hi - ring.hi);
  if (!lo || !hi || *lo > 0 || *hi < 0)
    return std::nullopt;
  return range(*lo, *hi + 1);
}

} // namespace

bool isWritten(const StencilProgram &program, FieldId field) {
  bool written = false;
  const std::vector<FieldId> names = cycleOf(program, field);
  for (const Stage &stage : program.stages)
    walk(stage.body, [&](const Stmt &stmt) {
      const auto *store = std::get_if<FieldStore>(&stmt.node);
      written |= store && std::find(names.begin(), names.end(), store->field) != names.end();
    });
  return written;
}

std::optional<GhostPlanes::Regions> GhostPlanes::regionsOf(const Box &domain) {
  Regions regions = {Region{}};
  for (int a = 0; a < kMaxAxes; ++a) {
    if (!rings_.axis[a])
      continue;
    std::optional<std::vector<int64_t>> planes = planesOf(domain[a], *rings_.axis[a]);
    if (!planes || regions.size() * planes->size() > kMaxRegions)
      return std::nullopt;
    Regions more;
    for (Region region : regions)
      for (int64_t plane : *planes) {
        region[a] = plane;
        more.insert(region);
        width_[a] = std::max(width_[a], std::abs(plane));
      }
    regions = std::move(more);
  }
  return regions;
}

// What the cells of the interior read.
std::optional<GhostPlanes::Regions> GhostPlanes::regionsRead(const FieldRead &element) {
  Box read;
  for (int a = 0; a < kMaxAxes; ++a)
    if (rings_.axis[a]) {
      if (!element.far[a].isZero())
        return std::nullopt;
      bool has = program_.fields[element.field].has[a];
      read[a] = {rings_.axis[a]->lo + Poly(has ? std::min<int64_t>(element.offset[a], 0) : 0),
                 rings_.axis[a]->hi + Poly(has ? std::max<int64_t>(element.offset[a], 0) : 0)};
    }
  return regionsOf(read);
}

bool GhostPlanes::prepare() {
  bool good = true;
  for (size_t k = 0; k < program_.stages.size(); ++k) {
    StageUse &use = uses_.emplace_back();
    const Stage &stage = program_.stages[k];
    walk(stage.body, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<FieldStore>(&stmt.node))
        use.writes.push_back(store->field);
    });
    if (refreshAxis_[k] >= 0) {
      std::optional<Regions> regions = regionsOf(stage.domain);
      good &= regions.has_value();
      use.refreshed = regions.value_or(Regions{});
      for (const FieldId f : use.writes)
        for (const FieldId g : cycleOf(program_, f))
          ever_[g].insert(use.refreshed.begin(), use.refreshed.end());
      continue;
    }
    walkExprs(stage.body, [&](const Expr &e) {
      const auto *read = std::get_if<FieldRead>(&e.node);
      if (!read || !isWritten(program_, read->field))
        return;
      std::optional<Regions> regions = regionsRead(*read);
      good &= regions.has_value();
      use.reads.push_back({read->field, regions.value_or(Regions{})});
    });
  }
  return good;
}

bool GhostPlanes::step(int number) {
  exact_ = fresh_;
  for (size_t k = 0; k < uses_.size(); ++k) {
    for (const auto &[field, regions] : uses_[k].reads)
      for (const Region &region : regions)
        if (number >= 1 && region != Region{} && !fresh_[bound_[field]].count(region))
          return false;
    for (FieldId field : uses_[k].writes) {
      FieldId buffer = bound_[field];
      if (refreshAxis_[k] < 0)
        fresh_[buffer].clear();
      for (const Region &region : uses_[k].refreshed) {
        Region source = region;
        source[refreshAxis_[k]] = 0;
        for (auto *state : {&fresh_, &exact_})
          if (source == Region{} || (*state)[buffer].count(source))
            (*state)[buffer].insert(region);
          else
            (*state)[buffer].erase(region);
      }
    }
  }
  for (const auto &[buffer, regions] : ever_)
    if (number >= 2 && !std::includes(exact_[buffer].begin(), exact_[buffer].end(), regions.begin(), regions.end()))
      return false;
  std::vector<FieldId> next;
  for (FieldId from : program_.rotation)
    next.push_back(bound_[from]);
  bound_ = next;
  return true;
}

// May the stage be made on the buffer? All names that reach it in some step do.
bool GhostPlanes::refreshes(size_t stage, FieldId buffer) const {
  bool reaches = false;
  for (const FieldId field : uses_[stage].writes)
    for (const FieldId f : cycleOf(program_, field))
      reaches |= f == buffer;
  return reaches;
}

// Do the refreshing stages, one after the other and without those between them, make all that is fresh now?
bool GhostPlanes::refreshedAlone() const {
  for (const auto &[buffer, wanted] : fresh_) {
    Regions made;
    for (size_t k = 0; k < uses_.size(); ++k)
      for (const Region &region : refreshes(k, buffer) ? uses_[k].refreshed : Regions{}) {
        Region source = region;
        source[refreshAxis_[k]] = 0;
        if (source == Region{} || made.count(source))
          made.insert(region);
        else
          made.erase(region);
      }
    if (!std::includes(made.begin(), made.end(), wanted.begin(), wanted.end()))
      return false;
  }
  return true;
}

bool GhostPlanes::stayFresh() {
  const int64_t period = periodOf(program_);
  if (period > kMaxPeriod || !prepare())
    return false;
  bound_.resize(program_.fields.size());
  std::iota(bound_.begin(), bound_.end(), 0);
  for (int number = 0; number < 2 + 2 * period; ++number) {
    if (number >= 2 && !refreshedAlone())
      return false;
    if (!step(number))
      return false;
  }
  return true;
}

} // namespace kasane
