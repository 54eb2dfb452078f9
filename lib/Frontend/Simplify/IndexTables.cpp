// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/IndexTables.h"

#include "Read/Reader.h"
#include "Simplify/Neighbours.h"
#include "kasane/Layout/Fields.h"

#include <algorithm>

namespace kasane {
namespace {

// value[index], *(value + index)
struct Element {
  const clang::Expr *table = nullptr, *index = nullptr;
};

Element elementBehind(const clang::Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue))
    return {subscript->getBase(), subscript->getIdx()};
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(lvalue);
  const auto *sum = unary && unary->getOpcode() == clang::UO_Deref
                        ? llvm::dyn_cast<clang::BinaryOperator>(unary->getSubExpr()->IgnoreParenImpCasts())
                        : nullptr;
  if (!sum || sum->getOpcode() != clang::BO_Add || !sum->getLHS()->getType()->isPointerType())
    return {};
  return {sum->getLHS(), sum->getRHS()};
}

const clang::Expr *loadedBy(const clang::Expr *expr) {
  const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
  return cast && cast->getCastKind() == clang::CK_LValueToRValue ? cast->getSubExpr() : nullptr;
}

// What an integer was before it became a larger one.
const clang::Expr *widened(const clang::Expr *expr) {
  const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
  return cast && cast->getCastKind() == clang::CK_IntegralCast ? cast->getSubExpr()->IgnoreParens() : nullptr;
}

// Goes through the region and finds elements of tables of neighbours. Its reader knows loops and integers, no more.
class Finder {
public:
  Finder(const clang::ASTContext &ast, const Rehearsal &rehearsal, const Expansion &expansion)
      : ast_(ast), rehearsal_(rehearsal), effects_(effectsOf(expansion.stmt)),
        probe_(ast, silent_, effects_, effects_) {
    probe_.expansion = &expansion;
    nameBounds(expansion.stmt);
    walk(expansion.stmt, false);
    for (const auto &[expr, seen] : unsure_)
      take(expr, seen, true);
  }

  std::map<const clang::Expr *, Neighbour> found; // by the node that loads the element
  std::vector<TableCheck> checks;
  const clang::Expr *exprOf(const std::string &param) const {
    for (const Param &known : probe_.draft.params)
      if (known.name == param)
        for (const auto &[expr, where] : probe_.paramExprs)
          if (const std::string text = spelled(probe_, expr); known.text == text || known.text == "(" + text + ")")
            return expr;
    return nullptr;
  }

private:
  struct Seen {
    const clang::Expr *table, *index;
    Poly from, to, loopFirst, loopEnd; // elements that are read; what the loop goes through
  };

