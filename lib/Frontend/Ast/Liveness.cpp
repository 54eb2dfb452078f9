// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Liveness.h"

#include "Ast/AstVisitor.h"
#include "Ast/Callees.h"
#include "Ast/FilledIn.h"
#include "Ast/Source.h"

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

namespace kasane {

static bool mayLook(const Surroundings &of, const clang::CallExpr *call, const clang::VarDecl *var);

namespace {

using Counts = llvm::DenseMap<const clang::Stmt *, int>; // how often it stands there
using Statements = llvm::DenseSet<const clang::Stmt *>;

class Inside : public AstVisitor {
public:
  Counts stmts;
  bool VisitStmt(const clang::Stmt *stmt) override {
    ++stmts[stmt];
    return true;
  }
};

Counts countsIn(const clang::Stmt *stmt) {
  Inside inside;
  inside.TraverseStmt(stmt);
  return std::move(inside.stmts);
}

struct PartStatements {
  Statements own;    // of the part alone
  Statements shared; // what a function's parameter stands for, and numbers in it, may be in several places
};

PartStatements statementsOf(const clang::Stmt *part, const Counts &whole) {
  PartStatements out;
  for (const auto &[stmt, count] : countsIn(part))
    if (auto all = whole.find(stmt); all != whole.end())
      (all->second == count ? out.own : out.shared).insert(stmt);
  return out;
}

struct Use {
  enum Kind { None, Read, Killed } kind = None;
  const clang::Stmt *at = nullptr;
};

// The first thing that elements [from, end) of the block do to the variable. A reference is read unless it is the left
// side of an assignment, which the CFG lists right behind it. What a parameter stands for may be on both sides.
Use firstUse(const clang::CFGBlock &block, size_t from, size_t end, const clang::VarDecl *var, const Surroundings *of) {
  std::set<const clang::Expr *> targets;
  for (size_t e = from; e < end; ++e)
    if (std::optional<clang::CFGStmt> element = block[e].getAs<clang::CFGStmt>())
      if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(element->getStmt()))
        if (const clang::Expr *target = op->getLHS()->IgnoreParenImpCasts();
            op->getOpcode() == clang::BO_Assign && variableOf(target) == var && !countsIn(op->getRHS()).count(target))
          targets.insert(target);
  for (size_t e = from; e < end; ++e) {
    std::optional<clang::CFGStmt> element = block[e].getAs<clang::CFGStmt>();
    if (!element)
      continue;
    const clang::Stmt *stmt = element->getStmt();
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt); call && of && mayLook(*of, call, var))
      return {Use::Read, stmt};
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt); ref && ref->getDecl() == var && !targets.count(ref))
      return {Use::Read, stmt};
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
        op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var)
      return {Use::Killed, stmt};
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : decls->decls())
        if (decl == var && !var->isStaticLocal()) // those are set once only
          return {Use::Killed, stmt};
  }
  return {};
}

// The region's elements within each block that has any: [first, past).
using Spans = std::map<const clang::CFGBlock *, std::pair<size_t, size_t>>;

// `continue`, an arm without statements, or the 0 of `0 || x`: nothing in such a block tells that it is one of the
// region's. It leads from the region's blocks to others of it; a copy of a function shares its `continue` and its
// numbers with other copies.
void addEmpty(const clang::CFG &cfg, const PartStatements &part, Spans &spans) {
  const Statements &inside = part.own;
  const auto saysNothing = [&](const clang::CFGBlock *block) {
    return llvm::all_of(*block, [&](const clang::CFGElement &element) {
      const std::optional<clang::CFGStmt> stmt = element.getAs<clang::CFGStmt>();
      return stmt && part.shared.count(stmt->getStmt());
    });
  };
  std::set<const clang::CFGBlock *> empty;
  for (const clang::CFGBlock *block : cfg)
    if (!spans.count(block) && saysNothing(block) && !block->pred_empty() && !block->succ_empty() &&
        (!block->getLoopTarget() || inside.count(block->getLoopTarget())))
      empty.insert(block);
  auto belongs = [&](const clang::CFGBlock *block) { return !block || spans.count(block) || empty.count(block); };
  auto leads = [&](const clang::CFGBlock *block) {
    const clang::Stmt *way = block->getTerminatorStmt();
    return (way && inside.count(way)) ||
           (llvm::all_of(block->preds(), belongs) && llvm::all_of(block->succs(), belongs));
  };
  for (size_t before = empty.size() + 1; before != empty.size();) {
    before = empty.size();
    std::erase_if(empty, [&](const clang::CFGBlock *block) { return !leads(block); });
  }
  for (const clang::CFGBlock *block : empty)
    spans.try_emplace(block, 0, block->size());
}

