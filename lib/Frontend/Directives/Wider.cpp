// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that could be the region in place of one within them.
#include "kasane/Frontend/Frontend.h"

#include "Ast/AstVisitor.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Directives/ReadRegion.h"
#include "Directives/Teams.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace kasane {
namespace {

struct Loop {
  const clang::FunctionDecl *function;
  const clang::Stmt *stmt;
};

class CallsOf : public AstVisitor {
public:
  explicit CallsOf(const clang::FunctionDecl *function) : function_(function->getCanonicalDecl()) {}
  std::vector<const clang::CallExpr *> calls;
  bool VisitCallExpr(const clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->getCanonicalDecl() == function_)
      calls.push_back(call);
    return true;
  }

private:
  const clang::FunctionDecl *function_;
};

class Search {
public:
  Search(const clang::ASTContext &ast, const std::vector<Annotated> &regions) : ast_(ast), regions_(regions) {}

  // Around the place, the outermost first; then those around calls of the function.
  void around(const clang::FunctionDecl *function, size_t offset, std::vector<Loop> &loops) {
    if (!seen_.insert(function).second)
      return;
    inside(function, function->getBody(), offset, loops);
    for (const clang::Decl *decl : ast_.getTranslationUnitDecl()->decls()) {
      const auto *caller = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (!caller || !caller->doesThisDeclarationHaveABody() || !caller->getBody() || !isInFile(caller->getBody()))
        continue;
      CallsOf search(function);
      search.TraverseStmt(caller->getBody());
      for (const clang::CallExpr *call : search.calls)
        if (!isInRegion(offsetOf(call)))
          around(caller, offsetOf(call), loops);
    }
  }

private:
  void inside(const clang::FunctionDecl *function, const clang::Stmt *stmt, size_t offset, std::vector<Loop> &loops) {
    if (bodyOf(stmt) && !stmt->getBeginLoc().isMacroID() && !stmt->getEndLoc().isMacroID() && beginsLine(stmt))
      loops.push_back({function, stmt});
    for (const clang::Stmt *child : stmt->children())
      if (child && child->getBeginLoc().isValid())
        if (const Extent extent = extentOf(ast_, child->getSourceRange()); extent.begin < offset && offset < extent.end)
          inside(function, child, offset, loops);
  }

  // Else a directive before the line would stand before another statement.
  bool beginsLine(const clang::Stmt *stmt) const {
    const clang::SourceManager &sources = ast_.getSourceManager();
    const llvm::StringRef before = sources.getBufferData(sources.getMainFileID()).substr(0, offsetOf(stmt));
    return before.rtrim(" \t").empty() || before.rtrim(" \t").ends_with("\n");
  }
  bool isInFile(const clang::Stmt *stmt) const {
    const clang::SourceManager &sources = ast_.getSourceManager();
    return sources.isWrittenInMainFile(sources.getExpansionLoc(stmt->getBeginLoc()));
  }
  bool isInRegion(size_t offset) const {
    return llvm::any_of(regions_, [&](const Annotated &region) {
      const Extent extent = extentOf(ast_, region.stmt->getSourceRange());
      return extent.begin <= offset && offset < extent.end;
    });
  }
  size_t offsetOf(const clang::Stmt *stmt) const { return extentOf(ast_, stmt->getSourceRange()).begin; }

  const clang::ASTContext &ast_;
  const std::vector<Annotated> &regions_;
  std::set<const clang::FunctionDecl *> seen_;
};

// Words of the published sets say where they belong.
bool isPlain(const Annotated &annotated) {
  return annotated.parts.size() == 1 && annotated.aside.empty() && annotated.directive()->set == "stencil" &&
         !annotated.isSpan && llvm::none_of(annotated.directive()->clauses, [](const DirectiveClause &clause) {
           return clause.name.text == "step" || clause.name.text == "data" || clause.name.text == "dimension" ||
                  clause.name.text == "calc" || clause.name.text == "copy" || clause.name.text == "host";
         });
}

} // namespace

bool joinsSteps(const StencilProgram &program) {
  return program.time && llvm::none_of(program.actions, [](const HostAction &action) {
           const auto *point = std::get_if<HostPoint>(&action.node);
           return point && !point->condition;
         });
}

std::vector<Wider> readWider(clang::ASTContext &ast, const DirectiveTable &directives, const DirectiveTable &omp,
                             const std::vector<Region> &regions) {
  std::vector<Wider> out;
  const bool keeps = llvm::any_of(
      directives, [](const Directive &directive) { return find(directive, "keep") || find(directive, "home"); });
  if (keeps || llvm::all_of(regions, [](const Region &region) { return region.program.time.has_value(); }))
    return out;
  Diagnostics ignored;
  std::set<const clang::Stmt *> tried;
  const std::vector<Annotated> found = findRegions(ast, directives, ignored);
  for (const Annotated &annotated : found) {
    const size_t at = ast.getSourceManager().getFileOffset(annotated.directive()->loc);
    const auto read = llvm::find_if(regions, [&](const Region &region) { return region.pragmas.front() == at; });
    if (read == regions.end() || read->program.time || !isPlain(annotated))
      continue;
    std::vector<Loop> loops;
    Search(ast, found).around(annotated.function, extentOf(ast, annotated.stmt->getSourceRange()).begin, loops);
    for (const Loop &loop : loops) {
      if (!tried.insert(loop.stmt).second)
        break; // by a region beside this one
      Annotated trial{{annotated.directive()}, loop.function, loop.stmt, annotated.ordinal};
      trial.team = teamOf(ast, omp, trial);
      Diagnostics silent;
      std::optional<Region> region = runsAlone(ast, trial, silent) ? readRegion(ast, trial, silent) : std::nullopt;
      if (!region || !joinsSteps(region->program))
        continue;
      out.push_back(
          {std::move(*region), rangeOf(ast, annotated.directive()->loc), rangeOf(ast, loop.stmt->getBeginLoc())});
      break;
    }
  }
  return out;
}

} // namespace kasane