  // Parameters for all that bounds are made of, of which factors may be made.
  void nameBounds(const clang::Stmt *stmt) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    if (const std::optional<LoopShape> shape = loop ? loopShape(probe_, loop) : std::nullopt;
        shape && shape->first && shape->limit) {
      affineOf(probe_, shape->first);
      limitOf(probe_, *shape, affineOf);
    }
    for (const clang::Stmt *child : stmt->children())
      if (child)
        nameBounds(child);
  }

  // What the elements are multiples of: a number that the file knows, or what probably has this value.
  std::optional<Poly> factorOf(int64_t number, bool isSure) const {
    if (number == 1 || isSure)
      return Poly(number);
    std::vector<Poly> values;
    for (const Param &param : probe_.draft.params)
      values.push_back(Poly::symbol(param.name));
    for (const Poly &one : values)
      if (probably(one) == number)
        return one;
    for (const Poly &one : values)
      for (const Poly &other : values)
        if (probably(one * other) == number)
          return one * other;
    return std::nullopt;
  }

  // `isUnsure`: a condition decides whether the statement is made at all.
  bool walk(const clang::Stmt *stmt, bool isUnsure) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
      return walkLoop(loop, isUnsure);
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
      walk(branch->getCond(), isUnsure);
      const bool leaves = walk(branch->getThen(), true);
      return (branch->getElse() && walk(branch->getElse(), true)) || leaves;
    }
    if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(stmt)) {
      walk(select->getCond(), isUnsure);
      walk(select->getTrueExpr(), true);
      return walk(select->getFalseExpr(), true);
    }
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt); op && op->isLogicalOp()) {
      walk(op->getLHS(), isUnsure);
      return walk(op->getRHS(), true);
    }
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : decls->decls())
        declare(llvm::dyn_cast<clang::VarDecl>(decl));
    bool leaves = llvm::isa<clang::ContinueStmt, clang::BreakStmt, clang::ReturnStmt, clang::GotoStmt>(stmt);
    for (const clang::Stmt *child : stmt->children())
      leaves |= child && walk(child, isUnsure || leaves || llvm::isa<clang::SwitchStmt>(stmt));
    if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt))
      look(expr, isUnsure);
    return leaves;
  }

  bool walkLoop(const clang::ForStmt *loop, bool isUnsure) {
    for (const clang::Stmt *part :
         {static_cast<const clang::Stmt *>(loop->getInit()), static_cast<const clang::Stmt *>(loop->getCond())})
      if (part)
        walk(part, isUnsure);
    const std::optional<LoopShape> shape = loopShape(probe_, loop);
    const size_t around = probe_.nest.loops.size();
    if (shape && shape->first && shape->limit && std::abs(shape->step) == 1)
      if (const std::optional<Poly> first = affineOf(probe_, shape->first), limit = limitOf(probe_, *shape, affineOf);
          first && limit) {
        const Poly past = shape->inclusive ? 1 : 0;
        const bool up = shape->step > 0;
        probe_.nest.loops.push_back({shape->var, "", ScalarType::I64, up ? *first : *limit + Poly(1) - past,
                                     up ? *limit + past : *first + Poly(1), up ? 1 : -1, true, probe_.range(loop)});
      }
    walk(loop->getBody(), isUnsure);
    probe_.nest.loops.resize(around);
    return false;
  }

  void declare(const clang::VarDecl *var) {
    if (!var || !var->getInit() || effects_.assigned.count(var))
      return;
    if (var->getType()->isPointerType())
      pointers_[var] = var->getInit();
    else if (const std::optional<Poly> value = affineOf(probe_, var->getInit()))
      probe_.step.integers[var] = *value;
  }

  // A table that the region neither changes nor chooses.
  const clang::Expr *tableBehind(const clang::Expr *table) const {
    const clang::Expr *bare = table->IgnoreParenImpCasts();
    if (const auto known = pointers_.find(variableOf(bare)); known != pointers_.end())
      return tableBehind(known->second);
    const std::string key = lvalueKey(bare);
    const bool isKept =
        !effects_.storedKeys.count(key) && !effects_.assignedKeys.count(key) && isInvariant(bare, effects_);
    const bool isInside = variableOf(bare) && effects_.declared.count(variableOf(bare));
    return key.empty() || !isKept || isInside ? nullptr : bare;
  }

  void look(const clang::Expr *expr, bool isUnsure) {
    const clang::Expr *lvalue = loadedBy(expr);
    const bool isInteger = lvalue && lvalue->getType()->isIntegerType() && !lvalue->getType()->isBooleanType();
    const Element element = isInteger ? elementBehind(lvalue) : Element{};
    const clang::Expr *table = element.table ? tableBehind(element.table) : nullptr;
    if (!table)
      return;
    for (size_t l = probe_.nest.loops.size(); l-- > 0;) {
      const DraftLoop &loop = probe_.nest.loops[l];
      const std::optional<Poly> index = indexIn(element.index);
      const std::optional<Poly> rest = index ? std::optional(index->without(loopSymbol(l))) : std::nullopt;
      if (!rest || index->coefficientOf(loopSymbol(l)) != Poly(1) || !isKnownAtCall(*rest) || !isKnownAtCall(loop.lo) ||
          !isKnownAtCall(loop.hi))
        continue;
      const Seen seen{table, element.index, loop.lo + *rest, loop.hi + *rest, loop.lo, loop.hi};
      if (isUnsure)
        unsure_.push_back({expr, seen});
      else
        take(expr, seen, false);
    }
  }

  // A neighbour's neighbour lies among the numbers that the loop goes through, too.
  std::optional<Poly> indexIn(const clang::Expr *index) {
    const clang::Expr *inner = index->IgnoreParens();
    for (const clang::Expr *wider = widened(inner); wider; wider = widened(inner))
      inner = wider;
    while (const clang::Expr *lvalue = loadedBy(inner->IgnoreParens())) {
      const auto known = found.find(inner->IgnoreParens());
      if (known == found.end() || known->second.form.ends == TableEnds::Plain || known->second.form.factor != 1 ||
          !goesThrough(known->second))
        break;
      inner = elementBehind(lvalue).index->IgnoreParens();
      for (const clang::Expr *wider = widened(inner); wider; wider = widened(inner))
        inner = wider;
    }
    return affineOf(probe_, inner);
  }

  // Are the numbers that it has those of a loop here?
  bool goesThrough(const Neighbour &neighbour) const {
    return llvm::any_of(probe_.nest.loops,
                        [&](const DraftLoop &loop) { return loop.lo == neighbour.first && loop.hi == neighbour.end; });
  }

  static bool isKnownAtCall(const Poly &value) {
    return llvm::none_of(value.symbols(), [](const std::string &symbol) { return symbol[0] == '@'; });
  }

  std::optional<int64_t> probably(const Poly &value) const {
    std::map<std::string, int64_t> numbers;
    for (const std::string &symbol : value.symbols()) {
      const clang::Expr *expr = exprOf(symbol);
      const std::optional<Rehearsed> number = expr ? rehearsal_.valueOf(expr) : std::nullopt;
      if (!number)
        return std::nullopt;
      numbers[symbol] = number->number;
    }
    return value.evaluate([&](const std::string &symbol) { return numbers.at(symbol); });
  }

  void take(const clang::Expr *expr, const Seen &seen, bool isUnsure) {
    const std::string text = writtenAnew(ast_, seen.table);
    const auto *array = ast_.getAsArrayType(seen.table->getType());
    const bool hasLength = array && !llvm::isa<clang::IncompleteArrayType>(array);
    if (isUnsure && !hasLength && !sure_.count({text, seen.from.str(), seen.to.str()}))
      return; // what the program doesn't read need not be there
    sure_.insert({text, seen.from.str(), seen.to.str()});
    const std::optional<int64_t> from = probably(seen.from), to = probably(seen.to);
    bool isSure = true;
    const auto known = [&](int64_t number) -> std::optional<int64_t> {
      const std::optional<Rehearsed> element = rehearsal_.elementOf(seen.table, number);
      isSure &= !element || element->isSure;
      return element ? std::optional(element->number) : std::nullopt;
    };
    if (!from || !to)
      return;
    for (const auto &[first, end] :
         {std::pair(seen.from, seen.to), std::pair(seen.loopFirst, seen.loopEnd), std::pair(Poly(0), seen.to)}) {
      const std::optional<int64_t> least = probably(first), past = probably(end);
      const std::optional<TableForm> form = least && past ? formOf(known, *from, *to, *least, *past) : std::nullopt;
      const std::optional<Poly> factor = form ? factorOf(form->factor, isSure) : std::nullopt;
      if (!factor)
        continue;
      found[expr] = {seen.index, *form, first, end, *factor};
      addCheck(seen, text, found[expr], hasLength);
      return;
    }
  }

  void addCheck(const Seen &seen, const std::string &table, const Neighbour &neighbour, bool hasLength) {
    auto of = [&](const Poly &value) { return callText(value, probe_.draft.params, true); };
    const clang::QualType type = elementType(seen.table);
    const std::string length = hasLength ? "(long long)(sizeof " + table + " / sizeof *" + table + ")" : "-1";
    const std::string from = of(seen.from), to = of(seen.to);
    std::string text = "ksn_index_table(" + table + ", " + std::to_string(ast_.getTypeSizeInChars(type).getQuantity()) +
                       ", " + (type->isSignedIntegerOrEnumerationType() ? "1" : "0") + ", " + length + ", " + from +
                       ", " + to + ", " + of(neighbour.first) + ", " + of(neighbour.end) + ", " +
                       std::to_string(neighbour.form.distance) + ", " +
                       std::to_string(static_cast<int>(neighbour.form.ends)) + ", " + of(neighbour.factor) + ")";
    static const char *const ends[] = {"", ", clamped at the ends", ", wrapped at the ends", ", reflected at the ends",
                                       ", mirrored at the ends"};
    const int64_t distance = neighbour.form.distance;
    std::string product = "k";
    if (distance != 0)
      product += (distance < 0 ? " - " : " + ") + std::to_string(std::abs(distance));
    if (neighbour.form.factor != 1)
      product = (distance == 0 ? product : "(" + product + ")") + " * " + of(neighbour.factor);
    const std::string reason = table + "[k] is not " + product + ends[static_cast<int>(neighbour.form.ends)] +
                               ", which is what this file fills it with";
    const std::string count = "((" + to + ") - (" + from + ") > 0 ? (" + to + ") - (" + from + ") : 1)";
    const std::string part = "(*(" + type.getUnqualifiedType().getCanonicalType().getAsString() + " (*)[" + count +
                             "])(void *)(" + table + " + (" + from + ")))";
    if (llvm::none_of(checks, [&](const TableCheck &check) { return check.text == text; }))
      checks.push_back({text, reason, hasLength ? table : part, rangeOf(ast_, seen.table->getSourceRange())});
  }

  clang::QualType elementType(const clang::Expr *table) const {
    const clang::ArrayType *array = ast_.getAsArrayType(table->getType());
    return array ? array->getElementType() : table->getType()->getPointeeType();
  }

  const clang::ASTContext &ast_;
  const Rehearsal &rehearsal_;
  const Effects effects_;
  Diagnostics silent_;
  Reader probe_;
  std::map<const clang::VarDecl *, const clang::Expr *> pointers_; // of the region's own, which it doesn't move
  std::vector<std::pair<const clang::Expr *, Seen>> unsure_;
  std::set<std::tuple<std::string, std::string, std::string>> sure_;
};

