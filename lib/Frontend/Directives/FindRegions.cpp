// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/FindRegions.h"

#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Directives/PipelineRegion.h"
#include "Directives/Spans.h"
#include "Directives/Tpace.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <map>

namespace kasane {
namespace {

bool contains(const clang::ASTContext &ast, const clang::Stmt *stmt, size_t offset) {
  Extent extent = extentOf(ast, stmt->getSourceRange());
  return extent.begin <= offset && offset < extent.end;
}

// A loop over one expression statement may end in a macro's use; a brace from a macro is nothing that we could cut at.
bool endsInExpression(const clang::Stmt *stmt) {
  for (stmt = unwrap(stmt); stmt; stmt = unwrap(stmt)) {
    if (const clang::Stmt *body = bodyOf(stmt))
      stmt = body;
    else if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
      stmt = branch->getElse() ? branch->getElse() : branch->getThen();
    else
      return llvm::isa<clang::Expr>(stmt);
  }
  return false;
}

// As the user would write it again.
std::string spellingOf(const Directive &directive) {
  return directive.set == "tpace" ? "tpace " + directive.clauses.front().name.text : directive.set;
}

bool isPipeline(const Directive &directive) {
  return directive.set == "tpace" && directive.clauses.front().name.text == "pipeline";
}

bool isPublished(const Directive &directive) {
  for (const char *word : {"begin", "end", "step", "data", "dimension", "calc", "copy"})
    if (find(directive, word))
      return true;
  return false;
}

// What can be a region: loops, a block, or a call or an option that stands for them.
bool canBeRegion(const clang::Stmt *stmt) {
  stmt = unwrap(stmt);
  return bodyOf(stmt) || llvm::isa<clang::CompoundStmt>(stmt) ||
         (llvm::isa<clang::Expr, clang::IfStmt, clang::SwitchStmt>(stmt) && holdsLoops(stmt, true));
}

class Finder {
public:
  Finder(const clang::ASTContext &ast, const DirectiveTable &directives, Diagnostics &diagnostics)
      : ast_(ast), sources_(ast.getSourceManager()), diagnostics_(diagnostics) {
    for (const Directive &directive : directives)
      if (isUsable(directive))
        (directive.set == "stencil" || isPipeline(directive) ? usable_ : beside_).push_back(&directive);
  }

  std::vector<Annotated> find() {
    for (next_ = 0; next_ < usable_.size();) {
      const Directive &directive = *usable_[next_++];
      if (kasane::find(directive, "begin"))
        readSpan(directive);
      else if (kasane::find(directive, "end"))
        fail(DiagId::end_without_begin, *kasane::find(directive, "end"));
      else if (directive.set == "tpace")
        readPipeline(directive);
      else
        readLine(directive);
    }
    for (const Directive *directive : beside_)
      attach(*directive);
    return std::move(found_);
  }

private:
  size_t offsetOf(const Directive &directive) const { return sources_.getFileOffset(directive.loc); }
  Diagnostic &fail(DiagId id, const DirectiveClause &word) {
    return diagnostics_.add(id, rangeOf(ast_, word.name.loc), {word.name.text});
  }
  void fail(DiagId id, const Directive &directive) {
    diagnostics_.add(id, rangeOf(ast_, directive.loc), {spellingOf(directive)});
  }

  bool isUsable(const Directive &directive) {
    if (kasane::find(directive, "keep") || kasane::find(directive, "home"))
      return false; // around regions and between them, see KeepScopes.cpp
    if (!directive.misspelt.empty()) {
      const SourceRange range = rangeOf(ast_, directive.loc);
      if (!directive.loc.isMacroID() && sources_.isWrittenInMainFile(directive.loc))
        diagnostics_.add(DiagId::misspelt_directive, range, {directive.misspelt, directive.set})
            .fixIts.push_back({range, directive.set});
      return false;
    }
    if (directive.set == "tpace" && !tpaceWordOf(ast_, directive, diagnostics_))
      return false;
    if (!directive.loc.isMacroID() && sources_.isWrittenInMainFile(sources_.getSpellingLoc(directive.loc)))
      return true;
    bool isMacro = directive.loc.isMacroID() || sources_.isWrittenInScratchSpace(directive.loc);
    fail(isMacro ? DiagId::directive_in_macro : DiagId::region_in_header, directive);
    return false;
  }

  void add(const std::vector<const Directive *> &parts, const clang::FunctionDecl *function, const clang::Stmt *stmt,
           bool isSpan) {
    if (isCutByMacro(ast_, stmt))
      diagnostics_.add(DiagId::region_in_macro, rangeOf(ast_, stmt->getSourceRange()));
    else
      found_.push_back({parts, function, unwrap(stmt), ++ordinals_[function], isSpan});
  }

