// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Leaving.h"

#include "Ast/CountedEnds.h"
#include "Ast/Effects.h"
#include "Ast/Liveness.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace kasane {
namespace {

// Does a continue of the statement belong to a loop around it?
bool continuesWithin(const clang::Stmt *stmt) {
  return llvm::isa<clang::ContinueStmt>(stmt) ||
         (!bodyOf(stmt) &&
          llvm::any_of(stmt->children(), [](const clang::Stmt *child) { return child && continuesWithin(child); }));
}

// The same of a break, which may belong to a switch, too.
bool breaksWithin(const clang::Stmt *stmt) {
  return llvm::isa<clang::BreakStmt>(stmt) ||
         (!llvm::isa<clang::SwitchStmt>(stmt) && !bodyOf(stmt) &&
          llvm::any_of(stmt->children(), [](const clang::Stmt *child) { return child && breaksWithin(child); }));
}

bool isLeaving(const clang::Stmt *stmt) { return llvm::isa<clang::ReturnStmt, clang::GotoStmt>(stmt); }

bool holdsJump(const clang::Stmt *arm) {
  return holds(arm, [](const auto *part) { return isLeaving(part) || llvm::isa<clang::BreakStmt>(part); });
}

// What the loop itself counts or is tested against.
Variables countersOf(const clang::Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop); counted && counted->getInc())
    return effectsOf(counted->getInc()).assigned;
  const auto *tested = llvm::dyn_cast<clang::WhileStmt>(loop);
  const auto *last = llvm::dyn_cast<clang::DoStmt>(loop);
  Variables out;
  if (tested || last)
    for (const clang::VarDecl *var : variablesIn(tested ? tested->getCond() : last->getCond()))
      if (var->getType()->isIntegerType())
        out.insert(var);
  return out;
}

std::set<const clang::Stmt *> countedEndsOf(const clang::ASTContext &ast, const clang::Stmt *region, bool withArms) {
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(region);
  return loop ? countedEnds(ast, loop, withArms) : std::set<const clang::Stmt *>{};
}

class Leaver : public Cloner {
public:
  Leaver(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region)
      : Cloner(ast, made_, function), region_(region), effects_(effectsOf(region)), counters_(countersOf(region)),
        ends_(countedEndsOf(ast, region, true)), lastEnds_(countedEndsOf(ast, region, false)) {}

  Leaving run() {
    clang::Stmt *copy = stmt(region_);
    return arms_.empty() ? Leaving{region_, {}, {}} : Leaving{copy, std::move(arms_), std::move(declared_)};
  }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return const_cast<clang::CallExpr *>(original); }
  clang::Expr *insteadOf(const clang::Expr *original) override { return const_cast<clang::Expr *>(original); }

  clang::Stmt *instead(const clang::Stmt *original) override {
    if (original == region_)
      return nullptr;
    if (!llvm::isa<clang::CompoundStmt, clang::IfStmt>(original) && !isLeaving(original) && !lastEnds_.count(original))
      return const_cast<clang::Stmt *>(original);
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(original)) {
      for (const clang::Stmt *arm : {branch->getThen(), branch->getElse()})
        if (arm)
          written_[unwrap(arm)] = arm;
      ++depth_;
      clang::Stmt *copy = Cloner::stmt(branch);
      --depth_;
      return copy;
    }
    return depth_ > 0 && mayMove(original) ? moved(original) : nullptr;
  }

