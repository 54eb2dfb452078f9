// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/Published.h"

#include "Ast/Source.h"
#include "Directives/Clauses.h"
#include "Directives/Tpace.h"

#include <algorithm>

namespace kasane {
namespace {

bool isName(const DirectiveToken &token) {
  return !token.text.empty() && (std::isalpha(static_cast<unsigned char>(token.text[0])) || token.text[0] == '_');
}

bool isAccess(const DirectiveToken &token) { return token.text == "." || token.text == "->"; }

class Collector {
public:
  Collector(const clang::ASTContext &ast, Diagnostics &diagnostics) : ast_(ast), diagnostics_(diagnostics) {}
  Published out;
  bool ok = true;

  void read(const Directive &directive) {
    bool isData = false, hasList = false;
    const DirectiveClause *data = nullptr;
    for (const DirectiveClause &clause : directive.clauses) {
      const std::string &name = clause.name.text;
      bool isList = name == "source" || name == "destination";
      if (isData && !isList && !hasList)
        fail(DiagId::malformed_data, *data);
      if (name == "data") {
        data = &clause;
        hasList = false;
      }
      isData = name == "data" || (isData && isList);
      if (isList && (!isData || !readData(clause)))
        fail(DiagId::malformed_data, clause);
      hasList |= isList;
      readWord(clause);
    }
    if (isData && !hasList)
      fail(DiagId::malformed_data, *data);
  }

private:
  void fail(DiagId id, const DirectiveClause &clause) {
    diagnostics_.add(id, rangeOf(ast_, clause.name.loc), {clause.name.text});
    ok = false;
  }

  void readWord(const DirectiveClause &clause) {
    const std::string &name = clause.name.text;
    bool isWord = name == "begin" || name == "end" || name == "calc" || name == "copy" || name == "data";
    if (isWord && clause.parenthesised)
      fail(DiagId::malformed_word, clause);
    else if (name == "calc" || name == "copy")
      out.nests.push_back({clause.name});
    else if (name == "shape" && !readShapes(clause))
      fail(DiagId::malformed_shape, clause);
    else if (name == "step" && out.step)
      fail(DiagId::duplicate_clause, clause);
    else if (name == "step" && !readStep(clause))
      fail(DiagId::malformed_step, clause);
    else if (name == "dimension" && !readDimension(clause))
      fail(DiagId::malformed_dimension, clause);
  }

  bool readStep(const DirectiveClause &clause) {
    const std::vector<DirectiveToken> &args = clause.args;
    if (!clause.closed || args.size() < 3 || !isName(args[0]) || args[1].text != ":")
      return false;
    out.step = StepWord{args[0], {args.begin() + 2, args.end()}};
    return true;
  }

  bool readDimension(const DirectiveClause &clause) {
    DimensionWord dimension{clause.name, {}};
    std::optional<std::vector<std::vector<DirectiveToken>>> list = listOf(clause);
    if (!list || list->size() > 3)
      return false;
    for (const std::vector<DirectiveToken> &entry : *list) {
      if (entry.size() != 1 || !isName(entry[0]))
        return false;
      dimension.names.push_back(entry[0]);
    }
    out.dimensions.push_back(std::move(dimension));
    return true;
  }

  // Appends the arrays of the list.
  bool readArrays(const DirectiveClause &clause, std::vector<DataWord> &arrays) {
    std::optional<std::vector<std::vector<DirectiveToken>>> list = listOf(clause);
    return list && std::all_of(list->begin(), list->end(), [&](const std::vector<DirectiveToken> &entry) {
             std::optional<NamedArray> array = namedArray(entry);
             if (!array)
               return false;
             DataWord data{array->type, array->name, array->spellings, {}, clause.name.text == "source"};
             for (const BracketWord &bracket : array->brackets)
               data.dimensions.push_back(bracket.tokens);
             arrays.push_back(std::move(data));
             return true;
           });
  }

  bool readData(const DirectiveClause &clause) { return readArrays(clause, out.data); }

  bool readShapes(const DirectiveClause &clause) {
    auto isBare = [](const DataWord &word) {
      auto isEmpty = [](const std::vector<DirectiveToken> &tokens) { return tokens.empty(); };
      return word.type.empty() && !word.dimensions.empty() &&
             std::none_of(word.dimensions.begin(), word.dimensions.end(), isEmpty);
    };
    return readArrays(clause, out.shapes) && std::all_of(out.shapes.begin(), out.shapes.end(), isBare);
  }

  const clang::ASTContext &ast_;
  Diagnostics &diagnostics_;
};

} // namespace

std::optional<std::vector<BracketWord>> bracketsOf(const std::vector<DirectiveToken> &tokens, size_t at) {
  std::vector<BracketWord> brackets;
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    const std::string &text = tokens[at].text;
    depth -= text == "]" ? 1 : 0;
    if (text == "[" && depth == 0)
      brackets.push_back({tokens[at], {}});
    else if (depth < 0 || (depth == 0 && text != "]"))
      return std::nullopt;
    else if (depth > 0)
      brackets.back().tokens.push_back(tokens[at]);
    depth += text == "[" ? 1 : 0;
  }
  return depth == 0 ? std::optional(std::move(brackets)) : std::nullopt;
}

// The name may be a member of something: unsigned char g->cells[NY][NX].
std::optional<NamedArray> namedArray(const std::vector<DirectiveToken> &tokens) {
  size_t end = 0;
  while (end < tokens.size() && tokens[end].text != "[")
    ++end;
  size_t first = end;
  while (first > 0 && (first == end || isAccess(tokens[first]) || isAccess(tokens[first - 1])))
    --first;
  if (first == end)
    return std::nullopt;
  NamedArray array{{tokens.begin(), tokens.begin() + first}, tokens[first], {}, {}};
  std::string macro;
  array.name.text.clear();
  for (size_t t = first; t < end; ++t) {
    if (isName(tokens[t]) == isAccess(tokens[t]))
      return std::nullopt;
    array.name.text += tokens[t].text;
    macro += tokens[t].macro.empty() ? tokens[t].text : "";
    for (const std::string &word : tokens[t].macro)
      macro += word;
  }
  array.spellings = {array.name.text, macro};
  std::erase_if(array.type, [](const DirectiveToken &token) { return token.text == "*"; });
  std::optional<std::vector<BracketWord>> brackets = bracketsOf(tokens, end);
  if (!brackets || !std::all_of(array.type.begin(), array.type.end(), isName))
    return std::nullopt;
  array.brackets = std::move(*brackets);
  return array;
}

std::optional<Published> readPublished(const clang::ASTContext &ast, const std::vector<const Directive *> &directives,
                                       Diagnostics &diagnostics) {
  Collector collector(ast, diagnostics);
  for (const Directive *directive : directives)
    if (directive->set != "tpace")
      collector.read(*directive);
    else
      collector.ok &= readTpace(ast, *directive, collector.out, diagnostics);
  return collector.ok ? std::optional<Published>(std::move(collector.out)) : std::nullopt;
}

} // namespace kasane
