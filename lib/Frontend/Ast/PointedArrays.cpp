// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/PointedArrays.h"

#include "Ast/Allocations.h"
#include "Ast/AstVisitor.h"

namespace kasane {
namespace {

constexpr int kDeepest = 8; // functions that hand an array on

// All that the file does with one variable, or with one function.
class Uses : public AstVisitor {
public:
  explicit Uses(const clang::ValueDecl *decl) : decl_(decl->getCanonicalDecl()) {}

  std::vector<const clang::Expr *> values;    // that are assigned to the variable
  std::vector<const clang::CallExpr *> calls; // of the function
  size_t mentions = 0, harmless = 0;          // harmless ones change nothing and hand on no address

  bool VisitVarDecl(const clang::VarDecl *var) override {
    if (var->getCanonicalDecl() == decl_ && var->getInit() && !llvm::isa<clang::ParmVarDecl>(var))
      values.push_back(var->getInit());
    return true;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    mentions += isOf(ref);
    return true;
  }
  bool VisitImplicitCastExpr(const clang::ImplicitCastExpr *cast) override {
    harmless += cast->getCastKind() == clang::CK_LValueToRValue && isOf(cast->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(const clang::BinaryOperator *op) override {
    if (op->getOpcode() == clang::BO_Assign && isOf(op->getLHS())) {
      values.push_back(op->getRHS());
      ++harmless;
    }
    return true;
  }
  bool VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *size) override {
    harmless += !size->isArgumentType() && isOf(size->getArgumentExpr());
    return true;
  }
  bool VisitCallExpr(const clang::CallExpr *call) override {
    if (llvm::isa<clang::FunctionDecl>(decl_) && isOf(call->getCallee()->IgnoreParenImpCasts())) {
      calls.push_back(call);
      ++harmless;
    }
    return true;
  }

private:
  bool isOf(const clang::Expr *expr) const {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParens());
    return ref && ref->getDecl()->getCanonicalDecl() == decl_;
  }

  const clang::Decl *decl_;
};

Uses usesIn(const clang::ASTContext &ast, const clang::ValueDecl *decl) {
  Uses uses(decl);
  for (const clang::Decl *top : ast.getTranslationUnitDecl()->decls())
    uses.TraverseDecl(top);
  return uses;
}

bool isOfFile(const clang::VarDecl *var) { return var->hasLocalStorage() || !var->isExternallyVisible(); }

class Finder {
public:
  explicit Finder(const clang::ASTContext &ast) : ast_(ast) {}

  std::optional<int64_t> behind(const clang::VarDecl *pointer) {
    const clang::QualType type = pointer->getType();
    if (!type->isPointerType() || type.isVolatileQualified() || !isOfFile(pointer) || depth_ == kDeepest)
      return std::nullopt;
    const Uses uses = usesIn(ast_, pointer);
    std::vector<const clang::Expr *> values = uses.values;
    if (uses.mentions != uses.harmless)
      return std::nullopt;
    if (const auto *param = llvm::dyn_cast<clang::ParmVarDecl>(pointer)) {
      if (!values.empty() || !addArguments(param, values))
        return std::nullopt;
    } else if (values.size() != 1) {
      return std::nullopt;
    }
    ++depth_;
    std::optional<int64_t> elements;
    for (const clang::Expr *value : values) {
      const std::optional<int64_t> here = in(value, type->getPointeeType());
      if (!here || (elements && *elements != *here))
        return std::nullopt;
      elements = here;
    }
    --depth_;
    return elements;
  }

private:
  // What the calls of a function that nobody else can call give a parameter.
  bool addArguments(const clang::ParmVarDecl *param, std::vector<const clang::Expr *> &out) const {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(param->getDeclContext());
    if (!function || function->isExternallyVisible() || function->isMain())
      return false;
    const Uses uses = usesIn(ast_, function);
    const unsigned number = param->getFunctionScopeIndex();
    for (const clang::CallExpr *call : uses.calls)
      if (number < call->getNumArgs())
        out.push_back(call->getArg(number));
      else
        return false;
    return uses.mentions == uses.harmless && !out.empty();
  }

