// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/PlaceInFile.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace kasane {
namespace {

// Where the first further directive between the pragmas and their statement begins its line; it belongs to the
// statement. Branches that the pragmas stand in don't: what follows their end is common to all of them.
std::optional<size_t> directiveLine(clang::StringRef text, size_t from, size_t to, const std::vector<size_t> &pragmas) {
  std::optional<size_t> first;
  int depth = 0;
  for (size_t line = text.find('\n', from); line < to; line = text.find('\n', line + 1)) {
    bool isOwn = llvm::any_of(pragmas, [&](size_t at) { return line < at && at < text.find('\n', line + 1); });
    clang::StringRef start = text.substr(line + 1).ltrim(" \t");
    if (isOwn || !(start.consume_front("#") || start.consume_front("%:")))
      continue;
    start = start.ltrim(" \t");
    depth += start.starts_with("if");
    if (depth == 0 && (start.starts_with("el") || start.starts_with("endif")))
      first.reset();
    else if (!first)
      first = line + 1;
    depth -= depth > 0 && start.starts_with("endif");
  }
  return first;
}

// Before a span other statements may stand, with directives of their own.
size_t endOfStatementBefore(const clang::ASTContext &ast, const Annotated &annotated, size_t begin) {
  size_t end = 0;
  const clang::Stmt *around = annotated.function->getBody();
  while (around) {
    const clang::Stmt *inner = nullptr;
    for (const clang::Stmt *child : around->children()) {
      Extent extent = child && child->getBeginLoc().isValid() ? extentOf(ast, child->getSourceRange()) : Extent{0, 0};
      if (extent.end <= begin)
        end = std::max(end, extent.end);
      else if (extent.begin < begin)
        inner = child;
    }
    around = inner;
  }
  return end;
}

// Where they begin, if each is a line of its own; else none, since one without another may be no C.
std::vector<size_t> pragmaLines(const clang::ASTContext &ast, const std::vector<const Directive *> &pragmas) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const clang::StringRef text = sources.getBufferData(sources.getMainFileID());
  std::vector<size_t> lines;
  for (const Directive *pragma : pragmas) {
    const size_t at = sources.getFileOffset(sources.getExpansionLoc(pragma->loc));
    if (!text.substr(at).starts_with("#") && !text.substr(at).starts_with("%:"))
      return {};
    lines.push_back(at);
  }
  return lines;
}

// `GCC ivdep` or `GCC unroll`, behind which gcc wants nothing but a loop?
bool isLoopPragma(clang::StringRef line) {
  line = line.ltrim(" \t");
  if (!line.consume_front("#") && !line.consume_front("%:"))
    return false;
  llvm::SmallVector<clang::StringRef, 4> words;
  llvm::SplitString(line, words, " \t\r");
  return words.size() > 2 && words[0] == "pragma" && words[1] == "GCC" && (words[2] == "ivdep" || words[2] == "unroll");
}

// Where the first of such lines begins that stand right before the line of this offset; else the offset.
size_t withLoopPragmas(clang::StringRef text, size_t offset) {
  auto lineAt = [&](size_t at) { return text.rfind('\n', at) + 1; }; // of what stands before: npos + 1 is 0
  for (size_t line = lineAt(offset); line > 0;) {
    const size_t end = line - 1;
    line = lineAt(end);
    clang::StringRef its = text.slice(line, end);
    if (isLoopPragma(its)) {
      offset = line;
      continue;
    }
    if (its.ltrim(" \t").starts_with("//"))
      continue;
    if (const size_t comment = text.take_front(end).rfind("/*");
        its.rtrim().ends_with("*/") && comment != clang::StringRef::npos) {
      line = lineAt(comment);
      its = text.slice(line, comment);
    }
    if (!its.trim(" \t\r").empty())
      break;
  }
  return offset;
}

} // namespace

void placeInFile(const clang::ASTContext &ast, const Annotated &annotated, const clang::Expr *stepsFrom,
                 Region &region) {
  const clang::Stmt *stmt = annotated.stmt;
  Extent extent = extentOf(ast, stmt->getSourceRange());
  region.beginOffset = extent.begin;
  region.endOffset = extent.end;
  clang::StringRef text = ast.getSourceManager().getBufferData(ast.getSourceManager().getMainFileID());
  for (const Directive *directive : annotated.parts)
    region.pragmas.push_back(ast.getSourceManager().getFileOffset(directive->loc));
  for (const Directive *directive : annotated.aside)
    region.aside.push_back(ast.getSourceManager().getFileOffset(directive->loc));
  region.endOffset = pastSemicolon(ast, stmt, extent.end);
  region.line = ast.getSourceManager().getPresumedLineNumber(stmt->getBeginLoc());
  size_t from = std::max(region.pragmas.front(), endOfStatementBefore(ast, annotated, region.beginOffset));
  if (std::optional<size_t> line = directiveLine(text, from, region.beginOffset, region.pragmas)) {
    region.line -= text.slice(*line, region.beginOffset).count('\n');
    region.beginOffset = *line;
  }
  // Pragmas of OpenMP's that stand before ours are the statement's, too.
  for (const Directive *pragma : annotated.team.attached) {
    const size_t at = ast.getSourceManager().getFileOffset(ast.getSourceManager().getExpansionLoc(pragma->loc));
    if (at >= region.beginOffset)
      continue;
    region.line -= text.slice(at, region.beginOffset).count('\n');
    region.beginOffset = at;
  }
  if (const size_t at = withLoopPragmas(text, region.pragmas.front()); at < region.pragmas.front()) {
    region.line -= text.slice(at, region.beginOffset).count('\n');
    region.beginOffset = at;
  }
  holds(stmt, [&](const clang::Stmt *part) {
    if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(part); label && !label->getDecl()->isGnuLocal())
      region.labels.push_back(label->getName());
    return false;
  });
  region.threads = pragmaLines(ast, annotated.team.parallel ? annotated.team.within : annotated.team.attached);
  const clang::Stmt *body = annotated.team.parallel ? nullptr : bodyOf(stmt); // each thread would count the steps
  if (!region.program.time || !body || (stepsFrom && stepsFrom->getBeginLoc().isMacroID()))
    return;
  if (stepsFrom) {
    Extent part = extentOf(ast, stepsFrom->getSourceRange());
    region.body = LoopBody{part.begin, part.end, false, true};
    return;
  }
  Extent inner = extentOf(ast, body->getSourceRange());
  region.body = LoopBody{inner.begin, pastSemicolon(ast, body, inner.end), llvm::isa<clang::CompoundStmt>(body)};
}

} // namespace kasane
