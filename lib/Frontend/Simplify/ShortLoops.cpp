// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: one walk finds all that decides which loops are written out.
#include "Simplify/ShortLoops.h"

#include "Ast/LoopForms.h"
#include "Read/Reader.h"
#include "Simplify/Elements.h"

#include <algorithm>
#include <compare>

namespace kasane {
namespace {

constexpr int64_t kMostGiven = 16;   // numbers of an array that a step declares with values
constexpr int64_t kMostOfStore = 16; // copies of a store whose loops are written out for the sake of others

// Which loops, and which arrays.
class Finder {
public:
  Finder(const clang::ASTContext &ast, const clang::Stmt *region, int64_t longest, bool withRounds, bool withComponents)
      : ast_(ast), longest_(longest), withRounds_(withRounds), withComponents_(withComponents),
        effects_(effectsOf(region)) {
    holds(region, [&](const clang::Stmt *part) {
      const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
      const clang::VarDecl *base = subscript ? variableOf(elementOf(subscript).base) : nullptr;
      if (base && !subscript->getIdx()->isIntegerConstantExpr(ast))
        picked_.insert(base);
      return false;
    });
    walk(region);
  }

  ShortLoops run() {
    for (const auto &[var, steps] : stepped_)
      if (!steps.isSure)
        llvm::copy_if(steps.arrays, std::inserter(elsewhere_, elsewhere_.end()),
                      [&](const clang::VarDecl *array) { return !mayBePicked(array); });
    for (const clang::VarDecl *var : elsewhere_)
      found_.arrays.erase(found_.arrayOf(var));
    for (const clang::VarDecl *array : found_.arrays)
      found_.counters.insert(indexes_[array].begin(), indexes_[array].end());
    llvm::copy_if(shares_, std::inserter(found_.counters, found_.counters.end()), [&](const clang::VarDecl *var) {
      return llvm::any_of(found_.loops[var], [&](const clang::ForStmt *loop) { return beside_.count(loop) > 0; });
    });
    for (const clang::VarDecl *var : pickers_)
      if (effects_.wrappedStores.count(var))
        found_.counters.insert(var);
    for (const auto &[var, steps] : stepped_)
      if (steps.isSure &&
          llvm::any_of(steps.arrays, [&](const clang::VarDecl *array) { return found_.isArray(array); })) {
        found_.stepped.insert(var);
        found_.counters.insert(steps.loops.begin(), steps.loops.end());
      }
    while (spread())
      ;
    return std::move(found_);
  }

private:
  // Where dimensions are indexed by counters with one factor, and loops whose counters bound another one.
  bool spread() {
    const size_t before = found_.counters.size();
    for (const clang::VarDecl *counter : Variables(found_.counters))
      found_.counters.insert(bounding_[counter].begin(), bounding_[counter].end());
    for (const auto &[place, vars] : scaled_)
      if (place.first.second == 0 && exchanged_.count(place.first.first))
        found_.counters.insert(vars.begin(), vars.end());
      else if (std::any_of(vars.begin(), vars.end(),
                           [&](const clang::VarDecl *var) { return found_.counters.count(var); }))
        insertUnlessAxes(withoutCells(vars));
    return found_.counters.size() > before;
  }

  // The y of u[(y + j) * nx + x] goes over cells where j goes over neighbours.
  Variables withoutCells(Variables vars) const {
    std::erase_if(vars, [&](const clang::VarDecl *var) {
      const auto others = addedTo_.find(var);
      return others != addedTo_.end() && !found_.counters.count(var) &&
             llvm::any_of(others->second, [&](const clang::VarDecl *of) { return found_.counters.count(of) > 0; });
    });
    return vars;
  }

  // Where that would write all loops around a store out, in many copies, they go over the cells of a small array.
  void insertUnlessAxes(const Variables &vars) {
    Variables more = found_.counters;
    more.insert(vars.begin(), vars.end());
    const bool isOfAxes = llvm::any_of(stores_, [&](const Variables &around) {
      int64_t copies = 1;
      for (const clang::VarDecl *var : around)
        copies *= rounds_.count(var) ? rounds_[var] : 1;
      return copies > kMostOfStore &&
             llvm::all_of(around, [&](const clang::VarDecl *var) { return more.count(var); }) &&
             llvm::any_of(around, [&](const clang::VarDecl *var) { return !found_.counters.count(var); });
    });
    if (!isOfAxes)
      found_.counters = std::move(more);
  }

