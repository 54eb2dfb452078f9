// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/RunningSums.h"

#include "Ast/Advances.h"
#include "Ast/Liveness.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"

#include "clang/Basic/SourceManager.h"

namespace kasane {
namespace {

using Stmts = std::vector<const clang::Stmt *>;

// A loop whose rounds make the variable's next value of the one before.
struct Sum {
  const clang::ForStmt *loop = nullptr;
  const clang::VarDecl *var = nullptr;
  const clang::Expr *next = nullptr;  // x += dx
  const clang::Stmt *set = nullptr;   // what gives it its first value; null: the region doesn't
  const clang::Expr *first = nullptr; // that value; null: what it holds where the region begins
};

// Expressions as C that says where the region begins what they say in it.
class AtStart : public Cloner {
public:
  AtStart(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), function_(function), region_(expansion.stmt),
        effects_(effectsOf(region_)), changes_(callees_, region_), hosts_(!expansion.hostCode.empty()),
        folded_(expansion.folded), known_(expansion.knownAtStart) {
    for (const auto &[place, code] : expansion.hostCode)
      changes_.addHostCode(code);
  }

  // `own` stands for `var` in it. nullopt: the region, or code of the program's own in it, may change what it looks at.
  std::optional<std::string> textOf(const clang::Expr *expr, const clang::VarDecl *var = nullptr,
                                    clang::VarDecl *own = nullptr) {
    if (own)
      scope[var] = {own, nullptr, nullptr};
    const bool isKnown = resolve(expr, var, 0);
    if (isKnown)
      folded_.push_back(expr);
    clang::Expr *copy = isKnown ? Cloner::expr(expr) : nullptr;
    scope.clear();
    if (!copy)
      return std::nullopt;
    known_.push_back(copy);
    return writtenAnew(ast_, copy);
  }

  // Of the whole function: nobody else can get at it.
  bool isPrivate(const clang::VarDecl *var) const {
    return var->hasLocalStorage() && keepsAddress(var) && !var->getType().isVolatileQualified();
  }

private:
  bool keepsAddress(const clang::VarDecl *var) const {
    const auto takes = [&](const clang::Stmt *part) {
      const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
      return address && address->getOpcode() == clang::UO_AddrOf && variableOf(address->getSubExpr()) == var;
    };
    return !holds(function_->getBody(), takes) && !holds(region_, takes);
  }

  // Finds values for the region's own variables. `but` is what may change.
  bool resolve(const clang::Expr *expr, const clang::VarDecl *but, int depth) {
    constexpr int kDeepest = 8; // values of values
    const bool isOther = holds(expr, [](const clang::Stmt *part) {
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
      const auto *one = llvm::dyn_cast<clang::Expr>(part);
      const bool mayTrap = op && op->getType()->isIntegerType() &&
                           (op->getOpcode() == clang::BO_Div || op->getOpcode() == clang::BO_Rem);
      return mayTrap || llvm::isa<clang::CallExpr, clang::StmtExpr>(part) || (one && isElement(one));
    });
    if (isOther || depth == kDeepest)
      return false;
    bool isKnown = true;
    holds(expr, [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
      if (llvm::isa<clang::MemberExpr>(part))
        isKnown &= !hosts_ && changes_.isFixed(llvm::cast<clang::Expr>(part));
      else if (var && var != but)
        isKnown &= scope.count(var) || isFixed(var) || hasOneValue(var, but, depth);
      return !isKnown;
    });
    return isKnown;
  }

  bool isFixed(const clang::VarDecl *var) const {
    if (effects_.declared.count(var) || effects_.assigned.count(var) || var->getType().isVolatileQualified())
      return false;
    clang::DeclRefExpr *ref = clang::DeclRefExpr::Create(ast_, {}, {}, const_cast<clang::VarDecl *>(var), false,
                                                         var->getLocation(), var->getType(), clang::VK_LValue);
    return changes_.isFixed(ref) && (!hosts_ || var->getType().isConstQualified() || isPrivate(var));
  }

