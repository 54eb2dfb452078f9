// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays with a value for each step, which the region doesn't change: s[t], c[t % 12], s[t + 1]. The host reads the
// element at the start of the step, and the cells get a scalar:
//
//   u[k0][j0][i0] += s[t];     ->     step scalar s_now = s[t];   u[k0][j0][i0] += s_now;
//
// A pass reads ahead of its steps, so all elements from the first step's to the last one's must be there. Where that
// isn't sure, a scalar that gets the element is computed by the host, step after step:
//
//   float now = s[t]; .. if (err < eps) break;     ->     host: now = s[t]
//
// Where cells have a value each in each step, they read the array themselves:
//
//   u[j][i] += f[t][j][i];     ->     u[j][i] += f_table[(t*ny + j)*nx + i];
//   u[j][i] += c[m][j][i];     with a month m that the step computes: anywhere along that dimension
//   u[j][i] *= c[m[j][i]];     or one that the cell reads or computes
#include "Ast/PointedArrays.h"
#include "Ast/Records.h"
#include "Read/AskedSteps.h"
#include "Read/Choices.h"
#include "Read/LookedUp.h"
#include "Read/RefusedSubscripts.h"
#include "kasane/Layout/Phase.h"

#include <algorithm>

namespace kasane {
namespace {

// Over what has one value in all cells of a step.
bool isOfStep(const Reader &reader, const clang::Stmt *stmt) {
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    return !var || var == reader.time.var || reader.nest.unrolled.count(var) || reader.step.scalars.count(var) ||
           reader.host.variables.count(var) || isInvariant(ref, reader.effects);
  }
  for (const clang::Stmt *child : stmt->children())
    if (child && !isOfStep(reader, child))
      return false;
  return true;
}

bool isOfHost(const Reader &reader, const clang::Expr *index) {
  return holds(index, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    return var && reader.host.variables.count(var);
  });
}

// The subscript of s[..], where the region neither stores to s nor moves it.
const clang::ArraySubscriptExpr *subscriptOf(const Reader &reader, const clang::Expr *element) {
  const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(element->IgnoreParens());
  std::string key = subscript ? lvalueKey(subscript->getBase()) : "";
  bool isFixed = !key.empty() && !reader.effects.storedKeys.count(key) && !reader.effects.assignedKeys.count(key);
  return isFixed && isInvariant(subscript->getBase(), reader.effects) ? subscript : nullptr;
}

// What the array is declared with; of a parameter too, whose type has lost it.
std::optional<Poly> extentOf(Reader &reader, const clang::ArraySubscriptExpr *subscript, const DraftArray &array) {
  const clang::VarDecl *var = variableOf(subscript->getBase());
  const auto *param = var ? llvm::dyn_cast<clang::ParmVarDecl>(var) : nullptr;
  if (array.extents[0] || !param)
    return array.extents[0];
  clang::QualType type = param->getOriginalType();
  if (const clang::ConstantArrayType *fixed = reader.ast.getAsConstantArrayType(type))
    return Poly(static_cast<int64_t>(fixed->getSize().getZExtValue()));
  const clang::VariableArrayType *vla = reader.ast.getAsVariableArrayType(type);
  Effects assignedOnly = reader.functionEffects;
  assignedOnly.declared.clear();
  bool isKnown = vla && vla->getSizeExpr() && isInvariant(vla->getSizeExpr(), assignedOnly);
  return isKnown ? affineOf(reader, vla->getSizeExpr()) : std::nullopt;
}

// The array's table, in which these elements are too.
DraftTable &tableFor(Reader &reader, int array, const AxisBounds &elements,
                     std::optional<size_t> member = std::nullopt) {
  std::vector<DraftTable> &tables = reader.draft.tables;
  auto table = std::ranges::find_if(
      tables, [&](const DraftTable &known) { return known.array == array && known.member == member; });
  if (table == tables.end()) {
    const DraftArray &from = reader.draft.arrays[array];
    const std::string name = from.name + (member ? "_" + from.members[*member].path.substr(1) : "") + "_table";
    table = tables.insert(table, {array, reader.names.take(name), {}, {}, member});
  }
  for (AxisBounds &known : table->elements) {
    std::optional<int64_t> low = (elements.lo - known.lo).constant(), high = (elements.hi - known.hi).constant();
    if (!low || !high)
      continue;
    known = {*low < 0 ? elements.lo : known.lo, *high > 0 ? elements.hi : known.hi};
    return *table;
  }
  table->elements.push_back(elements);
  return *table;
}

