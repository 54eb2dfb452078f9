// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Frontend/Directives.h"

#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

namespace kasane {
namespace {

class SetPragma : public clang::PragmaHandler {
public:
  SetPragma(const std::string &set, DirectiveTable &table) : PragmaHandler(set), set_(set), table_(table) {}

  void HandlePragma(clang::Preprocessor &pp, clang::PragmaIntroducer, clang::Token &first) override {
    Directive directive{first.getLocation(), {}, set_};
    clang::Token token;
    pp.LexUnexpandedToken(token);
    while (token.isNot(clang::tok::eod)) {
      DirectiveClause clause{spelled(pp, token), false, false, {}};
      pp.LexUnexpandedToken(token);
      if (token.is(clang::tok::l_paren))
        readArguments(pp, token, clause);
      if (token.is(clang::tok::comma)) // clauses may be separated as in OpenMP
        pp.LexUnexpandedToken(token);
      directive.clauses.push_back(std::move(clause));
    }
    table_.push_back(std::move(directive));
  }

private:
  static DirectiveToken spelled(clang::Preprocessor &pp, const clang::Token &token) {
    return {pp.getSpelling(token), token.getLocation()};
  }

  // The words of an object-like macro, those of macros in it included.
  static void expandMacro(clang::Preprocessor &pp, const clang::Token &token, int depth,
                          std::vector<std::string> &words) {
    const clang::IdentifierInfo *name = token.getIdentifierInfo();
    const clang::MacroInfo *macro = name && depth < kMacroDepth ? pp.getMacroInfo(name) : nullptr;
    if (!macro || macro->isFunctionLike()) {
      if (depth > 0)
        words.push_back(pp.getSpelling(token));
      return;
    }
    for (const clang::Token &inner : macro->tokens())
      expandMacro(pp, inner, depth + 1, words);
  }

  static bool namesThings(const std::string &clause) {
    return clause == "schedule" || clause == "target" || clause == "scratch" || clause == "noalias" ||
           clause == "host" || clause == "dimension" || clause == "home";
  }
  static bool namesArrays(const std::string &clause) {
    return clause == "source" || clause == "destination" || clause == "targetin" || clause == "targetinout";
  }

  // `token` is the '('; leaves it at the one after ')'.
  static void readArguments(clang::Preprocessor &pp, clang::Token &token, DirectiveClause &clause) {
    const std::string &name = clause.name.text;
    clause.parenthesised = true;
    int depth = 1, brackets = 0;
    auto next = [&] {
      bool unexpanded =
          namesThings(name) || (namesArrays(name) && brackets == 0) || (name == "step" && clause.args.empty());
      unexpanded ? pp.LexUnexpandedToken(token) : pp.Lex(token);
    };
    for (next(); token.isNot(clang::tok::eod); next()) {
      depth += token.is(clang::tok::l_paren) - token.is(clang::tok::r_paren);
      brackets += token.is(clang::tok::l_square) - token.is(clang::tok::r_square);
      if (depth == 0) {
        clause.closed = true;
        pp.LexUnexpandedToken(token);
        return;
      }
      clause.args.push_back(spelled(pp, token));
      if (namesArrays(name) && brackets == 0)
        expandMacro(pp, token, 0, clause.args.back().macro);
    }
  }

  static constexpr int kMacroDepth = 8; // a macro may name itself
  std::string set_;
  DirectiveTable &table_;
};

// What no other handler knows.
class UnknownPragma : public clang::PragmaHandler {
public:
  explicit UnknownPragma(DirectiveTable &table) : table_(table) {}

  void HandlePragma(clang::Preprocessor &pp, clang::PragmaIntroducer, clang::Token &first) override {
    const std::string word = first.is(clang::tok::eod) ? "" : pp.getSpelling(first);
    for (const auto &[set, slips] : {std::pair("stencil", 2u), std::pair("tpace", 1u)})
      if (llvm::StringRef(word).edit_distance(set, /*AllowReplacements=*/true, slips) <= slips) {
        table_.push_back({first.getLocation(), {}, set, word});
        return;
      }
    pp.Diag(first, clang::diag::warn_pragma_ignored);
  }

private:
  DirectiveTable &table_;
};

// Clang's parser has a handler of its own for them, which skips them.
class OmpPragmas : public clang::PPCallbacks {
public:
  OmpPragmas(clang::Preprocessor &pp, DirectiveTable &table) : pp_(pp), table_(table) {}

  void PragmaDirective(clang::SourceLocation loc, clang::PragmaIntroducerKind) override {
    // Here the words behind `pragma` begin, or those of the string of _Pragma.
    const auto *lexer = static_cast<const clang::Lexer *>(pp_.getCurrentLexer());
    if (!lexer)
      return;
    const std::string text = logicalLine(
        lexer->getBuffer().substr(static_cast<size_t>(lexer->getBufferLocation() - lexer->getBuffer().data())));
    clang::Lexer words({}, pp_.getLangOpts(), text.c_str(), text.c_str(), text.c_str() + text.size());
    clang::Token token;
    if (next(words, token) != "omp")
      return;
    Directive directive{loc, {}, "omp"};
    int depth = 0;
    for (std::string word = next(words, token); !word.empty(); word = next(words, token)) {
      depth += word == "(" ? 1 : word == ")" ? -1 : 0;
      if (depth == 0 && word != ")" && word != ",")
        directive.clauses.push_back({{word, loc}, false, true, {}});
      else if (depth == 1 && word == "(" && !directive.clauses.empty())
        directive.clauses.back().parenthesised = true;
      else if (depth > 0 && !directive.clauses.empty())
        directive.clauses.back().args.push_back({word, loc});
    }
    table_.push_back(std::move(directive));
  }

private:
  // Up to a line's end that no backslash joins with the next one.
  static std::string logicalLine(llvm::StringRef text) {
    size_t end = text.find('\n');
    while (end != llvm::StringRef::npos && text.substr(0, end).rtrim('\r').ends_with("\\"))
      end = text.find('\n', end + 1);
    return text.substr(0, end).str();
  }

  // "" at the end.
  static std::string next(clang::Lexer &words, clang::Token &token) {
    words.LexFromRawLexer(token);
    return token.is(clang::tok::eof) ? ""
                                     : std::string(words.getBufferLocation() - token.getLength(), token.getLength());
  }

  clang::Preprocessor &pp_;
  DirectiveTable &table_;
};

class SkippedText : public clang::PPCallbacks {
public:
  explicit SkippedText(std::vector<clang::SourceRange> &skipped) : skipped_(skipped) {}

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override { skipped_.push_back(range); }

private:
  std::vector<clang::SourceRange> &skipped_;
};

} // namespace

void registerDirectives(clang::Preprocessor &preprocessor, Noticed &noticed) {
  preprocessor.addPPCallbacks(std::make_unique<OmpPragmas>(preprocessor, noticed.omp));
  preprocessor.addPPCallbacks(std::make_unique<SkippedText>(noticed.skipped));
  preprocessor.AddPragmaHandler(new UnknownPragma(noticed.directives));
  for (const char *set : {"stencil", "tpace"})
    preprocessor.AddPragmaHandler(new SetPragma(set, noticed.directives)); // the preprocessor owns it
}

const DirectiveClause *find(const Directive &directive, const std::string &name) {
  for (const DirectiveClause &clause : directive.clauses)
    if (directive.set == "stencil" && clause.name.text == name)
      return &clause;
  return nullptr;
}

} // namespace kasane