  // const double dx = width / n; of the region's: (double)(width / n)
  bool hasOneValue(const clang::VarDecl *var, const clang::VarDecl *but, int depth) {
    const clang::Expr *init = var->getInit();
    if (!effects_.declared.count(var) || !init || !var->getType()->isArithmeticType() || var->isStaticLocal() ||
        effects_.assigned.count(var) || !keepsAddress(var) || (but && mentions(init, but)) ||
        !resolve(init, but, depth + 1))
      return false;
    folded_.push_back(init);
    const clang::SourceLocation at = init->getBeginLoc();
    const clang::QualType type = var->getType().getUnqualifiedType();
    auto *inner = noted(new (ast_) clang::ParenExpr(at, at, Cloner::expr(init)));
    auto *cast = noted(clang::CStyleCastExpr::Create(ast_, type, clang::VK_PRValue, clang::CK_NoOp, inner, nullptr, {},
                                                     ast_.getTrivialTypeSourceInfo(type, at), at, at));
    scope[var] = {nullptr, noted(new (ast_) clang::ParenExpr(at, at, cast)), nullptr};
    return true;
  }

  const clang::FunctionDecl *function_;
  const clang::Stmt *region_;
  const Effects effects_;
  Callees callees_;
  Changes changes_;
  const bool hosts_;
  std::vector<const clang::Expr *> &folded_, &known_;
};

class Finder {
public:
  Finder(Reader &probe, const clang::Stmt *region) : probe_(probe), region_(region), effects_(effectsOf(region)) {}

  std::optional<Sum> find(const std::function<bool(const Sum &)> &isTaken) {
    std::optional<Sum> found;
    walk(region_, {}, false, [&](const Sum &sum) {
      if (!found && isTaken(sum))
        found = sum;
    });
    return found;
  }

private:
  // `before`: statements that every way to this one goes through, since the last loop begins.
  // `isRepeated`: it stands in a loop.
  void walk(const clang::Stmt *stmt, Stmts before, bool isRepeated, const std::function<void(const Sum &)> &take) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
      for (const Sum &sum : sumsOf(loop, before, isRepeated))
        take(sum);
    if (bodyOf(stmt)) {
      before.clear();
      isRepeated = true;
    }
    for (const clang::Stmt *child : stmt->children()) {
      if (!child)
        continue;
      walk(unwrap(child), before, isRepeated, take);
      if (llvm::isa<clang::CompoundStmt>(stmt))
        before.push_back(unwrap(child));
    }
  }

  std::vector<Sum> sumsOf(const clang::ForStmt *loop, const Stmts &before, bool isRepeated) {
    std::vector<Sum> sums;
    for (const clang::Expr *next : candidatesIn(loop)) {
      Sum sum{loop, variableOf(assignedIn(next)), next};
      std::vector<const clang::Expr *> writes;
      collectWrites(loop, sum.var, writes);
      if (writes.size() == 1 && isSet(sum, before, isRepeated) && isAlone(sum))
        sums.push_back(sum);
    }
    return sums;
  }

  // Changes that each round makes once.
  static std::vector<const clang::Expr *> candidatesIn(const clang::ForStmt *loop) {
    Stmts parts;
    if (loop->getInc())
      splitCommas(loop->getInc(), parts);
    if (!holdsContinue(loop->getBody()))
      appendStatements(loop->getBody(), parts);
    std::vector<const clang::Expr *> out;
    for (const clang::Stmt *part : parts) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      const clang::VarDecl *var = expr && assignedIn(expr) ? variableOf(assignedIn(expr)) : nullptr;
      const auto *op = expr ? llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens()) : nullptr;
      const bool isOfItself = var && (!op || op->isCompoundAssignmentOp() || mentions(op->getRHS(), var));
      if (isOfItself && var->getType()->isRealFloatingType())
        out.push_back(expr);
    }
    return out;
  }

  static void appendStatements(const clang::Stmt *stmt, Stmts &out) {
    stmt = unwrap(stmt);
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      for (const clang::Stmt *child : block->body())
        appendStatements(child, out);
    else
      out.push_back(stmt);
  }

  bool isSet(Sum &sum, const Stmts &before, bool isRepeated) const {
    for (auto at = before.rbegin(); at != before.rend() && !sum.set; ++at) {
      const auto *decls = llvm::dyn_cast<clang::DeclStmt>(*at);
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(*at);
      const bool isDeclared = decls && llvm::is_contained(decls->decls(), sum.var);
      std::vector<const clang::Expr *> writes;
      collectWrites(*at, sum.var, writes);
      if (isDeclared)
        sum.first = sum.var->getInit();
      else if (op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == sum.var && writes.size() == 1)
        sum.first = op->getRHS();
      else if (!writes.empty())
        return false;
      sum.set = isDeclared || sum.first ? *at : nullptr;
    }
    if (sum.set)
      return sum.first && !mentions(sum.first, sum.var);
    std::vector<const clang::Expr *> writes;
    collectWrites(region_, sum.var, writes);
    return !isRepeated && writes.size() == 1 && !effects_.declared.count(sum.var);
  }

  // Nobody looks at what the loop leaves, nor at the variable's memory.
  bool isAlone(const Sum &sum) const {
    return scalarTypeOf(probe_.ast, sum.var->getType()) && !sum.var->getType().isVolatileQualified() &&
           !isReachable(probe_, sum.var) && !mentions(sum.loop->getCond(), sum.var) &&
           !(sum.loop->getInit() && mentions(sum.loop->getInit(), sum.var)) && !isReadBehind(probe_, sum.loop, sum.var);
  }

  Reader &probe_;
  const clang::Stmt *region_;
  const Effects effects_;
};

