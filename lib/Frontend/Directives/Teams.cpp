// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/Teams.h"

#include "Ast/AstVisitor.h"
#include "Read/LiveOut.h"
#include "Read/Reader.h"

#include "kasane/IR/CallAsks.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace kasane {
namespace {

bool hasWord(const Directive &pragma, llvm::StringRef word) {
  return llvm::any_of(pragma.clauses, [&](const DirectiveClause &clause) { return clause.name.text == word; });
}

bool beginsWith(const Directive &pragma, llvm::ArrayRef<llvm::StringLiteral> words) {
  return !pragma.clauses.empty() && llvm::is_contained(words, llvm::StringRef(pragma.clauses.front().name.text));
}

// Means something only among the threads that meet it.
bool isOfTeam(const Directive &pragma) {
  constexpr llvm::StringLiteral kWords[] = {"for",    "sections", "section",  "single",     "master",
                                            "masked", "barrier",  "critical", "atomic",     "ordered",
                                            "flush",  "loop",     "scope",    "distribute", "cancel"};
  return beginsWith(pragma, kWords) && !startsThreads(pragma);
}

bool standsAlone(const Directive &pragma) {
  constexpr llvm::StringLiteral kWords[] = {"barrier",      "flush",         "taskwait", "taskyield", "cancel",
                                            "cancellation", "threadprivate", "declare",  "requires",  "allocate",
                                            "error",        "nothing",       "depobj",   "scan"};
  return beginsWith(pragma, kWords) ||
         (beginsWith(pragma, {"target"}) && (hasWord(pragma, "data") || hasWord(pragma, "update")) &&
          (hasWord(pragma, "enter") || hasWord(pragma, "exit") || hasWord(pragma, "update")));
}

class CallsIn : public AstVisitor {
public:
  std::vector<const clang::CallExpr *> calls;
  bool VisitCallExpr(const clang::CallExpr *call) override {
    calls.push_back(call);
    return true;
  }
};

std::vector<const clang::CallExpr *> callsIn(const clang::Stmt *stmt) {
  CallsIn search;
  search.TraverseStmt(stmt);
  return search.calls;
}

const clang::FunctionDecl *definitionOf(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  return definition && definition->getBody() ? definition : nullptr;
}

// A pragma in a function, and the statement that it belongs to; null: it stands alone.
struct Placed {
  const Directive *pragma;
  const clang::FunctionDecl *function;
  size_t offset;
  const clang::Stmt *stmt;
};

class Search {
public:
  Search(const clang::ASTContext &ast, const DirectiveTable &omp) : ast_(ast), sources_(ast.getSourceManager()) {
    for (const clang::Decl *decl : ast.getTranslationUnitDecl()->decls()) {
      const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (function && function->doesThisDeclarationHaveABody() && function->getBody())
        place(omp, function);
    }
  }

  Team teamOf(const Annotated &annotated) {
    Team team;
    const Extent extent = extentOf(ast_, annotated.stmt->getSourceRange());
    size_t begin = annotated.isSpan ? std::min(extent.begin, offsetOf(*annotated.directive())) : extent.begin;
    for (const Placed &placed : placed_)
      if (placed.function == annotated.function && placed.stmt && unwrap(placed.stmt) == annotated.stmt) {
        team.attached.push_back(placed.pragma);
        begin = std::min(begin, placed.offset);
        if (startsThreads(*placed.pragma))
          team.parallel = placed.pragma;
      }
    for (const Placed &placed : placed_)
      if (placed.function == annotated.function && begin <= placed.offset && placed.offset < extent.end)
        team.within.push_back(placed.pragma);
    team.shares = sharedIn(annotated.function, annotated.stmt, {begin, extent.end});
    std::set<const clang::FunctionDecl *> seen;
    if (team.shares)
      team.around = around(annotated.function, begin, seen);
    return team;
  }

private:
  void place(const DirectiveTable &omp, const clang::FunctionDecl *function) {
    const auto file = sources_.getDecomposedExpansionLoc(function->getBody()->getBeginLoc()).first;
    const Extent extent = extentOf(ast_, function->getBody()->getSourceRange());
    for (const Directive &pragma : omp)
      if (const auto [in, offset] = sources_.getDecomposedExpansionLoc(pragma.loc);
          in == file && extent.begin <= offset && offset < extent.end)
        placed_.push_back({&pragma, function, offset,
                           standsAlone(pragma) ? nullptr : statementBehind(ast_, function->getBody(), offset)});
  }

  // The last pragma from `begin` on whose threads run the place.
  const Directive *threadsAt(const clang::FunctionDecl *function, size_t at, size_t begin) const {
    const Directive *found = nullptr;
    for (const Placed &placed : placed_)
      if (placed.function == function && placed.stmt && startsThreads(*placed.pragma) && begin <= placed.offset &&
          placed.offset < at && at < extentOf(ast_, placed.stmt->getSourceRange()).end)
        found = placed.pragma;
    return found;
  }