private:
  bool isInside(const clang::LabelDecl *label) const {
    return holds(region_, [&](const clang::Stmt *part) {
      const auto *stmt = llvm::dyn_cast<clang::LabelStmt>(part);
      return stmt && stmt->getDecl() == label;
    });
  }

  // What it says must be text of its own that means the same behind the region.
  bool mayMove(const clang::Stmt *arm) const {
    const bool isOther = holds(arm, [&](const clang::Stmt *part) {
      const auto *way = llvm::dyn_cast<clang::GotoStmt>(part);
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
      const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part);
      const bool isStatic = decls && llvm::any_of(decls->decls(), [](const clang::Decl *decl) {
                              const auto *own = llvm::dyn_cast<clang::VarDecl>(decl);
                              return !own || own->isStaticLocal() || own->hasExternalStorage();
                            });
      return llvm::isa<clang::LabelStmt, clang::IndirectGotoStmt, clang::AddrLabelExpr, clang::GCCAsmStmt>(part) ||
             isStatic || (way && isInside(way->getLabel())) ||
             (var && isOfSteps(arm, var) && (var->isStaticLocal() || !scalarTypeOf(ast_, var->getType())));
    });
    const bool ends = endsBy(arm), // and nowhere else
        mayBreak = ends ? !holdsJump(arm) : !breaksWithin(arm) || changesCounter(arm);
    const auto isEnd = [&](const clang::Stmt *part) { return ends_.count(part) > 0; };
    return leavesAlways(arm) && !continuesWithin(arm) && mayBreak && !isOther && ends == holds(arm, isEnd) &&
           clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(asWritten(arm)->getSourceRange()),
                                           ast_.getSourceManager(), ast_.getLangOpts())
               .isValid();
  }

  // t = steps, in the arm's own block.
  bool endsBy(const clang::Stmt *arm) const {
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(arm);
    return ends_.count(arm) ||
           (block && llvm::any_of(block->body(), [&](const clang::Stmt *stmt) { return ends_.count(stmt) > 0; }));
  }

  // Does each path through the statement end with a return, a goto, a break or what ends the loop?
  bool leavesAlways(const clang::Stmt *stmt) const {
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      return endsBy(block) || (!block->body_empty() && leavesAlways(unwrap(block->body_back())));
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
    return isLeaving(stmt) || llvm::isa<clang::BreakStmt>(stmt) || ends_.count(stmt) ||
           (branch && branch->getElse() && leavesAlways(unwrap(branch->getThen())) &&
            leavesAlways(unwrap(branch->getElse())));
  }

  bool changesCounter(const clang::Stmt *arm) const {
    const Effects changes = effectsOf(arm);
    return llvm::any_of(changes.assigned, [&](const clang::VarDecl *var) {
      return counters_.count(var) && !changes.declared.count(var);
    });
  }

  // With the `do` around it that a macro has.
  const clang::Stmt *asWritten(const clang::Stmt *arm) const {
    const auto found = written_.find(arm);
    return found == written_.end() ? arm : found->second;
  }

  // Declared in the region, but not in the arm itself.
  bool isOfSteps(const clang::Stmt *arm, const clang::VarDecl *var) const {
    return effects_.declared.count(var) && !effectsOf(arm).declared.count(var);
  }

  clang::VarDecl *newVariable(const std::string &name, clang::QualType type, clang::SourceLocation at) {
    std::string text = name;
    type.getAsStringInternal(text, ast_.getPrintingPolicy());
    declared_.push_back(text + " = 0");
    return clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get(name), type,
                                  ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
  }

  clang::Stmt *moved(const clang::Stmt *arm) {
    const clang::SourceLocation at = arm->getBeginLoc();
    const Extent extent = extentOf(ast_, asWritten(arm)->getSourceRange());
    LeavingArm out{extent.begin, pastSemicolon(ast_, asWritten(arm), extent.end),
                   ast_.getSourceManager().getPresumedLineNumber(at), prefix_ + std::to_string(arms_.size() + 1)};
    std::vector<clang::Stmt *> parts;
    for (const clang::VarDecl *var : variablesIn(arm))
      if (isOfSteps(arm, var))
        keep(arm, var, parts, out);
    parts.push_back(combined(clang::BO_Assign, lvalueOf(newVariable(out.taken, ast_.IntTy, at), at),
                             number(1, ast_.IntTy, at), ast_.IntTy));
    parts.push_back(noted(new (ast_) clang::BreakStmt(at)));
    out.copy += out.taken + " = 1; break;";
    if (breaksWithin(arm)) // which leaves this loop then
      out.declared += "for (;;)";
    if (endsBy(arm))
      out.behind = textOf(ast_, llvm::cast<clang::ForStmt>(region_)->getInc()->getSourceRange()) + ";";
    arms_.push_back(std::move(out));
    return block(parts, arm->getSourceRange());
  }

  // What the arm uses of the steps' keeps its value for it.
  void keep(const clang::Stmt *arm, const clang::VarDecl *var, std::vector<clang::Stmt *> &parts, LeavingArm &out) {
    const clang::QualType type = var->getType().getUnqualifiedType();
    const std::string name = var->getNameAsString(), kept = out.taken + "_" + name;
    std::string text = name;
    type.getAsStringInternal(text, ast_.getPrintingPolicy());
    if (!isReadFirst(arm, var, ast_)) {
      out.declared += text + "; ";
      return;
    }
    clang::VarDecl *copy = newVariable(kept, type, arm->getBeginLoc());
    parts.push_back(combined(clang::BO_Assign, lvalueOf(copy, arm->getBeginLoc()),
                             rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(var), var->getLocation())), type));
    out.copy += kept + " = " + name + "; ";
    out.declared += text + " = " + kept + "; ";
  }

  const clang::Stmt *region_;
  Effects effects_;
  Variables counters_;
  std::set<const clang::Stmt *> ends_, lastEnds_;              // t = steps; and those behind which no arm goes on
  int depth_ = 0;                                              // of tests
  std::map<const clang::Stmt *, const clang::Stmt *> written_; // arms as the file has them
  const std::string prefix_ = unusedName(ast_, "ksn_left");
  std::vector<LeavingArm> arms_;
  std::vector<std::string> declared_;
  std::set<const clang::Stmt *> made_;
};

} // namespace

Leaving withoutLeaving(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region) {
  const bool declaresTypes = holds(region, [](const clang::Stmt *part) {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part);
    return decls &&
           llvm::any_of(decls->decls(), [](const clang::Decl *decl) { return !llvm::isa<clang::VarDecl>(decl); });
  });
  const bool leaves = region == unwrap(region) && bodyOf(region) && !declaresTypes &&
                      (holdsJump(region) || !countedEndsOf(ast, region, true).empty());
  return leaves ? Leaver(ast, function, region).run() : Leaving{region, {}, {}};
}

} // namespace kasane