  // A line that is no part of a `begin` .. `end`.
  void readLine(const Directive &directive) {
    size_t offset = offsetOf(directive);
    const clang::FunctionDecl *function = functionAround(ast_, offset);
    const clang::Stmt *stmt = function ? statementBehind(ast_, function->getBody(), offset) : nullptr;
    bool isNear = !found_.empty() && found_.back().function == function && !found_.back().isSpan;
    bool inside = isNear && contains(ast_, found_.back().stmt, offset);
    const DirectiveClause *mark = kasane::find(directive, "calc");
    if (!mark)
      mark = kasane::find(directive, "copy");
    if ((inside && (isPublished(directive) || isBesidePipeline(found_.back(), stmt))) ||
        (isNear && stmt && unwrap(stmt) == found_.back().stmt))
      found_.back().parts.push_back(&directive);
    else if (inside)
      fail(DiagId::nested_directive, directive);
    else if (mark)
      fail(DiagId::directive_outside_region, *mark);
    else if (const auto *call = stmt ? llvm::dyn_cast<clang::CallExpr>(unwrap(stmt)) : nullptr;
             call && isElsewhere(ast_, call))
      diagnostics_.add(DiagId::body_elsewhere, rangeOf(ast_, call->getSourceRange()),
                       {call->getDirectCallee()->getNameAsString()});
    else if (!stmt || !canBeRegion(stmt))
      fail(DiagId::nothing_under_directive, directive);
    else
      add({&directive}, function, stmt, false);
  }

  bool isBesidePipeline(const Annotated &region, const clang::Stmt *behind) const {
    return std::any_of(region.parts.begin(), region.parts.end(), [&](const Directive *part) {
      return isPipeline(*part) && statementBehind(ast_, region.function->getBody(), offsetOf(*part)) == behind;
    });
  }

  // It may stand inside of its region, the time loop,
  // and beside lines of `#pragma stencil` before the loop or the nest.
  void readPipeline(const Directive &directive) {
    const size_t offset = offsetOf(directive);
    const clang::FunctionDecl *function = functionAround(ast_, offset);
    const clang::Stmt *behind = function ? statementBehind(ast_, function->getBody(), offset) : nullptr;
    if (!behind || !canBeRegion(behind))
      return fail(DiagId::nothing_under_directive, directive);
    const clang::Stmt *stmt = pipelineRegion(ast_, function, offset, behind);
    const bool isNear = !found_.empty() && found_.back().function == function && !found_.back().isSpan;
    if (isNear && (found_.back().stmt == unwrap(stmt) || found_.back().stmt == unwrap(behind))) {
      found_.back().stmt = unwrap(stmt);
      found_.back().parts.push_back(&directive);
    } else if (isNear && contains(ast_, found_.back().stmt, offset)) {
      fail(DiagId::nested_directive, directive);
    } else {
      add({&directive}, function, stmt, false);
    }
  }

  // Is the place within the region's text, its directives included?
  bool isWithin(const Annotated &region, size_t offset) const {
    const Extent extent = extentOf(ast_, region.stmt->getSourceRange());
    return std::min(extent.begin, offsetOf(*region.parts.front())) <= offset &&
           offset < std::max(extent.end, offsetOf(*region.parts.back()));
  }

  // `init` is the next pipeline's, or the last one's; `loop` is the region's whose nest is behind it.
  void attach(const Directive &directive) {
    const size_t offset = offsetOf(directive);
    const bool isInit = directive.clauses.front().name.text == "init";
    const clang::FunctionDecl *function = functionAround(ast_, offset);
    const clang::Stmt *behind = function && !isInit ? statementBehind(ast_, function->getBody(), offset) : nullptr;
    Annotated *own = nullptr, *pipeline = nullptr;
    for (Annotated &region : found_) {
      const bool holdsNest = behind && contains(ast_, region.stmt, extentOf(ast_, behind->getSourceRange()).begin);
      if (isWithin(region, offset) || holdsNest)
        own = &region;
      const bool isBefore = pipeline && offsetOf(*pipeline->parts.front()) > offset;
      if (!isBefore &&
          std::any_of(region.parts.begin(), region.parts.end(), [](auto *part) { return isPipeline(*part); }))
        pipeline = &region;
    }
    if (isInit ? !pipeline : !own) {
      if (!diagnostics_.hasErrors()) // its region may be missing for another reason
        fail(DiagId::tpace_outside_region, directive.clauses.front());
      return;
    }
    if (!own)
      return pipeline->aside.push_back(&directive);
    const auto behindIt =
        std::find_if(own->parts.begin(), own->parts.end(), [&](auto *part) { return offsetOf(*part) > offset; });
    own->parts.insert(behindIt, &directive);
  }

