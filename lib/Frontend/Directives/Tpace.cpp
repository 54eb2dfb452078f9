// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/Tpace.h"

#include "Ast/Source.h"
#include "Directives/Clauses.h"

#include <algorithm>

namespace kasane {
namespace {

const std::vector<std::string> kWords = {"init", "pipeline", "loop"};
const std::vector<std::string> kClauses = {"targetinout", "targetin", "size", "halo", "async"};

// [lo:length], of which each may be left out.
std::optional<PairWord> pairOf(const BracketWord &bracket) {
  PairWord pair{bracket.open, {}, {}};
  int depth = 0;
  bool isBehind = false;
  for (const DirectiveToken &token : bracket.tokens) {
    depth += token.text == "(" || token.text == "[" ? 1 : token.text == ")" || token.text == "]" ? -1 : 0;
    if (token.text != ":" || depth > 0)
      (isBehind ? pair.second : pair.first).push_back(token);
    else if (std::exchange(isBehind, true))
      return std::nullopt;
  }
  return isBehind ? std::optional(std::move(pair)) : std::nullopt;
}

std::optional<std::vector<PairWord>> pairsOf(const std::vector<BracketWord> &brackets) {
  std::vector<PairWord> pairs;
  for (const BracketWord &bracket : brackets)
    if (std::optional<PairWord> pair = pairOf(bracket))
      pairs.push_back(std::move(*pair));
  return pairs.size() == brackets.size() ? std::optional(std::move(pairs)) : std::nullopt;
}

class TpaceReader {
public:
  TpaceReader(const clang::ASTContext &ast, Diagnostics &diagnostics) : ast_(ast), diagnostics_(diagnostics) {}

  bool fail(DiagId id, clang::SourceLocation at, std::vector<std::string> args = {}) {
    diagnostics_.add(id, rangeOf(ast_, at), std::move(args));
    return false;
  }

  bool unknown(const DirectiveToken &word, const std::vector<std::string> &known, DiagId otherwise) {
    const std::string meant = nearestOf(word.text, known);
    if (meant.empty())
      return fail(otherwise, word.loc, {word.text, joined(known)});
    fail(DiagId::misspelt_clause, word.loc, {word.text, meant});
    diagnostics_.last().fixIts.push_back({diagnostics_.last().range, meant});
    return false;
  }

  bool readPipeline(const Directive &directive, Published &out) {
    const DirectiveToken &word = directive.clauses.front().name;
    if (out.pipeline)
      return fail(DiagId::duplicate_clause, word.loc, {word.text});
    PipelineWord pipeline{word, {}, {}, {}, {}, {}};
    std::vector<std::string> seen;
    for (size_t c = 1; c < directive.clauses.size(); ++c) {
      const DirectiveClause &clause = directive.clauses[c];
      const std::string &name = clause.name.text;
      if (std::find(kClauses.begin(), kClauses.end(), name) == kClauses.end())
        return unknown(clause.name, kClauses, DiagId::unknown_clause);
      if (std::find(seen.begin(), seen.end(), name) != seen.end())
        return fail(DiagId::duplicate_clause, clause.name.loc, {name});
      seen.push_back(name);
      if (!readClause(clause, pipeline))
        return false;
    }
    out.pipeline = std::move(pipeline);
    return true;
  }

  // loop dim(n)
  bool readLoop(const Directive &directive, Published &out) {
    const std::vector<DirectiveClause> &clauses = directive.clauses;
    if (clauses.size() > 1 && clauses[1].name.text != "dim")
      return unknown(clauses[1].name, {"dim"}, DiagId::malformed_loop);
    if (clauses.size() != 2 || clauses[0].parenthesised || !clauses[1].closed || clauses[1].args.empty())
      return fail(DiagId::malformed_loop, clauses.back().name.loc);
    out.loops.push_back({clauses[0].name, clauses[1].args});
    return true;
  }

private:
  bool readClause(const DirectiveClause &clause, PipelineWord &out) {
    const std::string &name = clause.name.text;
    if (name == "async")
      return !clause.parenthesised || fail(DiagId::malformed_word, clause.name.loc, {name});
    if (name == "targetin" || name == "targetinout")
      return readTargets(clause, out) || fail(DiagId::malformed_arrays, clause.name.loc, {name});
    std::optional<std::vector<BracketWord>> brackets = clause.closed ? bracketsOf(clause.args, 0) : std::nullopt;
    std::optional<std::vector<PairWord>> pairs = brackets ? pairsOf(*brackets) : std::nullopt;
    if (!pairs || pairs->empty())
      return fail(name == "size" ? DiagId::malformed_size : DiagId::malformed_halo, clause.name.loc);
    (name == "size" ? out.size : out.halo) = AxesWord{clause.name, std::move(*pairs)};
    return true;
  }

  bool readTargets(const DirectiveClause &clause, PipelineWord &out) {
    std::optional<std::vector<std::vector<DirectiveToken>>> list = listOf(clause);
    for (const std::vector<DirectiveToken> &entry : list.value_or(std::vector<std::vector<DirectiveToken>>{})) {
      std::optional<NamedArray> array = namedArray(entry);
      std::optional<std::vector<PairWord>> sections = array ? pairsOf(array->brackets) : std::nullopt;
      if (!sections || !array->type.empty())
        return false;
      out.targets.push_back({std::move(array->name), std::move(array->spellings), std::move(*sections), clause.name});
    }
    (clause.name.text == "targetin" ? out.in : out.inOut) = clause.name;
    return list.has_value();
  }

  const clang::ASTContext &ast_;
  Diagnostics &diagnostics_;
};

} // namespace

std::optional<TpaceWord> tpaceWordOf(const clang::ASTContext &ast, const Directive &directive,
                                     Diagnostics &diagnostics) {
  TpaceReader reader(ast, diagnostics);
  if (directive.clauses.empty()) {
    reader.fail(DiagId::malformed_tpace, directive.loc);
    return std::nullopt;
  }
  const DirectiveClause &first = directive.clauses.front();
  const auto word = std::find(kWords.begin(), kWords.end(), first.name.text);
  const bool isLoop = first.name.text == "loop";
  if (word == kWords.end())
    reader.unknown(first.name, kWords, DiagId::malformed_tpace);
  else if (first.parenthesised && !isLoop)
    reader.fail(DiagId::malformed_word, first.name.loc, {first.name.text});
  else if (first.name.text == "init" && directive.clauses.size() > 1)
    reader.fail(DiagId::malformed_tpace, directive.clauses[1].name.loc);
  else
    return static_cast<TpaceWord>(word - kWords.begin());
  return std::nullopt;
}

bool readTpace(const clang::ASTContext &ast, const Directive &directive, Published &out, Diagnostics &diagnostics) {
  TpaceReader reader(ast, diagnostics);
  const std::string &word = directive.clauses.front().name.text;
  return word == "pipeline" ? reader.readPipeline(directive, out) : word != "loop" || reader.readLoop(directive, out);
}

} // namespace kasane