bool mayStop(const Reader &reader) {
  return std::any_of(reader.draft.actions.begin(), reader.draft.actions.end(), [](const DraftAction &action) {
    const auto *point = std::get_if<DraftHostPoint>(&action.node);
    return std::holds_alternative<DraftStop>(action.node) || (point && point->breaks);
  });
}

// The extent tells whether all elements are there. Without one the loop promises it that surely reads them all.
bool isUnsure(const Reader &reader, const TableRead &read) {
  return !read.extent && read.ahead && (!read.always || !endsAtBound(*reader.draft.time) || mayStop(reader));
}

} // namespace

std::optional<AxisBounds> spanOf(Reader &reader, const Poly &index, const CellRegion &cells, SourceRange range) {
  Poly first = index, last = index;
  auto over = [&](const std::string &symbol, const Poly &lo, const Poly &hi) {
    std::optional<Poly> slope = index.coefficientOf(symbol);
    if (!slope)
      return;
    const auto &terms = slope->terms();
    const bool falls = std::all_of(terms.begin(), terms.end(), [](const auto &term) { return term.second < 0; });
    require(reader, falls ? Poly(0) - *slope : *slope, "a dimension may be negative", range);
    const Poly at = *slope * Poly::symbol(symbol), least = *slope * lo, most = *slope * (hi - Poly(1));
    first = first - at + (falls ? most : least);
    last = last - at + (falls ? least : most);
  };
  for (size_t l = 0; l < std::min<size_t>(reader.nest.loops.size(), kMaxAxes); ++l) // what was said last says most
    over(loopSymbol(l), cells[l].lo.back(), cells[l].hi.back());
  const bool isLimited = reader.nest.pointCondition && reader.nest.pointLimit;
  if (reader.draft.time)
    over(kTimeSymbol, reader.draft.time->lo,
         isLimited ? *reader.nest.pointLimit : lastTime(*reader.draft.time) + Poly(1));
  for (const Poly &bound : {first, last})
    for (const std::string &symbol : bound.symbols())
      if (symbol[0] == '@')
        return std::nullopt;
  return AxisBounds{first, last + Poly(1)};
}

ExprPtr loadOf(Reader &reader, int array, const Elements &elements, const ExprPtr &index, SourceRange range,
               std::optional<size_t> member) {
  reader.invariantReads.push_back({array, range});
  DraftTable &table = tableFor(reader, array, {elements.first, elements.last + Poly(1)}, member);
  table.reads.insert(table.reads.end(), elements.reads.begin(), elements.reads.end());
  const DraftArray &from = reader.draft.arrays[array];
  return makeExpr(member ? from.members[*member].type : from.elem, Load{table.name, index}, range);
}

namespace {

// The element where the index is one of the array's. Elsewhere nobody wants it, but a step that is made ahead may ask.
ExprPtr within(const ExprPtr &at, const ExprPtr &extent, const ExprPtr &element) {
  ExprPtr is = binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, at, intLit(0)), binary(BinaryOp::Lt, at, extent));
  return makeExpr(element->type, Select{is, element, castTo(element->type, intLit(0, ScalarType::I32))},
                  element->range);
}

// a[x][y], a[x][y].u or a[x][y].v[2]: the subscripts, outermost dimension first, and bytes from a struct's beginning.
struct Subscripted {
  const clang::Expr *base;
  std::vector<const clang::Expr *> subscripts;
  std::optional<int64_t> member;
};

Subscripted subscriptsOf(const Reader &reader, const clang::Expr *element) {
  Subscripted out{element->IgnoreParens(), {}, std::nullopt};
  if (const auto *last = llvm::dyn_cast<clang::ArraySubscriptExpr>(out.base)) {
    const auto *array = llvm::dyn_cast<clang::MemberExpr>(last->getBase()->IgnoreParenImpCasts());
    const std::optional<llvm::APSInt> number = last->getIdx()->getIntegerConstantExpr(reader.ast);
    if (array && number && isOfElement(reader, array)) {
      out.member = number->getExtValue() * reader.ast.getTypeSizeInChars(element->getType()).getQuantity();
      out.base = array;
    }
  }
  for (const clang::MemberExpr *member;
       (member = llvm::dyn_cast<clang::MemberExpr>(out.base)) && isOfElement(reader, member) && !member->isArrow();
       out.base = member->getBase()->IgnoreParenImpCasts())
    out.member = out.member.value_or(0) + memberOffset(reader.ast, member);
  while (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(out.base->IgnoreParenImpCasts())) {
    out.subscripts.insert(out.subscripts.begin(), subscript->getIdx());
    out.base = subscript->getBase();
  }
  return out;
}

// Over what a cell computes or reads: coefficient[material[j][i]].
bool isOfCell(const Reader &reader, const clang::Expr *index) {
  return holds(index, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    return llvm::isa<clang::ArraySubscriptExpr>(part) || (var && reader.nest.locals.count(var));
  });
}

