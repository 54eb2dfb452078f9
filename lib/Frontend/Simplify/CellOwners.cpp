// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: all questions that decide about one nest's variables.
#include "Simplify/CellOwners.h"

#include "Ast/LoopForms.h"
#include "Read/LiveOut.h"
#include "Simplify/Clone.h"
#include "Simplify/Elements.h"
#include "Simplify/Unroll.h"

#include <algorithm>

namespace kasane {
namespace {

using Owners = std::map<const clang::Stmt *, Variables>; // by the block that is to declare them

const clang::VarDecl *counterOf(const clang::ForStmt *loop) {
  LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  return loop->getInit() && readInit(loop->getInit(), shape) ? shape.var : countedBy(loop);
}

// Loops whose heads set the variable are no reason to give it to their bodies.
bool isOnlyCounter(const clang::Stmt *stmt, const clang::VarDecl *var) {
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
  if (!loop || counterOf(loop) != var)
    return llvm::all_of(stmt->children(),
                        [&](const clang::Stmt *child) { return !child || isOnlyCounter(child, var); }) &&
           !(assignedIn(stmt) && variableOf(assignedIn(stmt)) == var);
  return isOnlyCounter(loop->getBody(), var);
}

std::vector<const clang::Stmt *> statementsOf(const clang::Stmt *body) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body);
  return block ? std::vector<const clang::Stmt *>(block->body_begin(), block->body_end()) : std::vector{body};
}

class Finder : private Cloner {
public:
  CellOwners out;

  Finder(Reader &reader, const Expansion &expansion, std::set<const clang::Stmt *> &made)
      : Cloner(reader.ast, made), reader_(reader), expansion_(expansion) {
    walk(expansion.stmt);
  }

private:
  void walk(const clang::Stmt *stmt) {
    stmt = unwrap(stmt);
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    const bool isTime = loop && stmt == expansion_.stmt && !isSpaceLoop(reader_, loop, true);
    if (loop && !isTime)
      count(loop);
    if (loop && !isTime && reader_.effects.wrappedSubscripts.count(counterOf(loop)))
      return nest(loop);
    for (const clang::Stmt *child : stmt->children())
      if (child)
        walk(child);
  }

  void count(const clang::ForStmt *loop) {
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    if (!llvm::isa_and_nonnull<clang::BinaryOperator>(loop->getInit()) || !readInit(loop->getInit(), shape) ||
        !mayMove(shape.var))
      return;
    if (!isReadBehind(reader_, loop, shape.var)) {
      out.counting.insert(loop);
      return;
    }
    const std::optional<Trips> trips = tripsOf(reader_, loop);
    if (!trips || trips->count > kMaxTrips || reader_.effects.wrappedSubscripts.count(shape.var))
      return; // behind others the readers know what it holds
    out.counting.insert(loop);
    out.countingTo[loop] = trips->first + trips->count * trips->step;
  }

  void nest(const clang::ForStmt *loop) {
    holds(loop->getBody(), [&](const clang::Stmt *part) {
      const auto *inner = llvm::dyn_cast<clang::ForStmt>(part);
      if (inner && !mayOutlive(inner))
        count(inner);
      return false;
    });
    const Effects effects = effectsOf(loop);
    const std::vector<const clang::Stmt *> bodies = bodiesOf(loop);
    for (const clang::VarDecl *var : effects.assigned) {
      const clang::QualType type = var->getType();
      const bool isPlain = scalarTypeOf(ast_, type) || type->isObjectPointerType();
      if (!effects.declared.count(var) && isPlain && mayMove(var) && isRead(loop, var) &&
          !isOnlyCounted(loop, bodies, var))
        give(loop, bodies, var);
    }
    for (const clang::VarDecl *var : storedIn(loop))
      if (isCellsOnly(var))
        out.owners[isFew(var) ? *lowestWith(loop, bodies, var) : bodies.back()].insert(var);
  }

  // An array of few numbers, of which loops over components pick one.
  bool isFew(const clang::VarDecl *var) const {
    const std::vector<int64_t> extents = extentsOf(ast_, var->getType());
    return expansion_.hasBuffers && !extents.empty() && *std::max_element(extents.begin(), extents.end()) <= kLongArray;
  }

  // The innermost body that holds all mentions; null: none does.
  static const clang::Stmt *const *
  lowestWith(const clang::ForStmt *loop, const std::vector<const clang::Stmt *> &bodies, const clang::VarDecl *var) {
    for (size_t depth = bodies.size(); depth-- > 0;)
      if (holdsAll(loop, bodies[depth], var))
        return &bodies[depth];
    return nullptr;
  }

