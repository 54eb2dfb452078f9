// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/Homes.h"

#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Directives/Clauses.h"
#include "Directives/FindRegions.h"
#include "Directives/TokenValue.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace kasane {
namespace {

using Tokens = std::vector<DirectiveToken>;

bool hasEffect(const DirectiveToken &token) {
  const std::string &text = token.text;
  return text == "++" || text == "--" ||
         (text.back() == '=' && text != "==" && text != "!=" && text != "<=" && text != ">=");
}

std::string textOf(Tokens::const_iterator from, Tokens::const_iterator end) {
  std::string out;
  for (; from != end; ++from)
    out += (out.empty() ? "" : " ") + from->text;
  return out;
}

// A, A[k:n]
std::optional<HomeStatement::Section> sectionOf(const Tokens &entry) {
  HomeStatement::Section out{entry.front().text, "", "", "", false};
  if (entry.size() == 1)
    return out;
  if (entry.size() < 6 || entry[1].text != "[" || entry.back().text != "]" || llvm::any_of(entry, hasEffect))
    return std::nullopt;
  int depth = 0, choices = 0;
  auto colon = entry.end();
  for (auto token = entry.begin() + 2; token != entry.end() - 1; ++token) {
    depth += token->text == "(" || token->text == "[" ? 1 : token->text == ")" || token->text == "]" ? -1 : 0;
    choices += token->text == "?";
    if (depth < 0 || (token->text == ":" && depth == 0 && choices == 0 && colon != entry.end()))
      return std::nullopt;
    if (token->text == ":" && choices > 0)
      --choices;
    else if (token->text == ":" && depth == 0)
      colon = token;
  }
  if (colon == entry.end())
    return std::nullopt;
  out.from = textOf(entry.begin() + 2, colon);
  out.count = textOf(colon + 1, entry.end() - 1);
  return out.from.empty() || out.count.empty() ? std::nullopt : std::optional(out);
}

bool pointsToChangeable(clang::QualType type) {
  return type->isPointerType() && !type->getPointeeType().isConstQualified();
}

bool isOfSystem(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return false;
  const clang::SourceManager &sources = callee->getASTContext().getSourceManager();
  return sources.isInSystemHeader(sources.getExpansionLoc(callee->getLocation()));
}

// May the statement store to what the variable leads to? What can't be seen counts.
bool mayStore(const clang::Stmt *stmt, const clang::VarDecl *var) {
  const auto passesOn = [&](const clang::Expr *value) {
    return value && pointsToChangeable(value->getType()) && mentions(value, var);
  };
  return holds(stmt, [&](const clang::Stmt *part) {
    if (const clang::Expr *target = assignedIn(part); target && mentions(target, var))
      return true;
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part))
      return op->isAssignmentOp() && passesOn(op->getRHS());
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part))
      return llvm::any_of(decls->decls(), [&](const clang::Decl *decl) {
        const auto *declared = llvm::dyn_cast<clang::VarDecl>(decl);
        return declared && passesOn(declared->getInit());
      });
    if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(part))
      return llvm::any_of(list->inits(), passesOn);
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(part))
      return cast->getCastKind() == clang::CK_PointerToIntegral && mentions(cast, var);
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(part))
      return llvm::any_of(call->arguments(), passesOn) || (var->hasGlobalStorage() && !isOfSystem(call));
    return llvm::isa<clang::AsmStmt>(part);
  });
}

class HomeReader {
public:
  HomeReader(const clang::ASTContext &ast, const std::vector<Annotated> &regions, Diagnostics &diagnostics)
      : ast_(ast), sources_(ast.getSourceManager()), regions_(regions), diagnostics_(diagnostics) {}

  std::optional<ReadHome> read(const Directive &directive) {
    const DirectiveClause &clause = *find(directive, "home");
    const auto entries = listOf(clause);
    if (directive.clauses.size() > 1)
      return fail(DiagId::home_stands_alone, clause.name.loc);
    if (!entries)
      return fail(DiagId::malformed_home, clause.name.loc);
    if (directive.loc.isMacroID() || !sources_.isWrittenInMainFile(directive.loc))
      return fail(DiagId::home_without_statement, directive.loc);
    const size_t offset = sources_.getFileOffset(directive.loc);
    for (const Annotated &region : regions_)
      if (const Extent extent = extentOf(ast_, region.stmt->getSourceRange());
          extent.begin <= offset && offset < extent.end)
        return fail(DiagId::nested_directive, directive.loc, {directive.set});
    const clang::FunctionDecl *function = functionAround(ast_, offset);
    const clang::Stmt *stmt = function ? statementBehind(ast_, function->getBody(), offset) : nullptr;
    if (!stmt || llvm::isa<clang::DeclStmt, clang::SwitchCase, clang::LabelStmt>(stmt) || isCut(stmt))
      return fail(DiagId::home_without_statement, directive.loc);
    if (const clang::Stmt *exit = exitOf(unwrap(stmt), false))
      return fail(DiagId::home_left, exit->getBeginLoc());
    const Extent extent = extentOf(ast_, stmt->getSourceRange());
    ReadHome out{&directive,
                 function,
                 stmt,
                 {offset,
                  extent.begin,
                  pastSemicolon(ast_, stmt, extent.end),
                  sources_.getSpellingLineNumber(directive.loc),
                  {}},
                 {}};
    for (const Tokens &entry : *entries)
      if (!bind(entry, out))
        return std::nullopt;
    return out;
  }

private:
  std::nullopt_t fail(DiagId id, clang::SourceLocation at, std::vector<std::string> args = {}) {
    diagnostics_.add(id, rangeOf(ast_, at), std::move(args));
    return std::nullopt;
  }