  void noteStore(const clang::Expr *stored) {
    Variables vars = variablesIn(stored);
    std::erase_if(vars, [&](const clang::VarDecl *var) { return !found_.loops.count(var) && !overCells_.count(var); });
    if (elementOf(stored).index.size() == 1 && vars.size() == kMaxAxes + 1)
      noteBoxes(vars);
    if (!vars.empty())
      stores_.insert(std::move(vars));
  }

  // f[((q * nz + z) * ny + y) * nx + x]: boxes of three axes in one block. Of several short loops it isn't known which
  // one goes over boxes.
  void noteBoxes(Variables vars) {
    std::erase_if(vars, [&](const clang::VarDecl *var) { return !rounds_.count(var) || !found_.loops.count(var); });
    if (vars.size() == 1)
      found_.counters.insert(*vars.begin());
  }

  bool isByNumbers(const clang::Expr *place) const {
    return llvm::none_of(variablesIn(place), [&](const clang::VarDecl *var) {
      return effects_.assigned.count(var) && !found_.loops.count(var);
    });
  }

  // f[q] = g[q]; of pointers: each has to be one by its number. Also *p = *r; with p = &f[q].
  void noteExchange(const clang::Stmt *stmt, const clang::Expr *stored) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const auto *through = llvm::dyn_cast<clang::UnaryOperator>(stored->IgnoreParens());
    if (const auto leads =
            addressed_.find(through ? variableOf(through->getSubExpr()->IgnoreParenImpCasts()) : nullptr);
        leads != addressed_.end() && stored->getType()->isPointerType() && isByNumbers(leads->second)) {
      found_.leading.insert(leads->first);
      stored = leads->second;
    }
    const bool isMoved = op && op->getOpcode() == clang::BO_Assign && stored->getType()->isPointerType() &&
                         op->getRHS()->IgnoreParenImpCasts()->isLValue();
    if (isMoved && !elementOf(stored).index.empty())
      exchanged_.insert(lvalueKey(elementOf(stored).base));
    for (const clang::VarDecl *var : isMoved ? variablesIn(stored) : Variables())
      if (found_.loops.count(var))
        found_.counters.insert(var);
  }