  // The directives up to the one with `end`; null when it stands in another block, or nowhere.
  const clang::CompoundStmt *readParts(const Directive &begin, const clang::FunctionDecl *function,
                                       std::vector<const Directive *> &parts) {
    for (size_t n = next_; n < usable_.size(); ++n) {
      const Directive &directive = *usable_[n];
      if (functionAround(ast_, offsetOf(directive)) != function)
        break;
      const DirectiveClause *end = kasane::find(directive, "end");
      if (const DirectiveClause *again = kasane::find(directive, "begin"); again && !end) {
        fail(DiagId::begin_inside_begin, *again)
            .notes.push_back({DiagId::note_begun_here, rangeOf(ast_, begin.loc), {}});
        continue;
      }
      if (directive.clauses.empty())
        fail(DiagId::nested_directive, directive);
      parts.push_back(&directive);
      if (!end)
        continue;
      next_ = n + 1;
      const clang::CompoundStmt *block = blockOf(ast_, function, offsetOf(begin), offsetOf(directive));
      if (!block)
        fail(DiagId::begin_without_end, *kasane::find(begin, "begin"))
            .notes.push_back({DiagId::note_end_elsewhere, rangeOf(ast_, end->name.loc), {}});
      return block;
    }
    fail(DiagId::begin_without_end, *kasane::find(begin, "begin"));
    while (next_ < usable_.size() && functionAround(ast_, offsetOf(*usable_[next_])) == function)
      ++next_; // whatever they are part of
    return nullptr;
  }

  void readSpan(const Directive &begin) {
    const clang::FunctionDecl *function = functionAround(ast_, offsetOf(begin));
    if (!function)
      return fail(DiagId::nothing_under_directive, begin);
    std::vector<const Directive *> parts = {&begin};
    size_t errors = diagnostics_.all().size();
    const clang::CompoundStmt *block = readParts(begin, function, parts);
    if (!block || diagnostics_.all().size() != errors)
      return;
    const clang::Stmt *stmt = spanOf(ast_, block, offsetOf(begin), offsetOf(*parts.back()), diagnostics_);
    if (stmt)
      add(parts, function, stmt, true);
    else if (diagnostics_.all().size() == errors)
      fail(DiagId::nothing_under_directive, begin);
  }

  const clang::ASTContext &ast_;
  const clang::SourceManager &sources_;
  Diagnostics &diagnostics_;
  std::vector<const Directive *> usable_;
  std::vector<const Directive *> beside_; // of tpace, all but pipelines
  size_t next_ = 0;
  std::vector<Annotated> found_;
  std::map<const clang::FunctionDecl *, unsigned> ordinals_;
};

} // namespace

// FOR(t, 0, n) { .. }: a macro may stand for a loop's head, without the brace behind it.
bool isCutByMacro(const clang::ASTContext &ast, const clang::Stmt *stmt) {
  const clang::SourceLocation begin = stmt->getBeginLoc(), end = stmt->getEndLoc();
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
  const auto *body = loop ? llvm::dyn_cast<clang::CompoundStmt>(loop->getBody()) : nullptr;
  const bool isHead = loop && !(body && body->getBeginLoc().isMacroID()) && !end.isMacroID() && begin.isMacroID() &&
                      clang::Lexer::isAtStartOfMacroExpansion(begin, ast.getSourceManager(), ast.getLangOpts());
  return (begin.isMacroID() && !isHead) || (end.isMacroID() && !endsInExpression(stmt));
}

const clang::FunctionDecl *functionAround(const clang::ASTContext &ast, size_t offset) {
  const clang::SourceManager &sources = ast.getSourceManager();
  for (const clang::Decl *decl : ast.getTranslationUnitDecl()->decls()) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function && function->doesThisDeclarationHaveABody() && function->getBody() &&
        sources.isWrittenInMainFile(sources.getExpansionLoc(function->getBody()->getBeginLoc())) &&
        contains(ast, function->getBody(), offset))
      return function;
  }
  return nullptr;
}

const clang::Stmt *statementBehind(const clang::ASTContext &ast, const clang::Stmt *around, size_t offset) {
  const clang::Stmt *best = nullptr;
  for (const clang::Stmt *child : around->children()) {
    if (!child || child->getBeginLoc().isInvalid())
      continue;
    if (contains(ast, child, offset))
      return statementBehind(ast, child, offset);
    size_t begin = extentOf(ast, child->getSourceRange()).begin;
    if (begin > offset && (!best || begin < extentOf(ast, best->getSourceRange()).begin))
      best = child;
  }
  return best;
}

std::vector<Annotated> findRegions(const clang::ASTContext &ast, const DirectiveTable &directives,
                                   Diagnostics &diagnostics) {
  return Finder(ast, directives, diagnostics).find();
}

} // namespace kasane
