// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostCode.h"

#include "LiveOut.h"
#include "MathCalls.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace kasane {
namespace {

bool storesElement(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) {
    const clang::Expr *lhs = assignedIn(part);
    return lhs && isElement(lhs);
  });
}

bool callsUnknown(Callees &callees, const clang::Stmt *stmt) {
  return holds(stmt, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return call && mathFunction(call).empty() && !callees.definitionOf(call);
  });
}

// Is `what` true of the statement, of one within it or of one in the functions that it calls?
bool holdsAnywhere(Callees &callees, const clang::Stmt *stmt, const std::function<bool(const clang::Stmt *)> &what,
                   std::set<const clang::Stmt *> seen = {}) {
  return holds(stmt, [&](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    const clang::FunctionDecl *callee = call && mathFunction(call).empty() ? callees.definitionOf(call) : nullptr;
    return what(part) || (callee && seen.insert(callee->getBody()).second && holdsAnywhere(callees, callee->getBody(), what, seen));
  });
}

// if (t % 10 == 0) { r = 0; for (..) for (..) r += ..; }: loops under a condition that store nothing.
bool collectsSometimes(Callees &callees, const clang::Stmt *stmt) {
  const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
  return branch && !branch->getElse() &&
         holdsAnywhere(callees, branch->getThen(), [](const clang::Stmt *part) { return bodyOf(part) != nullptr; }) &&
         !holdsAnywhere(callees, stmt, [](const clang::Stmt *part) {
           const clang::Expr *lhs = assignedIn(part);
           return lhs && (isElement(lhs) || lhs->getType()->isPointerType());
         });
}

// rec[t] = u[47]: where it stores, nobody in the region looks, and the step is a subscript there.
class Recorded {
public:
  explicit Recorded(const clang::Stmt *region) : region_(region), effects_(effectsOf(region)) { count(region, ""); }

  bool holdsFor(const clang::Stmt *stmt) const {
    bool stores = false;
    bool isOther = holds(stmt, [&](const clang::Stmt *part) {
      const clang::Expr *lhs = assignedIn(part);
      if (!lhs || !isElement(lhs))
        return false;
      stores = true;
      std::string array = arrayOf(lhs);
      return array.empty() || looked_.count(array);
    });
    return stores && !isOther && isStepped(stmt);
  }

private:
  // rec of rec[t], *rp and *rp++; its key.
  static std::string arrayOf(const clang::Expr *lhs) {
    lhs = lhs->IgnoreParenCasts();
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lhs))
      return arrayOf(subscript->getBase());
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(lhs))
      return unary->getOpcode() == clang::UO_AddrOf ? "" : arrayOf(unary->getSubExpr());
    return lvalueKey(lhs);
  }

  // What else is mentioned than by being stored to; `array` is what the store goes to whose left side this is.
  void count(const clang::Stmt *stmt, const std::string &array) {
    if (llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(stmt))
      if (std::string key = lvalueKey(llvm::cast<clang::Expr>(stmt)); !key.empty() && key != array)
        looked_.insert(key);
    const clang::Expr *lhs = assignedIn(stmt);
    const bool stores = lhs && isElement(lhs);
    for (const clang::Stmt *child : stmt->children())
      if (child)
        count(child, stores && child == lhs ? arrayOf(lhs) : array);
  }

  // By what changes from step to step: the time loop's variable; for a single element any that the region moves on, too.
  bool isStepped(const clang::Stmt *stmt) const {
    const bool isSingle = !holds(stmt, [](const clang::Stmt *part) { return bodyOf(part) != nullptr; });
    const std::set<const clang::VarDecl *> movers = isSingle ? effects_.assigned : counters();
    for (const clang::VarDecl *var : effectsOf(stmt).storeSubscripts)
      if (movers.count(var))
        return true;
    return isSingle && holds(stmt, [&](const clang::Stmt *part) {
      const clang::Expr *lhs = assignedIn(part);
      return lhs && isElement(lhs) && effects_.assignedKeys.count(arrayOf(lhs));
    });
  }

  std::set<const clang::VarDecl *> counters() const {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(region_))
      return loop->getInc() ? effectsOf(loop->getInc()).assigned : std::set<const clang::VarDecl *>{};
    const auto *whileLoop = llvm::dyn_cast<clang::WhileStmt>(region_);
    const auto *doLoop = llvm::dyn_cast<clang::DoStmt>(region_);
    const clang::Expr *condition = whileLoop ? whileLoop->getCond() : doLoop ? doLoop->getCond() : nullptr;
    std::set<const clang::VarDecl *> found;
    for (const clang::VarDecl *var : effects_.assigned)
      if (condition && mentions(condition, var))
        found.insert(var);
    return found;
  }

  const clang::Stmt *region_;
  Effects effects_;
  std::set<std::string> looked_;
};

