// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/HostCode.h"
#include "Read/RefusedCalls.h"

#include "Ast/CountedEnds.h"
#include "Ast/MathCalls.h"
#include "Ast/MeshCalls.h"
#include "Read/HostMentioned.h"
#include "Read/HostRuns.h"
#include "Read/LiveOut.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace kasane {
namespace {

class PointReader {
public:
  PointReader(Reader &reader, const clang::Stmt *stmt)
      : reader_(reader), stmt_(stmt), effects_(effectsOf(stmt)),
        mentions_(mentionedIn(stmt, reader.expansion->hostLocals)) {}

  bool run() {
    if (const clang::CallExpr *change = meshChangeIn(reader_.ast, stmt_))
      return reader_.fail(DiagId::mesh_changes, change, {change->getDirectCallee()->getNameAsString()}), false;
    if (mentions_.leaves)
      return reader_.fail(DiagId::host_code_leaves, mentions_.leaves), false;
    if (mentions_.isStatic) {
      reader_.diags.add(DiagId::static_local, reader_.range(mentions_.isStatic->getSourceRange()),
                        {mentions_.isStatic->getNameAsString()});
      return false;
    }
    if (const clang::NamedDecl *name = namedElsewhere(reader_.ast, reader_.statement, stmt_))
      return reader_.fail(DiagId::host_code_names, stmt_, {called(name)}), false;
    DraftHostPoint point{stmt_, nullptr, mentions_.breaks, mentions_.continues, {}, {}};
    for (const auto &[var, at] : mentions_.used)
      if (!mentions_.declared.count(var) && seen_.insert(regions(var)).second && !provide(regions(var), at, var))
        return false;
    if (!provideUnmentioned())
      return false;
    point.values = std::move(values_);
    if (const clang::CallExpr *fill = meshFillOf(reader_.ast, stmt_))
      point.fill = fillOf(fill);
    point.apart = !mentions_.breaks && !mentions_.continues && standsApart(reader_, stmt_);
    for (const clang::VarDecl *var : seen_)
      if (isKnown(var))
        if (const std::optional<Watched> it = watched(reader_.ast, var))
          point.looked.push_back(*it);
    std::sort(point.looked.begin(), point.looked.end(),
              [](const Watched &a, const Watched &b) { return a.name < b.name; });
    if (const clang::Expr *condition = conditionExpr()) {
      point.condition = conditionOf(reader_, condition);
      if (!point.condition)
        return false;
    }
    return addHostPoint(reader_, std::move(point));
  }

private:
  // The region has a copy of its own of a variable whose declaration calls a function that is read
  // in place of the call.
  const clang::VarDecl *regions(const clang::VarDecl *var) const {
    const std::set<const clang::VarDecl *> &declared = reader_.effects.declared;
    const auto copy = std::find_if(declared.begin(), declared.end(), [&](const clang::VarDecl *other) {
      return other->getLocation() == var->getLocation() && other->getIdentifier() == var->getIdentifier();
    });
    return declared.count(var) || copy == declared.end() ? var : *copy;
  }

  // Declared in the region by host code, so that nobody else knows it.
  bool isHostsOwn(const clang::VarDecl *var) const {
    // It is not a name that was made for a member.
    const bool isWritten = var->getDeclContext()->containsDecl(const_cast<clang::VarDecl *>(var));
    return isWritten && !reader_.effects.declared.count(var) && isOfStep(var);
  }

  bool isOfStep(const clang::VarDecl *var) const {
    const clang::SourceManager &sources = reader_.ast.getSourceManager();
    return sources.isPointWithin(sources.getExpansionLoc(var->getLocation()),
                                 sources.getExpansionLoc(reader_.statement->getBeginLoc()),
                                 sources.getExpansionLoc(reader_.statement->getEndLoc()));
  }

  // const int probe[3] = {10, 50, 90}; of the step's, once more in front of the statements.
  bool provideTable(const clang::VarDecl *table, const std::string &values) {
    std::string declared = table->getNameAsString();
    typeInFront(reader_.ast, reader_.statement, table->getType())
        ->getAsStringInternal(declared, reader_.ast.getPrintingPolicy());
    values_.push_back({declared, table->getNameAsString(), values});
    return true;
  }

  // Of `if (condition) { .. }`, where it can be looked at beforehand.
  const clang::Expr *conditionExpr() const {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(behindDeclarations(stmt_));
    if (!branch || branch->getElse() || branch->getInit() || branch->hasVarStorage())
      return nullptr;
    bool isPlain = !holds(branch->getCond(), [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
      return assignedIn(part) || (var && (regions(var) != var || isHostsOwn(var))) ||
             llvm::isa<clang::CallExpr, clang::ArraySubscriptExpr, clang::StmtExpr>(part) ||
             (ref && ref->getType()->isPointerType());
    });
    return isPlain ? branch->getCond() : nullptr;
  }

