// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Frontend/Frontend.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace kasane {
namespace {

class ConditionalReader {
public:
  ConditionalReader(const clang::ASTContext &ast, const std::vector<clang::SourceRange> &skipped)
      : sources_(ast.getSourceManager()), text_(sources_.getBufferData(sources_.getMainFileID())),
        lexer_(sources_.getLocForStartOfFile(sources_.getMainFileID()), ast.getLangOpts(), text_.begin(), text_.begin(),
               text_.end()) {
    for (const clang::SourceRange range : skipped)
      if (sources_.isWrittenInMainFile(range.getBegin()))
        skipped_.push_back({offsetOf(range.getBegin()), offsetOf(range.getEnd())});
  }

  std::vector<Conditional> read() {
    for (next(); token_.isNot(clang::tok::eof);)
      if (token_.is(clang::tok::hash) && token_.isAtStartOfLine())
        readDirective();
      else {
        noteCode();
        next();
      }
    std::erase_if(all_, [&](const Conditional &one) {
      return one.lines.size() < 2 || llvm::any_of(
                                         skipped_,
                                         [&](const Span &span) {
                                           return span.beginOffset < one.lines.front().beginOffset &&
                                                  one.lines.back().beginOffset < span.endOffset;
                                         });
    });
    for (Conditional &one : all_)
      for (size_t k = 0; k + 1 < one.lines.size(); ++k)
        one.lines[k].taken = !isSkipped(one.lines[k], one.lines[k + 1]);
    return std::move(all_);
  }

private:
  size_t offsetOf(clang::SourceLocation loc) const { return sources_.getFileOffset(loc); }
  size_t place() const { return offsetOf(token_.getLocation()); }
  void next() { lexer_.LexFromRawLexer(token_); }

  // Every branch around it holds code.
  void noteCode() {
    for (size_t open : open_)
      all_[open].holdsCode = true;
  }

  void readDirective() {
    const size_t begin = place();
    size_t end = begin + token_.getLength();
    llvm::StringRef word;
    for (next(); token_.isNot(clang::tok::eof) && !token_.isAtStartOfLine(); next()) {
      if (word.empty())
        word = text_.substr(place(), token_.getLength());
      end = place() + token_.getLength();
    }
    const Conditional::Line line{begin, end,
                                 sources_.getLineNumber(sources_.getMainFileID(), static_cast<unsigned>(begin)), false};
    if (word.starts_with("if")) {
      open_.push_back(all_.size());
      all_.push_back({{line}});
    } else if ((word.starts_with("el") || word == "endif") && !open_.empty()) {
      Conditional &inner = all_[open_.back()];
      inner.lines.push_back(line);
      inner.hasElse |= word == "else";
      if (word == "endif")
        open_.pop_back();
    } else if (!word.empty() && word != "pragma") {
      noteCode();
    }
  }

  bool isSkipped(const Conditional::Line &line, const Conditional::Line &following) const {
    return llvm::any_of(skipped_, [&](const Span &span) {
      return span.beginOffset <= line.beginOffset && following.beginOffset <= span.endOffset;
    });
  }

  const clang::SourceManager &sources_;
  llvm::StringRef text_;
  clang::Lexer lexer_;
  clang::Token token_;
  std::vector<Span> skipped_;
  std::vector<Conditional> all_;
  std::vector<size_t> open_; // the conditionals around the token
};

} // namespace

std::vector<Conditional> readConditionals(const clang::ASTContext &ast,
                                          const std::vector<clang::SourceRange> &skipped) {
  return ConditionalReader(ast, skipped).read();
}

} // namespace kasane