// A nest or a scalar of the step that calls such a function is a mistake to be told.
bool isHostCode(Callees &callees, const Recorded *recorded, const clang::Stmt *stmt) {
  if (llvm::isa<clang::DeclStmt, clang::ReturnStmt>(stmt))
    return false;
  if (!callsUnknown(callees, stmt))
    return recorded && (recorded->holdsFor(stmt) || collectsSometimes(callees, stmt));
  return llvm::isa<clang::IfStmt, clang::SwitchStmt>(stmt) || !storesElement(stmt);
}

void collectHostCode(Callees &callees, const Recorded *recorded, const clang::Stmt *block, std::set<const clang::Stmt *> &found, bool &stores) {
  for (const clang::Stmt *child : block->children()) {
    const clang::Stmt *stmt = unwrap(child);
    if (llvm::isa<clang::CompoundStmt>(stmt))
      collectHostCode(callees, recorded, stmt, found, stores);
    else if (isHostCode(callees, recorded, stmt))
      found.insert(stmt);
    else
      stores |= storesElement(stmt) || callsUnknown(callees, stmt) || holds(stmt, [&](const clang::Stmt *part) {
        return llvm::isa<clang::CallExpr>(part); // a nest may stand in the function
      });
  }
}

// What the statements mention, declare and change, and how they are left.
class Mentions : public clang::RecursiveASTVisitor<Mentions> {
public:
  std::vector<std::pair<const clang::VarDecl *, const clang::Stmt *>> used;
  std::set<const clang::VarDecl *> declared, assigned;
  const clang::Stmt *leaves = nullptr, *breaks = nullptr, *continues = nullptr;
  const clang::VarDecl *isStatic = nullptr;

  bool VisitVarDecl(clang::VarDecl *var) {
    declared.insert(var);
    if (var->isStaticLocal())
      isStatic = var;
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) {
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
      used.push_back({var, ref});
    return true;
  }
  bool VisitStmt(clang::Stmt *stmt) {
    const clang::Expr *lhs = assignedIn(stmt);
    const auto *address = llvm::dyn_cast<clang::UnaryOperator>(stmt);
    if (!lhs && address && address->getOpcode() == clang::UO_AddrOf)
      lhs = address->getSubExpr();
    if (const clang::VarDecl *var = lhs ? variableOf(lhs) : nullptr)
      assigned.insert(var);
    if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt>(stmt))
      leaves = stmt;
    return true;
  }
  void findJumps(const clang::Stmt *stmt, bool inLoop, bool inSwitch) {
    if (llvm::isa<clang::BreakStmt>(stmt) && !inLoop && !inSwitch)
      breaks = stmt;
    if (llvm::isa<clang::ContinueStmt>(stmt) && !inLoop)
      continues = stmt;
    inLoop |= llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt);
    inSwitch |= llvm::isa<clang::SwitchStmt>(stmt);
    for (const clang::Stmt *child : stmt->children())
      if (child)
        findJumps(child, inLoop, inSwitch);
  }
};

class PointReader {
public:
  PointReader(Reader &reader, const clang::Stmt *stmt) : reader_(reader), stmt_(stmt), effects_(effectsOf(stmt)) {}

