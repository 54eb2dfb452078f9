// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which statements of a region are host code.
#include "Read/HostCode.h"

#include "Ast/Allocations.h"
#include "Ast/MathCalls.h"
#include "Ast/MeshCalls.h"
#include "Read/HostNests.h"
#include "Read/HostRuns.h"
#include "Read/Recorded.h"

namespace kasane {
namespace {

// `own`: of a region whose arrays don't count that it declares itself.
bool storesElement(const clang::Stmt *stmt, const Effects *own = nullptr) {
  return holds(stmt, [&](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    const clang::VarDecl *var = own && lhs && isElement(lhs) ? storageVariable(lhs) : nullptr;
    return lhs && isElement(lhs) && !(var && var->getType()->isArrayType() && own->declared.count(var));
  });
}

// if (t % 10 == 0) { r = 0; for (..) for (..) r += ..; mass[n++] = r; }: loops under a condition that store nothing but
// elements where nobody in the region looks.
bool collectsSometimes(Callees &callees, const Recorded &recorded, const clang::Stmt *stmt) {
  const auto isLoop = [](const clang::Stmt *part) { return bodyOf(part) != nullptr; };
  const auto stores = [](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    return lhs && (isElement(lhs) || lhs->getType()->isPointerType());
  };
  const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
  return branch && !branch->getElse() && recorded.mayChange(branch->getCond()) &&
         holdsAnywhere(callees, branch->getThen(), isLoop) && !holds(stmt, [&](const clang::Stmt *part) {
           const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
           const clang::FunctionDecl *callee = call ? callees.definitionOf(call) : nullptr;
           const bool isRecord = stores(part) && isElement(assignedIn(part)) && !recorded.isSeen(assignedIn(part));
           return (stores(part) && !isRecord) || (callee && holdsAnywhere(callees, callee->getBody(), stores));
         });
}

// if (err < tol) { why = "small"; done = 1; break; }: texts and numbers are set, and nothing else is.
bool setsTexts(const clang::Stmt *stmt) {
  const auto isSet = [](const clang::Stmt *part) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
    return op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) && isLiteralText(op->getRHS());
  };
  return holds(stmt, isSet) && callsNothing(stmt) && !holds(stmt, [&](const clang::Stmt *part) {
           const clang::Expr *lhs = assignedIn(part);
           return bodyOf(part) || (lhs && !isSet(part) && (isElement(lhs) || lhs->getType()->isPointerType()));
         });
}

// A nest or a scalar of the step that calls such a function is a mistake to be told, but for one that draws numbers
// or prints.
bool isHostCode(const clang::ASTContext &ast, Callees &callees, const Recorded *recorded, const clang::Stmt *stmt) {
  if (llvm::isa<clang::DeclStmt, clang::ReturnStmt>(stmt))
    return false;
  if (!callsUnknown(callees, stmt))
    return setsTexts(stmt) ||
           (recorded &&
            (recorded->holdsFor(stmt) || recorded->isPlaced(callees, stmt) || recorded->isSearch(callees, stmt) ||
             collectsSometimes(callees, *recorded, stmt) || recorded->isOtherNest(ast, callees, stmt)));
  return llvm::isa<clang::IfStmt, clang::SwitchStmt>(stmt) || !storesElement(stmt) ||
         (recorded && (drawsNumbers(callees, stmt) || printsCells(callees, stmt)) &&
          recorded->isOtherNest(ast, callees, stmt));
}

// In a function that it calls.
bool mayHoldNest(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return call && mathFunction(call).empty();
  });
}

// A block with labels in front of it.
const clang::Stmt *behindLabels(const clang::Stmt *stmt) {
  const clang::Stmt *block = stmt;
  while (const auto *label = llvm::dyn_cast_or_null<clang::LabelStmt>(block))
    block = unwrap(label->getSubStmt());
  return llvm::isa_and_nonnull<clang::CompoundStmt>(block) ? block : stmt;
}