  static std::string called(const clang::NamedDecl *name) {
    const auto *tag = llvm::dyn_cast<clang::TagDecl>(name);
    return tag && !tag->getIdentifier() ? tag->getKindName().str() : name->getNameAsString();
  }
  bool isScalar(const clang::VarDecl *var) const { return scalarTypeOf(reader_.ast, var->getType()).has_value(); }
  bool sees(const clang::VarDecl *var, const clang::Stmt *at) {
    return reader_.fail(DiagId::host_code_sees, at, {var->getNameAsString()}), false;
  }

  // What the region sets, whether the statements come to look at it or not.
  bool isKnown(const clang::VarDecl *var) const {
    const bool isInside = reader_.effects.declared.count(var);
    return !mentions_.assigned.count(var) && !reader_.host.assigned.count(var) &&
           (isInside ? var == reader_.time.var || reader_.step.scalars.count(var) || (var->hasInit() && isScalar(var))
                     : reader_.effects.assigned.count(var) > 0);
  }

  void give(const clang::VarDecl *var, const std::string &value) {
    const std::string name = var->getNameAsString();
    std::string declared = reader_.effects.declared.count(var) ? name : "";
    if (!declared.empty())
      typeInFront(reader_.ast, reader_.statement, var->getType())
          .value_or(var->getType())
          .getUnqualifiedType()
          .getAsStringInternal(declared, reader_.ast.getPrintingPolicy());
    values_.push_back({declared, name, value});
  }

  // double *out = t % 2 ? a : b; in each step, which chooses anew for the statements.
  bool provideChosen(const clang::VarDecl *var, const clang::Stmt *at, const clang::VarDecl *named) {
    const bool hasOne = reader_.effects.declared.count(var) && !reader_.effects.assigned.count(var);
    const clang::Stmt *step = bodyOf(reader_.statement);
    const clang::Expr *init = hasOne ? named->getInit()
                              : step ? onlyValueBefore(reader_.ast, step, named, stmt_)
                                     : nullptr;
    if (!init || mentions_.assigned.count(named) || reader_.time.step)
      return false;
    std::vector<const clang::VarDecl *> sources;
    holds(init, [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      if (const auto *source = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr)
        sources.push_back(source);
      return false;
    });
    if (!keepsInStep(init))
      return false;
    for (const clang::VarDecl *source : sources) {
      if (seen_.insert(regions(source)).second && !provide(regions(source), at, source))
        return false;
      if (source->getType()->isPointerType())
        noteMention(source, at, named);
    }
    give(var, writtenAnew(reader_.ast, init));
    values_.back().mayChange |= !hasOne; // the next step sets it anew
    return true;
  }

  // double *out = sim->next->v; of the step's: the array by the name that it has here, which the step's end tells.
  bool providePointer(const clang::VarDecl *var, const clang::Stmt *at, const clang::VarDecl *named) {
    const auto it = reader_.step.pointers.find(variableKey(var));
    if (it == reader_.step.pointers.end() || reader_.arrayByKey.count(variableKey(var)) ||
        mentions_.assigned.count(named))
      return false;
    const Place &place = it->second;
    if (place.index.size() != 1 || !place.index[0].isZero() || place.view)
      return false;
    reader_.host.mentions.push_back(
        {reader_.draft.arrays[place.array].text, at, effects_.storedKeys.count(variableKey(named)) > 0, false});
    give(var, "");
    values_.back().array = place.array;
    return true;
  }

  // Is it a local variable that the step changes behind the statements only?
  bool changesBehind(const clang::VarDecl *var) const {
    const clang::SourceManager &sources = reader_.ast.getSourceManager();
    std::vector<const clang::Expr *> writes;
    collectWrites(reader_.statement, var, writes);
    const bool standsHere =
        sources.isPointWithin(stmt_->getBeginLoc(), reader_.statement->getBeginLoc(), reader_.statement->getEndLoc());
    return standsHere && var->hasLocalStorage() && !writes.empty() &&
           llvm::all_of(writes, [&](const clang::Expr *write) {
             return sources.isBeforeInTranslationUnit(stmt_->getEndLoc(), write->getBeginLoc());
           });
  }