  bool run() {
    mentions_.TraverseStmt(const_cast<clang::Stmt *>(stmt_));
    mentions_.findJumps(stmt_, false, false);
    if (mentions_.leaves)
      return reader_.fail(DiagId::host_code_leaves, mentions_.leaves), false;
    if (mentions_.isStatic) {
      reader_.diags.add(DiagId::static_local, reader_.range(mentions_.isStatic->getSourceRange()),
                        {mentions_.isStatic->getNameAsString()});
      return false;
    }
    DraftHostPoint point{stmt_, nullptr, mentions_.breaks, mentions_.continues, {}, {}};
    for (const auto &[var, at] : mentions_.used)
      if (!mentions_.declared.count(var) && seen_.insert(regions(var)).second && !provide(regions(var), at, var))
        return false;
    if (!provideUnmentioned())
      return false;
    point.values = std::move(values_);
    for (const clang::VarDecl *var : seen_)
      if (isKnown(var))
        if (const std::optional<Watched> it = watched(reader_.ast, var))
          point.looked.push_back(*it);
    std::sort(point.looked.begin(), point.looked.end(), [](const Watched &a, const Watched &b) { return a.name < b.name; });
    if (const clang::Expr *condition = conditionExpr()) {
      point.condition = conditionOf(reader_, condition);
      if (!point.condition)
        return false;
    }
    return addHostPoint(reader_, std::move(point));
  }

private:
  // The region has a copy of its own of a variable whose declaration calls a function that is read in place of the call.
  const clang::VarDecl *regions(const clang::VarDecl *var) const {
    const std::set<const clang::VarDecl *> &declared = reader_.effects.declared;
    const auto copy = std::find_if(declared.begin(), declared.end(), [&](const clang::VarDecl *other) {
      return other->getLocation() == var->getLocation() && other->getIdentifier() == var->getIdentifier();
    });
    return declared.count(var) || copy == declared.end() ? var : *copy;
  }

