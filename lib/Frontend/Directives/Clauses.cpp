// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/Clauses.h"

#include "Ast/Source.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace kasane {
namespace {

const std::vector<std::string> kSupported = {"schedule", "tile", "depth",     "target", "scratch",
                                             "noalias",  "host", "outofcore", "shape",  "neighbours"};
const std::vector<std::string> kPublished = {"begin",       "end",       "step", "data", "source",
                                             "destination", "dimension", "calc", "copy"};
const std::vector<std::string> kLater = {"distribute"};

bool isIn(const std::vector<std::string> &list, const std::string &name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string nearest(const std::string &name) {
  std::vector<std::string> all = kSupported;
  all.insert(all.end(), kPublished.begin(), kPublished.end());
  return nearestOf(name, all);
}

// One word, or words between commas.
std::optional<std::vector<std::string>> wordsOf(const DirectiveClause &clause) {
  std::vector<std::string> words;
  for (size_t i = 0; i < clause.args.size(); ++i) {
    const std::string &text = clause.args[i].text;
    bool isComma = i % 2 == 1;
    if ((text == ",") != isComma)
      return std::nullopt;
    if (!isComma)
      words.push_back(text);
  }
  if (words.empty() || clause.args.size() % 2 == 0)
    return std::nullopt;
  return words;
}

// Positive integers between commas; parentheses come from macros.
// A word `all` counts as 0.
std::optional<std::vector<int64_t>> numbersOf(DirectiveClause clause) {
  std::erase_if(clause.args, [](const DirectiveToken &t) { return t.text == "(" || t.text == ")"; });
  std::optional<std::vector<std::string>> words = wordsOf(clause);
  std::vector<int64_t> numbers;
  for (const std::string &word : words.value_or(std::vector<std::string>{})) {
    int64_t value = 0;
    const bool isAll = word == "all" && clause.name.text == "tile";
    if (!isAll && (llvm::StringRef(word).getAsInteger(0, value) || value < 1))
      return std::nullopt;
    numbers.push_back(value);
  }
  if (numbers.empty())
    return std::nullopt;
  return numbers;
}

bool isIdentifier(const std::string &word) { return !word.empty() && (std::isalpha(word[0]) || word[0] == '_'); }

// read: names; write: names
std::optional<Clauses::Host> hostOf(const DirectiveClause &clause) {
  Clauses::Host out;
  for (size_t i = 0; i < clause.args.size(); ++i) {
    const std::string &way = clause.args[i].text;
    if ((way != "read" && way != "write") || ++i >= clause.args.size() || clause.args[i].text != ":")
      return std::nullopt;
    std::vector<std::string> &names = way == "read" ? out.read : out.write;
    do {
      if (++i >= clause.args.size() || !isIdentifier(clause.args[i].text))
        return std::nullopt;
      names.push_back(clause.args[i].text);
    } while (++i < clause.args.size() && clause.args[i].text == ",");
    if (i < clause.args.size() && clause.args[i].text != ";")
      return std::nullopt;
  }
  return clause.args.empty() ? std::nullopt : std::optional(out);
}

// slab = 64, steps = 16: both may be left out
std::optional<Clauses::OutOfCore> outOfCoreOf(const DirectiveClause &clause) {
  Clauses::OutOfCore out;
  for (size_t i = 0; i < clause.args.size(); i += 4) {
    const bool whole = i + 2 < clause.args.size() && clause.args[i + 1].text == "=";
    int64_t *const value = clause.args[i].text == "slab"    ? &out.slab
                           : clause.args[i].text == "steps" ? &out.steps
                                                            : nullptr;
    if (!whole || !value || *value || llvm::StringRef(clause.args[i + 2].text).getAsInteger(0, *value) || *value < 1)
      return std::nullopt;
    if (i + 3 < clause.args.size() && (clause.args[i + 3].text != "," || i + 4 == clause.args.size()))
      return std::nullopt;
  }
  return out;
}

// False: the argument has another form.
bool readArgument(const DirectiveClause &clause, Clauses &out) {
  const std::string &name = clause.name.text;
  if (name == "shape") // readPublished's
    return true;
  if (name == "outofcore" && (clause.closed || clause.args.empty()))
    return (out.outOfCore = outOfCoreOf(clause)).has_value();
  if (!clause.closed)
    return false;
  if (name == "tile" || name == "depth") {
    std::optional<std::vector<int64_t>> numbers = numbersOf(clause);
    if (!numbers || numbers->size() > (name == "tile" ? size_t{kMaxAxes} : 1))
      return false;
    if (name == "tile")
      out.tile = numbers;
    else
      out.depth = numbers->front();
    return true;
  }
  if (name == "host")
    return (out.host = hostOf(clause)).has_value();
  std::optional<std::vector<std::string>> words = wordsOf(clause);
  if (!words || !std::all_of(words->begin(), words->end(), isIdentifier))
    return false;
  if (name == "scratch")
    out.scratch.insert(out.scratch.end(), words->begin(), words->end());
  if (name == "neighbours")
    out.neighbours = *words;
  if (name == "noalias")
    out.noalias.push_back(*words);
  if (name == "schedule" && words->size() == 1)
    out.family = words->front();
  if (name == "target")
    out.target = joined(*words);
  return (name != "schedule" || words->size() == 1) && (name != "noalias" || words->size() > 1);
}

DiagId malformed(const std::string &name) {
  return name == "tile"         ? DiagId::malformed_tile
         : name == "depth"      ? DiagId::malformed_depth
         : name == "schedule"   ? DiagId::malformed_schedule
         : name == "target"     ? DiagId::malformed_target
         : name == "scratch"    ? DiagId::malformed_scratch
         : name == "host"       ? DiagId::malformed_host
         : name == "outofcore"  ? DiagId::malformed_outofcore
         : name == "neighbours" ? DiagId::malformed_neighbours
                                : DiagId::malformed_noalias;
}

bool isMalformed(DiagId id) {
  return id == DiagId::malformed_tile || id == DiagId::malformed_depth || id == DiagId::malformed_schedule ||
         id == DiagId::malformed_target || id == DiagId::malformed_scratch || id == DiagId::malformed_noalias;
}

// What the clauses are when a comma behind the last argument is left out; nullopt: that is not what is wrong.
std::optional<Clauses> withoutLastComma(DirectiveClause clause, Clauses clauses) {
  if (clause.args.empty() || clause.args.back().text != ",")
    return std::nullopt;
  clause.args.pop_back();
  return readArgument(clause, clauses) ? std::optional<Clauses>(std::move(clauses)) : std::nullopt;
}

} // namespace

std::string joined(const std::vector<std::string> &words) {
  std::string out;
  for (const std::string &word : words)
    out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string nearestOf(const std::string &name, const std::vector<std::string> &known) {
  std::string best;
  unsigned distance = 4;
  for (const std::string &word : known)
    if (unsigned d = llvm::StringRef(word).edit_distance(name, true, 4); d < distance && d < name.size()) {
      distance = d;
      best = word;
    }
  return best;
}

std::optional<std::vector<std::vector<DirectiveToken>>> listOf(const DirectiveClause &clause) {
  std::vector<std::vector<DirectiveToken>> list(1);
  int depth = 0;
  for (const DirectiveToken &token : clause.args) {
    depth += token.text == "(" || token.text == "[" ? 1 : token.text == ")" || token.text == "]" ? -1 : 0;
    if (token.text == "," && depth == 0)
      list.emplace_back();
    else
      list.back().push_back(token);
  }
  bool isWhole = clause.closed && depth == 0;
  for (const std::vector<DirectiveToken> &entry : list)
    isWhole &= !entry.empty();
  return isWhole ? std::optional(std::move(list)) : std::nullopt;
}

std::optional<Clauses> readClauses(const clang::ASTContext &ast, const std::vector<const Directive *> &directives,
                                   Diagnostics &diagnostics) {
  Clauses out;
  bool ok = true;
  auto fail = [&](DiagId id, const DirectiveClause &clause, std::vector<std::string> args) {
    Diagnostic &added = diagnostics.add(id, rangeOf(ast, clause.name.loc), std::move(args));
    if (id == DiagId::misspelt_clause)
      added.fixIts.push_back({added.range, added.args[1]});
    if (std::optional<Clauses> fixed = withoutLastComma(clause, out); fixed && isMalformed(id))
      added.fixIts.push_back({rangeOf(ast, clause.args.back().loc), ""});
    ok = false;
  };
  auto read = [&](const DirectiveClause &clause) {
    const std::string &name = clause.name.text;
    if (isIn(kLater, name))
      fail(DiagId::clause_not_supported, clause, {name});
    else if (!isIn(kSupported, name) && nearest(name).empty())
      fail(DiagId::unknown_clause, clause, {name, joined(kSupported)});
    else if (!isIn(kSupported, name))
      fail(DiagId::misspelt_clause, clause, {name, nearest(name)});
    else if (name != "noalias" && name != "shape" && out.where.count(name))
      fail(DiagId::duplicate_clause, clause, {name});
    else if (clause.parenthesised && !clause.closed)
      fail(DiagId::clause_not_closed, clause, {name});
    else if (!readArgument(clause, out))
      fail(malformed(name), clause, {});
    out.where.try_emplace(name, rangeOf(ast, clause.name.loc));
    for (const DirectiveToken &word : clause.args)
      out.words.try_emplace(name + " " + word.text, rangeOf(ast, word.loc));
  };
  for (const Directive *directive : directives)
    for (const DirectiveClause &clause : directive->clauses)
      if (directive->set == "stencil" && !isIn(kPublished, clause.name.text))
        read(clause);
  return ok ? std::optional<Clauses>(std::move(out)) : std::nullopt;
}

bool bindClauseNames(Clauses &clauses, const std::vector<std::pair<std::string, std::string>> &arrays,
                     Diagnostics &diagnostics) {
  bool ok = true;
  auto bind = [&](const char *clause, std::vector<std::string> &names) {
    std::vector<std::string> fields;
    for (const std::string &name : names) {
      size_t before = fields.size();
      for (const auto &[text, field] : arrays)
        if (text == name)
          fields.push_back(field);
      if (fields.size() != before)
        continue;
      std::vector<std::string> known;
      for (const auto &[text, field] : arrays)
        if (!isIn(known, text))
          known.push_back(text);
      diagnostics.add(DiagId::clause_names_no_array, clauses.where[clause], {name, clause, joined(known)});
      ok = false;
    }
    names = fields;
  };
  bind("scratch", clauses.scratch);
  if (clauses.host) {
    bind("host", clauses.host->read);
    bind("host", clauses.host->write);
  }
  for (std::vector<std::string> &names : clauses.noalias)
    bind("noalias", names);
  return ok;
}

} // namespace kasane
