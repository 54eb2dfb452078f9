// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/RowArrays.h"

#include "Ast/Allocations.h"
#include "Ast/AstVisitor.h"
#include "Ast/OnlyCalled.h"
#include "Read/Choices.h"
#include "Read/StepArrays.h"

#include <algorithm>

namespace kasane {
namespace {

// How a nest uses an array.
struct Use {
  std::vector<const clang::ForStmt *> around; // the loops that all mentions are in
  Variables terms;                            // of its subscripts
  bool storedFirst = false;                   // the first mention in the text is a plain store
};

class Uses {
public:
  explicit Uses(Reader &reader) : reader_(reader) {}
  std::map<const clang::VarDecl *, Use> all;

  void walk(const clang::Stmt *stmt) {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const bool isAxis = loop && (loops_.empty() || !isCellLoop(reader_, loop));
    if (isAxis)
      loops_.push_back(loop);
    if (op && op->getOpcode() == clang::BO_Assign) {
      if (const clang::VarDecl *var = variableOf(op->getLHS()))
        values_[var].push_back(op->getRHS());
      walk(op->getRHS());
      note(op->getLHS(), true);
    } else if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt); expr && note(expr, false)) {
    } else {
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
        for (const clang::Decl *decl : decls->decls())
          if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getInit())
            values_[var].push_back(var->getInit());
      for (const clang::Stmt *child : stmt->children())
        if (child)
          walk(child);
    }
    if (isAxis)
      loops_.pop_back();
  }

  // Loops around all mentions, by number, whose counter is in no subscript.
  std::vector<size_t> roundsOf(const Use &use) {
    Variables terms;
    for (const clang::VarDecl *var : use.terms)
      addTerms(var, terms);
    std::vector<size_t> out;
    for (size_t l = 0; l < use.around.size(); ++l)
      if (const clang::VarDecl *counter = counterOf(use.around[l]); counter && !terms.count(counter))
        out.push_back(l);
    return out;
  }

private:
  static const clang::VarDecl *counterOf(const clang::ForStmt *loop) {
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    return loop->getInit() && readInit(loop->getInit(), shape) ? shape.var : countedBy(loop);
  }

  // Is it an element of a variable's, or a variable that leads to some?
  bool note(const clang::Expr *expr, bool isStored) {
    const bool isPlace = isElement(expr) || (llvm::isa<clang::DeclRefExpr>(expr) &&
                                             (expr->getType()->isPointerType() || expr->getType()->isArrayType()));
    const clang::VarDecl *var = isPlace ? storageVariable(expr) : nullptr;
    if (!var) {
      if (isStored)
        for (const clang::Stmt *child : expr->children())
          if (child)
            walk(child);
      return false;
    }
    auto [it, isNew] = all.try_emplace(var);
    Use &use = it->second;
    if (isNew)
      use = {loops_, {}, isStored};
    const size_t most = std::min(use.around.size(), loops_.size());
    use.around.resize(static_cast<size_t>(
        std::mismatch(use.around.begin(), use.around.begin() + static_cast<std::ptrdiff_t>(most), loops_.begin())
            .first -
        use.around.begin()));
    holds(expr, [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      if (const auto *term = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr; term && term != var)
        use.terms.insert(term);
      return false;
    });
    return true;
  }

  void addTerms(const clang::VarDecl *var, Variables &terms) {
    if (!terms.insert(var).second)
      return;
    for (const clang::Expr *value : values_[var])
      holds(value, [&](const clang::Stmt *part) {
        const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
        if (const auto *term = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr)
          addTerms(term, terms);
        return false;
      });
  }

  Reader &reader_;
  std::vector<const clang::ForStmt *> loops_;
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> values_;
};

// Mentions of a variable, but for what is done about its memory, and for sizeof *p.
class Mentions : public AstVisitor {
public:
  Mentions(const clang::VarDecl *var, const clang::Stmt *region) : var_(var), region_(region) {}
  bool found = false;
  bool entersStmt(const clang::Stmt *stmt) override {
    return stmt != region_ && !isOwnMemory(stmt, {var_}) && !llvm::isa<clang::UnaryExprOrTypeTraitExpr>(stmt);
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *ref) override {
    found |= ref->getDecl() == var_;
    return !found;
  }

private:
  const clang::VarDecl *var_;
  const clang::Stmt *region_;
};

