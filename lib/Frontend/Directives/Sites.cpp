// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Frontend/Sites.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Directives/ReadRegion.h"
#include "Directives/Teams.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace kasane {
namespace {

using Functions = std::vector<const clang::FunctionDecl *>;

const clang::FunctionDecl *definitionOf(const clang::Stmt *stmt) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  return definition && definition->getBody() ? definition : nullptr;
}

// Functions that the statement calls, in order; with those that they call.
void addCalled(const clang::Stmt *stmt, Functions &out) {
  if (const clang::FunctionDecl *callee = definitionOf(stmt); callee && !llvm::is_contained(out, callee)) {
    out.push_back(callee);
    addCalled(callee->getBody(), out);
  }
  for (const clang::Stmt *child : stmt->children())
    if (child)
      addCalled(child, out);
}

// a[i - 1], a[j * n + i + 1]
bool hasNeighbour(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) {
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
    return element && holds(element->getIdx(), [](const clang::Stmt *inner) {
             const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(inner);
             return sum && sum->isAdditiveOp() &&
                    llvm::isa<clang::IntegerLiteral>(sum->getRHS()->IgnoreParenImpCasts());
           });
  });
}

// How many loops, with those of called functions, lie around a store to an element at most; 0: nothing is stored.
class Depths {
public:
  int of(const clang::Stmt *stmt) {
    const clang::Expr *assigned = assignedIn(stmt);
    int most = assigned && isElement(assigned) ? 1 : 0; // one more than the loops
    if (const clang::FunctionDecl *callee = definitionOf(stmt))
      most = std::max(most, ofBody(callee));
    for (const clang::Stmt *child : stmt->children())
      if (child)
        most = std::max(most, of(child));
    return most && bodyOf(stmt) ? most + 1 : most;
  }

private:
  int ofBody(const clang::FunctionDecl *function) {
    const auto [known, isNew] = known_.try_emplace(function, 0); // a recursive call adds nothing
    if (isNew)
      known_[function] = of(function->getBody());
    return known_[function];
  }
  std::map<const clang::FunctionDecl *, int> known_;
};
constexpr int kTwoLoops = 3;

class Search {
public:
  Search(clang::ASTContext &ast, const DirectiveTable &directives, const DirectiveTable &omp)
      : ast_(ast), sources_(ast.getSourceManager()), omp_(omp) {
    Diagnostics ignored;
    regions_ = findRegions(ast, directives, ignored);
    for (const Annotated &region : regions_)
      addCalled(region.stmt, inRegions_);
  }

  std::vector<Site> find() {
    for (const clang::FunctionDecl *function : callersFirst())
      if (!llvm::is_contained(inRegions_, function))
        visit(function, function->getBody(), /*isStatement=*/true);
    for (Site &site : out_)
      addHeld(site);
    return std::move(out_);
  }

private:
  bool isInFile(const clang::FunctionDecl *function) const {
    return sources_.isWrittenInMainFile(sources_.getExpansionLoc(function->getBody()->getBeginLoc()));
  }