  void walk(const clang::Stmt *stmt) {
    if (const clang::Expr *stored = assignedIn(stmt); stored && isElement(stored)) {
      noteStore(stored);
      noteExchange(stmt, stored);
    }
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt)) {
      const clang::VarDecl *own = counted(loop);
      if (own)
        found_.loops[own].insert(loop);
      const bool outer = inCell_;
      LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
      const bool hasCounter = loop->getInit() && readInit(loop->getInit(), shape);
      inCell_ |= hasCounter && effects_.storeSubscripts.count(shape.var) > 0;
      if (hasCounter && !own)
        overCells_.insert(shape.var);
      if (loop->getInit())
        walk(loop->getInit());
      around_.push_back(own);
      counting_.push_back(hasCounter ? shape.var : own);
      for (const clang::Stmt *part : {static_cast<const clang::Stmt *>(loop->getCond()),
                                      static_cast<const clang::Stmt *>(loop->getInc()), loop->getBody()})
        if (part)
          walk(part);
      around_.pop_back();
      counting_.pop_back();
      inCell_ = outer;
      if (own && (((withComponents_ || inTables_.count(own)) && loopsIn(loop->getBody()) >= kMaxAxes) ||
                  (withRounds_ && (inRecords_.count(own) || nestsIn(loop->getBody()) > 1))))
        found_.counters.insert(own);
      return;
    }
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      for (const clang::Stmt *child : block->body()) {
        statements_.insert(unwrap(child));
        if (block->size() > 1)
          beside_.insert(child);
      }
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
          declared(var);
      return;
    }
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
        op && op->isAssignmentOp() && variableOf(op->getLHS())) {
      const bool isNew = op->getOpcode() == clang::BO_Assign && isNumber(op->getRHS());
      const bool isStep = stepOf(op, variableOf(op->getLHS()), ast_) != 0;
      changed(variableOf(op->getLHS()), (isNew || isStep) && statements_.count(stmt));
      return value(variableOf(op->getLHS()), op->getRHS());
    }
    if (const auto *op = llvm::dyn_cast<clang::UnaryOperator>(stmt);
        op && (op->isIncrementDecrementOp() || op->getOpcode() == clang::UO_AddrOf))
      changed(variableOf(op->getSubExpr()), op->isIncrementDecrementOp() && statements_.count(stmt));
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt)) {
      noteTables(subscript);
      return element(elementOf(subscript));
    }
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
        elsewhere_.insert(var);
    const auto *logical = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const bool isSometimes =
        (logical && logical->isLogicalOp()) ||
        llvm::isa<clang::IfStmt, clang::SwitchStmt, clang::ConditionalOperator, clang::WhileStmt, clang::DoStmt>(stmt);
    if (isSometimes)
      around_.push_back(nullptr);
    walkChildren(stmt);
    if (isSometimes)
      around_.pop_back();
  }

  // Do the loops over what the expression names stand around the one over the variable, as those over cells do?
  bool isAround(const clang::Expr *cell, const clang::VarDecl *var) const {
    const auto inner = llvm::find(counting_, var);
    return inner != counting_.end() && llvm::none_of(variablesIn(cell), [&](const clang::VarDecl *of) {
             return std::find(inner, counting_.end(), of) != counting_.end();
           });
  }

  // The counter in g->data[c][k] picks one of a few arrays.
  void noteTables(const clang::ArraySubscriptExpr *subscript) {
    while (subscript) {
      const clang::Expr *base = subscript->getBase()->IgnoreParenImpCasts();
      const bool isRecord = subscript->getType()->isRecordType();
      if ((isRecord || subscript->getType()->isPointerType()) && ast_.getAsConstantArrayType(base->getType()))
        for (const clang::VarDecl *var : variablesIn(subscript->getIdx()))
          (isRecord ? inRecords_ : inTables_).insert(copyOf_.count(var) ? copyOf_[var] : var);
      if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(base)) // of g[s].u[i]
        base = member->getBase()->IgnoreParenImpCasts();
      subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(base);
    }
  }

  bool isNumber(const clang::Expr *expr) const {
    clang::Expr::EvalResult number;
    return expr->EvaluateAsInt(number, ast_);
  }

  // The variable takes another value, in a statement of its own (`isKnown`) or in a way that isn't followed.
  void changed(const clang::VarDecl *var, bool isKnown) {
    const auto found = stepped_.find(var);
    if (found == stepped_.end())
      return;
    Steps &steps = found->second;
    steps.isSure &= isKnown;
    for (size_t n = steps.depth; n < around_.size(); ++n)
      if (around_[n])
        steps.loops.insert(around_[n]);
      else
        steps.isSure = false;
  }

  void walkChildren(const clang::Stmt *stmt) {
    for (const clang::Stmt *child : stmt->children())
      if (child)
        walk(child);
  }

  void declared(const clang::VarDecl *var) {
    if (const auto *address = llvm::dyn_cast_or_null<clang::UnaryOperator>(
            var->getInit() ? var->getInit()->IgnoreParenImpCasts() : nullptr);
        address && address->getOpcode() == clang::UO_AddrOf && !effects_.assigned.count(var))
      addressed_[var] = address->getSubExpr()->IgnoreParens();
    const bool isSame =
        var->isStaticLocal() && ast_.getBaseElementType(var->getType()).isConstQualified() && var->getInit();
    const std::vector<int64_t> extents = extentsOf(ast_, var->getType());
    const bool isGiven = !var->isStaticLocal() && llvm::isa_and_nonnull<clang::InitListExpr>(var->getInit());
    const int64_t longest = inCell_                          ? longest_
                            : isGiven || !picked_.count(var) ? kMostGiven
                                                             : 0; // between loops others are arrays
    if ((!var->isStaticLocal() || isSame) && !extents.empty() &&
        *std::max_element(extents.begin(), extents.end()) <= longest)
      found_.arrays.insert(var);
    if (inCell_ && !var->isStaticLocal() && var->getType()->isIntegerType() &&
        (!var->getInit() || isNumber(var->getInit())))
      stepped_.try_emplace(var, Steps{around_.size(), true, {}, {}});
    const clang::VarDecl *array =
        var->getInit() && var->getType()->isPointerType() ? found_.arrayOf(variableOf(var->getInit())) : nullptr;
    if (const clang::VarDecl *other = var->getInit() ? variableOf(var->getInit()->IgnoreParenImpCasts()) : nullptr;
        other && !effects_.assigned.count(var)) // a function's parameter
      copyOf_[var] = copyOf_.count(other) ? copyOf_[other] : other;
    if (array && found_.arrays.count(array) && !effects_.assigned.count(var) &&
        keepsType(ast_, var->getType(), var->getInit()))
      found_.names[var] = array;
    else if (var->getInit())
      value(var, var->getInit());
  }

  // What goes on into a subscript is looked at as one.
  void value(const clang::VarDecl *var, const clang::Expr *expr) {
    const bool outer = inIndex_;
    inIndex_ |= var->getType()->isIntegerType() && effects_.subscripts.count(var) > 0;
    walk(expr);
    inIndex_ = outer;
  }

  void element(const Element &element) {
    const clang::VarDecl *base = found_.arrayOf(variableOf(element.base));
    const std::string key = lvalueKey(element.base);
    const bool isWhole = base && element.index.size() == extentsOf(ast_, base->getType()).size();
    if (!base || (found_.arrays.count(base) && !isWhole))
      walk(element.base);
    for (size_t n = 0; n < element.index.size(); ++n) {
      const clang::Expr *index = element.index[n];
      if (!key.empty())
        noteScaled(index, {key, n});
      Variables vars = variablesIn(index);
      std::erase_if(vars, [&](const clang::VarDecl *var) { return isTable(ast_, var); });
      const bool isKnown =
          std::all_of(vars.begin(), vars.end(), [&](const clang::VarDecl *var) { return isFollowed(var); });
      for (const clang::VarDecl *var : base &&found_.arrays.count(base) && isKnown ? vars : Variables()) {
        if (found_.loops.count(var))
          indexes_[base].insert(var);
        else
          stepped_[var].arrays.insert(base);
      }
      if (base && found_.arrays.count(base) && !isKnown &&
          (goesOver(index, overCells_) || !mayBePicked(base) || index->HasSideEffects(ast_)))
        elsewhere_.insert(base);
      for (const clang::VarDecl *var : vars)
        if (found_.loops.count(var) && fallsWith(index, var))
          found_.counters.insert(var);
      for (const BesideProduct &share : besideProducts(index, ast_))
        if (found_.loops.count(share.var) && rounds_[share.var] == share.number && !isNumber(share.of) &&
            isAround(share.of, share.var))
          shares_.insert(share.var);
      if (isMemberOfElement(element.base))
        for (const clang::VarDecl *var : vars)
          if (found_.loops.count(var))
            found_.counters.insert(var);
      const bool isOuter = !std::exchange(inIndex_, true);
      if (!isOuter && isTable(ast_, variableOf(element.base)))
        for (const clang::VarDecl *var : vars)
          if (found_.loops.count(var))
            pickers_.insert(var);
      walk(index);
      inIndex_ = !isOuter;
    }
  }

  // A number times what expressions say.
  struct Factor {
    int64_t number;
    std::vector<std::string> rest; // sorted
    auto operator<=>(const Factor &) const = default;
  };
  using Dimension = std::pair<std::string, size_t>; // of an array

  using Scaled = std::map<Factor, Variables>;

  void noteScaled(const clang::Expr *index, const Dimension &dimension) {
    Scaled found;
    scaled(index, {1, {}}, found, true);
    for (const auto &[factor, vars] : found) {
      scaled_[{dimension, factor}].insert(vars.begin(), vars.end());
      for (const clang::VarDecl *var : vars)
        llvm::copy_if(vars, std::inserter(addedTo_[var], addedTo_[var].end()),
                      [&](const clang::VarDecl *other) { return other != var; });
    }
  }

  // The counters in an index, each with its factor: of (k * ny + j) * nx + i, k with ny and nx. Without a factor, only
  // one that is the whole index.
  void scaled(const clang::Expr *index, const Factor &factor, Scaled &out, bool isWhole = false) {
    index = index->IgnoreParenCasts();
    if (const clang::VarDecl *var = variableOf(index);
        var && found_.loops.count(var) && (isWhole || factor != Factor{1, {}}))
      out[factor].insert(var);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(index);
    if (!op || !(op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul))
      return;
    const bool isProduct = op->getOpcode() == clang::BO_Mul;
    scaled(op->getLHS(), isProduct ? times(factor, op->getRHS()) : factor, out);
    if (op->getOpcode() != clang::BO_Sub)
      scaled(op->getRHS(), isProduct ? times(factor, op->getLHS()) : factor, out);
  }

  Factor times(Factor factor, const clang::Expr *by) const {
    clang::Expr::EvalResult number;
    if (by->EvaluateAsInt(number, ast_)) {
      factor.number *= number.Val.getInt().getExtValue();
      return factor;
    }
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(by->IgnoreParenCasts());
    if (op && op->getOpcode() == clang::BO_Mul)
      return times(times(factor, op->getLHS()), op->getRHS());
    const std::string text = lvalueKey(by->IgnoreParenCasts());
    factor.rest.insert(llvm::upper_bound(factor.rest, text), text);
    return factor;
  }

  // Has it so few elements that tests may find the one that a computed index is for? Static ones are tables.
  bool mayBePicked(const clang::VarDecl *array) const {
    int64_t size = array->isStaticLocal() ? kMostPicked + 1 : 1;
    for (const int64_t extent : extentsOf(ast_, array->getType()))
      size *= extent;
    return size <= kMostPicked;
  }

  bool isFollowed(const clang::VarDecl *var) const { return found_.loops.count(var) || stepped_.count(var); }

  // f of a[i].f, or of c->f where c goes from one element to the next; not where each round has its own a[i].
  bool isMemberOfElement(const clang::Expr *array) const {
    const clang::VarDecl *object = storageVariable(array);
    return llvm::isa<clang::MemberExpr>(array) && (lvalueKey(array).empty() || effects_.declared.count(object)) &&
           !(withRounds_ && llvm::all_of(variablesIn(array), [&](const clang::VarDecl *var) {
               return var == object || found_.loops.count(var) > 0;
             }));
  }

  // The counter of a short loop that runs through, while nothing else changes it; null: it is another loop.
  const clang::VarDecl *counted(const clang::ForStmt *loop) {
    Diagnostics silent;
    const Effects none;
    Reader probe(ast_, silent, none, none);
    const std::optional<Trips> trips = tripsOf(probe, loop);
    const clang::VarDecl *var = trips && trips->count <= kMaxTrips ? trips->var : nullptr;
    if (var)
      rounds_[var] = std::max(rounds_[var], trips->count);
    if (!trips)
      var = countedFrom(probe, loop);
    const bool leaves = holds(loop->getBody(), [](const clang::Stmt *part) {
      return llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::ReturnStmt, clang::GotoStmt, clang::LabelStmt>(
          part);
    });
    return var && !leaves && !effectsOf(loop->getBody()).assigned.count(var) ? var : nullptr;
  }

  // The same where the found_.counters of such loops around it say how far it goes: for (j = i + 1; j < 9; j++).
  const clang::VarDecl *countedFrom(Reader &probe, const clang::ForStmt *loop) {
    const std::optional<LoopShape> shape = loopShape(probe, loop);
    if (!shape || !shape->first || !shape->limit || !shape->tail.empty() || !shape->also.empty())
      return nullptr;
    Variables vars = variablesIn(loop->getCond());
    vars.merge(variablesIn(shape->first));
    vars.erase(shape->var);
    if (llvm::any_of(vars, [&](const clang::VarDecl *var) { return !llvm::is_contained(around_, var); }))
      return nullptr;
    bounding_[shape->var] = vars;
    return shape->var;
  }

  // How a variable of a cell goes on, as n of `in[n++] = ..`.
  struct Steps {
    size_t depth = 0; // of its declaration in `around_`
    bool isSure = true;
    Variables loops, arrays; // around its steps; indexed by it
  };

  const clang::ASTContext &ast_;
  const int64_t longest_;
  const bool withRounds_, withComponents_;
  Effects effects_;
  ShortLoops found_;
  bool inCell_ = false, inIndex_ = false;
  // The found_.counters of the loops around; null: a condition, or another loop.
  std::vector<const clang::VarDecl *> around_;
  std::vector<const clang::VarDecl *> counting_;      // by all loops around; null: it isn't known by which variable
  std::set<const clang::Stmt *> statements_, beside_; // the latter: of blocks that have several
  std::map<const clang::VarDecl *, Steps> stepped_;
  std::map<const clang::VarDecl *, Variables> bounding_; // the found_.counters in a loop's bounds
  Variables inRecords_, inTables_,
      shares_; // in subscripts that pick a struct, a pointer, or one of a cell's components
  std::map<const clang::VarDecl *, const clang::VarDecl *> copyOf_;
  Variables picked_;                                                // arrays of which a value picks elements
  Variables elsewhere_, pickers_, overCells_;                       // the last: counters of loops that aren't short
  std::map<const clang::VarDecl *, Variables> indexes_;             // array -> found_.counters that it is indexed by
  std::map<const clang::VarDecl *, int64_t> rounds_;                // of short loops, at most
  std::map<const clang::VarDecl *, const clang::Expr *> addressed_; // x of p = &x
  std::set<std::string> exchanged_;                                 // tables of which pointers are exchanged
  std::set<Variables> stores_;                                      // the counters that stored elements are found by
  std::map<std::pair<Dimension, Factor>, Variables> scaled_;        // counters that index a dimension with one factor
  std::map<const clang::VarDecl *, Variables> addedTo_;             // counter -> others with its factor in one index
};

} // namespace

ShortLoops shortLoops(const clang::ASTContext &ast, const clang::Stmt *region, int64_t longest, bool withRounds,
                      bool withComponents) {
  return Finder(ast, region, longest, withRounds, withComponents).run();
}

} // namespace kasane
