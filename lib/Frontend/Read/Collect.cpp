// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions: a statement of a cell that changes a variable from outside of the nest by way of that variable's own
// value. What depends on the cell goes to hidden fields, one for each value;
// the rest is done by the host, cell after cell.
//
//   if (d > err) err = d;      ->   cell: err_at := d        host: if (err_at > err) err = err_at
#include "Ast/AstVisitor.h"
#include "Read/Reader.h"
#include "Read/RefusedCalls.h"

#include "kasane/Support/Match.h"

#include <algorithm>

namespace kasane {
namespace {

// Variables whose value the statement reads, plain assignments to them aside.
class ReadVisitor : public AstVisitor {
public:
  std::set<const clang::VarDecl *> read;
  bool entersStmt(const clang::Stmt *stmt) override {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (!op || op->getOpcode() != clang::BO_Assign || !variableOf(op->getLHS()))
      return true;
    TraverseStmt(op->getRHS());
    return false;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
      read.insert(var);
    return true;
  }
};

std::set<const clang::VarDecl *> readBy(const clang::Stmt *stmt) {
  ReadVisitor visitor;
  visitor.TraverseStmt(stmt);
  return visitor.read;
}

class Splitter {
public:
  Splitter(Reader &reader, const clang::Stmt *stmt, std::vector<StmtPtr> &out)
      : reader_(reader), at_(reader.range(stmt)), out_(out) {
    for (const auto &[var, state] : reader.nest.locals)
      cellNames_.insert(state.name);
    for (const clang::VarDecl *var : reader.nest.collecting)
      collected_.insert(hostVariable(reader, var));
  }

  std::vector<StmtPtr> body(const std::vector<StmtPtr> &stmts, bool always) {
    std::vector<StmtPtr> out;
    for (const StmtPtr &stmt : stmts) {
      if (isOfBody(stmt)) {
        checkTraps(stmt, always);
        out_.push_back(stmt);
        continue;
      }
      match(
          stmt->node,
          [&](const LocalAssign &n) {
            if (!collected_.count(n.name)) // what only some cells have
              return refuse(stmt->range);
            out.push_back(makeStmt(LocalAssign{n.name, n.type, value(n.value, always)}, stmt->range));
          },
          [&](const IfStmt &n) {
            ExprPtr condition = value(n.condition, always);
            out.push_back(makeStmt(IfStmt{condition, body(n.thenBody, false), body(n.elseBody, false)}, stmt->range));
          },
          [&](const LocalDecl &) { refuse(at_); }, [&](const FieldStore &) { refuse(at_); });
    }
    return out;
  }

  // A parameter that holds what was collected so far, as in max2(m, d), is that itself.
  void seeThrough(std::vector<StmtPtr> &whole) const {
    if (whole.empty() || !std::holds_alternative<LocalAssign>(whole.back()->node))
      return;
    for (size_t n = 0; n + 1 < whole.size(); ++n) {
      const auto *decl = std::get_if<LocalDecl>(&whole[n]->node);
      if (!decl || !decl->init || !readsCollected({whole[n]}) ||
          assigns({whole.begin() + static_cast<std::ptrdiff_t>(n), whole.end() - 1}, decl->name))
        continue;
      std::vector<StmtPtr> rest(whole.begin() + static_cast<std::ptrdiff_t>(n) + 1, whole.end());
      const LocalDecl known = *decl;
      rest = withValues(rest, [&](const ExprPtr &value) {
        return rewrite(value, [&](const Expr &e) -> ExprPtr {
          const auto *ref = std::get_if<ScalarRef>(&e.node);
          return ref && ref->name == known.name ? known.init : nullptr;
        });
      });
      whole.erase(whole.begin() + static_cast<std::ptrdiff_t>(n), whole.end());
      whole.insert(whole.end(), rest.begin(), rest.end());
      --n;
    }
  }

  // Statements that the first expressions need, of inlined functions for instance, are the cell's.
  void hoist(std::vector<StmtPtr> &whole) {
    size_t count = 0;
    for (; count + 1 < whole.size() && !readsCollected({whole[count]}) && !assigns({whole[count]}, ""); ++count) {
      if (const auto *decl = std::get_if<LocalDecl>(&whole[count]->node))
        cellNames_.insert(decl->name);
      out_.push_back(whole[count]);
    }
    whole.erase(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(count));
  }

  bool failed() const { return failed_; }

private:
  void refuse(SourceRange range) {
    if (!failed_)
      refuseCollected(reader_, *collected_.begin(), range);
    failed_ = true;
  }

