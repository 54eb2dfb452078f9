// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CheckPublished.h"

#include "TokenValue.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kCounted = int64_t(1) << 60; // a loop that only its conditions end has a bound beyond this

struct Checker {
  const PublishedCheck &check;
  Reader &reader = check.reader;
  const StencilProgram &program = check.program;
  const clang::Stmt *region = check.annotated.stmt;
  const clang::SourceManager &sources = check.reader.ast.getSourceManager();

  bool fail(DiagId id, const DirectiveToken &at, std::vector<std::string> args = {}) {
    reader.diags.add(id, rangeOf(reader.ast, at.loc), std::move(args));
    return false;
  }

  size_t offsetOf(clang::SourceLocation loc) const { return sources.getFileOffset(sources.getExpansionLoc(loc)); }
  Extent extent() const { return extentOf(reader.ast, region->getSourceRange()); }

  // Where the nest stands in the region, itself or by the call of the function that it is in.
  std::optional<size_t> siteOfNest(const DraftNest &nest) const {
    clang::SourceLocation place = clang::SourceLocation::getFromRawEncoding(nest.range.begin.raw);
    place = siteOf(reader.ast, place, region->getSourceRange(), check.expansion.calls);
    return place.isValid() ? std::optional(offsetOf(place)) : std::nullopt;
  }

  static std::string textOf(const std::vector<DirectiveToken> &tokens) {
    std::string text;
    for (const DirectiveToken &token : tokens)
      text += (text.empty() ? "" : " ") + token.text;
    return text;
  }

  bool checkCount(const StepWord &step, const TimeLoop &time) {
    TokenScope scope{check.annotated.function, extent().begin, check.expansion.made};
    std::optional<Poly> said = valueOf(reader, scope, step.count);
    Poly made = time.step == 1 ? time.hi - time.lo : Poly(0);
    std::optional<int64_t> range = (time.hi - time.lo).constant();
    if (range && time.step != 1)
      made = *range > 0 ? (*range + time.step - 1) / time.step : 0;
    bool isCounted = !range || *range < kCounted;
    std::optional<int64_t> number = said ? said->constant() : std::nullopt;
    if (number && *number < 1)
      return fail(DiagId::malformed_step, step.count.front());
    std::optional<int64_t> difference = said && (time.step == 1 || range) ? (*said - made).constant() : std::nullopt;
    if (isCounted && difference && *difference != 0)
      return fail(DiagId::step_count, step.count.front(), {textOf(step.count), made.str()});
    if (!number && !(isCounted && difference))
      return fail(DiagId::step_not_constant, step.count.front(), {textOf(step.count)});
    if (number)
      check.program.clauses.steps = *number;
    return true;
  }

  bool checkStep() {
    if (!check.published.step)
      return true;
    const StepWord &step = *check.published.step;
    if (!program.time)
      return fail(DiagId::step_without_time, step.variable);
    if (offsetOf(step.variable.loc) > extent().begin)
      return fail(DiagId::step_inside_region, step.variable);
    std::string counter = reader.timeVar ? reader.timeVar->getNameAsString() : step.variable.text;
    if (counter != step.variable.text)
      return fail(DiagId::step_variable, step.variable, {step.variable.text, counter});
    return checkCount(step, *program.time);
  }

  const Stage *stageOf(const DraftNest &nest) const {
    for (const Stage &stage : program.stages)
      if (stage.range.begin.raw == nest.range.begin.raw && stage.order.size() == nest.loops.size())
        return &stage;
    return nullptr;
  }

  bool checkNames(const DimensionWord &dimension, const DraftNest &nest) {
    if (static_cast<int>(dimension.names.size()) != program.rank)
      return fail(DiagId::dimension_count, dimension.word,
                  {std::to_string(dimension.names.size()), std::to_string(program.rank)});
    const Stage *stage = stageOf(nest);
    for (int axis = 0; stage && axis < program.rank; ++axis) {
      auto along =
          std::find_if(stage->order.begin(), stage->order.end(), [&](const LoopOrder &o) { return o.axis == axis; });
      const DirectiveToken &name = dimension.names[axis];
      if (along == stage->order.end() || name.text == nest.loops[along - stage->order.begin()].name)
        continue;
      const DraftLoop &loop = nest.loops[along - stage->order.begin()];
      fail(DiagId::dimension_variable, name, {name.text, std::string(1, "xyz"[axis]), loop.name});
      reader.diags.last().notes.push_back({DiagId::note_loop_here, loop.range, {}});
      return false;
    }
    return true;
  }