  // Of `if (condition) { .. }`, where it can be looked at beforehand.
  const clang::Expr *conditionExpr() const {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt_);
    if (!branch || branch->getElse() || branch->getInit() || branch->hasVarStorage())
      return nullptr;
    bool isPlain = !holds(branch->getCond(), [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
      return assignedIn(part) || (var && regions(var) != var) || llvm::isa<clang::CallExpr, clang::ArraySubscriptExpr, clang::StmtExpr>(part) ||
             (ref && ref->getType()->isPointerType());
    });
    return isPlain ? branch->getCond() : nullptr;
  }

  bool isScalar(const clang::VarDecl *var) const { return scalarTypeOf(reader_.ast, var->getType()).has_value(); }
  bool sees(const clang::VarDecl *var, const clang::Stmt *at) {
    return reader_.fail(DiagId::host_code_sees, at, {var->getNameAsString()}), false;
  }
  bool changes(const clang::VarDecl *var, const clang::Stmt *at) {
    return reader_.fail(DiagId::host_code_changes, at, {var->getNameAsString()}), false;
  }

  // What the region sets, whether the statements come to look at it or not.
  bool isKnown(const clang::VarDecl *var) const {
    const bool isInside = reader_.effects.declared.count(var);
    return !mentions_.assigned.count(var) && !reader_.hostAssigned.count(var) &&
           (isInside ? var == reader_.timeVar || reader_.stepScalars.count(var) || (var->hasInit() && isScalar(var))
                     : reader_.effects.assigned.count(var) > 0);
  }

  void give(const clang::VarDecl *var, const std::string &value) {
    std::string name = var->getNameAsString();
    bool isInside = reader_.effects.declared.count(var);
    std::string type = isInside ? var->getType().getUnqualifiedType().getAsString() : "";
    values_.push_back({isInside ? type + " " + name : "", name, value});
  }

  // Afterwards the statements can use the variable, as the original's do. `named` is what they have for it.
  bool provide(const clang::VarDecl *var, const clang::Stmt *at, const clang::VarDecl *named) {
    bool changed = mentions_.assigned.count(named);
    if (var->getType()->isPointerType() || var->getType()->isArrayType())
      reader_.hostMentions.push_back({var->getNameAsString(), at, effects_.storedKeys.count(variableKey(named)) > 0, var->getType()->isArrayType()});
    if (var == reader_.timeVar) {
      if (changed)
        return reader_.fail(DiagId::loop_variable_changed, at, {var->getNameAsString()}), false;
      std::string sign = reader_.timeSign < 0 ? "-" : "";
      give(var, sign + "$@time" + (reader_.timeLead ? " + " + std::to_string(reader_.timeLead) : ""));
      return true;
    }
    bool isInside = reader_.effects.declared.count(var), isAssigned = reader_.effects.assigned.count(var);
    const bool selects = reader_.integers.count(var) && (isInside || isAssigned);
    if (changed && selects)
      return changes(var, at);
    if (reader_.hostVariables.count(var)) {
      if (changed && isInside)
        return changes(var, at);
      std::string name = hostVariable(reader_, var);
      if (isInside)
        give(var, "$" + name);
      return true;
    }
    if (auto scalar = reader_.stepScalars.find(var); scalar != reader_.stepScalars.end())
      return changed ? changes(var, at) : provideStepScalar(var, scalar->second, at);
    if (!isInside && !isAssigned)
      return true; // the user's own
    if (!isScalar(var)) { // a pointer of the user's that the nests use, further down perhaps
      reader_.hostArrays.push_back({var, at});
      return !isInside || reader_.arrayByKey.count(variableKey(var)) || sees(var, at);
    }
    if (selects)
      return becomesHost(reader_, var);
    if (isReadFirst(stmt_, named, reader_.ast)) // what the step does further down, it left in the one before
      return isInside ? sees(var, at) : becomesHost(reader_, var);
    if (isInside)
      give(var, "");
    else
      reader_.hostAssigned.try_emplace(var, at);
    return true;
  }

  // Functions that are called may look at variables from outside of the loop, too.
  bool provideUnmentioned() {
    for (const Selector &selector : reader_.selectors)
      if (selector.var->hasGlobalStorage() && !seen_.count(selector.var) && !reader_.hostVariables.count(selector.var))
        return becomesHost(reader_, selector.var);
    std::vector<const clang::VarDecl *> outside = {reader_.timeVar};
    for (const auto &[var, scalar] : reader_.stepScalars)
      outside.push_back(var);
    for (const clang::VarDecl *var : outside)
      if (var && !reader_.effects.declared.count(var) && seen_.insert(var).second && !provide(var, stmt_, var))
        return false;
    return true;
  }

  bool provideStepScalar(const clang::VarDecl *var, const ScalarState &scalar, const clang::Stmt *at) {
    std::string name = reader_.names.take(var->getNameAsString());
    reader_.draft.variables.push_back({name, scalar.type, ""});
    setForHost(reader_, name, makeExpr(scalar.type, ScalarRef{scalar.name}, reader_.range(at)));
    give(var, "$" + name);
    return true;
  }

  Reader &reader_;
  const clang::Stmt *stmt_;
  Effects effects_;
  Mentions mentions_;
  std::set<const clang::VarDecl *> seen_;
  std::vector<HostValue> values_;
};

} // namespace

std::set<const clang::Stmt *> hostStatements(Callees &callees, const clang::Stmt *region, bool records) {
  const Recorded recorded(region);
  std::set<const clang::Stmt *> found;
  bool stores = false;
  const clang::Stmt *body = bodyOf(region);
  if (body && llvm::isa<clang::CompoundStmt>(body))
    collectHostCode(callees, records ? &recorded : nullptr, body, found, stores);
  return stores ? found : std::set<const clang::Stmt *>();
}

bool refuseHostCode(Reader &reader, const clang::Stmt *stmt) {
  const clang::CallExpr *call = nullptr;
  holds(stmt, [&](const clang::Stmt *part) {
    const auto *found = llvm::dyn_cast<clang::CallExpr>(part);
    if (found && mathFunction(found).empty())
      call = found;
    return call != nullptr;
  });
  if (!call)
    return reader.fail(DiagId::store_outside_nest, stmt), false;
  const clang::FunctionDecl *callee = call->getDirectCallee();
  return reader.fail(DiagId::call_unknown, call, {callee ? callee->getNameAsString() : "?"}), false;
}

bool callsNothing(const clang::Stmt *stmt) {
  return !holds(stmt, [](const clang::Stmt *part) {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
    return call && mathFunction(call).empty();
  });
}

bool readHostCode(Reader &reader, const clang::Stmt *stmt) { return PointReader(reader, stmt).run(); }

} // namespace kasane