// `own`: pointers of the region's own memory. `replaced`: where it replaces what was there.
void collectHostCode(const clang::ASTContext &ast, Callees &callees, const Recorded *recorded, const Effects &region,
                     const Variables &own, const std::set<const clang::Stmt *> &replaced, const clang::Stmt *block,
                     std::set<const clang::Stmt *> &found, bool &stores) {
  for (const clang::Stmt *child : block->children()) {
    const clang::Stmt *stmt = behindLabels(unwrap(child));
    if (llvm::isa<clang::CompoundStmt>(stmt))
      collectHostCode(ast, callees, recorded, region, own, replaced, stmt, found, stores);
    else if (replaced.count(stmt) || isOwnMemory(stmt, own))
      continue;
    else if (isHostCode(ast, callees, recorded, stmt))
      found.insert(stmt);
    else
      stores |= storesElement(stmt, &region) || mayHoldNest(stmt);
  }
}

// Of scalars from the steps' own statements: what host code sets may be needed by host code only.
class Followers {
public:
  Followers(Callees &callees, const clang::Stmt *body, std::set<const clang::Stmt *> &code)
      : callees_(callees), code_(code) {
    flatten(body);
  }

  Variables run() {
    const std::set<const clang::Stmt *> before = code_;
    std::set<const clang::Stmt *> added;
    for (const clang::Stmt *stmt : steps_) // double t0 = now();
      if (llvm::isa<clang::DeclStmt>(stmt) && isScalars(stmt) && callsUnknown(callees_, stmt))
        added.insert(stmt);
    for (bool isNew = true; isNew;) { // total += t1 - t0;
      isNew = false;
      const Variables set = setBy(joined(before, added));
      for (const clang::Stmt *stmt : steps_)
        if (!before.count(stmt) && (isScalars(stmt) || isTestOfRecord(stmt, set)) && readsAny(stmt, set))
          isNew |= added.insert(stmt).second;
    }
    for (bool isLess = true; isLess;) {
      const std::set<const clang::Stmt *> all = joined(before, added);
      isLess = std::erase_if(added, [&](const clang::Stmt *stmt) {
                 const Variables own = setBy({stmt});
                 return std::any_of(own.begin(), own.end(),
                                    [&](const clang::VarDecl *var) { return isUsedOutside(var, all); });
               }) > 0;
    }
    code_ = joined(before, added);
    const Variables own = locals();
    for (const clang::Stmt *stmt : steps_)
      if (llvm::isa<clang::DeclStmt>(stmt) && !code_.count(stmt) && isScalars(stmt) && callsUnknown(anyOf_, stmt))
        shared.insert(stmt);
    code_ = joined(code_, shared);
    return own;
  }
  std::set<const clang::Stmt *> shared; // the steps use what these declare

private:
  static std::set<const clang::Stmt *> joined(std::set<const clang::Stmt *> a, const std::set<const clang::Stmt *> &b) {
    a.insert(b.begin(), b.end());
    return a;
  }

  void flatten(const clang::Stmt *block) {
    for (const clang::Stmt *child : block->children())
      if (const clang::Stmt *stmt = unwrap(child); llvm::isa<clang::CompoundStmt>(stmt))
        flatten(stmt);
      else
        steps_.push_back(stmt);
  }

  // The variable itself, or the one whose element or member this is; null: a pointer leads there.
  static const clang::VarDecl *objectOf(const clang::Expr *lvalue) {
    const clang::VarDecl *var = storageVariable(lvalue);
    return var && !var->getType()->isPointerType() && lvalue->getType()->isArithmeticType() ? var : nullptr;
  }