  // Each holds for the nests behind it, up to the next one.
  bool checkDimensions() {
    const std::vector<DimensionWord> &words = check.published.dimensions;
    std::vector<bool> used(words.size());
    for (const DraftNest &nest : reader.draft.nests) {
      std::optional<size_t> site = siteOfNest(nest);
      auto next = std::find_if(words.begin(), words.end(),
                               [&](const DimensionWord &word) { return !site || offsetOf(word.word.loc) > *site; });
      if (next == words.begin())
        continue;
      used[next - words.begin() - 1] = true;
      if (!checkNames(*std::prev(next), nest))
        return false;
    }
    for (size_t w = 0; w < words.size(); ++w)
      if (!used[w])
        return fail(DiagId::no_nest_behind, words[w].word, {"dimension"});
    return true;
  }

  // The nests that the statement behind the word holds, if it holds no time loop.
  std::vector<const DraftNest *> nestsBehind(const DirectiveToken &word) const {
    std::vector<const DraftNest *> nests;
    const clang::Stmt *stmt = statementBehind(reader.ast, check.annotated.function->getBody(), offsetOf(word.loc));
    if (!stmt || (program.time && unwrap(stmt) == region))
      return nests;
    for (const DraftNest &nest : reader.draft.nests)
      if (isReached(reader.ast, clang::SourceLocation::getFromRawEncoding(nest.range.begin.raw), stmt->getSourceRange(),
                    check.expansion.calls))
        nests.push_back(&nest);
    return nests;
  }

  bool copies(const Stage &stage) const {
    return std::all_of(stage.body.begin(), stage.body.end(), [](const StmtPtr &stmt) {
      const auto *store = std::get_if<FieldStore>(&stmt->node);
      const Expr *value = store ? store->value.get() : nullptr;
      while (value && std::holds_alternative<Cast>(value->node))
        value = std::get<Cast>(value->node).operand.get();
      const auto *read = value ? std::get_if<FieldRead>(&value->node) : nullptr;
      return read && read->field != store->field && read->offset == store->offset && !isFar(read->far);
    });
  }

  bool checkNests() {
    for (const NestWord &nest : check.published.nests) {
      std::vector<const DraftNest *> nests = nestsBehind(nest.word);
      if (nests.empty())
        return fail(DiagId::no_nest_behind, nest.word, {nest.word.text});
      if (nest.word.text != "copy")
        continue;
      for (const DraftNest *behind : nests)
        for (const Stage &stage : program.stages)
          if (stage.range.begin.raw == behind->range.begin.raw && !copies(stage))
            return fail(DiagId::copy_computes, nest.word);
    }
    return true;
  }

  // loop dim(n)
  bool checkLoops() {
    TokenScope scope{check.annotated.function, extent().begin, check.expansion.made};
    for (const LoopWord &loop : check.published.loops) {
      std::optional<Poly> said = valueOf(reader, scope, loop.count);
      std::optional<int64_t> number = said ? said->constant() : std::nullopt;
      if (!number || *number < 1)
        return fail(DiagId::malformed_loop, loop.count.front());
      std::vector<const DraftNest *> nests = nestsBehind(loop.word);
      if (nests.empty())
        return fail(DiagId::no_nest_behind, loop.word, {loop.word.text});
      for (const DraftNest *nest : nests) {
        if (static_cast<int64_t>(nest->loops.size()) == *number)
          continue;
        fail(DiagId::loop_dim, loop.count.front(), {std::to_string(nest->loops.size()), std::to_string(*number)});
        reader.diags.last().notes.push_back({DiagId::note_loop_here, nest->loops.front().range, {}});
        return false;
      }
    }
    return true;
  }
};

} // namespace

bool checkPublished(const PublishedCheck &check) {
  Checker checker{check};
  return checker.checkStep() && checkData(check) && takeShapes(check) && checker.checkDimensions() && checker.checkNests() && checker.checkLoops() &&
         checkTpace(check);
}

} // namespace kasane
