// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: each kind of expression that names an element has its place here.
#include "Ast/Arithmetic.h"
#include "Ast/Records.h"
#include "Read/Choices.h"
#include "Read/Integers.h"
#include "Read/RefusedSubscripts.h"
#include "Read/RowArrays.h"
#include "Read/Vla.h"

#include "llvm/Support/raw_ostream.h"

namespace kasane {
namespace {

std::string callText(const Reader &reader, const clang::Expr *lvalue) {
  return writtenAnew(reader.ast, lvalue->IgnoreParens());
}

// Appends the extents of `type` from the outside in; returns the element type. `row` is C text for an object of `type`.
clang::QualType addExtents(Reader &reader, clang::QualType type, std::string row, DraftArray &array) {
  for (;;) {
    if (type->isArrayType() || type->isPointerType())
      array.followed.push_back(type->isPointerType() && !array.extents.empty());
    if (const clang::ArrayType *dims = reader.ast.getAsArrayType(type)) {
      if (const auto *fixed = llvm::dyn_cast<clang::ConstantArrayType>(dims))
        array.extents.push_back(Poly(static_cast<int64_t>(fixed->getSize().getZExtValue())));
      else if (const auto *vla = llvm::dyn_cast<clang::VariableArrayType>(dims))
        array.extents.push_back(extentOfVla(reader, vla, row));
      else
        array.extents.push_back(std::nullopt);
      type = dims->getElementType();
    } else if (type->isPointerType()) {
      array.tables = array.extents.size();
      array.extents.push_back(std::nullopt);
      type = type->getPointeeType();
    } else {
      return type;
    }
    row += "[0]";
  }
}

// Its members lie over each other.
bool isInUnion(const clang::Expr *lvalue) {
  for (const auto *member = llvm::dyn_cast<clang::MemberExpr>(lvalue->IgnoreParenImpCasts()); member;
       member = llvm::dyn_cast<clang::MemberExpr>(member->getBase()->IgnoreParenImpCasts()))
    if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
        field && field->getParent()->isUnion())
      return true;
  return false;
}

// Is it a pointer to structs that the steps exchange and through which nothing is reached?
bool isOnlyMoved(const Reader &reader, const std::string &key, clang::QualType element) {
  return element->isRecordType() && reader.effects.assignedKeys.count(key) && reader.region &&
         !holds(reader.region, [](const clang::Stmt *part) {
           const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
           const clang::QualType from = cast ? cast->getSubExpr()->getType() : clang::QualType();
           return cast && cast->getCastKind() == clang::CK_BitCast && from->isPointerType() &&
                  from->getPointeeType()->isRecordType();
         });
}

// What the region converts a `void *` to: double * for ((double *)s->u)[i]. The pointer's own type, if it is another,
// or where the region says nothing or two things.
clang::QualType convertedType(const Reader &reader, const clang::Expr *lvalue, const std::string &key) {
  const clang::QualType own = lvalue->getType();
  std::map<const clang::Type *, clang::QualType> found; // as they are written
  if (own->isVoidPointerType() && reader.region && !own.isVolatileQualified())
    holds(reader.region, [&](const clang::Stmt *part) {
      const auto *cast = llvm::dyn_cast<clang::CastExpr>(part);
      if (cast && cast->getCastKind() == clang::CK_BitCast && !cast->getType()->isVoidPointerType() &&
          lvalueKey(cast->getSubExpr()) == key)
        found.try_emplace(cast->getType()->getPointeeType().getCanonicalType().getTypePtr(), cast->getType());
      return false;
    });
  return found.size() == 1 ? found.begin()->second.getUnqualifiedType() : own;
}

int arrayFor(Reader &reader, const clang::Expr *lvalue, const std::string &key) {
  auto [it, inserted] = reader.arrayByKey.try_emplace(key, static_cast<int>(reader.draft.arrays.size()));
  if (!inserted)
    return it->second;
  if (const clang::VarDecl *var = storageVariable(lvalue); var && reader.expansion->tables.count(var)) {
    reader.diags.add(DiagId::array_inside_region, reader.range(var->getSourceRange()), {var->getNameAsString()});
    reader.arrayByKey.erase(key);
    return -1;
  }
  clang::QualType type = convertedType(reader, lvalue, key);
  std::string text = callText(reader, lvalue);
  DraftArray array{key,
                   text,
                   text,
                   ScalarType::F32,
                   {},
                   0,
                   type->isArrayType() && !isInUnion(lvalue),
                   type->isPointerType(),
                   0,
                   reader.range(lvalue)};
  clang::QualType element = addExtents(reader, type, text, array);
  std::optional<ScalarType> elem = scalarTypeOf(reader.ast, element);
  if (const std::optional<Record> record = recordOf(reader.ast, element)) {
    addMembers(array, *record);
    elem = array.elem;
  }
  if (!elem && isOnlyMoved(reader, key, element))
    elem = ScalarType::I8; // nobody looks at the elements
  if (!elem || type.isVolatileQualified()) {
    if (element->isRecordType())
      reader.fail(DiagId::array_of_structs, lvalue, {element.getAsString()});
    else
      reader.failType(lvalue, element);
    reader.arrayByKey.erase(key);
    return -1;
  }
  array.elem = *elem;
  if (lvalue->getType()->isVoidPointerType() && !type->isVoidPointerType())
    array.seenAs = type.getAsString();
  if (type->isConstantArrayType() && array.tables == 0)
    array.sizeBytes = reader.ast.getTypeSizeInChars(type).getQuantity();
  reader.draft.arrays.push_back(array);
  if (const clang::VarDecl *var = variableOf(lvalue))
    reader.arrayVariables[static_cast<int>(reader.draft.arrays.size()) - 1] = var;
  return reader.draft.arrays.size() - 1;
}

// The struct that a member belongs to.
clang::QualType recordOf(const clang::MemberExpr *member) {
  clang::QualType base = member->getBase()->getType();
  return member->isArrow() ? base->getPointeeType() : base;
}

bool readsArray(const clang::Stmt *stmt) {
  if (llvm::isa<clang::ArraySubscriptExpr>(stmt))
    return true;
  for (const clang::Stmt *child : stmt->children())
    if (child && readsArray(child))
      return true;
  return false;
}

// off of off[2], where the region doesn't change it: a table of distances, perhaps; null: the index has none.
const clang::Expr *numbersIn(Reader &reader, const clang::Stmt *index) {
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(index)) {
    const std::optional<Poly> at = affineOf(reader, element->getIdx());
    const clang::Expr *table = element->getBase()->IgnoreParenImpCasts();
    const bool isKept = isInvariant(table, reader.effects) && !reader.effects.storedKeys.count(lvalueKey(table));
    return at && at->constant() && isKept && element->getType()->isIntegerType() ? table : nullptr;
  }
  for (const clang::Stmt *child : index->children())
    if (const clang::Expr *table = child ? numbersIn(reader, child) : nullptr)
      return table;
  return nullptr;
}

