// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/StaticLocals.h"

#include "Ast/AstVisitor.h"
#include "Ast/Effects.h"
#include "Ast/Source.h"
#include "Read/HostCode.h"

#include "clang/Basic/SourceManager.h"

#include <cmath>

namespace kasane {
namespace {

class Mentions : public AstVisitor {
public:
  explicit Mentions(const clang::VarDecl *var) : var_(var) {}
  std::vector<clang::SourceLocation> found;

  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    if (ref->getDecl() == var_)
      found.push_back(ref->getLocation());
    return true;
  }

private:
  const clang::VarDecl *var_;
};

bool isInFile(const clang::ASTContext &ast, clang::SourceLocation at) {
  return at.isFileID() && ast.getSourceManager().isWrittenInMainFile(at);
}

bool isPlain(const clang::ASTContext &ast, const clang::VarDecl *var) {
  const clang::QualType type = var->getType().getCanonicalType();
  return var->isStaticLocal() && !var->hasAttrs() && !var->getTLSKind() && !type.hasQualifiers() &&
         llvm::isa<clang::BuiltinType>(type) && scalarTypeOf(ast, type) && isInFile(ast, var->getBeginLoc()) &&
         isInFile(ast, var->getEndLoc());
}

// " = 3", "" where it has no first value; nullopt: one that macros say, or none that can be written down.
std::optional<std::string> firstValue(const clang::ASTContext &ast, const clang::VarDecl *var) {
  const clang::Expr *init = var->getInit();
  if (!init)
    return "";
  const auto isOfMacro = [](const clang::Stmt *part) { return part->getBeginLoc().isMacroID(); };
  clang::Expr::EvalResult value;
  if (holds(init, isOfMacro) || !init->EvaluateAsRValue(value, ast) || value.HasSideEffects)
    return std::nullopt;
  if (value.Val.isInt() && value.Val.getInt().isRepresentableByInt64() &&
      std::abs(value.Val.getInt().getExtValue()) < INT32_MAX)
    return " = " + std::to_string(value.Val.getInt().getExtValue());
  if (!value.Val.isFloat() || !value.Val.getFloat().isFinite())
    return std::nullopt;
  char text[64];
  std::snprintf(text, sizeof text, " = %a", value.Val.getFloat().convertToDouble());
  return text;
}

std::vector<clang::SourceLocation> mentionsOf(const clang::FunctionDecl *function, const clang::VarDecl *var) {
  Mentions mentions(var);
  mentions.TraverseStmt(function->getBody());
  return std::move(mentions.found);
}

// Has it a first value that can be written down, and is it mentioned where the file says its name?
bool isMovable(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::VarDecl *var) {
  Mentions mentions(var);
  mentions.TraverseStmt(function->getBody());
  return isPlain(ast, var) && firstValue(ast, var) && !takesAddress(function->getBody(), var) &&
         llvm::all_of(mentions.found, [&](clang::SourceLocation at) { return isInFile(ast, at); });
}

// The statement of the function's own block that declares the variable; null: it stands deeper.
const clang::DeclStmt *declarationOf(const clang::FunctionDecl *function, const clang::VarDecl *var) {
  for (const clang::Stmt *stmt : llvm::cast<clang::CompoundStmt>(function->getBody())->body())
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt); decls && llvm::is_contained(decls->decls(), var))
      return decls;
  return nullptr;
}

Span spanOf(const clang::ASTContext &ast, clang::SourceRange range) {
  const Extent extent = extentOf(ast, range);
  return {extent.begin, extent.end};
}

} // namespace

std::optional<LiftedLocal> liftedFrom(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                      const clang::VarDecl *var) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const bool isHere = isInFile(ast, function->getBeginLoc()) && isInFile(ast, function->getEndLoc()) &&
                      !(function->isInlineSpecified() && function->isExternallyVisible());
  const clang::DeclStmt *decls = isHere ? declarationOf(function, var) : nullptr;
  const auto isOne = [&](const clang::Decl *decl) {
    const auto *each = llvm::dyn_cast<clang::VarDecl>(decl);
    return each && isMovable(ast, function, each);
  };
  if (!decls || !llvm::all_of(decls->decls(), isOne))
    return std::nullopt;
  const llvm::StringRef file = sources.getBufferData(sources.getMainFileID());
  const Span whole = spanOf(ast, function->getSourceRange());
  const llvm::StringRef text = file.slice(whole.beginOffset, whole.endOffset);
  if (text.contains("_Pragma") || (text.contains("pragma") && (text.contains("stencil") || text.contains("tpace"))))
    return std::nullopt;
  const std::string called = var->getNameAsString() + "_of_" + function->getNameAsString();
  // Names of functions and variables may come to the same in other ways: the place tells them apart.
  const std::string name = unusedName(ast, called + "_" + std::to_string(spanOf(ast, var->getLocation()).beginOffset));
  Lifted lifted{"static " + var->getType().getCanonicalType().getAsString() + " " + name + *firstValue(ast, var) + ";",
                {}};
  const Span declared = spanOf(ast, decls->getSourceRange());
  const auto lines = file.slice(declared.beginOffset, declared.endOffset).count('\n');
  lifted.instead.push_back({declared, ";" + std::string(lines, '\n')});
  for (clang::SourceLocation at : mentionsOf(function, var))
    lifted.instead.push_back({spanOf(ast, at), name});
  auto &context = const_cast<clang::ASTContext &>(ast);
  const clang::SourceLocation at = sources.getLocForStartOfFile(sources.getMainFileID());
  auto *own = clang::VarDecl::Create(context, context.getTranslationUnitDecl(), at, at, &context.Idents.get(name),
                                     var->getType(), context.getTrivialTypeSourceInfo(var->getType(), at),
                                     clang::SC_None); // as if others saw it: what steps leave there is kept
  return LiftedLocal{own, std::move(lifted)};
}

const clang::VarDecl *liftedBeside(const std::map<const clang::VarDecl *, LiftedLocal> &lifted,
                                   const std::map<const clang::Stmt *, const clang::Stmt *> &hostCode) {
  const auto isOther = [](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return call && !(call->getDirectCallee() && isHostFunction(call->getDirectCallee()));
  };
  const bool isCalled = llvm::any_of(hostCode, [&](const auto &code) { return holds(code.second, isOther); });
  return isCalled && !lifted.empty() ? lifted.begin()->first : nullptr;
}

} // namespace kasane