  void add(const Owners &found) {
    for (const auto &[block, vars] : found)
      out.owners[block].insert(vars.begin(), vars.end());
  }

  // The bodies of the loops over cells, the outermost first.
  // What only short loops index is none of the arrays stored there.
  std::vector<const clang::Stmt *> bodiesOf(const clang::ForStmt *loop) {
    const Variables own = storedIn(loop);
    const bool stores = !effectsOf(loop).storedKeys.empty();
    std::vector<const clang::Stmt *> bodies;
    while (loop) {
      bodies.push_back(unwrap(loop->getBody()));
      loop = nullptr;
      for (const clang::Stmt *child : statementsOf(bodies.back())) {
        const auto *inner = llvm::dyn_cast<clang::ForStmt>(unwrap(child));
        const Effects of = inner ? effectsOf(declaring(own, inner)) : Effects();
        const Variables &indexes = stores ? of.wrappedStores : of.wrappedSubscripts;
        const bool picks = inner && llvm::any_of(own, [&](const clang::VarDecl *var) {
                             return isFew(var) && this->indexes(inner, var, [&](const clang::VarDecl *index) {
                               return index == counterOf(inner);
                             });
                           });
        loop = inner && !picks && indexes.count(counterOf(inner)) ? inner : loop;
      }
    }
    return bodies;
  }

  const clang::Stmt *declaring(const Variables &vars, const clang::Stmt *stmt) {
    std::vector<clang::Stmt *> stmts;
    for (const clang::VarDecl *var : vars)
      stmts.push_back(declare(const_cast<clang::VarDecl *>(var)));
    stmts.push_back(const_cast<clang::Stmt *>(stmt));
    return block(stmts, stmt->getSourceRange());
  }

  bool mayOutlive(const clang::ForStmt *loop) {
    const clang::VarDecl *var = counterOf(loop);
    return !var || isReadBehind(reader_, loop, var);
  }

  // Nothing but loops that declare it, or that are loops over cells, counts with it.
  bool isOnlyCounted(const clang::ForStmt *loop, const std::vector<const clang::Stmt *> &bodies,
                     const clang::VarDecl *var) const {
    return isOnlyCounter(loop, var) && !holds(loop, [&](const clang::Stmt *part) {
             const auto *inner = llvm::dyn_cast<clang::ForStmt>(part);
             return inner && counterOf(inner) == var && !out.counting.count(inner) &&
                    !llvm::is_contained(bodies, unwrap(inner->getBody()));
           });
  }

  bool mayMove(const clang::VarDecl *var) const {
    const bool isHosts =
        llvm::any_of(expansion_.hostCode, [&](const auto &code) { return mentions(code.second, var); });
    return !isHosts && !var->getType().isVolatileQualified() && !takesAddress(expansion_.stmt, var);
  }