  bool isSame(clang::QualType a, clang::QualType b) const { return ast_.hasSameUnqualifiedType(a, b); }

  std::optional<int64_t> in(const clang::Expr *value, clang::QualType element) {
    if (const clang::CallExpr *memory = allocationIn(value))
      return elementsOf(memory, element);
    value = value->IgnoreParenImpCasts();
    if (const clang::ConstantArrayType *array = ast_.getAsConstantArrayType(value->getType()))
      return isSame(array->getElementType(), element) ? std::optional(array->getSize().getSExtValue()) : std::nullopt;
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(value);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    const bool isPointer = var && var->getType()->isPointerType();
    return isPointer && isSame(var->getType()->getPointeeType(), element) ? behind(var) : std::nullopt;
  }

  // malloc(256 * sizeof *p), calloc(256, sizeof *p)
  std::optional<int64_t> elementsOf(const clang::CallExpr *memory, clang::QualType element) const {
    const clang::FunctionDecl *callee = memory->getDirectCallee();
    const std::string name = callee && callee->getIdentifier() ? callee->getNameAsString() : "";
    int64_t bytes = 1;
    if (name != "malloc" && name != "calloc")
      return std::nullopt;
    for (const clang::Expr *arg : memory->arguments()) {
      clang::Expr::EvalResult known;
      if (arg->HasSideEffects(ast_) || !arg->EvaluateAsInt(known, ast_) || known.Val.getInt().getActiveBits() > 31)
        return std::nullopt;
      bytes *= known.Val.getInt().getExtValue();
    }
    if (element->isIncompleteType() || element->isVariablyModifiedType())
      return std::nullopt;
    const int64_t each = ast_.getTypeSizeInChars(element).getQuantity();
    return bytes >= each && bytes % each == 0 ? std::optional(bytes / each) : std::nullopt;
  }

  const clang::ASTContext &ast_;
  int depth_ = 0;
};

} // namespace

std::optional<int64_t> elementsBehind(const clang::ASTContext &ast, const clang::VarDecl *pointer) {
  return Finder(ast).behind(pointer);
}

const clang::FunctionDecl *functionBehind(const clang::CallExpr *call) {
  const clang::Expr *callee = call->getCallee()->IgnoreParenImpCasts();
  if (const auto *star = llvm::dyn_cast<clang::UnaryOperator>(callee); star && star->getOpcode() == clang::UO_Deref)
    callee = star->getSubExpr()->IgnoreParenImpCasts();
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(callee);
  const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  if (!var || llvm::isa<clang::ParmVarDecl>(var) || !var->getType()->isFunctionPointerType() ||
      var->getType().isVolatileQualified() || !isOfFile(var))
    return nullptr;
  const clang::ASTContext &ast = var->getASTContext();
  Uses uses = usesIn(ast, var);
  std::erase_if(uses.values, [&](const clang::Expr *value) { // which nobody can call
    return value->isNullPointerConstant(const_cast<clang::ASTContext &>(ast),
                                        clang::Expr::NPC_ValueDependentIsNotNull) != clang::Expr::NPCK_NotNull;
  });
  if (uses.values.size() != 1 || uses.mentions != uses.harmless)
    return nullptr;
  const clang::Expr *value = uses.values.front()->IgnoreParenImpCasts();
  if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(value);
      address && address->getOpcode() == clang::UO_AddrOf)
    value = address->getSubExpr()->IgnoreParenImpCasts();
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(value);
  const auto *function = name ? llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
  const bool isSame = function && ast.hasSameType(function->getType(), var->getType()->getPointeeType());
  return isSame ? function : nullptr;
}

} // namespace kasane