  // A part of an inlined function, which all cells may compute as well: nothing else than locals of this body is set,
  // and not by way of what is collected.
  bool isOfBody(const StmtPtr &stmt) {
    if (const auto *decl = std::get_if<LocalDecl>(&stmt->node); decl && !readsCollected({stmt})) {
      cellNames_.insert(decl->name);
      ofBody_.insert(decl->name);
      return true;
    }
    bool isOwn = !readsCollected({stmt});
    walk({stmt}, [&](const Stmt &part) {
      const auto *assign = std::get_if<LocalAssign>(&part.node);
      isOwn &= std::holds_alternative<IfStmt>(part.node) || (assign && ofBody_.count(assign->name));
    });
    return isOwn;
  }

  void checkTraps(const StmtPtr &stmt, bool always) {
    walkExprs({stmt}, [&](const Expr &e) {
      if (!always && trapsAt(e))
        refuse(stmt->range);
    });
  }

  // Do they change the local, or what is collected? "": no local.
  bool assigns(const std::vector<StmtPtr> &stmts, const std::string &name) const {
    bool found = false;
    walk(stmts, [&](const Stmt &stmt) {
      const auto *assign = std::get_if<LocalAssign>(&stmt.node);
      found |= assign && (assign->name == name || collected_.count(assign->name));
    });
    return found;
  }

  bool readsCollected(const std::vector<StmtPtr> &stmts) const {
    bool found = false;
    walkExprs(stmts, [&](const Expr &e) {
      const auto *ref = std::get_if<ScalarRef>(&e.node);
      found |= ref && collected_.count(ref->name);
    });
    return found;
  }

  bool mentions(const ExprPtr &expr, const std::set<std::string> &names) const {
    bool found = false;
    walk(expr, [&](const Expr &e) {
      const auto *ref = std::get_if<ScalarRef>(&e.node);
      found |= ref && names.count(ref->name);
    });
    return found;
  }

  bool dependsOnCell(const ExprPtr &expr) const {
    bool found = mentions(expr, cellNames_);
    walk(expr, [&](const Expr &e) {
      found |= std::holds_alternative<FieldRead>(e.node) || std::holds_alternative<IndexRef>(e.node);
    });
    return found;
  }

  // Every cell computes it, so it must not trap where the source would not have computed it.
  static bool trapsAt(const Expr &e) {
    const auto *op = std::get_if<Binary>(&e.node);
    const auto *divisor = op ? std::get_if<IntLit>(&op->right->node) : nullptr;
    bool isSafe = divisor && divisor->value != 0 && divisor->value != -1;
    return op && !isFloat(e.type) && (op->op == BinaryOp::Div || op->op == BinaryOp::Rem) && !isSafe;
  }

  bool mayTrap(const ExprPtr &expr) const {
    bool found = false;
    walk(expr, [&](const Expr &e) { found |= trapsAt(e); });
    return found;
  }

  ExprPtr value(const ExprPtr &expr, bool always) {
    if (!mentions(expr, collected_)) {
      if (!dependsOnCell(expr))
        return expr;
      ExprPtr known = knownAddend(expr); // then the source computes it always
      if (!known && !always && mayTrap(expr))
        refuse(expr->range);
      return known ? known : addend(expr);
    }
    return match(
        expr->node, [&](const Unary &n) { return made(expr, Unary{n.op, value(n.operand, always)}); },
        [&](const Binary &n) {
          bool lazy = n.op == BinaryOp::LogicalAnd || n.op == BinaryOp::LogicalOr;
          return made(expr, Binary{n.op, value(n.left, always), value(n.right, always && !lazy)});
        },
        [&](const Select &n) {
          return made(expr, Select{value(n.condition, always), value(n.whenTrue, false), value(n.whenFalse, false)});
        },
        [&](const Call &n) {
          Call call{n.callee, {}};
          for (const ExprPtr &arg : n.args)
            call.args.push_back(value(arg, always));
          return made(expr, std::move(call));
        },
        [&](const Cast &n) { return made(expr, Cast{value(n.operand, always)}); }, [&](const auto &) { return expr; });
  }

  ExprPtr made(const ExprPtr &like, Expr::Node node) { return makeExpr(like->type, std::move(node), like->range); }

  // The same for equal values: each mention of an element is an access of its own.
  std::string textOf(const ExprPtr &expr) const {
    const std::vector<DraftAccess> &accesses = reader_.draft.accesses;
    return print(rewrite(expr, [&](const Expr &e) -> ExprPtr {
      const auto *read = std::get_if<FieldRead>(&e.node);
      if (!read)
        return nullptr;
      const DraftAccess &access = accesses[read->field];
      const auto first = std::find_if(accesses.begin(), accesses.end(), [&](const DraftAccess &other) {
        const bool sameCells =
            std::equal(other.cells.axes.begin(), other.cells.axes.end(), access.cells.axes.begin(),
                       [](const CellBounds &a, const CellBounds &b) { return a.lo == b.lo && a.hi == b.hi; });
        return other.array == access.array && other.index == access.index && other.linear == access.linear && sameCells;
      });
      return makeExpr(e.type, FieldRead{static_cast<FieldId>(first - accesses.begin()), read->offset, read->far});
    }));
  }