bool isAssigned(const Reader &reader, const clang::VarDecl *var) {
  return reader.effects.assigned.count(var) || reader.effects.assignedKeys.count(variableKey(var));
}

// Does nobody but the region know the array, or the memory that the pointer leads to?
bool isUnknownOutside(const Reader &reader, const clang::VarDecl *var) {
  const bool isArray = var->getType()->isArrayType();
  if (reader.effects.declared.count(var))
    return isArray || isStepArray(reader, var);
  if (llvm::isa<clang::ParmVarDecl>(var) || var->isExternallyVisible())
    return false;
  // A pointer of the file's gets its memory anywhere.
  const bool withFunctions = reader.expansion->hasBuffers;
  const bool isOfFile = withFunctions && !var->hasLocalStorage() && !var->isStaticLocal() && !var->hasInit();
  if (!isArray && (reader.step.pointers.count(variableKey(var)) || isAssigned(reader, var) ||
                   (!isOfFile && !ownPointers(reader.function->getBody()).count(var))))
    return false;
  std::vector<const clang::FunctionDecl *> called;
  for (const Called &call : reader.expansion->calls)
    called.push_back(call.function);
  const Functions within = withFunctions ? onlyCalledIn(reader.ast, reader.statement, called) : Functions();
  Mentions mentions(var, reader.statement);
  for (const clang::Decl *decl : reader.ast.getTranslationUnitDecl()->decls())
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
        function && function->doesThisDeclarationHaveABody() && !within.count(function->getCanonicalDecl()))
      mentions.TraverseStmt(function->getBody());
    else if (const auto *other = llvm::dyn_cast<clang::VarDecl>(decl); other && other->getInit())
      mentions.TraverseStmt(other->getInit());
  return !mentions.found;
}

// May the last row be copied to where it is looked at?
bool mayBeKept(const Reader &reader, const clang::VarDecl *var) {
  clang::QualType type = var->getType();
  type = reader.ast.getBaseElementType(type->isPointerType() ? type->getPointeeType() : type);
  return reader.expansion->hasBuffers && !reader.effects.declared.count(var) && scalarTypeOf(reader.ast, type) &&
         !type.isVolatileQualified() && !isAssigned(reader, var) && !reader.step.pointers.count(variableKey(var));
}

} // namespace

void findRowArrays(Reader &reader, const clang::Stmt *nest) {
  reader.nest.rowArrays.clear();
  Uses uses(reader);
  reader.nest.loops.push_back({}); // as in nestParts
  uses.walk(unwrap(nest));
  reader.nest.loops.pop_back();
  for (const auto &[var, use] : uses.all) {
    const std::vector<size_t> rounds = use.storedFirst ? uses.roundsOf(use) : std::vector<size_t>{};
    const clang::QualType type = var->getType();
    const bool isFlat = type->isPointerType() && !type->getPointeeType()->isPointerType();
    if (rounds.empty() || !(type->isArrayType() || isFlat))
      continue;
    const bool isUnknown = isUnknownOutside(reader, var);
    if (isUnknown || mayBeKept(reader, var))
      reader.nest.rowArrays[variableKey(var)] = {rounds, -1, isUnknown ? nullptr : var};
  }
}

bool declareRowArray(Reader &reader, const clang::VarDecl *var) {
  if (var->getInit())
    return declareStepArray(reader, var);
  std::vector<size_t> rounds;
  for (size_t l = 0; l < reader.nest.loops.size(); ++l)
    rounds.push_back(l);
  const auto row = reader.nest.rowArrays.try_emplace(variableKey(var), NestState::RowArray{rounds, -1}).first;
  if (!row->second.rounds.empty() && row->second.rounds.back() >= reader.nest.loops.size())
    return true; // its place is made in the loops that mention it
  return rowArrayPlace(reader, var).has_value();
}