// A variable in the index that the nest sets in one cell and reads in another.
const clang::DeclRefExpr *steppedIndex(const Reader &reader, const clang::Stmt *index) {
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(index)) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    for (const DraftLoop &loop : reader.nest.loops)
      if (loop.var == var)
        return nullptr;
    return var && reader.nest.isInside && !reader.nest.unrolled.count(var) && !reader.nest.sliding.count(var) &&
                   reader.nest.effects.assigned.count(var) && !reader.nest.definite.count(var)
               ? ref
               : nullptr;
  }
  for (const clang::Stmt *child : index->children())
    if (const clang::DeclRefExpr *found = child ? steppedIndex(reader, child) : nullptr)
      return found;
  return nullptr;
}

bool isAssignedLoop(const Reader &reader, const clang::Stmt *stmt, const clang::ValueDecl *var) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  if (!op || op->getOpcode() != clang::BO_Assign || variableOf(op->getLHS()) != var)
    return false;
  const clang::VarDecl *value = variableOf(op->getRHS()->IgnoreParenImpCasts());
  return value && std::ranges::any_of(reader.nest.loops, [&](const DraftLoop &loop) { return loop.var == value; });
}

// if (.. a[best] ..) best = i;
bool isSearched(const Reader &reader, const clang::ValueDecl *var) {
  return reader.nest.loopBody &&
         holds(reader.nest.loopBody, [&](const clang::Stmt *part) { return isAssignedLoop(reader, part, var); });
}

// What an index is made of in its cell: elements of arrays, and the nest's counters outside of these.
struct MadeOf {
  Variables seen;
  bool element = false, counter = false;
};