  const Directive *sharedIn(const clang::FunctionDecl *function, const clang::Stmt *stmt, Extent extent) {
    for (const Placed &placed : placed_)
      if (placed.function == function && extent.begin <= placed.offset && placed.offset < extent.end &&
          isOfTeam(*placed.pragma) && !threadsAt(function, placed.offset, extent.begin))
        return placed.pragma;
    for (const clang::CallExpr *call : callsIn(stmt))
      if (const clang::FunctionDecl *callee = definitionOf(call);
          callee && !threadsAt(function, offsetOf(call), extent.begin) && called_.insert(callee).second)
        if (const Directive *shared =
                sharedIn(callee, callee->getBody(), extentOf(ast_, callee->getBody()->getSourceRange())))
          return shared;
    return nullptr;
  }

  // Threads that are seen to run the place in the function.
  const Directive *around(const clang::FunctionDecl *function, size_t at, std::set<const clang::FunctionDecl *> &seen) {
    if (const Directive *threads = threadsAt(function, at, 0))
      return threads;
    if (!seen.insert(function).second)
      return nullptr;
    for (const clang::Decl *decl : ast_.getTranslationUnitDecl()->decls()) {
      const auto *caller = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (!caller || !caller->doesThisDeclarationHaveABody() || !caller->getBody() ||
          !sources_.isWrittenInMainFile(sources_.getExpansionLoc(caller->getBody()->getBeginLoc())))
        continue;
      for (const clang::CallExpr *call : callsIn(caller->getBody()))
        if (definitionOf(call) == function)
          if (const Directive *threads = around(caller, offsetOf(call), seen))
            return threads;
    }
    return nullptr;
  }

  size_t offsetOf(const Directive &directive) const {
    return sources_.getFileOffset(sources_.getExpansionLoc(directive.loc));
  }
  size_t offsetOf(const clang::CallExpr *call) const { return extentOf(ast_, call->getSourceRange()).begin; }

  const clang::ASTContext &ast_;
  const clang::SourceManager &sources_;
  std::vector<Placed> placed_;
  std::set<const clang::FunctionDecl *> called_;
};

// What the block has its own of, by name.
std::set<std::string> privateIn(const Directive &pragma) {
  std::set<std::string> names;
  for (const DirectiveClause &clause : pragma.clauses)
    if (clause.name.text == "private" || clause.name.text == "firstprivate")
      for (const DirectiveToken &token : clause.args)
        names.insert(token.text);
  return names;
}

} // namespace

bool startsThreads(const Directive &pragma) {
  constexpr llvm::StringLiteral kDevice[] = {"target", "teams"};
  return hasWord(pragma, "parallel") || beginsWith(pragma, kDevice);
}

Team teamOf(const clang::ASTContext &ast, const DirectiveTable &omp, const Annotated &annotated) {
  return omp.empty() ? Team{} : Search(ast, omp).teamOf(annotated);
}

bool runsAlone(const clang::ASTContext &ast, const Annotated &annotated, Diagnostics &diagnostics) {
  const Team &team = annotated.team;
  if (!team.shares || !team.around)
    return true;
  const Directive &directive = *annotated.directive();
  Diagnostic &added = diagnostics.add(DiagId::region_among_threads, rangeOf(ast, directive.loc), {directive.set});
  added.notes.push_back({DiagId::note_threads_begin, rangeOf(ast, team.around->loc), {}});
  added.notes.push_back({DiagId::note_shared_here, rangeOf(ast, team.shares->loc), {}});
  return false;
}

void guardTeam(Reader &reader, const Annotated &annotated) {
  if (!annotated.team.shares)
    return;
  const std::string name = reader.names.take("in_parallel");
  reader.draft.params.push_back({name, ScalarType::I32, kInParallel});
  require(reader, Poly(0) - Poly::symbol(name), "its loops are shared out among threads that began outside of it",
          rangeOf(reader.ast, annotated.team.shares->loc));
}

bool keepsPrivate(Reader &reader, const Annotated &annotated) {
  const std::set<std::string> names =
      annotated.team.parallel ? privateIn(*annotated.team.parallel) : std::set<std::string>();
  for (const clang::VarDecl *var : reader.effects.assigned) {
    // Another function counts with it, too.
    const bool isCounter = var->isFileVarDecl() && !var->getType()->isPointerType();
    if (names.count(var->getNameAsString()) && !isCounter && !reader.effects.declared.count(var) &&
        isReadAfter(reader, var)) {
      reader.diags.add(DiagId::private_read_after, rangeOf(reader.ast, annotated.team.parallel->loc),
                       {var->getNameAsString()});
      return false;
    }
  }
  return true;
}

} // namespace kasane
