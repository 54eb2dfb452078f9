// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Frontend/OtherFiles.h"

#include "Ast/AstVisitor.h"
#include "Ast/Callees.h"
#include "Read/Replaceable.h"

#include "clang/AST/ASTImporter.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace kasane {
namespace {

// The functions that a body calls, and the variables of the file that it uses.
class Uses : public AstVisitor {
public:
  std::vector<const clang::CallExpr *> calls;
  std::set<const clang::VarDecl *> variables;
  bool VisitCallExpr(const clang::CallExpr *call) override {
    calls.push_back(call);
    return true;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    if (var && var->hasGlobalStorage())
      variables.insert(var);
    return true;
  }
};

template <class Decl> const Decl *declaredIn(const clang::ASTContext &ast, const std::string &name) {
  for (const clang::Decl *decl : ast.getTranslationUnitDecl()->decls())
    if (const auto *found = llvm::dyn_cast<Decl>(decl); found && found->getIdentifier() && found->getName() == name)
      return found;
  return nullptr;
}

class Taker {
public:
  Taker(clang::ASTContext &from, clang::ASTContext &to) : from_(from), to_(to) {}

  // Does it mean in `to` what it means where it stands, with all that it calls?
  bool canTake(const clang::FunctionDecl *function) {
    if (!seen_.insert(function).second)
      return true;
    Uses uses;
    uses.TraverseStmt(function->getBody());
    for (const clang::VarDecl *var : uses.variables)
      if (!var->isExternallyVisible() || !declaredIn<clang::VarDecl>(to_, var->getNameAsString()))
        return false;
    return llvm::all_of(uses.calls, [&](const clang::CallExpr *call) {
      const clang::FunctionDecl *callee = call->getDirectCallee();
      const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
      return !definition || !definition->getBody() || (!mayBeReplaced(from_, definition) && canTake(definition));
    });
  }

private:
  const clang::ASTContext &from_, &to_;
  std::set<const clang::FunctionDecl *> seen_;
};

bool isTheOne(const clang::ASTContext &ast, const clang::FunctionDecl *function) {
  return function->doesThisDeclarationHaveABody() && function->getBody() && function->isExternallyVisible() &&
         !function->isInlined() && function->hasPrototype() && !mayBeReplaced(ast, function);
}

} // namespace

std::set<std::string> namesElsewhere(const clang::ASTContext &ast) {
  const clang::SourceManager &sources = ast.getSourceManager();
  std::set<std::string> names;
  for (const clang::Decl *decl : ast.getTranslationUnitDecl()->decls()) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (!function || !function->doesThisDeclarationHaveABody() || !function->getBody() ||
        sources.isInSystemHeader(sources.getExpansionLoc(function->getLocation())))
      continue;
    Uses uses;
    uses.TraverseStmt(function->getBody());
    for (const clang::CallExpr *call : uses.calls)
      if (isElsewhere(ast, call))
        names.insert(call->getDirectCallee()->getNameAsString());
  }
  return names;
}

void takeBodies(clang::ASTContext &from, const DirectiveTable &fromOmp, const std::set<std::string> &names,
                clang::ASTContext &to, DirectiveTable &omp) {
  std::vector<clang::FunctionDecl *> found;
  for (clang::Decl *decl : from.getTranslationUnitDecl()->decls())
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
        function && function->getIdentifier() && names.count(function->getNameAsString()) && isTheOne(from, function) &&
        Taker(from, to).canTake(function))
      found.push_back(function);
  if (found.empty())
    return;
  // What doesn't fit stays out, and the call is refused where it stands.
  clang::DiagnosticsEngine &engine = to.getDiagnostics();
  const bool wasQuiet = engine.getSuppressAllDiagnostics();
  engine.setSuppressAllDiagnostics(true);
  clang::ASTImporter importer(to, to.getSourceManager().getFileManager(), from,
                              from.getSourceManager().getFileManager(), /*MinimalImport=*/false);
  for (clang::FunctionDecl *function : found)
    if (llvm::Expected<clang::Decl *> taken = importer.Import(function); !taken)
      llvm::consumeError(taken.takeError());
  for (const Directive &pragma : fromOmp)
    if (llvm::Expected<clang::SourceLocation> loc = importer.Import(pragma.loc)) {
      omp.push_back(pragma);
      omp.back().loc = *loc;
    } else {
      llvm::consumeError(loc.takeError());
    }
  engine.setSuppressAllDiagnostics(wasQuiet);
}

} // namespace kasane