// Has it one value in a step or in a cell, by which neither a polynomial nor levels in turn say what is read?
bool isPick(Reader &reader, const clang::Expr *subscript) {
  const std::vector<Guard> phases = reader.step.phases;
  const std::optional<Poly> value = affineOf(reader, subscript);
  reader.step.phases = phases;
  const std::optional<std::vector<int64_t>> table = value ? phaseTable(*value) : std::nullopt;
  return !(value && (!table || goesRound(*table))) &&
         (isOfStep(reader, subscript) || (!value && isOfCell(reader, subscript)));
}

// The index by a name, where it takes a look at an array: it is needed three times.
ExprPtr named(Reader &reader, const ExprPtr &index) {
  bool reads = false;
  if (index)
    walk(index, [&](const Expr &e) {
      reads |= std::holds_alternative<FieldRead>(e.node) || std::holds_alternative<Load>(e.node);
    });
  if (!reads || !reader.nest.hoist)
    return index;
  const std::string name = reader.names.take("picked");
  reader.nest.hoist->push_back(makeStmt(LocalDecl{name, index->type, index}, index->range));
  return makeExpr(index->type, ScalarRef{name}, index->range);
}

} // namespace

bool isPicked(Reader &reader, const clang::Expr *element) {
  const auto [base, subscripts, number] = subscriptsOf(reader, element);
  const std::string key = lvalueKey(base);
  return reader.nest.isInside && !reader.time.untilStep && !key.empty() && !reader.effects.storedKeys.count(key) &&
         !reader.effects.assignedKeys.count(key) &&
         std::any_of(subscripts.begin(), subscripts.end(), [&](const clang::Expr *e) { return isPick(reader, e); });
}

ExprPtr readPicked(Reader &reader, const clang::Expr *element, ScalarType type) {
  const auto [base, subscripts, member] = subscriptsOf(reader, element);
  std::optional<Place> place = pointerOf(reader, base);
  if (!place)
    return nullptr;
  DraftArray array = reader.draft.arrays[place->array];
  if (const auto of = reader.arrayVariables.find(place->array); of != reader.arrayVariables.end() && !array.extents[0])
    array.extents[0] = elementsBehind(reader.ast, of->second);
  const std::optional<size_t> number = member ? memberAt(array, *member) : std::nullopt;
  const ScalarType elem = number ? array.members[*number].type : array.elem;
  if (place->view || place->index != std::vector<Poly>{0} || array.tables > 0 || elem != type ||
      number.has_value() == array.members.empty() || array.extents.size() != subscripts.size() + (member ? 1 : 0))
    return refuseSubscript(reader, element);
  const SourceRange range = reader.range(element);
  ExprPtr index = intLit(0);
  Elements elements;
  std::vector<std::pair<ExprPtr, Poly>> picked;
  for (size_t d = 0; d < subscripts.size(); ++d) {
    const bool picks = isPick(reader, subscripts[d]);
    if (!array.extents[d] && (picks || d > 0))
      return refuseSubscriptOf(reader, subscripts[d], d == 0 && array.pointed ? array.text : "");
    const Poly unit = d > 0 ? *array.extents[d] : Poly(1);
    std::optional<Poly> at = picks ? std::nullopt : affineOf(reader, subscripts[d]);
    const bool isAnywhere = picks || (at && firstChoice(*at) && array.extents[d]); // along it
    std::optional<AxisBounds> span = isAnywhere ? std::optional(AxisBounds{0, *array.extents[d]})
                                     : at       ? spanOf(reader, *at, loopRanges(reader.nest.loops), range)
                                                : std::nullopt;
    ExprPtr here = isAnywhere ? named(reader, castTo(ScalarType::I64, cellExpr(reader, subscripts[d])))
                   : at       ? valueIn(reader, *at)
                              : nullptr;
    if (!span || !here)
      return refuseSubscript(reader, subscripts[d]);
    if (picks)
      picked.push_back({here, *array.extents[d]});
    else if (at->symbols().count(kTimeSymbol))
      elements.reads.push_back(
          {*span, array.extents[d], true, nullptr, !reader.nest.pointCondition, spelled(reader, element), range});
    index = add(mul(index, valueIn(reader, unit)), here);
    elements.add(unit, *span);
  }
  if (number) { // of a mixed struct each member has a table of its own, which begins there
    const int64_t numbers = array.structBytes / sizeOf(elem), before = array.isMixed() ? 0 : *member / sizeOf(elem);
    index = mul(index, valueIn(reader, numbers));
    if (!array.isMixed())
      index = add(index, intLit(before));
    elements.add(numbers, {before, before + 1});
  }
  ExprPtr value = loadOf(reader, place->array, elements, index, range, array.isMixed() ? number : std::nullopt);
  for (const auto &[at, extent] : picked)
    value = within(at, valueIn(reader, extent), value);
  return value;
}