std::optional<Place> rowArrayPlace(Reader &reader, const clang::VarDecl *var) {
  const auto row = reader.nest.isInside ? reader.nest.rowArrays.find(variableKey(var)) : reader.nest.rowArrays.end();
  if (row == reader.nest.rowArrays.end())
    return std::nullopt;
  auto &[rounds, array, keptIn] = row->second;
  if (!rounds.empty() && rounds.back() >= reader.nest.loops.size()) // declared ahead of the loops that mention it
    return std::nullopt;
  if (array < 0) {
    std::vector<Poly> outer;
    for (size_t l : rounds)
      outer.push_back(reader.nest.loops[l].hi);
    const std::optional<int> made = addStepArray(reader, var, "@" + std::to_string(reader.draft.arrays.size()), outer);
    if (!made)
      return std::nullopt;
    array = *made;
    if (!keptIn)
      reader.ofRows[variableKey(var)] = var;
  }
  Place place{array, {}};
  for (size_t l : rounds)
    place.index.push_back(Poly::symbol(loopSymbol(l)));
  if (var->getType()->isPointerType())
    place.index.push_back(0);
  return place;
}

namespace {

// The nest that copies what the access has stored in the last round; nullopt: nobody knows what it stores there.
bool copyLast(Reader &reader, const DraftNest &from, const DraftAccess &stored, const NestState::RowArray &row,
              const Place &to) {
  if (stored.linear || !stored.isSure || !stored.cells.either.empty() || from.loops.size() > kMaxAxes || to.view)
    return false;
  std::map<std::string, Poly> values; // of the loops' variables, in the copy
  DraftNest nest;
  nest.range = from.range;
  for (size_t l = 0; l < from.loops.size(); ++l) {
    DraftLoop loop = from.loops[l];
    const CellBounds &cells = stored.cells[l];
    if (loop.stride != 1 || loop.moving || loop.timed || cells.lo.size() != 1 || cells.hi.size() != 1)
      return false;
    const bool isRound = std::count(row.rounds.begin(), row.rounds.end(), l) > 0;
    if (isRound && (cells.lo.front() != loop.lo || cells.hi.front() != loop.hi))
      return false;
    values[loopSymbol(l)] = !isRound           ? Poly::symbol(loopSymbol(nest.loops.size()))
                            : loop.order() > 0 ? loop.hi - Poly(1)
                                               : loop.lo;
    if (isRound)
      continue;
    loop.var = nullptr;
    loop.outside = false;
    loop.lo = cells.lo.front();
    loop.hi = cells.hi.front();
    nest.loops.push_back(std::move(loop));
  }
  std::vector<Poly> index;
  for (const Poly &at : stored.index)
    index.push_back(at.substitute([&](const std::string &symbol) -> std::optional<Poly> {
      const auto known = values.find(symbol);
      return known == values.end() ? std::nullopt : std::optional(known->second);
    }));
  std::vector<Poly> place(index.begin() + static_cast<std::ptrdiff_t>(row.rounds.size()), index.end());
  if (place.size() < to.index.size())
    return false;
  for (size_t d = 0; d < to.index.size(); ++d)
    place[d] = place[d] + to.index[d];
  std::vector<DraftAccess> &accesses = reader.draft.accesses;
  nest.firstAccess = accesses.size();
  accesses.push_back({row.array, std::move(index), false, stored.range});
  accesses.push_back({to.array, std::move(place), true, stored.range});
  nest.endAccess = accesses.size();
  const ExprPtr value = makeExpr(reader.draft.arrays[static_cast<size_t>(row.array)].elem,
                                 FieldRead{static_cast<FieldId>(nest.firstAccess), {}}, stored.range);
  nest.body.push_back(makeStmt(FieldStore{static_cast<FieldId>(nest.firstAccess + 1), {}, value}, stored.range));
  noteCells(reader.draft, nest);
  reader.draft.nests.push_back(std::move(nest));
  return true;
}

std::optional<Place> placeOfVariable(Reader &reader, const clang::VarDecl *var) {
  auto &ast = const_cast<clang::ASTContext &>(reader.ast);
  clang::Expr *name = clang::DeclRefExpr::Create(ast, {}, {}, const_cast<clang::VarDecl *>(var), false,
                                                 var->getLocation(), var->getType(), clang::VK_LValue);
  if (var->getType()->isArrayType())
    return placeOf(reader, name);
  return pointerOf(reader, clang::ImplicitCastExpr::Create(ast, var->getType(), clang::CK_LValueToRValue, name, nullptr,
                                                           clang::VK_PRValue, {}));
}

bool keepRow(Reader &reader, size_t first, size_t end, const NestState::RowArray &row) {
  const std::string name = row.keptIn->getNameAsString();
  const std::optional<Place> to = placeOfVariable(reader, row.keptIn);
  if (!to)
    return false;
  const size_t firstAccess = reader.draft.nests[first].firstAccess, endAccess = reader.draft.nests[end - 1].endAccess;
  for (size_t a = firstAccess; a < endAccess; ++a)
    if (reader.draft.accesses[a].array == to->array) { // by another name
      reader.diags.add(DiagId::row_array_elsewhere, reader.range(row.keptIn->getSourceRange()), {name});
      return false;
    }
  for (size_t n = first; n < end; ++n) {
    const DraftNest from = reader.draft.nests[n];
    for (size_t a = from.firstAccess; a < from.endAccess; ++a) {
      const DraftAccess stored = reader.draft.accesses[a];
      if (stored.array != row.array || !stored.write || copyLast(reader, from, stored, row, *to))
        continue;
      reader.diags.add(DiagId::row_array_kept, stored.range, {name, from.loops[row.rounds.front()].name});
      return false;
    }
  }
  return true;
}

} // namespace

