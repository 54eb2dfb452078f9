// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clauses of `tpace pipeline` against the code.
#include "Directives/CheckPublished.h"

#include "Directives/Clauses.h"
#include "Directives/TokenValue.h"

#include <algorithm>

namespace kasane {
namespace {

// Cells that a step looks at along one axis: the furthest that one cell reads, and what the nests of a step reach
// together.
struct Reach {
  std::array<int64_t, 2> one{}, together{}; // before, behind
};

std::array<Reach, kMaxAxes> reachOf(const StencilProgram &program) {
  std::array<Reach, kMaxAxes> reach;
  for (const Stage &stage : program.stages) {
    std::array<std::array<int64_t, 2>, kMaxAxes> furthest{};
    walkExprs(stage.body, [&](const Expr &e) {
      const auto *read = std::get_if<FieldRead>(&e.node);
      for (int axis = 0; read && axis < program.rank; ++axis)
        if (read->far[axis].isZero()) { // else it is the opposite edge, which is no neighbour
          furthest[axis][0] = std::max(furthest[axis][0], -read->offset[axis]);
          furthest[axis][1] = std::max(furthest[axis][1], read->offset[axis]);
        }
    });
    for (int axis = 0; axis < program.rank; ++axis)
      for (int side = 0; side < 2; ++side) {
        reach[axis].one[side] = std::max(reach[axis].one[side], furthest[axis][side]);
        reach[axis].together[side] += furthest[axis][side];
      }
  }
  return reach;
}

struct Checker {
  const PublishedCheck &check;
  const PipelineWord &pipeline;
  Reader &reader = check.reader;
  const StencilProgram &program = check.program;
  TokenScope scope{check.annotated.function, extentOf(reader.ast, check.annotated.stmt->getSourceRange()).begin,
                   check.expansion.made};

  bool fail(DiagId id, const DirectiveToken &at, std::vector<std::string> args = {}) {
    reader.diags.add(id, rangeOf(reader.ast, at.loc), std::move(args));
    return false;
  }

  static std::string textOf(const std::vector<DirectiveToken> &tokens) {
    std::string text;
    for (const DirectiveToken &token : tokens)
      text += (text.empty() ? "" : " ") + token.text;
    return text;
  }

  bool checkBegin(const PairWord &section) {
    std::optional<Poly> begin = section.first.empty() ? Poly(0) : valueOf(reader, scope, section.first);
    if (begin && begin->isZero())
      return true;
    return fail(DiagId::section_begin, section.first.front(), {textOf(section.first), textOf(section.second)});
  }

  bool isStored(const std::vector<int> &arrays) const { return isAccessed(reader, arrays, true); }

  bool checkTarget(const TargetWord &target) {
    const std::vector<int> arrays = arraysNamed(reader, target.spellings);
    const std::string &list = target.list.text;
    if (arrays.empty())
      return fail(DiagId::clause_names_no_array, target.name, {target.name.text, list, arraysOf(reader)});
    if (isStored(arrays) != (list == "targetinout"))
      return fail(isStored(arrays) ? DiagId::targetin_stored : DiagId::targetinout_not_stored, target.name,
                  {target.name.text});
    DataWord whole{{}, target.name, target.spellings, {}, false};
    for (const PairWord &section : target.sections) {
      if (!checkBegin(section))
        return false;
      whole.dimensions.push_back(section.second);
    }
    return std::all_of(arrays.begin(), arrays.end(),
                       [&](int a) { return checkDimensions(check, whole, reader.draft.arrays[a]); });
  }

  bool checkTargets() {
    std::set<int> named;
    for (const TargetWord &target : pipeline.targets) {
      if (!checkTarget(target))
        return false;
      for (int array : arraysNamed(reader, target.spellings))
        if (!named.insert(array).second)
          return fail(DiagId::target_twice, target.name, {target.name.text, target.list.text});
    }
    const std::vector<DraftArray> &arrays = reader.draft.arrays;
    for (size_t a = 0; a < arrays.size() && (pipeline.in || pipeline.inOut); ++a)
      if (!named.count(static_cast<int>(a)) && isMoved(arrays[a])) {
        const bool stored = isStored({static_cast<int>(a)});
        const auto &own = stored ? pipeline.inOut : pipeline.in;
        const auto &other = stored ? pipeline.in : pipeline.inOut;
        return fail(DiagId::target_missing, own ? *own : *other,
                    {stored ? "stores to" : "reads", arrays[a].text, stored ? "targetinout" : "targetin"});
      }
    return true;
  }

