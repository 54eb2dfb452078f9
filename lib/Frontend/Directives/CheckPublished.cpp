// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/CheckPublished.h"

#include "Directives/Clauses.h"
#include "Directives/TokenValue.h"

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
    std::string counter = reader.time.var ? reader.time.var->getNameAsString() : step.variable.text;
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

  // The names of the loops in the order of the axes, x first; a nest that has no loop along an axis takes what is said.
  static std::vector<std::string> namesOf(const DraftNest &nest, const Stage &stage, std::vector<std::string> said) {
    for (size_t l = 0; l < nest.loops.size(); ++l)
      said[stage.order[l].axis] = nest.loops[l].name;
    return said;
  }

  // The arrays say which loop is which, so that both orders name the same loops: x first, and the slowest first.
  bool checkNames(const DimensionWord &dimension, const DraftNest &nest) {
    if (static_cast<int>(dimension.names.size()) != program.rank)
      return fail(DiagId::dimension_count, dimension.word,
                  {std::to_string(dimension.names.size()), std::to_string(program.rank)});
    const Stage *stage = stageOf(nest);
    if (!stage)
      return true;
    std::vector<std::string> said;
    for (const DirectiveToken &name : dimension.names)
      said.push_back(name.text);
    const std::vector<std::string> slowestSaid(said.rbegin(), said.rend());
    const std::vector<std::string> fastest = namesOf(nest, *stage, said);
    std::vector<std::string> slowest = namesOf(nest, *stage, slowestSaid);
    if (said == fastest || slowestSaid == slowest)
      return true;
    std::reverse(slowest.begin(), slowest.end());
    fail(DiagId::dimension_variable, dimension.word, {joined(said), joined(fastest), joined(slowest)});
    reader.diags.last().notes.push_back({DiagId::note_loop_here, nest.loops.front().range, {}});
    return false;
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

  // The first loop of a nest that stands in the statement behind the word.
  struct LoopBehind {
    const DraftNest &nest;
    size_t depth;
  };
  std::vector<LoopBehind> loopsBehind(const DirectiveToken &word) const {
    std::vector<LoopBehind> loops;
    const clang::Stmt *stmt = statementBehind(reader.ast, check.annotated.function->getBody(), offsetOf(word.loc));
    if (!stmt || (program.time && unwrap(stmt) == region))
      return loops;
    for (const DraftNest &nest : reader.draft.nests) {
      auto first = std::find_if(nest.loops.begin(), nest.loops.end(), [&](const DraftLoop &loop) {
        const auto place = clang::SourceLocation::getFromRawEncoding(loop.range.begin.raw);
        return isReached(reader.ast, place, stmt->getSourceRange(), check.expansion.calls);
      });
      if (first != nest.loops.end())
        loops.push_back({nest, static_cast<size_t>(first - nest.loops.begin())});
    }
    return loops;
  }

  // dim(n) is the axis of the loop behind it, 1 the fastest in memory, or how many loops there are from that one on.
  bool checkDim(const LoopWord &word, const LoopBehind &behind, int64_t number) {
    const int64_t count = static_cast<int64_t>(behind.nest.loops.size() - behind.depth);
    const Stage *stage = stageOf(behind.nest);
    const int64_t axis = stage ? stage->order[behind.depth].axis + 1 : count;
    if (number == axis || number == count)
      return true;
    const std::string both = std::to_string(axis) + (axis == count ? "" : ") or dim(" + std::to_string(count));
    fail(DiagId::loop_dim, word.count.front(),
         {std::to_string(axis), std::to_string(count), std::to_string(number), both});
    reader.diags.last().notes.push_back({DiagId::note_loop_here, behind.nest.loops[behind.depth].range, {}});
    return false;
  }

  bool checkLoops() {
    TokenScope scope{check.annotated.function, extent().begin, check.expansion.made};
    for (const LoopWord &loop : check.published.loops) {
      std::optional<Poly> said = valueOf(reader, scope, loop.count);
      std::optional<int64_t> number = said ? said->constant() : std::nullopt;
      if (!number || *number < 1)
        return fail(DiagId::malformed_loop, loop.count.front());
      const std::vector<LoopBehind> loops = loopsBehind(loop.word);
      if (loops.empty())
        return fail(DiagId::no_nest_behind, loop.word, {loop.word.text});
      if (!std::all_of(loops.begin(), loops.end(), [&](const LoopBehind &l) { return checkDim(loop, l, *number); }))
        return false;
    }
    return true;
  }
};

} // namespace

bool checkPublished(const PublishedCheck &check) {
  Checker checker{check};
  return checker.checkStep() && checkData(check) && takeShapes(check) && checker.checkDimensions() &&
         checker.checkNests() && checker.checkLoops() && checkTpace(check);
}

} // namespace kasane