bool keepRows(Reader &reader, size_t first) {
  const size_t end = reader.draft.nests.size();
  const auto rows = reader.nest.rowArrays;
  return std::all_of(rows.begin(), rows.end(), [&](const auto &entry) {
    return !entry.second.keptIn || entry.second.array < 0 || keepRow(reader, first, end, entry.second);
  });
}

namespace {

// One past the largest subscript of the dimension, or more: a row from malloc has no extent of its own. Null: it is
// used as one number over several dimensions.
std::optional<Poly> extentFromAccesses(const Draft &draft, int array, size_t dimension) {
  std::vector<Poly> ends; // no two of them differ by a number
  for (const DraftNest &nest : draft.nests)
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a) {
      const DraftAccess &access = draft.accesses[a];
      if (access.array != array)
        continue;
      if (access.linear)
        return std::nullopt;
      Poly end = access.index[dimension] + Poly(1);
      for (size_t l = 0; l < nest.loops.size(); ++l)
        end = end.substitute([&](const std::string &symbol) -> std::optional<Poly> {
          return symbol == loopSymbol(l) ? std::optional(nest.loops[l].hi - Poly(1)) : std::nullopt;
        });
      const auto like = std::find_if(ends.begin(), ends.end(),
                                     [&](const Poly &other) { return (end - other).constant().has_value(); });
      if (like == ends.end())
        ends.push_back(end);
      else if (*(end - *like).constant() > 0)
        *like = end;
    }
  Poly sum = 0;
  for (const Poly &end : ends)
    sum = sum + end;
  return sum;
}

bool findExtents(Reader &reader) {
  for (size_t a = 0; a < reader.draft.arrays.size(); ++a) {
    DraftArray &array = reader.draft.arrays[a];
    for (size_t d = 1; array.ofStep && d < array.extents.size(); ++d) {
      if (!array.extents[d])
        array.extents[d] = extentFromAccesses(reader.draft, static_cast<int>(a), d);
      if (array.extents[d])
        continue;
      reader.diags.add(DiagId::reinterpreted_array, array.range, {array.text});
      return false;
    }
  }
  return true;
}

} // namespace

bool checkRowArrays(Reader &reader) {
  if (!findExtents(reader))
    return false;
  for (const auto &[key, var] : reader.ofRows) {
    const std::string name = var->getNameAsString();
    const auto array = reader.arrayByKey.find(key);
    const bool isElsewhere = array != reader.arrayByKey.end() &&
                             std::any_of(reader.draft.accesses.begin(), reader.draft.accesses.end(),
                                         [&](const DraftAccess &access) { return access.array == array->second; });
    const bool isHosts = std::any_of(reader.host.mentions.begin(), reader.host.mentions.end(),
                                     [&](const HostMention &mention) { return mention.name == name; });
    if (!isElsewhere && !isHosts)
      continue;
    reader.diags.add(DiagId::row_array_elsewhere, reader.range(var->getSourceRange()), {name});
    return false;
  }
  return true;
}

} // namespace kasane
