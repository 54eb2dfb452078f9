// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/AstVisitor.h"
#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Read/Assumed.h"
#include "Read/Reader.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"

namespace kasane {
namespace {

// Does the value depend on something that another -D or another header could change?
class ChangeableCheck : public AstVisitor {
public:
  bool found = false;
  bool VisitExpr(const clang::Expr *expr) override {
    found |= expr->getExprLoc().isMacroID();
    return !found;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *) override { return !(found = true); }
  bool VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *) override { return !(found = true); }
};

// Does it look at an object? clang evaluates those that are const, which other compilers don't take for constants.
class ObjectCheck : public AstVisitor {
public:
  bool found = false;
  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    return !(found |= llvm::isa<clang::VarDecl>(ref->getDecl()));
  }
};
bool looksAtObject(const clang::Expr *expr) {
  ObjectCheck check;
  check.TraverseStmt(expr);
  return check.found && !llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expr->IgnoreParenImpCasts());
}

// Is a name of the text known only inside of the region, or another one in each line:
// a macro that it defines, or __LINE__?
class LocalMacro : public AstVisitor {
public:
  explicit LocalMacro(const Reader &reader)
      : sources_(reader.ast.getSourceManager()), region_(reader.statement->getSourceRange()) {}
  bool found = false;
  bool VisitExpr(const clang::Expr *expr) override {
    for (clang::SourceLocation at = expr->getExprLoc(); at.isMacroID() && !found;
         at = sources_.getImmediateExpansionRange(at).getBegin()) {
      const clang::SourceLocation spelled = sources_.getSpellingLoc(at);
      found = sources_.isWrittenInScratchSpace(spelled) ||
              (!sources_.isMacroArgExpansion(at) && sources_.isPointWithin(spelled, begin(), end()));
    }
    return !found;
  }

private:
  clang::SourceLocation begin() const { return sources_.getExpansionLoc(region_.getBegin()); }
  clang::SourceLocation end() const { return sources_.getExpansionLoc(region_.getEnd()); }
  const clang::SourceManager &sources_;
  clang::SourceRange region_;
};

bool hasLocalMacro(const Reader &reader, const clang::Expr *expr) {
  if (!reader.statement) // nothing of what is read will be text
    return false;
  LocalMacro check(reader);
  check.TraverseStmt(expr);
  return check.found;
}

std::string hexFloat(const clang::Expr *expr, const clang::ASTContext &ast) {
  clang::Expr::EvalResult result;
  if (!expr->EvaluateAsRValue(result, ast) || !result.Val.isFloat() || !result.Val.getFloat().isFinite())
    return "";
  char buffer[64];
  unsigned length = result.Val.getFloat().convertToHexString(buffer, 0, false, llvm::APFloat::rmNearestTiesToEven);
  std::string text(buffer, length);
  return ast.hasSameUnqualifiedType(expr->getType(), ast.FloatTy) ? text + "f" : text;
}

std::string constantText(const clang::Expr *expr, const clang::ASTContext &ast) {
  if (expr->getType()->isRealFloatingType())
    return hexFloat(expr, ast);
  clang::Expr::EvalResult result;
  if (!expr->EvaluateAsInt(result, ast))
    return "";
  llvm::SmallString<24> digits;
  result.Val.getInt().toString(digits, 10);
  return digits.str().str();
}

// Is the enumerator one of another function, or of a block in the region?
bool isElsewhere(const Reader &reader, const clang::Decl *enumerator) {
  const auto *own = llvm::dyn_cast<clang::FunctionDecl>(enumerator->getDeclContext()->getParent());
  const clang::SourceManager &sources = reader.ast.getSourceManager();
  return own && (own->getCanonicalDecl() != reader.function->getCanonicalDecl() ||
                 !sources.isBeforeInTranslationUnit(enumerator->getLocation(), reader.statement->getBeginLoc()));
}

// Of an enumerator: has the function around the region a variable of that name, or can't it be named there?
bool isHidden(const Reader &reader, const clang::Expr *expr) {
  std::set<std::string> enumerators;
  const bool isUnknown =
      reader.function && reader.statement && holds(expr, [&](const clang::Stmt *part) {
        const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
        return ref && llvm::isa<clang::EnumConstantDecl>(ref->getDecl()) && isElsewhere(reader, ref->getDecl());
      });
  if (isUnknown)
    return true;
  holds(expr, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    if (ref && llvm::isa<clang::EnumConstantDecl>(ref->getDecl()))
      enumerators.insert(ref->getDecl()->getNameAsString());
    return false;
  });
  if (enumerators.empty() || !reader.function)
    return false;
  const std::set<std::string> locals = localNames(reader.function);
  return llvm::any_of(enumerators, [&](const std::string &name) { return locals.count(name) > 0; });
}

bool hasDigitsOnly(const std::string &text) {
  return text.find_first_not_of("0123456789.+-()ef ") == std::string::npos;
}

} // namespace

std::string spelled(const Reader &reader, const clang::Expr *expr) {
  bool isMade = reader.expansion->made.count(expr) > 0;
  std::string text = isMade ? "" : exactTextOf(reader.ast, expr);
  if (!text.empty() && !expr->getExprLoc().isMacroID() && !hasLocalMacro(reader, expr))
    return text;
  return writtenAnew(reader.ast, expr); // inside of a macro's body, or put together
}

std::string paramFor(Reader &reader, const clang::Expr *expr, ScalarType type) {
  std::string text = spelled(reader, expr);
  std::string key = lvalueKey(expr); // a name, a member or an element needs no parentheses
  for (const SameNumber &same : reader.expansion->equal)
    if (text == same.one || text == same.other)
      key = text = same.one;
  const std::string plain = key.empty() ? "(" + text + ")" : text;
  const std::string where = whereAssumed(reader, expr), divided = whereDivided(reader, expr);
  const std::string asked = textWhere(where + (where.empty() || divided.empty() ? "" : " && ") + divided, plain);
  std::string known = asked;
  if (asked == plain)
    known = key.empty() ? text : key;
  auto [it, inserted] = reader.paramByKey.try_emplace(known, reader.draft.params.size());
  if (inserted) {
    reader.draft.params.push_back({reader.names.take(text), type, asked});
    reader.paramExprs.push_back({expr, where});
  }
  return reader.draft.params[it->second].name;
}

void noteFolded(Reader &reader, const clang::Expr *expr) {
  expr = expr->IgnoreImpCasts(); // the text's own value: as a float another one than 0.3
  ChangeableCheck check;
  check.TraverseStmt(expr);
  if (!check.found)
    return;
  bool isMade = reader.expansion->made.count(expr) > 0;
  std::string text = isMade ? "" : exactTextOf(reader.ast, expr);
  std::string value = text.empty() || looksAtObject(expr) ? "" : constantText(expr, reader.ast);
  if (value.empty()) {
    for (const clang::Stmt *child : expr->children())
      if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
        noteFolded(reader, operand);
    return;
  }
  if (hasDigitsOnly(text) || hasLocalMacro(reader, expr))
    return;
  for (const Folded &known : reader.draft.asserts)
    if (known.text == text)
      return;
  if (!isHidden(reader, expr))
    reader.draft.asserts.push_back({text, value});
}

} // namespace kasane