class Tabulator : public Cloner {
public:
  Tabulator(Reader &probe, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(probe.ast, expansion.made, function), probe_(probe), start_(probe.ast, function, expansion),
        effects_(effectsOf(expansion.stmt)), sums_(expansion.sums), hostCode_(expansion.hostCode) {}

  bool isTaken(const Sum &sum) {
    Diagnostics silent;
    const Effects none;
    Reader probe(ast_, silent, none, none);
    const std::optional<LoopShape> shape = loopShape(probe, sum.loop);
    const auto isOwn = [&](const clang::Expr *part) { return part == sum.next; };
    if (!shape || (shape->step != 1 && shape->step != -1) || shape->exact || !shape->first || !shape->limit ||
        !shape->also.empty() || !shape->added.empty() || !shape->taken.empty() || !llvm::all_of(shape->tail, isOwn) ||
        !shape->var->getType()->isIntegerType() || !effects_.wrappedSubscripts.count(shape->var) || isHosts(sum.var))
      return false;
    std::vector<const clang::Expr *> writes; // of the counter
    collectWrites(sum.loop->getBody(), shape->var, writes);
    const std::optional<std::string> from = start_.textOf(shape->first), to = start_.textOf(shape->limit);
    if (!writes.empty() || !from || !to)
      return false;
    shape_ = *shape;
    const std::string up = "(long long)(" + *to + ") - (long long)(" + *from + ")",
                      down = "(long long)(" + *from + ") - (long long)(" + *to + ")";
    return noteSum(sum, (shape->step > 0 ? up : down) + (shape->inclusive ? " + 1" : ""));
  }

  clang::Stmt *run(const Sum &sum, const clang::Stmt *region) {
    sum_ = sum;
    return part(region);
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (original == sum_.loop)
      return tabulated();
    if (original == sum_.next) {
      scope[sum_.var].value = elementAt(1, original->getBeginLoc());
      return noted(new (ast_) clang::NullStmt(original->getBeginLoc()));
    }
    const bool isBare = original == sum_.set && llvm::isa<clang::Expr>(original) && !isLookedAt_;
    return isBare ? noted(new (ast_) clang::NullStmt(original->getBeginLoc())) : nullptr;
  }

private:
  bool isHosts(const clang::VarDecl *var) const {
    return llvm::any_of(hostCode_, [&](const auto &code) { return mentions(code.second, var); });
  }

  // What the call block makes; false: it can't.
  bool noteSum(const Sum &sum, const std::string &rounds) {
    const clang::SourceLocation at = sum.loop->getBeginLoc();
    const clang::QualType type = sum.var->getType().getUnqualifiedType();
    const std::string name = prefix_ + std::to_string(sums_.size() + 1);
    const auto newVar = [&](const std::string &called, clang::QualType of) {
      return clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get(called), of,
                                    ast_.getTrivialTypeSourceInfo(of, at), clang::SC_None);
    };
    const std::optional<std::string> next = start_.textOf(sum.next, sum.var, newVar(name + "_at", type));
    std::optional<std::string> first = sum.var->getNameAsString();
    if (sum.first)
      first = start_.textOf(sum.first);
    if (!next || !first)
      return false;
    table_ = newVar(name, ast_.getPointerType(type.withConst()));
    sums_.push_back({name, writtenType(type), *first, *next, rounds, shape_.step < 0});
    isLookedAt_ = sum.set && readBetween(sum);
    return true;
  }