// Can the call write the test of the first step?
bool isKnownOnEntry(const Reader &reader, const FirstValues &first, const clang::Expr *test) {
  return !test->HasSideEffects(reader.ast) && !holds(test, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    return var && reader.effects.declared.count(var) && !llvm::is_contained(first.declared, var->getNameAsString());
  });
}

} // namespace

std::vector<TableCheck> writeTables(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                    const Rehearsal &rehearsal, Expansion &expansion) {
  const Finder finder(ast, rehearsal, expansion);
  writeNeighbours(
      ast, function, finder.found, [&](const std::string &param) { return finder.exprOf(param); }, expansion);
  return finder.checks;
}

void noteTables(Reader &reader, const FirstValues &first, const std::vector<TableCheck> &checks) {
  const std::optional<TimeLoop> &time = reader.draft.time;
  const Poly steps = time ? time->hi - time->lo : Poly(1);
  std::string condition; // else the program may have made no table yet
  if (!steps.constant() || *steps.constant() <= 0)
    condition = callText(steps, reader.draft.params, true) + " > 0";
  bool isKnown = true;
  for (const clang::Expr *test : reader.time.tested) {
    isKnown &= isKnownOnEntry(reader, first, test);
    if (isKnownOnEntry(reader, first, test))
      condition += (condition.empty() ? "(" : " && (") + writtenAnew(reader.ast, test) + ")";
  }
  for (const TableCheck &check : checks) {
    const std::string name = reader.names.take("table"),
                      text = !check.withoutSteps.empty() && !isKnown ? "0" : check.text;
    const std::string other = check.withoutSteps.empty() ? "1" : check.withoutSteps;
    reader.draft.params.push_back(
        {name, ScalarType::I32,
         condition.empty() ? "(" + text + ")" : "(" + condition + " ? " + text + " : " + other + ")"});
    require(reader, Poly::symbol(name) - Poly(1), check.reason, check.range);
    if (!check.lvalue.empty())
      reader.paramArrays.insert(check.lvalue);
  }
}

} // namespace kasane
