// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/MappedNests.h"

#include "kasane/Analysis/Footprint.h"

#include <algorithm>

namespace kasane {
namespace {

class Reader {
public:
  explicit Reader(Mapped &mapped) : out_(mapped) {}

  // The nests in the order of the step, with the fills between them.
  std::optional<NotMapped> run() {
    std::vector<std::vector<const MappedFill *>> filled(out_.arrays.size()); // since something was stored last
    for (size_t s = 0; s < out_.program.stages.size(); ++s) {
      for (const MappedFill &fill : out_.fills)
        if (fill.before == s)
          filled[static_cast<size_t>(fill.array)].push_back(&fill);
      const Stage &stage = out_.program.stages[s];
      std::vector<bool> isStored(out_.arrays.size(), false);
      eachElement(stage, [&](const FieldRead &element, bool isStore, SourceRange range) {
        if (const int array = out_.arrayOf[static_cast<size_t>(element.field)]; array >= 0 && isStore) {
          isStored[static_cast<size_t>(array)] = true;
          if (leavesBlock(out_, stage, element).value_or(true))
            fail("this nest stores to ghosts of '" + out_.arrays[static_cast<size_t>(array)].text + "'", range);
        }
      });
      std::set<const MappedFill *> looked;
      eachElement(stage, [&](const FieldRead &element, bool isStore, SourceRange range) {
        const int array = out_.arrayOf[static_cast<size_t>(element.field)];
        if (array < 0 || isStore)
          return;
        const auto a = static_cast<size_t>(array);
        const std::string name = quoted(out_.arrays[a].text);
        const std::optional<bool> leaves = leavesBlock(out_, stage, element);
        if (!leaves)
          fail("how far from its cell " + name + " is read isn't known to the translator", range);
        else if (*leaves && isStored[a])
          fail("this nest reads ghosts of " + name + " and stores to its cells", range);
        else if (*leaves && filled[a].empty())
          fail("ghosts of " + name + " are read here that no fill of the step has made, or its cells were stored since",
               range);
        else if (*leaves && looked.insert(fillFor(filled[a], stage)).second)
          lookedAt(*fillFor(filled[a], stage), stage, range);
      });
      for (size_t a = 0; a < isStored.size(); ++a)
        if (isStored[a]) {
          filled[a].clear();
          markStored(a);
        }
    }
    if (against_)
      return against_;
    findOnly();
    findRenewed();
    return std::nullopt;
  }

private:
  // The one that makes what the nest looks at; the call checks it, where it is of one level.
  const MappedFill *fillFor(const std::vector<const MappedFill *> &fills, const Stage &stage) const {
    for (const MappedFill *fill : fills)
      for (const Param &param : out_.program.params)
        if (fill->level >= 0 && stage.leaves->lo == Poly::symbol(param.name) &&
            isFirstLeaf(out_, param, out_.levels[static_cast<size_t>(fill->level)] + "]"))
          return fill;
    for (const MappedFill *fill : fills)
      if (fill->level < 0)
        return fill;
    return fills.back();
  }

  void lookedAt(const MappedFill &fill, const Stage &stage, SourceRange range) {
    if (fill.level < 0)
      return;
    if (goesOverAll(out_, *stage.leaves))
      fail("ghosts of '" + out_.arrays[static_cast<size_t>(fill.array)].text +
               "' are read here in all leaves, and filled in those of one level",
           range);
    out_.nests.push_back({*stage.leaves, fill.level, range});
  }

  void markStored(size_t array) {
    for (size_t a = array; !out_.arrays[a].isStored; a = static_cast<size_t>(out_.arrays[a].from))
      out_.arrays[a].isStored = true;
  }

  void findOnly() {
    const AxisBounds &first = *out_.program.stages.front().leaves;
    const bool isOne = out_.levels.size() == 1 && !out_.nests.empty() && !out_.program.time &&
                       std::ranges::all_of(out_.fills, [](const MappedFill &fill) { return fill.level == 0; }) &&
                       std::ranges::all_of(out_.program.stages, [&](const Stage &stage) {
                         return stage.leaves->lo == first.lo && stage.leaves->hi == first.hi;
                       });
    if (isOne)
      out_.only = first;
  }

  // Where no steps follow, and the cells that go back are those of the nests' leaves.
  void findRenewed() {
    if (out_.program.time || !(out_.only || std::ranges::all_of(out_.program.stages, [&](const Stage &stage) {
                                 return goesOverAll(out_, *stage.leaves);
                               })))
      return;
    for (size_t a = 0; a < out_.arrays.size(); ++a) {
      MappedArray &array = out_.arrays[a];
      const bool isAsked = std::ranges::any_of(out_.fills, [&](const MappedFill &fill) {
        return fill.between && std::ranges::count(alikeArrays(out_, fill.array), static_cast<int>(a));
      });
      const std::set<int64_t> numbers(array.numbers.begin(), array.numbers.end());
      array.isRenewed = array.isStored && !array.isFilled && !isAsked &&
                        static_cast<int64_t>(numbers.size()) == array.components &&
                        std::ranges::all_of(array.fields, [&](FieldId f) { return isRenewed(f); });
    }
  }

  // The first nest that touches it stores all of its cells, under no condition, and reads none before.
  bool isRenewed(FieldId field) const {
    for (const Stage &stage : out_.program.stages) {
      const StageFootprint footprint = footprintOf(stage);
      const FieldAccess *access = footprint.find(field);
      if (!access)
        continue;
      bool isWhole = access->written && !access->conditional && !access->readBefore;
      for (int a = 0; a < out_.program.rank; ++a)
        isWhole = isWhole && stage.domain[a].lo.constant() == out_.ghosts &&
                  stage.domain[a].hi.constant() == out_.ghosts + out_.cells;
      return isWhole;
    }
    return false;
  }

  void fail(std::string reason, SourceRange range) {
    if (!against_)
      against_ = NotMapped{std::move(reason), range};
  }
  static std::string quoted(const std::string &name) { return "'" + name + "'"; }

  Mapped &out_;
  std::optional<NotMapped> against_;
};

} // namespace

std::optional<bool> leavesBlock(const Mapped &mapped, const Stage &stage, const FieldRead &element) {
  bool leaves = false;
  for (int a = 0; a < mapped.program.rank; ++a) {
    const std::optional<int64_t> lo = stage.domain[a].lo.constant(), hi = stage.domain[a].hi.constant(),
                                 distance = distanceOf(element, a).constant();
    if (!lo || !hi || !distance || element.at[a])
      return std::nullopt;
    if (*lo + *distance < 0 || *hi + *distance > mapped.cells + 2 * mapped.ghosts)
      return std::nullopt; // beyond the ghosts, in no cell that is made
    leaves |= *lo + *distance < mapped.ghosts || *hi + *distance > mapped.cells + mapped.ghosts;
  }
  return leaves;
}

bool goesOverAll(const Mapped &mapped, const AxisBounds &leaves) {
  return leaves.lo.isZero() && !mapped.leaves.empty() && leaves.hi == Poly::symbol(mapped.leaves);
}

bool isFirstLeaf(const Mapped &mapped, const Param &param, const std::string &behind) {
  const size_t begin = param.text.starts_with("(") ? 1 : 0;
  return param.text.substr(begin).starts_with(mapped.mesh + "->first[" + behind);
}

std::optional<NotMapped> readNests(Mapped &mapped) { return Reader(mapped).run(); }

} // namespace kasane
