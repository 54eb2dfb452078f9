// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/PointedArrays.h"

#include "Ast/Allocations.h"
#include "Ast/AstVisitor.h"

#include "clang/Basic/SourceManager.h"

namespace kasane {
namespace {

constexpr int kDeepest = 8; // functions that hand an array on

// What the file gives to a thing that has a value.
class UsesOf : public AstVisitor {
public:
  std::vector<const clang::Expr *> values; // that it is given
  size_t mentions = 0, harmless = 0;       // harmless ones change nothing and hand on no address

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

protected:
  virtual bool isOf(const clang::Expr *expr) const = 0;
};

// All that the file does with one variable, or with one function.
class Uses : public UsesOf {
public:
  explicit Uses(const clang::ValueDecl *decl) : decl_(decl->getCanonicalDecl()) {}

  std::vector<const clang::CallExpr *> calls; // of the function

  bool VisitVarDecl(const clang::VarDecl *var) override {
    if (var->getCanonicalDecl() == decl_ && var->getInit() && !llvm::isa<clang::ParmVarDecl>(var))
      values.push_back(var->getInit());
    return true;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    mentions += isOf(ref);
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
  bool isOf(const clang::Expr *expr) const override {
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

// What the calls of a function that nobody else can call give a parameter.
bool addArguments(const clang::ASTContext &ast, const clang::ParmVarDecl *param,
                  std::vector<const clang::Expr *> &out) {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(param->getDeclContext());
  if (!function || function->isExternallyVisible() || function->isMain())
    return false;
  const Uses uses = usesIn(ast, function);
  const unsigned number = param->getFunctionScopeIndex();
  for (const clang::CallExpr *call : uses.calls)
    if (number < call->getNumArgs())
      out.push_back(call->getArg(number));
    else
      return false;
  return uses.mentions == uses.harmless && !out.empty();
}

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
      if (!values.empty() || !addArguments(ast_, param, values))
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

namespace {

// All that the file gives to a member of a struct.
class MemberUses : public UsesOf {
public:
  explicit MemberUses(const clang::FieldDecl *field) : field_(field) {}

  bool VisitMemberExpr(const clang::MemberExpr *member) override {
    mentions += isOf(member);
    return true;
  }
  bool VisitExpr(const clang::Expr *expr) override {
    if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expr))
      collect(list);
    return true;
  }

private:
  void collect(const clang::InitListExpr *list) {
    if (list->isSyntacticForm() && list->getSemanticForm())
      list = list->getSemanticForm();
    const clang::RecordDecl *record = list->getType()->getAsRecordDecl();
    const unsigned place = field_->getFieldIndex();
    if (record && record->getCanonicalDecl() == field_->getParent()->getCanonicalDecl() && place < list->getNumInits())
      values.push_back(list->getInit(place));
    for (const clang::Expr *inner : list->inits())
      if (const auto *own = llvm::dyn_cast<clang::InitListExpr>(inner)) // braces that were left out
        collect(own);
  }

  bool isOf(const clang::Expr *expr) const override {
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(expr->IgnoreParens());
    return member && member->getMemberDecl() == field_;
  }

  const clang::FieldDecl *field_;
};

// The function that all the values are, but for null, which nobody can call; null: they are no one function.
const clang::FunctionDecl *oneFunction(const clang::ASTContext &ast, const std::vector<const clang::Expr *> &values,
                                       clang::QualType pointer) {
  const clang::FunctionDecl *found = nullptr;
  for (const clang::Expr *value : values) {
    if (llvm::isa<clang::ImplicitValueInitExpr>(value) ||
        value->isNullPointerConstant(const_cast<clang::ASTContext &>(ast), clang::Expr::NPC_ValueDependentIsNotNull) !=
            clang::Expr::NPCK_NotNull)
      continue;
    value = value->IgnoreParenImpCasts();
    if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(value);
        address && address->getOpcode() == clang::UO_AddrOf)
      value = address->getSubExpr()->IgnoreParenImpCasts();
    const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(value);
    const auto *function = name ? llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
    if (!function || !ast.hasSameType(function->getType(), pointer->getPointeeType()) ||
        (found && found->getCanonicalDecl() != function->getCanonicalDecl()))
      return nullptr;
    found = function;
  }
  return found;
}

// Where no other file knows the struct.
const clang::FunctionDecl *functionIn(const clang::ASTContext &ast, const clang::FieldDecl *field) {
  const clang::SourceManager &sources = ast.getSourceManager();
  if (!field->getParent()->isStruct() || !sources.isInMainFile(sources.getExpansionLoc(field->getLocation())))
    return nullptr;
  MemberUses uses(field);
  for (const clang::Decl *top : ast.getTranslationUnitDecl()->decls())
    uses.TraverseDecl(top);
  return uses.mentions == uses.harmless ? oneFunction(ast, uses.values, field->getType()) : nullptr;
}

} // namespace

const clang::FunctionDecl *functionBehind(const clang::CallExpr *call) {
  const clang::Expr *callee = call->getCallee()->IgnoreParenImpCasts();
  if (const auto *star = llvm::dyn_cast<clang::UnaryOperator>(callee); star && star->getOpcode() == clang::UO_Deref)
    callee = star->getSubExpr()->IgnoreParenImpCasts();
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(callee);
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(callee);
  const auto *field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  const clang::QualType type = callee->getType();
  if (!type->isFunctionPointerType() || type.isVolatileQualified() || !(field || (var && isOfFile(var))))
    return nullptr;
  const clang::ASTContext &ast = field ? field->getASTContext() : var->getASTContext();
  if (field)
    return functionIn(ast, field);
  Uses uses = usesIn(ast, var);
  const auto *param = llvm::dyn_cast<clang::ParmVarDecl>(var);
  const bool isShown =
      uses.mentions == uses.harmless && (!param || (uses.values.empty() && addArguments(ast, param, uses.values)));
  return isShown ? oneFunction(ast, uses.values, type) : nullptr;
}

} // namespace kasane