  // Declares or assigns scalars and nothing else, without jumps and what pointers lead to. No function that it calls is
  // a part of the step, as `update(&grid)` is.
  bool isScalars(const clang::Stmt *stmt) const {
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
            !var || var->isStaticLocal() || !var->getType()->isArithmeticType() || !var->getInit())
          return false;
    if (!llvm::isa<clang::DeclStmt, clang::Expr, clang::IfStmt>(stmt) || setBy({stmt}).empty())
      return false;
    const bool isOfStep = holdsAnywhere(callees_, stmt, [](const clang::Stmt *part) {
      const clang::Expr *lhs = assignedIn(part);
      return bodyOf(part) || (lhs && (lhs->getType()->isPointerType() || (isElement(lhs) && !objectOf(lhs))));
    });
    return !isOfStep && !holds(stmt, [](const clang::Stmt *part) {
      const clang::Expr *lhs = assignedIn(part);
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return (lhs && !objectOf(lhs)) || (expr && isElement(expr) && !objectOf(expr)) || bodyOf(part) ||
             llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::ReturnStmt, clang::GotoStmt, clang::StmtExpr>(
                 part);
    });
  }

  // hist[n++] = res; if (n > 5 && res > hist[n - 5]) break; looks at an element whose place host code moves on.
  static bool isTestOfRecord(const clang::Stmt *stmt, const Variables &set) {
    const auto isMoved = [&](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return expr && isElement(expr) && readsAny(expr, set);
    };
    return llvm::isa<clang::IfStmt>(stmt) && holds(stmt, isMoved) && !holds(stmt, [](const clang::Stmt *part) {
             const clang::Expr *lhs = assignedIn(part);
             return (lhs && !objectOf(lhs)) || bodyOf(part) ||
                    llvm::isa<clang::ContinueStmt, clang::ReturnStmt, clang::GotoStmt, clang::StmtExpr>(part);
           });
  }

  // Assigned there or declared, or handed to a function by its address.
  static Variables setBy(const std::set<const clang::Stmt *> &stmts) {
    Variables out;
    for (const clang::Stmt *stmt : stmts) {
      const Effects effects = effectsOf(stmt);
      out.insert(effects.assigned.begin(), effects.assigned.end());
      out.insert(effects.declared.begin(), effects.declared.end());
      holds(stmt, [&](const clang::Stmt *part) {
        if (const clang::Expr *lhs = assignedIn(part); lhs && objectOf(lhs))
          out.insert(objectOf(lhs));
        const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
        if (const clang::VarDecl *var =
                address && address->getOpcode() == clang::UO_AddrOf ? variableOf(address->getSubExpr()) : nullptr)
          out.insert(var);
        return false;
      });
    }
    return out;
  }

  static bool readsAny(const clang::Stmt *stmt, const Variables &vars) {
    return holds(stmt, [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      return ref && vars.count(llvm::dyn_cast<clang::VarDecl>(ref->getDecl())) > 0;
    });
  }

  bool isUsedOutside(const clang::VarDecl *var, const std::set<const clang::Stmt *> &code) const {
    return std::any_of(steps_.begin(), steps_.end(), [&](const clang::Stmt *stmt) {
      return !code.count(stmt) && !declaresOnly(stmt, var) && mentions(stmt, var);
    });
  }

  static bool declaresOnly(const clang::Stmt *stmt, const clang::VarDecl *var) {
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
    return decls && decls->isSingleDecl() && decls->getSingleDecl() == var && !var->getInit();
  }

  // What the code's own declarations declare, and what stands ahead of it without a value.
  Variables locals() const {
    const Variables set = setBy(code_);
    Variables out;
    for (const clang::Stmt *stmt : steps_)
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
        if (const Variables own = effectsOf(stmt).declared;
            std::all_of(own.begin(), own.end(), [&](const clang::VarDecl *var) { return isLocal(decls, var, set); }))
          out.insert(own.begin(), own.end());
    return out;
  }

  bool isLocal(const clang::DeclStmt *decls, const clang::VarDecl *var, const Variables &set) const {
    if (code_.count(decls))
      return true;
    const bool isPlain = var->getType()->isArithmeticType() || var->getType()->isRecordType();
    return isPlain && !var->getInit() && !var->isStaticLocal() && set.count(var) && !isUsedOutside(var, code_);
  }

  Callees &callees_;
  Callees anyOf_{Allowed::CopiesAndArms}; // what one of them can read is the step's
  std::set<const clang::Stmt *> &code_;
  std::vector<const clang::Stmt *> steps_;
};

