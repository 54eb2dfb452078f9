// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/HostMentioned.h"

#include "Ast/AstVisitor.h"

namespace kasane {
namespace {

class Mentions : public AstVisitor {
public:
  HostMentioned found;

  bool VisitVarDecl(const clang::VarDecl *var) override {
    found.declared.insert(var);
    if (var->isStaticLocal())
      found.isStatic = var;
    return true;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
      found.used.push_back({var, ref});
    return true;
  }
  bool VisitStmt(const clang::Stmt *stmt) override {
    const clang::Expr *lhs = assignedIn(stmt);
    const auto *address = llvm::dyn_cast<clang::UnaryOperator>(stmt);
    if (!lhs && address && address->getOpcode() == clang::UO_AddrOf)
      lhs = address->getSubExpr();
    if (const clang::VarDecl *var = lhs ? variableOf(lhs) : nullptr)
      found.assigned.insert(var);
    if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt>(stmt))
      found.leaves = stmt;
    return true;
  }
  void findJumps(const clang::Stmt *stmt, bool inLoop, bool inSwitch) {
    if (llvm::isa<clang::BreakStmt>(stmt) && !inLoop && !inSwitch)
      found.breaks = stmt;
    if (llvm::isa<clang::ContinueStmt>(stmt) && !inLoop)
      found.continues = stmt;
    inLoop |= llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt);
    inSwitch |= llvm::isa<clang::SwitchStmt>(stmt);
    for (const clang::Stmt *child : stmt->children())
      if (child)
        findJumps(child, inLoop, inSwitch);
  }
};

} // namespace

HostMentioned mentionedIn(const clang::Stmt *code) {
  Mentions mentions;
  mentions.TraverseStmt(code);
  mentions.findJumps(code, false, false);
  return std::move(mentions.found);
}

} // namespace kasane