  std::string writtenType(clang::QualType type) const { return type.getCanonicalType().getAsString(); }

  // Does anything but the loop look at the first value?
  bool readBetween(const Sum &sum) const {
    const clang::Stmt *read = readInRegionAfter(probe_, sum.set, sum.var);
    return read && !holds(sum.loop, [&](const clang::Stmt *part) { return part == read; });
  }

  // The value in a round; `later`: of the next one. Elements have the counter's order.
  clang::Expr *elementAt(int64_t later, clang::SourceLocation at) {
    const bool isDown = shape_.step < 0;
    const clang::QualType type = shape_.var->getType().getUnqualifiedType();
    clang::Expr *index = rvalueOf(lvalueOf(counter_, at));
    const clang::Expr *lowest = isDown ? shape_.limit : shape_.first;
    if (const std::optional<llvm::APSInt> known = lowest->getIntegerConstantExpr(ast_); !known || !known->isZero())
      index =
          combined(clang::BO_Sub, index, noted(new (ast_) clang::ParenExpr(at, at, ofType(expr(lowest), type))), type);
    if (const int64_t shift = isDown ? (shape_.inclusive ? 1 : 0) - later : later)
      index = combined(shift < 0 ? clang::BO_Sub : clang::BO_Add, index, number(std::abs(shift), type, at), type);
    const clang::QualType element = table_->getType()->getPointeeType();
    auto *place = noted(new (ast_) clang::ArraySubscriptExpr(rvalueOf(lvalueOf(table_, at)), index, element,
                                                             clang::VK_LValue, clang::OK_Ordinary, at));
    return noted(clang::ImplicitCastExpr::Create(ast_, element.getUnqualifiedType(), clang::CK_LValueToRValue, place,
                                                 nullptr, clang::VK_PRValue, {}));
  }

  clang::Stmt *tabulated() {
    const clang::ForStmt *loop = sum_.loop;
    clang::Stmt *init = part(loop->getInit());
    const auto copied = scope.find(shape_.var);
    counter_ =
        copied != scope.end() && copied->second.var ? copied->second.var : const_cast<clang::VarDecl *>(shape_.var);
    scope[sum_.var] = {nullptr, elementAt(0, loop->getBeginLoc()), nullptr};
    clang::Expr *head = nullptr; // without the change
    Stmts parts;
    splitCommas(loop->getInc(), parts);
    for (const clang::Stmt *each : parts)
      if (auto *copy = each == sum_.next ? nullptr : expr(llvm::cast<clang::Expr>(each)))
        head = head ? combined(clang::BO_Comma, head, copy, copy->getType()) : copy;
    clang::Expr *condition = expr(loop->getCond());
    clang::Stmt *body = part(loop->getBody());
    scope.erase(sum_.var);
    return noted(new (ast_) clang::ForStmt(ast_, init, condition, nullptr, head, body, loop->getForLoc(),
                                           loop->getLParenLoc(), loop->getRParenLoc()));
  }

  Reader &probe_;
  AtStart start_;
  const Effects effects_;
  std::vector<RunningSum> &sums_;
  const std::map<const clang::Stmt *, const clang::Stmt *> &hostCode_;
  const std::string prefix_ = unusedName(ast_, "ksn_sums");
  Sum sum_;
  LoopShape shape_{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  clang::VarDecl *table_ = nullptr, *counter_ = nullptr;
  bool isLookedAt_ = false;
};

} // namespace

bool tabulateSums(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                  Expansion &expansion) {
  constexpr int kMost = 16; // of a region
  bool hasFound = false;
  for (int n = 0; n < kMost; ++n) {
    Diagnostics silent;
    const Effects effects = effectsOf(expansion.stmt), everywhere = effectsOf(function->getBody());
    Reader probe({ast, effects, everywhere, function, region, expansion.stmt}, &expansion, silent);
    Tabulator tabulator(probe, function, expansion);
    const std::optional<Sum> sum =
        Finder(probe, expansion.stmt).find([&](const Sum &each) { return tabulator.isTaken(each); });
    if (!sum)
      break;
    expansion.stmt = tabulator.run(*sum, expansion.stmt);
    hasFound = true;
  }
  return hasFound;
}

} // namespace kasane
