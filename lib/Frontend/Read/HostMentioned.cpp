// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/HostMentioned.h"

#include "Ast/AstVisitor.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"

#include "clang/Basic/SourceManager.h"

namespace kasane {
namespace {

size_t waysTo(const clang::LabelDecl *label, const clang::Stmt *stmt) {
  size_t count = 0;
  holds(stmt, [&](const clang::Stmt *part) {
    const auto *jump = llvm::dyn_cast<clang::GotoStmt>(part);
    const auto *address = llvm::dyn_cast<clang::AddrLabelExpr>(part);
    count += (jump && jump->getLabel() == label) || (address && address->getLabel() == label);
    return false;
  });
  return count;
}

class Mentions : public AstVisitor {
public:
  explicit Mentions(const clang::Stmt *code) : code_(code) {}
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
    const auto *jump = llvm::dyn_cast<clang::GotoStmt>(stmt);
    const auto *label = llvm::dyn_cast<clang::LabelStmt>(stmt);
    if (llvm::isa<clang::ReturnStmt, clang::IndirectGotoStmt, clang::AddrLabelExpr>(stmt) ||
        (jump && !staysWithin(jump->getLabel())) || (label && !staysWithin(label->getDecl())))
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

private:
  // Does the label stand in the code, as do all jumps to it?
  bool staysWithin(const clang::LabelDecl *label) const {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(label->getDeclContext());
    const bool isInside = holds(code_, [&](const clang::Stmt *part) {
      const auto *stmt = llvm::dyn_cast<clang::LabelStmt>(part);
      return stmt && stmt->getDecl() == label;
    });
    return isInside && function && function->getBody() && waysTo(label, function->getBody()) == waysTo(label, code_);
  }

  const clang::Stmt *code_;
};

} // namespace

HostMentioned mentionedIn(const clang::Stmt *code, const Variables &own) {
  Mentions mentions(code);
  mentions.TraverseStmt(code);
  mentions.findJumps(code, false, false);
  HostMentioned &found = mentions.found;
  if (llvm::isa<clang::DeclStmt>(code))
    std::erase_if(found.declared, [&](const clang::VarDecl *var) {
      const bool isShared = !own.count(var);
      if (isShared && found.assigned.insert(var).second)
        found.used.push_back({var, code});
      return isShared;
    });
  return std::move(found);
}

const clang::Expr *onlyValueBefore(const clang::ASTContext &ast, const clang::Stmt *step, const clang::VarDecl *var,
                                   const clang::Stmt *code) {
  std::vector<const clang::Expr *> writes;
  collectWrites(step, var, writes);
  const clang::SourceManager &sources = ast.getSourceManager();
  if (var->hasLocalStorage() && writes.size() == 1 && llvm::isa<clang::CompoundStmt>(step))
    for (const clang::Stmt *part : step->children()) {
      const auto *set = llvm::dyn_cast<clang::BinaryOperator>(part);
      if (set && set->getOpcode() == clang::BO_Assign && variableOf(set->getLHS()) == var &&
          sources.isBeforeInTranslationUnit(set->getEndLoc(), code->getBeginLoc()))
        return set->getRHS();
    }
  return nullptr;
}

bool isLeftBehind(const clang::ASTContext &ast, const clang::Stmt *region, const clang::VarDecl *var,
                  const clang::Stmt *code) {
  const clang::SourceManager &sources = ast.getSourceManager();
  return var->hasLocalStorage() && !holds(region, [&](const clang::Stmt *part) {
           const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
           return ref && ref->getDecl() == var &&
                  !sources.isBeforeInTranslationUnit(ref->getBeginLoc(), code->getEndLoc());
         });
}

} // namespace kasane
