// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cc/CcMentions.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>
#include <set>

namespace kasane {
namespace {

namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

constexpr size_t kMostHeaders = 1000; // of one source

// What a text says of its own, and what it includes.
class Scan {
public:
  explicit Scan(llvm::StringRef text)
      : lexer_(clang::SourceLocation(), options(), text.begin(), text.begin(), text.end()) {}

  Mentions mentions;
  Words quoted, angled; // names of headers

  void run() {
    next();
    while (token_.isNot(clang::tok::eof))
      if (token_.is(clang::tok::hash) && token_.isAtStartOfLine())
        takeDirective();
      else if (isWord("_Pragma"))
        takeOperator();
      else
        next();
  }

private:
  static clang::LangOptions options() {
    clang::LangOptions out;
    out.LineComment = out.C11 = out.Digraphs = true;
    return out;
  }

  void next() { lexer_.LexFromRawLexer(token_); }
  bool isOnLine() const { return token_.isNot(clang::tok::eof) && !token_.isAtStartOfLine(); }
  bool isWord(llvm::StringRef word) const {
    return token_.is(clang::tok::raw_identifier) && token_.getRawIdentifier() == word;
  }
  llvm::StringRef word() const { return token_.is(clang::tok::raw_identifier) ? token_.getRawIdentifier() : ""; }

  void noteWord(llvm::StringRef word) {
    mentions.directive |= word == "stencil" || word == "tpace";
    for (const auto &[set, slips] : {std::pair("stencil", 2u), std::pair("tpace", 1u)})
      mentions.perhaps |= word.edit_distance(set, /*AllowReplacements=*/true, slips) <= slips;
  }

  void takeDirective() {
    next();
    const bool isIf = isOnLine() && isWord("if");
    if (isOnLine() && isWord("pragma")) {
      next();
      if (isOnLine())
        noteWord(word());
    } else if (isOnLine() && (isWord("include") || isWord("include_next") || isWord("import"))) {
      takeInclude();
    }
    if (isIf) {
      next();
      if (isOnLine() && token_.is(clang::tok::numeric_constant) && literal() == "0")
        skipLeftOut();
    }
    while (isOnLine())
      if (isWord("_Pragma")) // of a macro
        takeOperator();
      else
        next();
  }

  llvm::StringRef literal() const { return {token_.getLiteralData(), token_.getLength()}; }

  void takeInclude() {
    next();
    if (!isOnLine())
      return;
    if (token_.is(clang::tok::string_literal)) {
      quoted.push_back(literal().drop_front().drop_back().str());
      return;
    }
    if (token_.isNot(clang::tok::less))
      return;
    const llvm::StringRef line = llvm::StringRef(lexer_.getBufferLocation()).split('\n').first;
    angled.push_back(line.split('>').first.str());
  }

  // Up to the #else, #elif or #endif of this condition.
  void skipLeftOut() {
    for (size_t depth = 1; token_.isNot(clang::tok::eof); next()) {
      if (token_.isNot(clang::tok::hash) || !token_.isAtStartOfLine())
        continue;
      next();
      const llvm::StringRef name = word();
      if (name.starts_with("if"))
        ++depth;
      else if (name == "endif" && --depth == 0)
        return;
      else if (depth == 1 && name.starts_with("el"))
        return;
    }
  }

  // _Pragma("stencil ..") and _Pragma(#x) of a macro, of which the call says what x is.
  void takeOperator() {
    next();
    if (token_.isNot(clang::tok::l_paren))
      return;
    next();
    if (token_.is(clang::tok::string_literal))
      noteWord(literal().drop_front().ltrim().take_while([](char c) { return llvm::isAlnum(c) || c == '_'; }));
    else
      mentions.perhaps = true;
  }

  clang::Lexer lexer_;
  clang::Token token_;
};

Words namedFolders(const Words &flags) {
  Words out;
  for (size_t f = 0; f < flags.size(); ++f)
    for (llvm::StringRef option : {"-iquote", "-I"})
      if (llvm::StringRef flag = flags[f]; flag.consume_front(option)) {
        if (flag.empty() && f + 1 < flags.size())
          flag = flags[++f];
        out.push_back(flag.str());
        break;
      }
  return out;
}

class Look {
public:
  explicit Look(const Words &flags) : folders_(namedFolders(flags)) {}

  Mentions file(const std::string &name, bool isHeader) {
    Mentions out;
    if (!seen_.insert(name).second || seen_.size() > kMostHeaders)
      return out;
    const auto buffer = llvm::MemoryBuffer::getFile(name);
    if (!buffer) // the compiler says it better
      return out;
    const llvm::StringRef text = (*buffer)->getBuffer();
    if (!text.contains("ragma") && !text.contains("include"))
      return out;
    Scan scan(text);
    scan.run();
    out = scan.mentions;
    if (isHeader)
      out = {false, out.directive || out.perhaps};
    for (const auto &[names, isQuoted] : {std::pair(&scan.quoted, true), std::pair(&scan.angled, false)})
      for (const std::string &header : *names)
        out.perhaps |= included(header, isQuoted ? std::optional(path::parent_path(name).str()) : std::nullopt).perhaps;
    return out;
  }

  // `beside`: the first folder to look into, "" for the one of the process.
  Mentions included(const std::string &header, const std::optional<std::string> &beside) {
    Words folders = folders_;
    if (beside)
      folders.insert(folders.begin(), *beside);
    for (const std::string &folder : folders) {
      llvm::SmallString<256> place(folder);
      path::append(place, header);
      if (llvm::sys::fs::is_regular_file(place))
        return file(place.str().str(), true);
    }
    return {};
  }

private:
  Words folders_;
  std::set<std::string> seen_;
};

} // namespace

Mentions mentionsInText(llvm::StringRef text) {
  const std::string copy = text.str(); // the lexer wants a zero behind it
  Scan scan(copy);
  scan.run();
  return scan.mentions;
}

Mentions mentionsIn(const std::string &file, const Words &flags) {
  Look look(flags);
  Mentions out = look.file(file, false);
  for (size_t f = 0; f + 1 < flags.size(); ++f)
    if (flags[f] == "-include")
      out.perhaps |= look.included(flags[f + 1], ".").perhaps;
  return out;
}

} // namespace kasane