Spans spansOf(const clang::CFG &cfg, const PartStatements &part) {
  Spans spans;
  for (const clang::CFGBlock *block : cfg)
    for (size_t e = 0; e < block->size(); ++e)
      if (std::optional<clang::CFGStmt> element = (*block)[e].getAs<clang::CFGStmt>();
          element && part.own.count(element->getStmt()))
        spans.try_emplace(block, e, e).first->second.second = e + 1;
  if (!spans.empty())
    addEmpty(cfg, part, spans);
  return spans;
}

// The first read on some path from the block's first element. At the region's own elements (none: paths go on) its
// entry decides: null, or the read there.
const clang::Stmt *readFrom(const clang::CFGBlock *block, const clang::VarDecl *var, const Spans &spans,
                            const clang::Stmt *onEntry, const Surroundings *of,
                            std::set<const clang::CFGBlock *> &seen) {
  if (!block || !seen.insert(block).second)
    return nullptr;
  auto span = spans.find(block);
  Use use = firstUse(*block, 0, span != spans.end() ? span->second.first : block->size(), var, of);
  if (use.kind != Use::None)
    return use.kind == Use::Read ? use.at : nullptr;
  if (span != spans.end())
    return onEntry;
  for (const clang::CFGBlock *next : block->succs())
    if (const clang::Stmt *read = readFrom(next, var, spans, onEntry, of, seen))
      return read;
  return nullptr;
}

// Does it hold a `case` of a switch that is around it? Clang follows none of these.
bool holdsCase(const clang::Stmt *stmt) {
  return llvm::isa<clang::SwitchCase>(stmt) ||
         (!llvm::isa<clang::SwitchStmt>(stmt) &&
          llvm::any_of(stmt->children(), [](const clang::Stmt *child) { return child && holdsCase(child); }));
}

std::unique_ptr<clang::CFG> cfgOf(const clang::FunctionDecl *function, const clang::Stmt *stmt,
                                  const clang::ASTContext &ast) {
  if (holdsCase(stmt))
    return nullptr;
  clang::CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  return clang::CFG::buildCFG(function, const_cast<clang::Stmt *>(stmt), const_cast<clang::ASTContext *>(&ast),
                              options);
}

// The first read behind the elements of the spans. `around`: what stands where they are entered again, as in readFrom.
const clang::Stmt *readBehind(const Spans &spans, const clang::VarDecl *var, const Spans &around,
                              const clang::Stmt *onEntry, const Surroundings &of) {
  std::set<const clang::CFGBlock *> seen;
  for (const auto &[block, span] : spans) {
    Use use = firstUse(*block, span.second, block->size(), var, &of); // where the statement ends within the block
    if (use.kind == Use::Read)
      return use.at;
    if (use.kind == Use::Killed)
      continue;
    for (const clang::CFGBlock *next : block->succs())
      if (next && !spans.count(next))
        if (const clang::Stmt *read = readFrom(next, var, around, onEntry, &of, seen))
          return read;
  }
  return nullptr;
}

bool isReadFirst(const clang::CFG *cfg, const clang::VarDecl *var, const Surroundings *of) {
  std::set<const clang::CFGBlock *> seen;
  return !cfg || readFrom(&cfg->getEntry(), var, {}, nullptr, of, seen);
}

} // namespace

class Flows {
public:
  // Null: the statement has none that Clang follows.
  const clang::CFG *of(const clang::FunctionDecl *function, const clang::Stmt *whole, const Surroundings &around) {
    const auto [known, isNew] = wholes_.try_emplace(whole);
    const clang::Stmt *filled = isNew ? this->filled(whole, around) : nullptr;
    if (isNew)
      known->second = {cfgOf(function, filled, around.ast), countsIn(filled)};
    return known->second.cfg.get();
  }

  // Of the part in the whole's; empty where there is no flow.
  const Spans &spans(const clang::FunctionDecl *function, const clang::Stmt *whole, const clang::Stmt *part,
                     const Surroundings &around) {
    const auto [known, isNew] = spans_.try_emplace({whole, part});
    if (const clang::CFG *cfg = isNew ? of(function, whole, around) : nullptr)
      known->second = spansOf(*cfg, statementsOf(filled(part, around), wholes_.at(whole).counts));
    return known->second;
  }

  // The region with a read of the variable behind it.
  const clang::Stmt *readBehind(const clang::Stmt *region, const clang::VarDecl *var, clang::ASTContext &ast) {
    const auto [known, isNew] = readBehind_.try_emplace({region, var});
    if (isNew) {
      clang::Stmt *read = clang::DeclRefExpr::Create(ast, {}, {}, const_cast<clang::VarDecl *>(var), false,
                                                     var->getLocation(), var->getType(), clang::VK_LValue);
      known->second = clang::CompoundStmt::Create(ast, {const_cast<clang::Stmt *>(region), read}, {},
                                                  region->getBeginLoc(), region->getEndLoc());
    }
    return known->second;
  }

private:
  const clang::Stmt *filled(const clang::Stmt *stmt, const Surroundings &around) {
    if (!around.hostAt || around.hostAt->empty())
      return stmt;
    return filled_.try_emplace(around.hostAt, around.ast, *around.hostAt).first->second.of(stmt);
  }