// Of a block without a time loop nothing else is.
HostStatements fillsBetweenNests(const clang::ASTContext &ast, const clang::Stmt *block) {
  HostStatements found;
  bool stores = false;
  const std::function<void(const clang::Stmt *)> collect = [&](const clang::Stmt *outer) {
    for (const clang::Stmt *child : outer->children()) {
      const clang::Stmt *stmt = child ? unwrap(child) : nullptr;
      if (stmt && llvm::isa<clang::CompoundStmt>(stmt))
        collect(stmt);
      else if (meshFillOf(ast, stmt))
        found.code.insert(stmt);
      else
        stores |= stmt && (storesElement(stmt) || mayHoldNest(stmt));
    }
  };
  if (llvm::isa<clang::CompoundStmt>(block))
    collect(block);
  return stores ? found : HostStatements{};
}

// The loop of a block that otherwise only declares variables; else the statement itself.
const clang::Stmt *loopOf(const clang::Stmt *region) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(region);
  if (!block)
    return region;
  const clang::Stmt *loop = nullptr;
  for (const clang::Stmt *child : block->body()) {
    if (llvm::isa<clang::DeclStmt>(child))
      continue;
    if (loop)
      return region;
    loop = loopOf(unwrap(child));
  }
  return loop && bodyOf(loop) ? loop : region;
}

} // namespace

bool HostStatements::declares(const clang::Stmt *stmt) const {
  const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
  return decls && std::any_of(decls->decl_begin(), decls->decl_end(), [&](const clang::Decl *decl) {
           return locals.count(llvm::dyn_cast<clang::VarDecl>(decl)) > 0;
         });
}

HostStatements hostStatements(const clang::ASTContext &ast, Callees &callees, const clang::Stmt *statement,
                              Records records) {
  const clang::Stmt *region = loopOf(statement);
  if (!bodyOf(region))
    return fillsBetweenNests(ast, region);
  const Recorded recorded(callees, region, records);
  HostStatements found;
  const clang::Expr *test = testOf(region);
  bool stores = test && mayHoldNest(test); // and make the step
  const clang::Stmt *body = behindLabels(bodyOf(region));
  if (!body || !llvm::isa<clang::CompoundStmt>(body))
    return found;
  std::set<const clang::Stmt *> replaced;
  for (const Replacement &replacement : replacementsIn(body))
    replaced.insert(replacement.release);
  collectHostCode(ast, callees, records == Records::None ? nullptr : &recorded, effectsOf(region), ownPointers(region),
                  replaced, body, found.code, stores);
  if (!stores)
    return {};
  Followers followers(callees, body, found.code);
  found.locals = followers.run();
  found.shared = followers.shared;
  joinRuns(ast, callees, region, found);
  return found;
}

bool isLiteralText(const clang::Expr *value) {
  value = value->IgnoreParenImpCasts();
  const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(value);
  return llvm::isa<clang::StringLiteral>(value) ||
         (choice && isLiteralText(choice->getTrueExpr()) && isLiteralText(choice->getFalseExpr()));
}

bool callsNothing(const clang::Stmt *stmt) {
  return !holds(stmt, [](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return call && mathFunction(call).empty();
  });
}

bool isLastIn(const clang::Stmt *body, const clang::Stmt *stmt) {
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  return body && (unwrap(body) == stmt || (block && !block->body_empty() && isLastIn(block->body_back(), stmt)));
}

} // namespace kasane