  ExprPtr knownAddend(const ExprPtr &expr) const {
    const std::string text = textOf(expr);
    for (const auto &[known, read] : known_)
      if (known == text && read->type == expr->type)
        return read;
    return nullptr;
  }

  ExprPtr addend(const ExprPtr &expr) {
    ExprPtr read = hidden(expr->type, expr, expr->range);
    known_.push_back({textOf(expr), read});
    return read;
  }

public:
  // A hidden field for the value, and the host's read of it.
  // Below an if the cells that don't come here store something too.
  ExprPtr hidden(ScalarType type, const ExprPtr &expr, SourceRange range) {
    int access = newAccess(type, range);
    ExprPtr stored = expr;
    if (reader_.nest.branchDepth > 0) {
      std::string name = reader_.names.take("addend");
      reader_.nest.lateLocals.push_back(makeStmt(LocalDecl{name, type, zeroOf(type)}, range));
      out_.push_back(makeStmt(LocalAssign{name, type, expr}, range));
      stored = makeExpr(type, ScalarRef{name}, range);
      reader_.nest.lastStores.push_back(makeStmt(FieldStore{access, {}, stored}, range));
    } else {
      out_.push_back(makeStmt(FieldStore{access, {}, stored}, range));
    }
    return makeExpr(type, FieldRead{access, {}}, range);
  }

private:
  int newAccess(ScalarType type, SourceRange range) {
    std::string name = reader_.names.take(*collected_.begin() + "_at");
    DraftArray array{"#" + name, name, "", type, {}, 0, true, false, 0, range, true};
    DraftAccess access{static_cast<int>(reader_.draft.arrays.size()), {}, true, range};
    for (size_t l = 0; l < reader_.nest.loops.size(); ++l) {
      array.extents.push_back(reader_.nest.loops[l].hi);
      access.index.push_back(Poly::symbol(loopSymbol(l)));
    }
    reader_.draft.arrays.push_back(std::move(array));
    reader_.draft.accesses.push_back(std::move(access));
    return static_cast<int>(reader_.draft.accesses.size()) - 1;
  }

  Reader &reader_;
  SourceRange at_;
  std::vector<StmtPtr> &out_;
  std::set<std::string> cellNames_, collected_, ofBody_;
  std::vector<std::pair<std::string, ExprPtr>> known_;
  bool failed_ = false;
};

} // namespace

std::set<const clang::VarDecl *> collectedBy(const Reader &reader, const clang::Stmt *stmt) {
  std::set<const clang::VarDecl *> collected;
  if (!reader.nest.isInside || !reader.nest.collecting.empty())
    return collected;
  const clang::Stmt *decides = stmt; // what must read the variable for the statement as a whole to collect
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
    decides = branch->getCond();
  else if (!llvm::isa<clang::Expr>(stmt) || asGroup(stmt))
    return collected;
  std::set<const clang::VarDecl *> read = readBy(decides), beside;
  for (const clang::VarDecl *var : effectsOf(stmt).assigned) {
    if (reader.nest.effects.declared.count(var) || reader.nest.definite.count(var) ||
        !scalarTypeOf(reader.ast, var->getType()))
      continue;
    if (read.count(var) || (decides == stmt && reader.nest.kept.count(var)))
      collected.insert(var);
    else
      beside.insert(var); // if (d > m) { m = d; where = i; }
  }
  if (!collected.empty())
    collected.merge(beside);
  return collected;
}

bool collect(Reader &reader, const clang::Stmt *stmt, std::vector<StmtPtr> &out) {
  const std::set<const clang::VarDecl *> collected = collectedBy(reader, stmt);
  if (reader.nest.inRow)
    return reader.fail(DiagId::collected_between_loops, stmt, {(*collected.begin())->getNameAsString()}), false;
  for (const clang::VarDecl *var : collected)
    if (!reader.host.variables.count(var))
      return becomesHost(reader, var);
  reader.nest.collecting = collected;
  reader.nest.collected.insert(collected.begin(), collected.end());
  std::vector<StmtPtr> whole;
  bool ok = cellStmt(reader, stmt, whole);
  Splitter splitter(reader, stmt, out);
  if (ok) {
    splitter.seeThrough(whole);
    splitter.hoist(whole);
  }
  std::vector<StmtPtr> body = ok ? splitter.body(whole, true) : std::vector<StmtPtr>();
  ok = ok && !splitter.failed();
  if (ok && reader.nest.branchDepth > 0) {
    ExprPtr took = splitter.hidden(ScalarType::U8, intLit(1, ScalarType::U8), reader.range(stmt));
    body = {makeStmt(IfStmt{took, body, {}}, reader.range(stmt))};
  }
  reader.nest.collecting.clear();
  if (ok)
    reader.nest.gathered.insert(reader.nest.gathered.end(), body.begin(), body.end());
  return ok;
}

} // namespace kasane
