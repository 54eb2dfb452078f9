// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/TokenValue.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace kasane {
namespace {

const clang::ValueDecl *named(const clang::Decl *decl, const std::string &name) {
  const auto *value = llvm::dyn_cast<clang::ValueDecl>(decl);
  return value && value->getNameAsString() == name ? value : nullptr;
}

// An enumerator, or a variable that is declared at this place.
const clang::ValueDecl *declaredIn(const clang::Decl *decl, const std::string &name) {
  if (const auto *list = llvm::dyn_cast<clang::EnumDecl>(decl))
    for (const clang::EnumConstantDecl *constant : list->enumerators())
      if (constant->getNameAsString() == name)
        return constant;
  return named(decl, name);
}

class Parser {
public:
  Parser(Reader &reader, const TokenScope &scope, const std::vector<DirectiveToken> &tokens)
      : reader_(reader), scope_(scope), tokens_(tokens) {}

  std::optional<Poly> whole() {
    std::optional<Poly> value = sum();
    return at_ == tokens_.size() ? value : std::nullopt;
  }

private:
  bool take(const char *text) {
    bool is = at_ < tokens_.size() && tokens_[at_].text == text;
    at_ += is ? 1 : 0;
    return is;
  }

  std::optional<Poly> sum() {
    std::optional<Poly> value = product();
    while (value) {
      bool plus = take("+");
      if (!plus && !take("-"))
        break;
      std::optional<Poly> next = product();
      if (!next)
        return std::nullopt;
      value = plus ? *value + *next : *value - *next;
    }
    return value;
  }

  std::optional<Poly> product() {
    std::optional<Poly> value = factor();
    while (value) {
      bool times = take("*");
      if (!times && !take("/"))
        break;
      std::optional<Poly> next = factor();
      if (next && times)
        value = *value * *next;
      else if (next && next->constant() && *next->constant() != 0 && value->constant())
        value = Poly(*value->constant() / *next->constant());
      else
        return std::nullopt;
    }
    return value;
  }

  std::optional<Poly> factor() {
    if (take("(")) {
      std::optional<Poly> value = sum();
      return take(")") ? value : std::nullopt;
    }
    if (take("-")) {
      std::optional<Poly> value = factor();
      return value ? std::optional(Poly(0) - *value) : std::nullopt;
    }
    if (at_ == tokens_.size())
      return std::nullopt;
    const DirectiveToken &token = tokens_[at_++];
    int64_t number = 0;
    if (!llvm::StringRef(token.text).rtrim("uUlL").getAsInteger(0, number))
      return Poly(number);
    return variable(token);
  }

  // Read as an expression of the program would be.
  std::optional<Poly> variable(const DirectiveToken &token) {
    const clang::ValueDecl *decl = visibleAt(reader_.ast, scope_.function, scope_.offset, token.text);
    if (const auto *constant = llvm::dyn_cast_or_null<clang::EnumConstantDecl>(decl))
      return Poly(constant->getInitVal().getExtValue());
    const auto *var = llvm::dyn_cast_or_null<clang::VarDecl>(decl);
    if (!var)
      return std::nullopt;
    auto &ast = const_cast<clang::ASTContext &>(reader_.ast);
    clang::Expr *ref = clang::DeclRefExpr::Create(ast, {}, {}, const_cast<clang::VarDecl *>(var), false,
                                                  var->getLocation(), var->getType(), clang::VK_LValue);
    made(ref);
    while (ref && (take(".") || take("->")))
      ref = member(ref, tokens_[at_ - 1].text == "->");
    return ref && ref->getType()->isIntegerType() ? affineOf(reader_, ref) : std::nullopt;
  }

  clang::Expr *made(clang::Expr *expr) {
    scope_.made.insert(expr);
    return expr;
  }

  // p->nx and g.nx; null when there is no such member.
  clang::Expr *member(clang::Expr *object, bool isArrow) {
    auto &ast = const_cast<clang::ASTContext &>(reader_.ast);
    const clang::QualType type = object->getType();
    const clang::QualType held = isArrow ? type->getPointeeType() : type; // null: of no pointer
    const clang::RecordDecl *record = held.isNull() ? nullptr : held->getAsRecordDecl();
    record = record ? record->getDefinition() : nullptr;
    if (!record || at_ == tokens_.size())
      return nullptr;
    const std::string &name = tokens_[at_++].text;
    const auto field =
        llvm::find_if(record->fields(), [&](const clang::FieldDecl *f) { return f->getNameAsString() == name; });
    if (field == record->field_end())
      return nullptr;
    if (isArrow)
      object = made(
          clang::ImplicitCastExpr::Create(ast, type, clang::CK_LValueToRValue, object, nullptr, clang::VK_PRValue, {}));
    return made(clang::MemberExpr::CreateImplicit(ast, object, isArrow, *field, field->getType(), clang::VK_LValue,
                                                  clang::OK_Ordinary));
  }

  Reader &reader_;
  const TokenScope &scope_;
  const std::vector<DirectiveToken> &tokens_;
  size_t at_ = 0;
};

} // namespace

const clang::ValueDecl *visibleAt(const clang::ASTContext &ast, const clang::FunctionDecl *function, size_t offset,
                                  const std::string &name) {
  const clang::ValueDecl *found = nullptr;
  auto note = [&](const clang::Decl *decl) {
    if (const clang::ValueDecl *value = declaredIn(decl, name))
      found = value;
  };
  for (const clang::Decl *decl : ast.getTranslationUnitDecl()->decls()) {
    if (decl == function)
      break;
    note(decl);
  }
  for (const clang::ParmVarDecl *parameter : function->parameters())
    note(parameter);
  const clang::Stmt *around = function->getBody();
  while (around) {
    const clang::Stmt *inner = nullptr;
    for (const clang::Stmt *child : around->children()) {
      if (!child || child->getBeginLoc().isInvalid())
        continue;
      Extent extent = extentOf(ast, child->getSourceRange());
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(child); decls && extent.begin < offset)
        for (const clang::Decl *decl : decls->decls())
          note(decl);
      if (extent.begin <= offset && offset < extent.end)
        inner = child;
    }
    around = inner;
  }
  return found;
}

std::optional<Poly> valueOf(Reader &reader, const TokenScope &scope, const std::vector<DirectiveToken> &tokens) {
  std::optional<Poly> value = Parser(reader, scope, tokens).whole();
  if (value)
    for (const std::string &symbol : value->symbols())
      if (symbol[0] == '@') // it counts a loop
        return std::nullopt;
  return value;
}

} // namespace kasane