void collectMadeOf(const Reader &reader, const clang::Stmt *stmt, MadeOf &out) {
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt); expr && isElement(expr)) {
    out.element = true;
    return;
  }
  for (const clang::Stmt *child : stmt->children())
    if (child)
      collectMadeOf(reader, child, out);
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
  const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  if (!var || !out.seen.insert(var).second)
    return;
  out.counter |= std::ranges::any_of(reader.nest.loops, [&](const DraftLoop &loop) { return loop.var == var; });
  if (reader.effects.declared.count(var) && var->getInit())
    collectMadeOf(reader, var->getInit(), out);
  holds(reader.nest.loopBody, [&](const clang::Stmt *part) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
    if (op && op->isAssignmentOp() && variableOf(op->getLHS()) == var)
      collectMadeOf(reader, op->getRHS(), out);
    return false;
  });
}

// int k = i - dt * v[i]; a[k]
bool followsData(const Reader &reader, const clang::Expr *index) {
  MadeOf found;
  if (reader.nest.loopBody)
    collectMadeOf(reader, index, found);
  return found.element && found.counter;
}

// It names the time loop's variable, and none of the nest's.
bool isOfStep(const Reader &reader, const clang::Expr *index) {
  const auto isIn = [&](const DraftLoop &loop) { return mentions(index, loop.var); };
  return reader.time.var && mentions(index, reader.time.var) && std::ranges::none_of(reader.nest.loops, isIn);
}

// The variable that the host keeps, if the value depends on one.
const clang::VarDecl *computedIn(const Reader &reader, const clang::Expr *expr) {
  const clang::VarDecl *found = nullptr;
  holds(expr, [&](const clang::Stmt *part) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    const bool isLocal = var && reader.effects.declared.count(var) && !reader.effects.assigned.count(var) &&
                         var->getInit() && !mentions(var->getInit(), var);
    if (var && (reader.host.variables.count(var) || reader.host.computed.count(var)))
      found = var;
    else if (isLocal)
      found = computedIn(reader, var->getInit());
    return found != nullptr;
  });
  return found;
}

// c ? row - nx : row, two places of one array.
std::optional<Place> selectedPointer(Reader &reader, const clang::ConditionalOperator *select) {
  std::vector<Place> arms;
  const std::optional<Poly> truth = readArms(reader, select, [&](const clang::Expr *arm) {
    std::optional<Place> place = pointerOf(reader, arm);
    return place && (arms.push_back(std::move(*place)), true);
  });
  const bool areAlike = truth && arms[0].array == arms[1].array && arms[0].view == arms[1].view &&
                        arms[0].index.size() == arms[1].index.size();
  std::optional<Place> out = areAlike ? std::optional(arms[1]) : std::nullopt;
  for (size_t d = 0; out && d < out->index.size(); ++d)
    if (const std::optional<Poly> part =
            limited(reader, arms[1].index[d] + *truth * (arms[0].index[d] - arms[1].index[d])))
      out->index[d] = *part;
    else
      out.reset();
  const std::optional<Poly> origin =
      out ? limited(reader, arms[1].origin + *truth * (arms[0].origin - arms[1].origin)) : std::nullopt;
  if (origin)
    out->origin = *origin;
  else if (out || truth)
    reader.fail(DiagId::pointer_not_understood, select);
  return origin ? out : std::nullopt;
}

} // namespace

std::nullptr_t refuseSubscriptOf(Reader &reader, const clang::Expr *index, const std::string &table) {
  if (reader.nest.tooManyCases)
    return reader.fail(DiagId::subscript_too_many_cases, index, {std::to_string(kMaxCases)});
  if (const clang::DeclRefExpr *stepped = steppedIndex(reader, index))
    return reader.fail(isSearched(reader, stepped->getDecl()) ? DiagId::index_searched : DiagId::index_stepped, stepped,
                       {stepped->getDecl()->getNameAsString()});
  if (const Selector *selector = selectorIn(reader, index))
    return reader.fail(DiagId::selector_at_times, selector->write, {selector->var->getNameAsString()});
  if (const clang::VarDecl *computed = computedIn(reader, index))
    return reader.fail(DiagId::subscript_computed, index, {computed->getNameAsString()});
  if (const clang::Expr *table = numbersIn(reader, index))
    return reader.fail(DiagId::offsets_unknown, index, {spelled(reader, table)});
  if (followsData(reader, index))
    return reader.fail(DiagId::subscript_of_data, index);
  if (!table.empty() && !isOfStep(reader, index))
    return reader.fail(DiagId::table_of_unknown_length, index, {table});
  if (readsArray(index))
    return reader.fail(isOfStep(reader, index) ? DiagId::subscript_of_step : DiagId::subscript_indirect, index);
  Variables counters;
  for (const auto &loop : reader.nest.loops)
    counters.insert(loop.var);
  if (const std::optional<int64_t> divisor = divisorOf(reader.ast, index, counters))
    return reader.fail(DiagId::subscript_divided, index, {std::to_string(*divisor)});
  return reader.fail(isOfStep(reader, index) ? DiagId::pivot_apart : DiagId::subscript_not_affine, index);
}

