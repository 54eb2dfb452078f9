// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Frontend/Directives.h"

#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

namespace kasane {
namespace {

class StencilPragma : public clang::PragmaHandler {
public:
  explicit StencilPragma(DirectiveTable &table) : PragmaHandler("stencil"), table_(table) {}

  void HandlePragma(clang::Preprocessor &pp, clang::PragmaIntroducer, clang::Token &first) override {
    Directive directive{first.getLocation(), {}};
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

  static bool namesThings(const std::string &clause) {
    return clause == "schedule" || clause == "target" || clause == "scratch" || clause == "noalias" || clause == "host";
  }

  // `token` is the '('; leaves it at the one after ')'.
  static void readArguments(clang::Preprocessor &pp, clang::Token &token, DirectiveClause &clause) {
    bool unexpanded = namesThings(clause.name.text);
    auto next = [&] { unexpanded ? pp.LexUnexpandedToken(token) : pp.Lex(token); };
    clause.parenthesised = true;
    int depth = 1;
    for (next(); token.isNot(clang::tok::eod); next()) {
      depth += token.is(clang::tok::l_paren) ? 1 : token.is(clang::tok::r_paren) ? -1 : 0;
      if (depth == 0) {
        clause.closed = true;
        pp.LexUnexpandedToken(token);
        return;
      }
      clause.args.push_back(spelled(pp, token));
    }
  }

  DirectiveTable &table_;
};

// What no other handler knows.
class UnknownPragma : public clang::PragmaHandler {
public:
  explicit UnknownPragma(DirectiveTable &table) : table_(table) {}

  void HandlePragma(clang::Preprocessor &pp, clang::PragmaIntroducer, clang::Token &first) override {
    constexpr unsigned kSlips = 2; // of seven letters
    const std::string word = first.is(clang::tok::eod) ? "" : pp.getSpelling(first);
    if (llvm::StringRef(word).edit_distance("stencil", /*AllowReplacements=*/true, kSlips) <= kSlips)
      table_.push_back({first.getLocation(), {}, word});
    else
      pp.Diag(first, clang::diag::warn_pragma_ignored);
  }

private:
  DirectiveTable &table_;
};

} // namespace

void registerDirectives(clang::Preprocessor &preprocessor, DirectiveTable &table) {
  preprocessor.AddPragmaHandler(new UnknownPragma(table));
  preprocessor.AddPragmaHandler(new StencilPragma(table)); // the preprocessor owns it
}

} // namespace kasane