  // A macro's use may be the whole statement.
  bool isCut(const clang::Stmt *stmt) const {
    const auto begin = sources_.getExpansionRange(stmt->getBeginLoc()),
               end = sources_.getExpansionRange(stmt->getEndLoc());
    return isCutByMacro(ast_, stmt) && begin.getBegin() != end.getBegin();
  }

  bool bind(const Tokens &entry, ReadHome &out) {
    const DirectiveToken &name = entry.front();
    std::optional<HomeStatement::Section> section = sectionOf(entry);
    if (!section)
      return fail(DiagId::malformed_home, name.loc), false;
    const auto *var =
        llvm::dyn_cast_or_null<clang::VarDecl>(visibleAt(ast_, out.function, out.statement.beginOffset, name.text));
    const clang::QualType type = var ? var->getType() : clang::QualType();
    if (!var || !(type->isPointerType() || type->isArrayType()) ||
        (type->isPointerType() && type->getPointeeType()->isIncompleteOrObjectType() &&
         type->getPointeeType()->isIncompleteType()))
      return fail(DiagId::home_names_no_array, name.loc, {name.text}), false;
    if (type->isArrayType())
      section->length = "sizeof " + name.text + " / sizeof *" + name.text;
    section->writes = mayStore(out.stmt, var);
    out.statement.sections.push_back(std::move(*section));
    out.arrays.push_back(var);
    return true;
  }

  const clang::ASTContext &ast_;
  const clang::SourceManager &sources_;
  const std::vector<Annotated> &regions_;
  Diagnostics &diagnostics_;
};

} // namespace

const clang::Stmt *exitOf(const clang::Stmt *stmt, bool inLoop) {
  if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt>(stmt) ||
      (!inLoop && llvm::isa<clang::BreakStmt, clang::ContinueStmt>(stmt)))
    return stmt;
  inLoop |= bodyOf(stmt) != nullptr || llvm::isa<clang::SwitchStmt>(stmt);
  for (const clang::Stmt *child : stmt->children())
    if (const clang::Stmt *exit = child ? exitOf(child, inLoop) : nullptr)
      return exit;
  return nullptr;
}

std::vector<ReadHome> readHomes(const clang::ASTContext &ast, const DirectiveTable &directives,
                                const std::vector<Annotated> &regions, Diagnostics &diagnostics) {
  std::vector<ReadHome> out;
  for (const Directive &directive : directives)
    if (find(directive, "home"))
      if (std::optional<ReadHome> home = HomeReader(ast, regions, diagnostics).read(directive))
        out.push_back(std::move(*home));
  return out;
}

const DirectiveToken *sectionNames(const ReadHome &home, const Variables &vars) {
  bool isName = true; // of a section's array
  int depth = 0;
  for (const DirectiveToken &token : find(*home.directive, "home")->args) {
    depth += token.text == "(" || token.text == "[" ? 1 : token.text == ")" || token.text == "]" ? -1 : 0;
    if (!isName && llvm::any_of(vars, [&](const clang::VarDecl *var) { return var->getNameAsString() == token.text; }))
      return &token;
    isName = token.text == "," && depth == 0;
  }
  return nullptr;
}

void checkHomes(const clang::ASTContext &ast, const std::vector<ReadHome> &homes, Diagnostics &diagnostics) {
  for (const ReadHome &home : homes) {
    const clang::FunctionDecl *function = home.function;
    if (home.keptInSection)
      diagnostics.add(DiagId::kept_used, rangeOf(ast, home.keptInSection->loc), {home.keptInSection->text});
    if (!home.isInScope && (function->isMain() || !function->isExternallyVisible()))
      diagnostics.add(DiagId::home_outside_keep, rangeOf(ast, home.directive->loc));
    for (size_t s = 0; home.isInScope && s < home.arrays.size(); ++s)
      if (!home.kept.count(home.arrays[s]))
        diagnostics.add(DiagId::home_not_kept, rangeOf(ast, find(*home.directive, "home")->name.loc),
                        {home.statement.sections[s].array});
  }
}

} // namespace kasane