std::nullptr_t refuseSubscript(Reader &reader, const clang::Expr *index) {
  return refuseSubscriptOf(reader, index, "");
}

namespace {

size_t dimensionsOf(const Reader &reader, const Place &place) {
  return place.view ? place.view->size() + 1 : reader.draft.arrays[place.array].extents.size();
}

// Within a struct, an array's element. Then the last subscript counts bytes from the struct's beginning.
bool isInElement(const Reader &reader, const Place &place) {
  return !reader.draft.arrays[place.array].members.empty() && place.index.size() == dimensionsOf(reader, place);
}

// An array as a pointer to its first element.
std::optional<Place> decayed(const Reader &reader, std::optional<Place> place) {
  if (place && !isInElement(reader, *place))
    place->index.push_back(0);
  return place;
}

std::optional<Place> memberPlace(Reader &reader, const clang::MemberExpr *member) {
  std::optional<Place> place =
      member->isArrow() ? pointerOf(reader, member->getBase()) : placeOf(reader, member->getBase());
  if (!place || (!isInElement(reader, *place) && place->index.size() + 1 != dimensionsOf(reader, *place))) {
    if (place)
      reader.fail(DiagId::reinterpreted_array, member, {reader.draft.arrays[place->array].text});
    return std::nullopt;
  }
  place = decayed(reader, place);
  const DraftArray &array = reader.draft.arrays[place->array];
  const int64_t number = array.members.empty() ? sizeOf(array.elem) : 1; // structs that lie over an array of numbers
  place->index.back() = place->index.back() + Poly(memberOffset(reader.ast, member) / number);
  return place;
}

// j & 1 and j % 2 of loops' variables, as a condition that cells have or don't. Silent nullopt.
std::optional<Poly> parityOf(Reader &reader, const clang::Expr *expr) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  const bool isMask = op && op->getOpcode() == clang::BO_And, isRest = op && op->getOpcode() == clang::BO_Rem;
  const std::optional<llvm::APSInt> by =
      isMask || isRest ? op->getRHS()->getIntegerConstantExpr(reader.ast) : std::nullopt;
  if (!by || *by != (isMask ? 1 : 2) || !reader.nest.isInside)
    return std::nullopt;
  const std::optional<Poly> of = affineOf(reader, op->getLHS());
  if (!of || firstChoice(*of) || !requireNotNegative(reader, *of, reader.range(op)))
    return std::nullopt;
  return truthOf(reader, op);
}

// affineOf, with such parities in the sum.
std::optional<Poly> indexOf(Reader &reader, const clang::Expr *index) {
  const size_t phases = reader.step.phases.size();
  if (const std::optional<Poly> value = affineOf(reader, index); value || reader.nest.tooManyCases)
    return value;
  reader.step.phases.erase(reader.step.phases.begin() + static_cast<std::ptrdiff_t>(phases), reader.step.phases.end());
  const clang::Expr *bare = index->IgnoreParenImpCasts();
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(bare);
  if (!sum || !sum->isAdditiveOp() || !sum->getType()->isIntegerType())
    return parityOf(reader, bare);
  const std::optional<Poly> left = indexOf(reader, sum->getLHS()),
                            right = left ? indexOf(reader, sum->getRHS()) : std::nullopt;
  if (!right)
    return std::nullopt;
  return limited(reader, *left + (sum->getOpcode() == clang::BO_Add ? *right : Poly(0) - *right));
}

