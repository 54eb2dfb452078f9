// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Frontend/LeftAlone.h"

#include "Ast/AstVisitor.h"
#include "Ast/Source.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

namespace kasane {
namespace {

// Does the statement have what C doesn't?
class NeedsCxx : public AstVisitor {
public:
  bool found = false;

  bool VisitStmt(const clang::Stmt *stmt) override {
    const llvm::StringRef kind = stmt->getStmtClassName();
    const bool isBool = llvm::isa<clang::CXXBoolLiteralExpr>(stmt); // as in stdbool.h
    found |= kind.starts_with("CXX") && !isBool;
    found |=
        llvm::isa<clang::LambdaExpr, clang::ExprWithCleanups, clang::MaterializeTemporaryExpr, clang::OverloadExpr>(
            stmt);
    return !found;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    found |= ref->hasQualifier() || ref->getDecl()->getType()->isReferenceType();
    return !found;
  }
  bool VisitVarDecl(const clang::VarDecl *var) override {
    found |= var->getType()->isReferenceType() || var->getType()->getContainedAutoType();
    return !found;
  }
};

// The first statement behind a place, and whether it and its function could be C's.
class Behind : public AstVisitor {
public:
  Behind(const clang::SourceManager &sources, clang::SourceLocation loc) : sources_(sources), loc_(loc) {}

  const clang::Stmt *first = nullptr;
  bool isOfPlainFunction = false;

  bool entersFunction(const clang::FunctionDecl *function) override {
    const bool enters = isBehind(function->getEndLoc());
    isPlain_ = enters && !function->isTemplated();
    return enters;
  }
  void leavesFunction() override { isPlain_ = false; }
  bool VisitStmt(const clang::Stmt *stmt) override {
    if (!isBehind(stmt->getBeginLoc()))
      return true;
    first = stmt;
    isOfPlainFunction = isPlain_;
    return false;
  }

private:
  bool isBehind(clang::SourceLocation loc) const {
    const clang::SourceLocation place = sources_.getExpansionLoc(loc), from = sources_.getExpansionLoc(loc_);
    return place.isValid() && sources_.getFileID(place) == sources_.getFileID(from) &&
           sources_.getFileOffset(place) > sources_.getFileOffset(from);
  }

  const clang::SourceManager &sources_;
  clang::SourceLocation loc_;
  bool isPlain_ = false;
};

bool isC(clang::ASTContext &ast, clang::SourceLocation loc) {
  Behind behind(ast.getSourceManager(), loc);
  behind.TraverseDecl(ast.getTranslationUnitDecl());
  if (!behind.first || !behind.isOfPlainFunction || ast.getDiagnostics().hasErrorOccurred())
    return false;
  NeedsCxx needs;
  needs.TraverseStmt(behind.first);
  return !needs.found;
}

} // namespace

void tellLeftAlone(clang::ASTContext &ast, const DirectiveTable &directives, Diagnostics &diagnostics) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const bool isCxx = ast.getLangOpts().CPlusPlus;
  for (const Directive &directive : directives) {
    const SourceRange range = rangeOf(ast, directive.loc);
    if (!directive.misspelt.empty())
      diagnostics.add(DiagId::misspelt_directive, range, {directive.misspelt, directive.set});
    else if (!isCxx && !sources.isWrittenInMainFile(sources.getExpansionLoc(directive.loc)))
      diagnostics.add(DiagId::header_left_alone, range, {directive.set});
    else if (isCxx)
      diagnostics.add(isC(ast, directive.loc) ? DiagId::cxx_could_be_c : DiagId::cxx_left_alone, range,
                      {directive.set});
  }
}

} // namespace kasane