  // Not so the tables that the host reads.
  bool isMoved(const DraftArray &array) const {
    return !array.hidden && std::any_of(program.fields.begin(), program.fields.end(), [&](const Field &field) {
      return !field.hidden && field.table.empty() && isOf(field, array);
    });
  }

  bool checkCount(const AxesWord &word) {
    return static_cast<int>(word.axes.size()) == program.rank ||
           fail(DiagId::section_count, word.word,
                {word.word.text, std::to_string(word.axes.size()), std::to_string(program.rank)});
  }

  // Of the arrays that are listed without sections of their own, or of all.
  bool isSized(const DraftArray &array) const {
    if (array.hidden || pipeline.targets.empty())
      return !array.hidden;
    return std::any_of(pipeline.targets.begin(), pipeline.targets.end(), [&](const TargetWord &target) {
      const std::vector<int> named = arraysNamed(reader, target.spellings);
      return target.sections.empty() &&
             std::any_of(named.begin(), named.end(), [&](int a) { return &reader.draft.arrays[a] == &array; });
    });
  }

  bool checkExtent(const PairWord &pair, size_t place, const Poly &said) {
    const int axis = program.rank - 1 - static_cast<int>(place);
    for (const DraftArray &array : reader.draft.arrays)
      for (const Field &field : program.fields) {
        if (!isSized(array) || !field.table.empty() || !isOf(field, array) || !field.has[axis] || !field.extent[axis])
          continue;
        const DirectiveToken &at = pair.second.front();
        if (!requireEqual(check, *field.extent[axis], said, rangeOf(reader.ast, at.loc)))
          return fail(DiagId::data_extent, at,
                      {std::to_string(place + 1), array.text, field.extent[axis]->str(), said.str()});
      }
    return true;
  }

  bool checkSize() {
    if (!pipeline.size)
      return true;
    if (!checkCount(*pipeline.size))
      return false;
    for (size_t place = 0; place < pipeline.size->axes.size(); ++place) {
      const PairWord &pair = pipeline.size->axes[place];
      if (pair.second.empty())
        return fail(DiagId::malformed_size, pipeline.size->word);
      if (!checkBegin(pair))
        return false;
      std::optional<Poly> said = valueOf(reader, scope, pair.second);
      if (!said)
        return fail(DiagId::data_extent_unknown, pair.second.front(), {textOf(pair.second)});
      if (!checkExtent(pair, place, *said))
        return false;
    }
    return true;
  }

  std::optional<int64_t> distanceOf(const std::vector<DirectiveToken> &tokens) {
    std::optional<Poly> value = tokens.empty() ? std::nullopt : valueOf(reader, scope, tokens);
    std::optional<int64_t> number = value ? value->constant() : std::nullopt;
    return number && *number >= 0 ? number : std::nullopt;
  }

  // Several nests look further together than one of them, so that a number between the two is right.
  bool checkHalo() {
    if (!pipeline.halo)
      return true;
    if (!checkCount(*pipeline.halo))
      return false;
    const std::array<Reach, kMaxAxes> reach = reachOf(program);
    for (size_t place = 0; place < pipeline.halo->axes.size(); ++place) {
      const PairWord &pair = pipeline.halo->axes[place];
      const int axis = program.rank - 1 - static_cast<int>(place);
      const std::optional<int64_t> before = distanceOf(pair.first), behind = distanceOf(pair.second);
      if (!before || !behind)
        return fail(DiagId::malformed_halo, pair.first.empty() ? pair.open : pair.first.front());
      const auto &[one, together] = reach[axis];
      if (*before < one[0] || *before > together[0] || *behind < one[1] || *behind > together[1])
        return fail(DiagId::halo_reach, pair.first.front(),
                    {std::to_string(one[0]), std::to_string(one[1]), program.axisNames[axis], std::to_string(*before),
                     std::to_string(*behind)});
    }
    return true;
  }
};

} // namespace

bool checkTpace(const PublishedCheck &check) {
  if (!check.published.pipeline)
    return true;
  Checker checker{check, *check.published.pipeline};
  return checker.checkTargets() && checker.checkSize() && checker.checkHalo();
}

} // namespace kasane