// `pointee` is what the pointer to the place leads to.
std::optional<Place> shifted(Reader &reader, std::optional<Place> place, const clang::Expr *index, bool negative,
                             clang::QualType pointee) {
  if (!place)
    return std::nullopt;
  size_t phases = reader.step.phases.size();
  reader.nest.tooManyCases = false;
  std::optional<Poly> value = indexOf(reader, index);
  guardPhases(reader, phases);
  if (!value) {
    refuseSubscript(reader, index);
    return std::nullopt;
  }
  if (place->index.empty() && value->isZero()) // (&A)[0]
    return place;
  if (place->index.empty())
    return reader.fail(DiagId::pointer_not_understood, index), std::nullopt;
  const int64_t unit = isInElement(reader, *place) ? reader.ast.getTypeSizeInChars(pointee).getQuantity() : 1;
  const Poly before = std::exchange(place->index.back(), place->index.back() + Poly(negative ? -unit : unit) * *value);
  if (!before.isZero() && !value->isZero() && !isInElement(reader, *place))
    reader.draft.arrays[place->array].walked = true;
  if (!firstChoice(before) || !firstChoice(*value))
    return place;
  const std::optional<Poly> few = limited(reader, place->index.back());
  if (!few)
    return refuseSubscript(reader, index), std::nullopt;
  place->index.back() = *few;
  return place;
}

// x of (float *)&x; null: it is something else.
const clang::VarDecl *addressedNumber(const clang::CastExpr *cast) {
  const auto *address = llvm::dyn_cast<clang::UnaryOperator>(cast->IgnoreParenCasts());
  const bool isAddress = address && address->getOpcode() == clang::UO_AddrOf;
  return isAddress && address->getSubExpr()->getType()->isArithmeticType() ? variableOf(address->getSubExpr())
                                                                           : nullptr;
}

// The value of a pointer variable.
std::optional<Place> pointerValue(Reader &reader, const clang::Expr *lvalue) {
  std::string key = lvalueKey(lvalue);
  if (key.empty() || isInTable(reader, lvalue)) // a pointer in a table, chosen by an index
    return decayed(reader, placeOf(reader, lvalue));
  if (const std::optional<Place> row = variableOf(lvalue) ? rowArrayPlace(reader, variableOf(lvalue)) : std::nullopt)
    return row;
  if (auto it = reader.step.pointers.find(key); it != reader.step.pointers.end())
    return it->second;
  const clang::VarDecl *var = variableOf(lvalue);
  if (var && reader.effects.declared.count(var)) {
    reader.fail(DiagId::pointer_unknown, lvalue, {var->getNameAsString()});
    return std::nullopt;
  }
  int array = arrayFor(reader, lvalue, key);
  if (array < 0)
    return std::nullopt;
  return Place{array, {Poly(0)}};
}

} // namespace

bool isInTable(const Reader &reader, const clang::Expr *lvalue) {
  const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue->IgnoreParenImpCasts());
  std::string table = subscript ? lvalueKey(subscript->getBase()) : "";
  return !table.empty() && (reader.effects.tables.count(table) || reader.effects.assignedKeys.count(table) ||
                            reader.step.pointers.count(table) || isInTable(reader, subscript->getBase()));
}

std::optional<Place> pointerOf(Reader &reader, const clang::Expr *expr) {
  if (const auto *paren = llvm::dyn_cast<clang::ParenExpr>(expr))
    return pointerOf(reader, paren->getSubExpr());
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue)
      return pointerValue(reader, cast->getSubExpr());
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay)
      return decayed(reader, placeOf(reader, cast->getSubExpr()));
    if (cast->getCastKind() == clang::CK_BitCast || cast->getCastKind() == clang::CK_NoOp) {
      const clang::VarDecl *number = addressedNumber(cast);
      if (number && !keepsType(reader.ast, cast->getType(), cast->IgnoreParenCasts()))
        return reader.fail(DiagId::reinterpreted_array, cast, {number->getNameAsString()}), std::nullopt;
      std::optional<Place> place = pointerOf(reader, cast->getSubExpr());
      if (place && !reshape(reader, *place, cast->getType()->getPointeeType(), cast))
        return std::nullopt;
      return place;
    }
  }
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
    if (unary->getOpcode() == clang::UO_AddrOf)
      return placeOf(reader, unary->getSubExpr());
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    bool pointerLeft = binary->getLHS()->getType()->isPointerType();
    if (binary->getOpcode() == clang::BO_Sub)
      return shifted(reader, pointerOf(reader, binary->getLHS()), binary->getRHS(), true,
                     expr->getType()->getPointeeType());
    if (binary->getOpcode() == clang::BO_Add)
      return shifted(reader, pointerOf(reader, pointerLeft ? binary->getLHS() : binary->getRHS()),
                     pointerLeft ? binary->getRHS() : binary->getLHS(), false, expr->getType()->getPointeeType());
  }
  if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(expr); select && reader.nest.isInside)
    return selectedPointer(reader, select);
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(expr); group && reader.nest.isInside)
    if (const clang::Expr *value = groupValue(reader, group))
      return pointerOf(reader, value);
  reader.fail(DiagId::pointer_not_understood, expr);
  return std::nullopt;
}

