// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/MemberScalars.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

const clang::VarDecl *pointerOf(const clang::Expr *lvalue) { // p of *p
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(lvalue);
  return unary && unary->getOpcode() == clang::UO_Deref ? variableOf(unary->getSubExpr()) : nullptr;
}

class Namer : public Cloner {
public:
  Namer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), region_(expansion.stmt), effects_(effectsOf(expansion.stmt)) {
    holds(region_, [&](const clang::Stmt *part) {
      if (const clang::Expr *assigned = assignedIn(part))
        add(assigned->IgnoreParens());
      return false;
    });
  }
  bool hasFound() const { return !variables_.empty(); }

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    auto it = llvm::isa<clang::MemberExpr, clang::UnaryOperator>(original) ? variables_.find(keyOf(original))
                                                                           : variables_.end();
    return it == variables_.end() ? nullptr : lvalueOf(it->second, original->getBeginLoc());
  }

private:
  // "": it is none of those meant here.
  static std::string keyOf(const clang::Expr *lvalue) {
    const clang::VarDecl *pointer = pointerOf(lvalue);
    return pointer ? "*" + variableKey(pointer) : llvm::isa<clang::MemberExpr>(lvalue) ? lvalueKey(lvalue) : "";
  }

  // As the program may spell it; "" where that takes more than names.
  static std::string nameOf(const clang::Expr *lvalue) {
    if (const clang::VarDecl *pointer = pointerOf(lvalue))
      return "(*" + pointer->getNameAsString() + ")";
    std::string name;
    for (const clang::Expr *at = lvalue->IgnoreParenImpCasts();;) {
      const auto *member = llvm::dyn_cast<clang::MemberExpr>(at);
      if (!member) {
        const clang::VarDecl *root = variableOf(at);
        return root && !name.empty() ? root->getNameAsString() + name : "";
      }
      if (!member->getMemberDecl()->getIdentifier()) // of an anonymous struct
        return "";
      name = (member->isArrow() ? "->" : ".") + member->getMemberDecl()->getNameAsString() + name;
      at = member->getBase()->IgnoreParenImpCasts();
    }
  }

  void add(const clang::Expr *lvalue) {
    const std::string name = nameOf(lvalue), key = keyOf(lvalue);
    const clang::QualType type = lvalue->getType();
    if (name.empty() || variables_.count(key) || !scalarTypeOf(ast_, type) || type.isVolatileQualified() ||
        lvalue->refersToBitField())
      return;
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(lvalue);
    if (member ? !isFixed(member) : !isOnlyFollowed(pointerOf(lvalue)))
      return;
    variables_[key] = clang::VarDecl::Create(
        ast_, ast_.getTranslationUnitDecl(), lvalue->getBeginLoc(), lvalue->getBeginLoc(), &ast_.Idents.get(name),
        type.getUnqualifiedType(), ast_.getTrivialTypeSourceInfo(type.getUnqualifiedType(), lvalue->getBeginLoc()),
        clang::SC_None);
  }

  // The way to it stays what it is, and nothing in the region gets there by another one.
  bool isFixed(const clang::MemberExpr *member) const {
    const std::string key = keyOf(member);
    for (const auto *at = member; at; at = llvm::dyn_cast<clang::MemberExpr>(at->getBase()->IgnoreParenImpCasts()))
      if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(at->getMemberDecl());
          !field || field->getParent()->isUnion())
        return false;
    return isInvariant(member->getBase(), effects_) && !holds(region_, [&](const clang::Stmt *part) {
             const auto *other = llvm::dyn_cast<clang::MemberExpr>(part);
             const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
             if (address && address->getOpcode() == clang::UO_AddrOf)
               return keyOf(address->getSubExpr()->IgnoreParens()) == key;
             return other && other->getMemberDecl() == member->getMemberDecl() && keyOf(other) != key;
           });
  }

  // *p and nothing else with p.
  bool isOnlyFollowed(const clang::VarDecl *pointer) const {
    int mentioned = 0, followed = 0;
    holds(region_, [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      mentioned += ref && ref->getDecl() == pointer;
      followed += expr && pointerOf(expr) == pointer;
      return false;
    });
    return mentioned == followed && !effects_.declared.count(pointer);
  }

  const clang::Stmt *region_;
  Effects effects_;
  std::map<std::string, clang::VarDecl *> variables_; // by key
};

} // namespace

void nameMembers(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  Namer namer(ast, function, expansion);
  if (!namer.hasFound())
    return;
  expansion.stmt = namer.stmt(expansion.stmt);
  for (auto &[empty, host] : expansion.hostCode)
    host = namer.stmt(host);
}

} // namespace kasane