  Functions callersFirst() const {
    Functions calleesFirst;
    std::set<const clang::FunctionDecl *> seen;
    const std::function<void(const clang::FunctionDecl *)> add = [&](const clang::FunctionDecl *function) {
      if (!isInFile(function) || !seen.insert(function).second)
        return;
      Functions called;
      addCalled(function->getBody(), called);
      llvm::for_each(called, add);
      calleesFirst.push_back(function);
    };
    for (const clang::Decl *decl : ast_.getTranslationUnitDecl()->decls())
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
          function && function->doesThisDeclarationHaveABody() && function->getBody())
        add(function);
    std::reverse(calleesFirst.begin(), calleesFirst.end());
    return calleesFirst;
  }

  // `isStatement`: no part of an expression or of a loop's head, so that a directive may stand before it.
  void visit(const clang::FunctionDecl *function, const clang::Stmt *stmt, bool isStatement) {
    if (const auto kind = isStatement ? kindOf(function, stmt) : std::nullopt;
        kind && depths_.of(stmt) >= kTwoLoops && canTakeDirective(stmt))
      add(function, stmt, *kind);
    if (llvm::isa<clang::Expr>(stmt))
      return;
    for (const clang::Stmt *child : stmt->children())
      if (child)
        visit(function, child, holdsStatement(stmt, child) || (isStatement && llvm::isa<clang::AttributedStmt>(stmt)));
  }

  std::optional<SiteKind> kindOf(const clang::FunctionDecl *function, const clang::Stmt *stmt) const {
    if (bodyOf(stmt) && unwrap(stmt) == stmt)
      return SiteKind::Loop;
    if (definitionOf(stmt))
      return SiteKind::Call;
    const bool isBlock = llvm::isa<clang::CompoundStmt>(stmt) && stmt != function->getBody() && !omp_.empty();
    return isBlock && teamAt(function, stmt).parallel ? std::optional(SiteKind::Block) : std::nullopt;
  }

  Team teamAt(const clang::FunctionDecl *function, const clang::Stmt *stmt) const {
    const Directive supposed{stmt->getBeginLoc(), {}};
    return teamOf(ast_, omp_, {{&supposed}, function, stmt, 1});
  }

  static bool holdsStatement(const clang::Stmt *stmt, const clang::Stmt *child) {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
    return llvm::isa<clang::CompoundStmt>(stmt) || child == bodyOf(stmt) || (branch && child != branch->getCond());
  }

  // It begins its line, and nothing of it is cut by a macro, nor is it in or around a region.
  bool canTakeDirective(const clang::Stmt *stmt) const {
    if (isCutByMacro(ast_, stmt))
      return false;
    const Extent extent = extentOf(ast_, stmt->getSourceRange());
    return textBefore(extent.begin).trim(" \t").empty() && llvm::none_of(regions_, [&](const Annotated &region) {
             const Extent other = extentOf(ast_, region.stmt->getSourceRange());
             return other.begin < extent.end && extent.begin < other.end;
           });
  }

  llvm::StringRef text() const { return sources_.getBufferData(sources_.getMainFileID()); }
  size_t lineOf(size_t offset) const { return text().substr(0, offset).rfind('\n') + 1; } // npos + 1 is 0
  llvm::StringRef textBefore(size_t offset) const { return text().slice(lineOf(offset), offset); }

  void add(const clang::FunctionDecl *function, const clang::Stmt *stmt, SiteKind kind) {
    const size_t begin = extentOf(ast_, stmt->getSourceRange()).begin;
    const Team team = teamAt(function, stmt);
    const bool hasThreads = llvm::any_of(team.within, [](const Directive *pragma) { return startsThreads(*pragma); });
    size_t line = lineOf(begin);
    for (const Directive *pragma : team.attached)
      line = std::min(line, lineOf(sources_.getFileOffset(sources_.getExpansionLoc(pragma->loc))));
    while (line > 0 && text().slice(lineOf(line - 1), line).ltrim(" \t").starts_with("#pragma"))
      line = lineOf(line - 1);
    Functions called;
    addCalled(stmt, called);
    const bool readsNeighbours = hasNeighbour(stmt) || llvm::any_of(called, [](const clang::FunctionDecl *callee) {
                                   return hasNeighbour(callee->getBody());
                                 });
    out_.push_back({function, stmt, rangeOf(ast_, stmt->getBeginLoc()), kind, readsNeighbours, hasThreads, line, {}});
  }

  void addHeld(Site &site) const {
    const Extent extent = extentOf(ast_, site.stmt->getSourceRange());
    Functions called;
    addCalled(site.stmt, called);
    for (size_t s = 0; s < out_.size(); ++s) {
      const Extent other = extentOf(ast_, out_[s].stmt->getSourceRange());
      const bool isInside = extent.begin <= other.begin && other.end <= extent.end;
      if (&out_[s] != &site && (isInside || llvm::is_contained(called, out_[s].function)))
        site.holds.push_back(s);
    }
  }

  clang::ASTContext &ast_;
  const clang::SourceManager &sources_;
  const DirectiveTable &omp_;
  std::vector<Annotated> regions_;
  Functions inRegions_;
  Depths depths_;
  std::vector<Site> out_;
};

} // namespace

std::vector<Site> sitesOf(clang::ASTContext &ast, const DirectiveTable &directives, const DirectiveTable &omp) {
  return Search(ast, directives, omp).find();
}

std::optional<Region> readAt(clang::ASTContext &ast, const DirectiveTable &omp, const Site &site,
                             Diagnostics &diagnostics) {
  Directive supposed{site.stmt->getBeginLoc(), {}};
  return readUnder(ast, omp, {{&supposed}, site.function, site.stmt, 1}, diagnostics);
}

} // namespace kasane