  // Does nothing in a step up to the statements change what the expression says?
  bool keepsInStep(const clang::Expr *expr) const {
    const Effects &effects = reader_.effects;
    return !holds(expr, [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
      if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
          element && !element->getType()->isArrayType()) {
        const std::string table = lvalueKey(element->getBase());
        return table.empty() || !element->getType()->isPointerType() ||
               llvm::any_of(effects.assignedKeys, [&](const std::string &key) { return key.starts_with(table + "["); });
      }
      if (var && regions(var) != reader_.time.var)
        return (effects.assigned.count(regions(var)) && !changesBehind(var)) ||
               (effects.declared.count(regions(var)) && !var->getInit());
      return assignedIn(part) || llvm::isa<clang::CallExpr, clang::StmtExpr, clang::MemberExpr>(part);
    });
  }

  MeshFill fillOf(const clang::CallExpr *fill) const {
    MeshFill out{spelled(reader_, filledArray(fill)), spelled(reader_, fill->getArg(0)->IgnoreParenCasts()),
                 ruleOf(reader_.ast, fill), isOfAllLevels(reader_.ast, fill)};
    if (!out.isWhole && !isPartOfFill(reader_.ast, fill))
      out.level = atCall(fill->getArg(1));
    if (const std::optional<TimesOfFill> times = timesOf(reader_.ast, fill)) {
      out.between =
          MeshFill::Between{atCall(times->finer), atCall(times->before), atCall(times->after), atCall(times->theta)};
      if (out.between->finer.empty() || out.between->before.empty() || out.between->after.empty() ||
          out.between->theta.empty())
        out.level.clear();
    }
    return out;
  }