  // Otherwise than on the left side of `=`: what is only set is collected.
  static bool isRead(const clang::Stmt *stmt, const clang::VarDecl *var) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var)
      return isRead(op->getRHS(), var);
    return (ref && ref->getDecl() == var) ||
           llvm::any_of(stmt->children(), [&](const clang::Stmt *child) { return child && isRead(child, var); });
  }

  void give(const clang::ForStmt *loop, const std::vector<const clang::Stmt *> &bodies, const clang::VarDecl *var) {
    if (!isReadBehind(reader_, loop, var)) {
      if (std::optional<Owners> found = lowest(loop, var))
        add(*found);
      return;
    }
    if (!scalarTypeOf(ast_, var->getType()) || isCountedElsewhere(loop, var))
      return;
    for (size_t depth = bodies.size(); depth-- > 0;)
      if (holdsAll(loop, bodies[depth], var) && isSetAtEnd(bodies, depth, var)) {
        out.owners[bodies[depth]].insert(var);
        out.kept[bodies.back()].insert(var);
        return;
      }
    if (holdsAll(loop, bodies.back(), var))
      giveToArms(loop, bodies.back(), var);
  }

  // if (a[i] > 0) { s = a[i]; b[i] = s; }: each block that sets it keeps what it set.
  void giveToArms(const clang::ForStmt *loop, const clang::Stmt *cell, const clang::VarDecl *var) {
    const clang::Stmt *whole = std::exchange(reader_.region, loop);
    const std::optional<Owners> found = lowest(cell, var);
    const bool ok = found && llvm::all_of(*found, [&](const auto &entry) { return isSetAtEnd({entry.first}, 0, var); });
    reader_.region = whole;
    if (!ok)
      return;
    add(*found);
    for (const auto &[block, vars] : *found)
      out.kept[block].insert(var);
  }

  // Does another loop of the region leave its last value in it?
  bool isCountedElsewhere(const clang::ForStmt *nest, const clang::VarDecl *var) {
    return holds(expansion_.stmt, [&](const clang::Stmt *part) {
      const auto *loop = llvm::dyn_cast<clang::ForStmt>(part);
      const bool isInside =
          loop && (loop == nest || holds(nest, [&](const clang::Stmt *inner) { return inner == loop; }));
      return loop && !isInside && counterOf(loop) == var && mayOutlive(loop);
    });
  }

  // A copy of `continue` and `break` needs a loop around it.
  clang::Stmt *once(const clang::Stmt *body) {
    const clang::SourceLocation at = body->getBeginLoc();
    return noted(new (ast_) clang::DoStmt(const_cast<clang::Stmt *>(body), number(0, ast_.IntTy, at), at, at, at));
  }

  // The innermost blocks, none of which reads what another one, or another round of a loop around, has set.
  std::optional<Owners> lowest(const clang::Stmt *stmt, const clang::VarDecl *var) {
    const bool isBlock = isBlock_.count(stmt) > 0;
    std::vector<const clang::Stmt *> inner;
    const bool direct = collectBlocks(stmt, var, inner);
    Owners all;
    bool ok = !direct;
    for (const clang::Stmt *block : ok ? inner : std::vector<const clang::Stmt *>()) {
      isBlock_.insert(block);
      const std::optional<Owners> found = lowest(block, var);
      ok = ok && found;
      if (found)
        all.insert(found->begin(), found->end());
    }
    if (ok)
      return all;
    const bool isOwner =
        isBlock && !isReadFirst(once(stmt), var, reader_.ast) && !readInRegionAfter(reader_, stmt, var);
    return isOwner ? std::optional(Owners{{stmt, {var}}}) : std::nullopt;
  }

  // The blocks right below the statement that mention the variable. Does something outside of them, too?
  static bool collectBlocks(const clang::Stmt *stmt, const clang::VarDecl *var,
                            std::vector<const clang::Stmt *> &blocks) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    bool direct = ref && ref->getDecl() == var;
    for (const clang::Stmt *child : stmt->children()) {
      if (!child || !mentions(child, var))
        continue;
      const clang::Stmt *bare = unwrap(child);
      if (llvm::isa<clang::CompoundStmt>(bare) || (loop && child == loop->getBody()))
        blocks.push_back(bare);
      else
        direct |= collectBlocks(bare, var, blocks);
    }
    return direct;
  }

  static bool holdsAll(const clang::Stmt *whole, const clang::Stmt *part, const clang::VarDecl *var) {
    return mentionsOf(whole, var) == mentionsOf(part, var);
  }

  // Declared in that body, has it a value where each cell ends, and does nothing read it before?
  bool isSetAtEnd(const std::vector<const clang::Stmt *> &bodies, size_t depth, const clang::VarDecl *var) {
    if (holdsContinue(bodies.back()) || isReadFirst(once(bodies[depth]), var, reader_.ast))
      return false;
    std::vector<clang::Stmt *> way;
    for (size_t d = depth; d < bodies.size(); ++d) {
      bool isBehind = false; // the loop over the cells, which keep what they have
      for (const clang::Stmt *child : statementsOf(bodies[d])) {
        const auto *inner = llvm::dyn_cast<clang::ForStmt>(unwrap(child));
        if (isBehind && effectsOf(child).assigned.count(var))
          return false;
        isBehind |= inner && d + 1 < bodies.size() && unwrap(inner->getBody()) == bodies[d + 1];
        if (!isBehind)
          way.push_back(const_cast<clang::Stmt *>(child));
      }
    }
    way.push_back(rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(var), var->getLocation())));
    return !isReadFirst(once(block(way, bodies[depth]->getSourceRange())), var, reader_.ast);
  }

  // Arrays and structs of which the loop stores numbers that numbers and the counters of short loops in it pick.
  Variables storedIn(const clang::ForStmt *loop) const {
    const Effects effects = effectsOf(loop);
    Variables found, asked;
    holds(loop, [&](const clang::Stmt *part) {
      const clang::Expr *assigned = assignedIn(part);
      const clang::VarDecl *var = assigned && !variableOf(assigned) ? aggregateOf(assigned) : nullptr;
      if (var && !effects.declared.count(var) && asked.insert(var).second && isNumbered(loop, var))
        found.insert(var);
      return false;
    });
    return found;
  }

  // f of f[k], q of q.v.x.
  const clang::VarDecl *aggregateOf(const clang::Expr *lvalue) const {
    const clang::Expr *at = lvalue->IgnoreParenImpCasts();
    for (;;) {
      if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(at); member && !member->isArrow())
        at = member->getBase()->IgnoreParenImpCasts();
      else if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(at))
        at = element->getBase()->IgnoreParenImpCasts();
      else
        break;
    }
    const clang::VarDecl *var = variableOf(at);
    return var && (var->getType()->isRecordType() || ast_.getAsConstantArrayType(var->getType())) ? var : nullptr;
  }

  bool isCellsOnly(const clang::VarDecl *var) {
    auto [known, isNew] = cellsOnly_.try_emplace(var, false);
    if (!isNew || var->getType().isConstQualified() || !mayMove(var) || !isOfNests(expansion_.stmt, var))
      return known->second;
    known->second = reader_.effects.declared.count(var) || !isReadAfter(reader_, var);
    if (!known->second && var->isExternallyVisible() && !isReadAfter(reader_, var, true))
      out.shared.insert(var);
    return known->second;
  }

  // All that mentions it are cells of loops that also store to it, by other counters than their own.
  bool isOfNests(const clang::Stmt *stmt, const clang::VarDecl *var) {
    stmt = unwrap(stmt);
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    const bool isTime = loop && stmt == expansion_.stmt && !isSpaceLoop(reader_, loop, true);
    if (loop && !isTime && reader_.effects.wrappedSubscripts.count(counterOf(loop))) {
      if (!mentions(loop, var))
        return true;
      const std::vector<const clang::Stmt *> bodies = bodiesOf(loop);
      const bool byAxis = indexes(bodies.back(), var, [&](const clang::VarDecl *index) {
        return holds(loop, [&](const clang::Stmt *part) {
          const auto *axis = llvm::dyn_cast<clang::ForStmt>(part);
          return axis && counterOf(axis) == index && llvm::is_contained(bodies, unwrap(axis->getBody()));
        });
      });
      const bool isInBody = isFew(var) ? lowestWith(loop, bodies, var) != nullptr : holdsAll(loop, bodies.back(), var);
      return storedIn(loop).count(var) && isInBody && !byAxis;
    }
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    return !(ref && ref->getDecl() == var) &&
           llvm::all_of(stmt->children(), [&](const clang::Stmt *child) { return !child || isOfNests(child, var); });
  }

  // Does such a variable pick one of the array's numbers?
  bool indexes(const clang::Stmt *stmt, const clang::VarDecl *array,
               const std::function<bool(const clang::VarDecl *)> &what) const {
    return holds(stmt, [&](const clang::Stmt *part) {
      const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
      return element && aggregateOf(element) == array && holds(element->getIdx(), [&](const clang::Stmt *index) {
               const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(index);
               const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
               return var && what(var);
             });
    });
  }

  bool isNumbered(const clang::ForStmt *loop, const clang::VarDecl *array) const {
    if (isFew(array)) // what else picks one is followed, or found by tests
      return !indexes(loop, array, [&](const clang::VarDecl *var) { return var == counterOf(loop); });
    return !indexes(loop, array, [&](const clang::VarDecl *var) {
      return !ast_.getBaseElementType(var->getType()).isConstQualified() && !countsShortly(loop, var);
    });
  }

  // Is there a short loop in this one that counts with the variable?
  bool countsShortly(const clang::ForStmt *loop, const clang::VarDecl *var) const {
    const auto [known, isNew] = short_.try_emplace({loop, var}, false);
    if (isNew)
      known->second = holds(loop->getBody(), [&](const clang::Stmt *part) {
        const auto *inner = llvm::dyn_cast<clang::ForStmt>(part);
        const std::optional<Trips> trips = inner && counterOf(inner) == var ? tripsOf(reader_, inner) : std::nullopt;
        return trips && trips->count <= kMaxTrips;
      });
    return known->second;
  }

  Reader &reader_;
  const Expansion &expansion_;
  std::set<const clang::Stmt *> isBlock_;
  std::map<const clang::VarDecl *, bool> cellsOnly_;
  mutable std::map<std::pair<const clang::Stmt *, const clang::VarDecl *>, bool> short_;
};

} // namespace

CellOwners cellOwnersOf(Reader &reader, const Expansion &expansion) {
  std::set<const clang::Stmt *> marks; // of what is only made for the questions
  return std::move(Finder(reader, expansion, marks).out);
}

} // namespace kasane
