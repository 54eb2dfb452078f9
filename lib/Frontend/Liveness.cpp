// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LiveOut.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/CFG.h"

#include <map>

namespace kasane {
namespace {

class Inside : public clang::RecursiveASTVisitor<Inside> {
public:
  std::set<const clang::Stmt *> stmts;
  bool VisitStmt(clang::Stmt *stmt) {
    stmts.insert(stmt);
    return true;
  }
};

class AddressTaken : public clang::RecursiveASTVisitor<AddressTaken> {
public:
  explicit AddressTaken(const clang::VarDecl *var) : var_(var) {}
  bool found = false;
  bool VisitUnaryOperator(clang::UnaryOperator *op) {
    found |= op->getOpcode() == clang::UO_AddrOf && variableOf(op->getSubExpr()) == var_;
    return !found;
  }

private:
  const clang::VarDecl *var_;
};

enum class Use { None, Read, Killed };

// The first thing that elements [from, end) of the block do to the variable. A reference is read unless it is the left
// side of an assignment, which the CFG lists right behind it.
Use firstUse(const clang::CFGBlock &block, size_t from, size_t end, const clang::VarDecl *var) {
  std::set<const clang::Expr *> targets;
  for (size_t e = from; e < end; ++e)
    if (std::optional<clang::CFGStmt> element = block[e].getAs<clang::CFGStmt>())
      if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(element->getStmt()))
        if (op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var)
          targets.insert(op->getLHS()->IgnoreParenImpCasts());
  for (size_t e = from; e < end; ++e) {
    std::optional<clang::CFGStmt> element = block[e].getAs<clang::CFGStmt>();
    if (!element)
      continue;
    const clang::Stmt *stmt = element->getStmt();
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt); ref && ref->getDecl() == var && !targets.count(ref))
      return Use::Read;
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
        op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var)
      return Use::Killed;
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : decls->decls())
        if (decl == var)
          return Use::Killed;
  }
  return Use::None;
}

// The region's elements within each block that has any: [first, past).
using Spans = std::map<const clang::CFGBlock *, std::pair<size_t, size_t>>;

Spans spansOf(const clang::CFG &cfg, const std::set<const clang::Stmt *> &inside) {
  Spans spans;
  for (const clang::CFGBlock *block : cfg)
    for (size_t e = 0; e < block->size(); ++e)
      if (std::optional<clang::CFGStmt> element = (*block)[e].getAs<clang::CFGStmt>();
          element && inside.count(element->getStmt()))
        spans.try_emplace(block, e, e).first->second.second = e + 1;
  return spans;
}

// Reads on some path from the block's first element, up to the region where it is entered again.
bool readFrom(const clang::CFGBlock *block, const clang::VarDecl *var, const Spans &spans,
              std::set<const clang::CFGBlock *> &seen) {
  if (!block || !seen.insert(block).second)
    return false;
  auto span = spans.find(block);
  Use use = firstUse(*block, 0, span != spans.end() ? span->second.first : block->size(), var);
  if (use != Use::None || span != spans.end())
    return use == Use::Read;
  for (const clang::CFGBlock *next : block->succs())
    if (readFrom(next, var, spans, seen))
      return true;
  return false;
}

} // namespace

bool isReadAfter(const clang::FunctionDecl *function, const clang::Stmt *region, const clang::VarDecl *var,
                 const clang::ASTContext &ast) {
  if (!var->hasLocalStorage())
    return true;
  AddressTaken address(var);
  address.TraverseStmt(function->getBody());
  clang::CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  std::unique_ptr<clang::CFG> cfg =
      clang::CFG::buildCFG(function, function->getBody(), const_cast<clang::ASTContext *>(&ast), options);
  if (address.found || !cfg)
    return true;
  Inside inside;
  inside.TraverseStmt(const_cast<clang::Stmt *>(region));
  Spans spans = spansOf(*cfg, inside.stmts);
  std::set<const clang::CFGBlock *> seen;
  for (const auto &[block, span] : spans) {
    Use use = firstUse(*block, span.second, block->size(), var); // where the region ends within the block
    if (use == Use::Read)
      return true;
    if (use == Use::Killed)
      continue;
    for (const clang::CFGBlock *next : block->succs())
      if (next && !spans.count(next) && readFrom(next, var, spans, seen))
        return true;
  }
  return false;
}

bool isReadFirst(const clang::Stmt *stmt, const clang::VarDecl *var, const clang::ASTContext &ast) {
  clang::CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  std::unique_ptr<clang::CFG> cfg =
      clang::CFG::buildCFG(nullptr, const_cast<clang::Stmt *>(stmt), const_cast<clang::ASTContext *>(&ast), options);
  std::set<const clang::CFGBlock *> seen;
  return !cfg || readFrom(&cfg->getEntry(), var, {}, seen);
}

} // namespace kasane