  // C text that means at the call what it means here; "": the region may change it.
  std::string atCall(const clang::Expr *expr) const {
    const Effects &effects = reader_.effects;
    const bool mayChange = holds(expr, [&](const clang::Stmt *part) {
      if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part)) {
        const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
        return var && (effects.assigned.count(regions(var)) || effects.declared.count(regions(var)));
      }
      const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
      return assignedIn(part) || (unary && unary->getOpcode() == clang::UO_Deref) ||
             (llvm::isa<clang::MemberExpr>(part) && !isMeshMember(reader_.ast, part)) ||
             llvm::isa<clang::CallExpr, clang::StmtExpr, clang::ArraySubscriptExpr>(part);
    });
    return mayChange ? "" : spelled(reader_, expr->IgnoreParenImpCasts());
  }

  // `named` is what the statements call it.
  void noteMention(const clang::VarDecl *var, const clang::Stmt *at, const clang::VarDecl *named) {
    const clang::CallExpr *fill = meshFillOf(reader_.ast, stmt_);
    const bool isFilled = fill && lvalueKey(filledArray(fill)) == variableKey(named);
    reader_.host.mentions.push_back({var->getNameAsString(), at,
                                     isFilled || effects_.storedKeys.count(variableKey(named)) > 0,
                                     var->getType()->isArrayType()});
  }

  // Do others of such statements, in front of these, give the step's variable a value?
  bool isSetAhead(const clang::VarDecl *named) const {
    const clang::SourceManager &sources = reader_.ast.getSourceManager();
    return llvm::any_of(reader_.expansion->hostCode, [&](const auto &code) {
      return sources.isBeforeInTranslationUnit(code.second->getEndLoc(), stmt_->getBeginLoc()) &&
             mentionedIn(code.second, reader_.expansion->hostLocals).assigned.count(named) > 0;
    });
  }

  // MPI_Allreduce(&most, &all, ..): whoever gets the address of the step's variable finds it there until the next step.
  void lend(const clang::VarDecl *named, const std::string &value) {
    values_.push_back({"", named->getNameAsString(), value});
    values_.back().mayChange = true;
    reader_.host.lent.insert(named);
  }

  // The step goes on with what they leave there, as if the variable had been declared before the time loop:
  // MPI_Allreduce(MPI_IN_PLACE, &most, ..); if (most < tol) break;
  void share(const clang::VarDecl *var, const clang::VarDecl *named, const std::string &name) {
    for (Variable &variable : reader_.draft.variables)
      if (variable.name == name)
        variable.text = var->getNameAsString();
    reader_.host.lent.insert(named);
  }

  void refuseCounting(const clang::VarDecl *var, const clang::Stmt *at) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(reader_.statement);
    const clang::Stmt *end = nullptr;
    if (loop)
      holds(stmt_, [&](const clang::Stmt *part) {
        end = !end && meansEnd(reader_.ast, loop, part) ? part : end;
        return end != nullptr;
      });
    reader_.fail(end ? DiagId::loop_ended_by_counter : DiagId::loop_variable_changed, end ? end : at,
                 {var->getNameAsString()});
  }

  // Afterwards the statements can use the variable, as the original's do. `named` is what they have for it.
  bool provide(const clang::VarDecl *var, const clang::Stmt *at, const clang::VarDecl *named) {
    bool changed = mentions_.assigned.count(named);
    if (isOfStep(named) && !reader_.expansion->hostLocals.count(var))
      if (const std::string values = valuesOfTable(reader_.ast, reader_.statement, named); !values.empty())
        return provideTable(named, values);
    if (isHostsOwn(var) && !reader_.expansion->hostLocals.count(var))
      return sees(var, at); // its declaration is no statement of the step any more
    if (const auto array = reader_.arrayByKey.find(variableKey(var));
        array != reader_.arrayByKey.end() && reader_.draft.arrays[array->second].ofStep)
      return sees(var, at);
    if (var->getType()->isPointerType() || var->getType()->isArrayType())
      noteMention(var, at, named);
    if (var == reader_.time.var) {
      if (changed)
        return refuseCounting(var, at), false;
      std::string sign = reader_.time.sign < 0 ? "-" : "";
      give(var, sign + "$@time" + (reader_.time.lead ? " + " + std::to_string(reader_.time.lead) : ""));
      return true;
    }
    bool isInside = reader_.effects.declared.count(var), isAssigned = reader_.effects.assigned.count(var);
    const bool selects = reader_.step.integers.count(var) && (isInside || isAssigned);
    if (changed && selects)
      return reader_.fail(DiagId::host_code_changes, at, {var->getNameAsString()}), false;
    if (reader_.host.variables.count(var)) {
      std::string name = hostVariable(reader_, var);
      if (changed && isInside) {
        if (isLeftBehind(reader_.ast, reader_.statement, named, stmt_))
          lend(named, "$" + name);
        else
          share(var, named, name);
        return true;
      }
      if (isInside)
        give(var, "$" + name);
      return true;
    }
    if (auto scalar = reader_.step.scalars.find(var); scalar != reader_.step.scalars.end() && isOutdated(reader_, var))
      return becomesHost(reader_, var);
    else if (scalar != reader_.step.scalars.end())
      return provideStepScalar(var, scalar->second, at, changed ? named : nullptr);
    if (!isInside && !isAssigned)
      return true; // the user's own
    if (var->getType()->isPointerType() && provideChosen(var, at, named))
      return true;
    if (var->getType()->isPointerType() && providePointer(var, at, named))
      return true;
    if (!isScalar(var)) { // a pointer of the user's that the nests use, further down perhaps
      reader_.host.arrays.push_back({var, at});
      return !isInside || reader_.arrayByKey.count(variableKey(var)) || sees(var, at);
    }
    if (selects)
      return becomesHost(reader_, var);
    if (isReadFirst(stmt_, named, reader_.ast)) // what the step does further down, it left in the one before
      return isInside && !isSetAhead(named) ? sees(var, at) : becomesHost(reader_, var);
    if (isInside && changed && llvm::isa<clang::DeclStmt>(stmt_))
      return becomesHost(reader_, var);
    if (isInside)
      give(var, "");
    else
      reader_.host.assigned.try_emplace(var, at);
    return true;
  }

  // Functions that are called may look at variables from outside of the loop, too.
  bool provideUnmentioned() {
    for (const Selector &selector : reader_.time.selectors)
      if (selector.var->hasGlobalStorage() && !seen_.count(selector.var) && !reader_.host.variables.count(selector.var))
        return becomesHost(reader_, selector.var);
    std::vector<const clang::VarDecl *> outside = {reader_.time.var};
    for (const auto &[var, scalar] : reader_.step.scalars)
      outside.push_back(var);
    for (const clang::VarDecl *var : outside)
      if (var && !reader_.effects.declared.count(var) && seen_.insert(var).second && !provide(var, stmt_, var))
        return false;
    return true;
  }

  // `changed`: what the statements call it, if they may change it.
  bool provideStepScalar(const clang::VarDecl *var, const ScalarState &scalar, const clang::Stmt *at,
                         const clang::VarDecl *changed) {
    if (changed &&
        (!reader_.effects.declared.count(var) || !isLeftBehind(reader_.ast, reader_.statement, changed, stmt_)))
      return becomesHost(reader_, var);
    std::string name = reader_.names.take(var->getNameAsString());
    reader_.draft.variables.push_back({name, scalar.type, ""});
    setForHost(reader_, name, makeExpr(scalar.type, ScalarRef{scalar.name}, reader_.range(at)));
    if (changed)
      lend(changed, "$" + name);
    else
      give(var, "$" + name);
    return true;
  }

  Reader &reader_;
  const clang::Stmt *stmt_;
  Effects effects_;
  HostMentioned mentions_;
  std::set<const clang::VarDecl *> seen_;
  std::vector<HostValue> values_;
};

} // namespace

bool readHostCode(Reader &reader, const clang::Stmt *stmt) { return PointReader(reader, stmt).run(); }

} // namespace kasane