bool isTableElement(Reader &reader, const clang::Expr *element) {
  const clang::ArraySubscriptExpr *subscript = subscriptOf(reader, element);
  return subscript && reader.draft.time && !reader.time.untilStep && isOfStep(reader, subscript->getIdx()) &&
         !(reader.nest.isInside && isOfHost(reader, subscript->getIdx()));
}

ExprPtr readTable(Reader &reader, const clang::Expr *element, ScalarType type) {
  const clang::ArraySubscriptExpr *subscript = subscriptOf(reader, element);
  std::optional<Place> place = pointerOf(reader, subscript->getBase());
  if (!place)
    return nullptr;
  SourceRange range = reader.range(element);
  const bool isPoint = reader.nest.isInside && reader.nest.pointCondition && reader.nest.branchDepth == 1;
  AskedSteps steps = askedSteps(reader);
  if (isPoint) // the limit is the table's length, whatever the loop counts to
    steps = {steps.lo, reader.nest.pointLimit.value_or(steps.hi), reader.nest.pointCondition};
  std::optional<Values> where = valuesOver(reader, subscript->getIdx(), steps);
  const std::optional<Poly> extent = extentOf(reader, subscript, reader.draft.arrays[place->array]);
  const bool isAnywhere = !where && extent;
  if (isAnywhere)
    where = Values{0, *extent - Poly(1)};
  ExprPtr index = where ? castTo(ScalarType::I64, cellExpr(reader, subscript->getIdx())) : nullptr;
  const bool isHosts = !reader.nest.isInside && reader.step.setting && reader.host.variables.count(reader.step.setting);
  if (index && readsHost(reader, index) && !reader.nest.isInside && reader.step.setting && !isHosts)
    return becomesHost(reader, reader.step.setting), nullptr;
  if (!index || (readsHost(reader, index) && !isHosts) || place->view || place->index.size() != 1 ||
      !place->index[0].isZero())
    return reader.fail(DiagId::element_in_step_scalar, element);
  reader.invariantReads.push_back({place->array, range});
  AxisBounds elements{where->lo, where->hi + Poly(1)};
  DraftTable &table = tableFor(reader, place->array, elements);
  if (steps.condition && (isPoint || table.reads.empty()))
    require(reader, elements.hi - elements.lo - Poly(1), "no step reads " + spelled(reader, element), range);
  table.reads.push_back({elements, extent, reader.nest.branchDepth == 0,
                         reader.nest.isInside ? nullptr : reader.step.setting, !isHosts && !steps.condition,
                         spelled(reader, element), range});
  ExprPtr load = makeExpr(type, Load{table.name, index}, range);
  if (isAnywhere)
    load = within(index, valueIn(reader, *extent), load);
  if (isHosts) // which computes it where the source does
    return load;
  if (steps.condition) // and not ahead of it
    load = makeExpr(type, Select{steps.condition, load, castTo(type, intLit(0, ScalarType::I32))}, range);
  for (const StepScalar &known : reader.draft.stepScalars)
    if (print(known.value) == print(load))
      return makeExpr(type, ScalarRef{known.name}, range);
  std::string name = reader.names.take(reader.draft.arrays[place->array].name + "_now");
  reader.draft.stepScalars.push_back({name, type, load});
  return makeExpr(type, ScalarRef{name}, range);
}

ExprPtr valueFor(Reader &reader, const clang::VarDecl *var, const std::function<ExprPtr()> &read) {
  const clang::VarDecl *outer = std::exchange(reader.step.setting, var);
  ExprPtr value = read();
  reader.step.setting = outer;
  return value;
}

void findUnsureTables(Reader &reader) {
  for (const DraftTable &table : reader.draft.tables)
    for (const TableRead &read : table.reads)
      if (read.into && isUnsure(reader, read))
        becomesHost(reader, read.into);
}

bool closeTables(Reader &reader) {
  for (const DraftTable &table : reader.draft.tables)
    for (const TableRead &read : table.reads) {
      if (isUnsure(reader, read))
        return reader.diags.add(DiagId::table_read_ahead, read.range,
                                {reader.draft.arrays[table.array].text, read.text}),
               false;
      for (const Poly &inside : {read.elements.lo, read.extent.value_or(read.elements.hi) - read.elements.hi})
        if (read.extent)
          require(reader, inside, read.text + " may lie outside of the array", read.range);
    }
  return true;
}

} // namespace kasane