  struct Whole {
    std::unique_ptr<clang::CFG> cfg;
    Counts counts;
  };
  std::map<const HostCodeAt *, FilledIn> filled_;
  std::map<const clang::Stmt *, Whole> wholes_;
  std::map<std::pair<const clang::Stmt *, const clang::Stmt *>, Spans> spans_;
  std::map<std::pair<const clang::Stmt *, const clang::VarDecl *>, const clang::Stmt *> readBehind_;
};

std::shared_ptr<Flows> noFlowsYet() { return std::make_shared<Flows>(); }

bool isReachable(const Surroundings &of, const clang::VarDecl *var) {
  return !var->hasLocalStorage() || takesAddress(of.function->getBody(), var);
}

// Of a variable that only this file knows: may a function of the file look at it before it sets it, or lead others
// there? Calls need not be followed: where no function looks first, none finds what the region has left.
static bool isSeenInFile(const Surroundings &of, const clang::VarDecl *var) {
  for (const clang::Decl *decl : of.ast.getTranslationUnitDecl()->decls()) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    const auto *global = llvm::dyn_cast<clang::VarDecl>(decl);
    if (global && global->hasInit() && global != var && mentions(global->getInit(), var))
      return true;
    if (!function || !function->doesThisDeclarationHaveABody() || !mentions(function->getBody(), var))
      continue;
    const bool isWhole = scalarTypeOf(of.ast, var->getType()) || var->getType()->isPointerType();
    // Parts are not followed there.
    const bool isOther = function->getCanonicalDecl() != of.function->getCanonicalDecl();
    if (takesAddress(function->getBody(), var) || (isWhole ? isReadFirst(function->getBody(), var, of.ast) : isOther))
      return true;
  }
  return false;
}

// Does the call lead to a function of another file, or to one that isn't known?
static bool leavesFile(const clang::ASTContext &ast, const clang::CallExpr *call,
                       std::set<const clang::FunctionDecl *> &seen) {
  const clang::FunctionDecl *callee = call->getDirectCallee(), *own = callee ? callee->getDefinition() : nullptr;
  if (!own)
    return !callee || isElsewhere(ast, call);
  return seen.insert(own).second && holds(own->getBody(), [&](const clang::Stmt *part) {
           const auto *inner = llvm::dyn_cast<clang::CallExpr>(part);
           return inner && leavesFile(ast, inner, seen);
         });
}

// May the functions that are called look at the variable before they set it?
static bool mayLook(const Surroundings &of, const clang::CallExpr *call, const clang::VarDecl *var) {
  std::set<const clang::FunctionDecl *> seen;
  if (var->hasLocalStorage())
    return false;
  if (var->isExternallyVisible() && leavesFile(of.ast, call, seen))
    return true;
  const clang::FunctionDecl *callee = call->getDirectCallee();
  return (!callee || callee->hasBody()) && isSeenInFile(of, var->getCanonicalDecl());
}

bool isReadAfter(const Surroundings &of, const clang::VarDecl *var, bool asStatic) {
  const bool isOfFile = !var->hasLocalStorage() && (asStatic || !var->isExternallyVisible());
  if (isOfFile ? isSeenInFile(of, var->getCanonicalDecl()) : isReachable(of, var))
    return true;
  const Spans &spans = of.flows->spans(of.function, of.function->getBody(), of.statement, of);
  const clang::Stmt *onEntry = isReadFirst(of.flows->of(nullptr, of.region, of), var, &of) ? of.region : nullptr;
  return spans.empty() || readBehind(spans, var, spans, onEntry, of);
}

const clang::Stmt *readInRegionAfter(const Surroundings &of, const clang::Stmt *part, const clang::VarDecl *var) {
  const Spans &spans = of.flows->spans(nullptr, of.region, part, of);
  return spans.empty() ? part : readBehind(spans, var, {}, nullptr, of);
}

bool isReadBehind(const Surroundings &of, const clang::Stmt *part, const clang::VarDecl *var) {
  if (readInRegionAfter(of, part, var))
    return true;
  if (of.effects.declared.count(var))
    return false;
  // Does what it leaves come to the region's end? Then a read that stands there finds it.
  Surroundings with = of;
  with.region = of.flows->readBehind(of.region, var, const_cast<clang::ASTContext &>(of.ast));
  return readInRegionAfter(with, part, var) && isReadAfter(of, var);
}

bool isReadFirst(const clang::Stmt *stmt, const clang::VarDecl *var, const clang::ASTContext &ast) {
  return isReadFirst(cfgOf(nullptr, stmt, ast).get(), var, nullptr);
}

} // namespace kasane