std::optional<Place> placeOf(Reader &reader, const clang::Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue))
    return shifted(reader, pointerOf(reader, subscript->getBase()), subscript->getIdx(), false, subscript->getType());
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(lvalue))
    if (unary->getOpcode() == clang::UO_Deref)
      return pointerOf(reader, unary->getSubExpr());
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(lvalue);
  if (member && isOfElement(reader, member))
    return memberPlace(reader, member);
  if (std::string key = lvalueKey(lvalue); !key.empty() && lvalue->getType()->isArrayType()) {
    const clang::VarDecl *var = variableOf(lvalue);
    if (const std::optional<Place> row = var ? rowArrayPlace(reader, var) : std::nullopt)
      return row;
    if (const auto known = reader.arrayByKey.find(key); known != reader.arrayByKey.end())
      return Place{known->second, {}};
    if (var && reader.effects.declared.count(var)) {
      reader.fail(DiagId::array_inside_region, lvalue, {var->getNameAsString()});
      return std::nullopt;
    }
    int array = arrayFor(reader, lvalue, key);
    if (array < 0)
      return std::nullopt;
    return Place{array, {}};
  }
  if (!member)
    reader.fail(DiagId::pointer_not_understood, lvalue, {lvalue->getType().getAsString()});
  else if (!lvalueKey(lvalue).empty()) // a scalar of a struct's
    reader.fail(DiagId::reduction, lvalue, {quoted(reader.ast, lvalue)});
  else
    reader.fail(DiagId::array_of_structs, lvalue, {recordOf(member).getAsString()});
  return std::nullopt;
}

std::optional<int> accessOf(Reader &reader, const clang::Expr *lvalue, bool write) {
  std::optional<Place> place = placeOf(reader, lvalue);
  if (!place)
    return std::nullopt;
  const DraftArray &array = reader.draft.arrays[place->array];
  const bool linear = place->view || leavesRow(reader, *place, array), isOfStruct = !array.members.empty();
  const bool isWhole = place->index.size() == dimensionsOf(reader, *place) && !(linear && isOfStruct);
  const std::optional<size_t> member = isWhole && isOfStruct ? memberAt(array, place->index.back()) : std::nullopt;
  const ScalarType type = member ? array.members[*member].type : array.elem;
  const bool isUnknown = isWhole && isOfStruct && !member;
  if (isUnknown || !isWhole || scalarTypeOf(reader.ast, lvalue->getType()) != type) {
    reader.fail(isUnknown ? DiagId::member_unknown : DiagId::reinterpreted_array, lvalue, {array.text});
    return std::nullopt;
  }
  if (member) {
    carryRows(reader, *place);
    place->index.back() = static_cast<int64_t>(*member);
  }
  std::vector<Poly> index = linear ? std::vector<Poly>{linearIndex(*place, array)} : place->index;
  reader.draft.accesses.push_back({place->array, index, write, reader.range(lvalue), {}, linear});
  reader.draft.accesses.back().loops = reader.nest.loops.size();
  return reader.draft.accesses.size() - 1;
}

bool isOfElement(const Reader &reader, const clang::MemberExpr *member) {
  const clang::Expr *base = member->getBase()->IgnoreParenImpCasts();
  if (const auto *outer = llvm::dyn_cast<clang::MemberExpr>(base); outer && !member->isArrow())
    return isOfElement(reader, outer);
  const clang::QualType type = member->getBase()->getType();
  if (!recordOf(reader.ast, member->isArrow() ? type->getPointeeType() : type))
    return false;
  const bool isSubscript = llvm::isa<clang::ArraySubscriptExpr>(base);
  if (lvalueKey(base).empty() || (!member->isArrow() && !isSubscript))
    return lvalueKey(base).empty();
  const std::string array = isSubscript ? storageKey(base) : lvalueKey(base);
  return reader.effects.records.count(array) || reader.step.pointers.count(array);
}

bool isElementOf(const Reader &reader, const clang::Expr *lvalue) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(lvalue->IgnoreParenImpCasts());
  return member ? isOfElement(reader, member) : isElement(lvalue);
}

} // namespace kasane
