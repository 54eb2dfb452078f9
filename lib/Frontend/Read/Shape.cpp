// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers that see an array under other dimensions than its own: a parameter `double (*a)[nx]` that gets a flat array,
// a flat pointer into rows. Such an array's accesses all become linear ones.
#include "Ast/Records.h"
#include "Read/Choices.h"
#include "Read/Vla.h"
#include "kasane/Layout/Layout.h"

#include <numeric>

namespace kasane {
namespace {

// The dimensions of a type; nullopt: one of them is unknown, or it holds pointers.
std::optional<std::vector<Poly>> dimensionsOf(Reader &reader, clang::QualType type) {
  std::vector<Poly> dims;
  while (const clang::ArrayType *array = reader.ast.getAsArrayType(type)) {
    if (const auto *fixed = llvm::dyn_cast<clang::ConstantArrayType>(array))
      dims.push_back(static_cast<int64_t>(fixed->getSize().getZExtValue()));
    else if (const auto *vla = llvm::dyn_cast<clang::VariableArrayType>(array); vla && vla->getSizeExpr())
      if (std::optional<Poly> size = sizeOfVla(reader, vla->getSizeExpr()))
        dims.push_back(*size);
      else
        return std::nullopt;
    else
      return std::nullopt;
    type = array->getElementType();
  }
  if (const std::optional<Record> record = recordOf(reader.ast, type))
    dims.push_back(static_cast<int64_t>(record->members.size()));
  else if (!type->isArithmeticType())
    return std::nullopt;
  return dims;
}

// What an array's dimensions are behind the first `used` ones.
std::optional<std::vector<Poly>> dimensionsBehind(const DraftArray &array, size_t used) {
  std::vector<Poly> dims;
  for (size_t d = used; d < array.extents.size(); ++d)
    if (array.extents[d] && d >= array.tables)
      dims.push_back(*array.extents[d]);
    else
      return std::nullopt;
  return dims;
}

// Structs lie over structs of the same members, or over numbers that they consist of.
bool mayLieOver(const Record &record, const DraftArray &array) {
  if (!array.members.empty())
    return record.members == array.members && record.bytes == array.structBytes;
  return areAlike(record.members, record.bytes, array.elem);
}

bool mayBeEqual(const std::vector<Poly> &a, const std::vector<Poly> &b) {
  if (a.size() != b.size())
    return false;
  for (size_t d = 0; d < a.size(); ++d)
    if (Poly difference = a[d] - b[d]; difference.constant() && *difference.constant() != 0)
      return false;
  return true;
}

void requireEqual(Reader &reader, const std::vector<Poly> &a, const std::vector<Poly> &b, const clang::Stmt *at) {
  for (size_t d = 0; d < a.size(); ++d)
    if (Poly difference = a[d] - b[d]; !difference.isZero())
      for (const Poly &side : {difference, Poly(0) - difference})
        require(reader, side, "an array has other dimensions than the pointer to it", reader.range(at));
}

Poly linear(const std::vector<Poly> &index, const std::vector<Poly> &inner) {
  Poly sum = 0;
  for (size_t d = 0; d < inner.size() + 1; ++d) {
    if (d > 0)
      sum = sum * inner[d - 1];
    if (d < index.size())
      sum = sum + index[d];
  }
  return sum;
}

} // namespace

bool reshape(Reader &reader, Place &place, clang::QualType pointee, const clang::Stmt *at) {
  const DraftArray &array = reader.draft.arrays[place.array];
  std::optional<std::vector<Poly>> wanted = dimensionsOf(reader, pointee);
  size_t used = place.index.size();
  if (!place.view && !array.members.empty() && used == array.extents.size()) // vec *v = &a[i].v: bytes tell what it is
    return true;
  std::optional<std::vector<Poly>> own = place.view
                                             ? std::vector<Poly>(place.view->begin() + (used - 1), place.view->end())
                                             : dimensionsBehind(array, used);
  const std::optional<Record> record = recordOf(reader.ast, reader.ast.getBaseElementType(pointee));
  const bool isOdd = record && used < array.extents.size() && !mayLieOver(*record, array);
  if (isOdd || hasLostSize(reader, pointee))
    return reader.fail(DiagId::reinterpreted_array, at, {array.text}), false;
  if (!wanted || !own) // void pointers and tables: the access will tell
    return true;
  if (mayBeEqual(*wanted, *own)) {
    requireEqual(reader, *wanted, *own, at);
    return true;
  }
  std::optional<std::vector<Poly>> inner = place.view ? place.view : dimensionsBehind(array, 1);
  if (!inner || array.tables > 0)
    return reader.fail(DiagId::reinterpreted_array, at, {array.text}), false;
  place.origin = place.origin + linear(place.index, *inner);
  place.index = {Poly(0)};
  place.view = std::move(*wanted);
  return true;
}

Poly linearIndex(const Place &place, const DraftArray &array) {
  return place.origin + linear(place.index, place.view ? *place.view : dimensionsBehind(array, 1).value());
}

bool leavesRow(const Reader &reader, const Place &place, const DraftArray &array) {
  if (place.view || array.extents.size() < 2 || array.tables > 0 || !dimensionsBehind(array, 1))
    return false;
  const Poly &row = *array.extents.back(), &index = place.index.back();
  for (const std::string &symbol : index.symbols()) {
    std::optional<Poly> factor =
        symbol.size() > 1 && symbol[0] == '@' && std::isdigit(symbol[1]) ? index.coefficientOf(symbol) : std::nullopt;
    if (factor && !factor->isZero() && row != Poly(1) && factor->dividedBy(row))
      return true;
  }
  for (size_t l = 0; l < reader.nest.loops.size() && !firstChoice(index); ++l) { // A[j][i - nx], wherever the loop is
    const Poly rest = index.without(loopSymbol(l));
    const std::optional<int64_t> most = (reader.nest.loops[l].hi - Poly(1) + rest).constant(),
                                 least = (reader.nest.loops[l].lo + rest - row).constant();
    if (index.coefficientOf(loopSymbol(l)) == Poly(1) && ((most && *most < 0) || (least && *least >= 0)))
      return true;
  }
  return false;
}

namespace {

// So many rows lie between the row that the index begins in and the one that all of its cells are in.
std::optional<Poly> rowsPassed(const Reader &reader, const Poly &index, const Poly &row) {
  for (size_t l = 0; l < reader.nest.loops.size(); ++l) {
    const DraftLoop &loop = reader.nest.loops[l];
    const Poly rest = index.without(loopSymbol(l));
    if (index.coefficientOf(loopSymbol(l)) != Poly(1) || !loop.lo.constant())
      continue;
    Poly passed = 0;
    const std::optional<int64_t> length = row.constant(), first = (loop.lo + rest).constant(),
                                 last = (loop.hi - Poly(1) + rest).constant();
    const auto rowOf = [&](int64_t at) { return at < 0 ? (at + 1) / *length - 1 : at / *length; };
    if (length && first && last && *length > 0 && rowOf(*first) == rowOf(*last))
      passed = rowOf(*first);
    if (!length) // nx * ny + nx in rows of nx
      for (const auto &[monomial, factor] : rest.terms()) {
        Poly term = factor;
        for (const std::string &symbol : monomial)
          term = term * Poly::symbol(symbol);
        passed = passed + term.dividedBy(row).value_or(0);
      }
    return passed;
  }
  return std::nullopt;
}

} // namespace

void carryRows(const Reader &reader, Place &place) {
  const DraftArray &array = reader.draft.arrays[place.array];
  if (place.view || array.tables > 0 || array.members.empty())
    return;
  for (size_t d = place.index.size() - 2; d > 0; --d) {
    const std::optional<Poly> row = array.extents[d];
    const std::optional<Poly> passed =
        row && !firstChoice(place.index[d]) ? rowsPassed(reader, place.index[d], *row) : std::nullopt;
    if (!passed)
      return;
    place.index[d] = place.index[d] - *passed * *row;
    place.index[d - 1] = place.index[d - 1] + *passed;
  }
}

void lineariseArrays(Draft &draft) {
  std::vector<int> groups = groupsOf(draft);
  std::set<int> linearGroups;
  for (const DraftAccess &access : draft.accesses)
    if (access.linear)
      linearGroups.insert(groups[access.array]);
  for (DraftAccess &access : draft.accesses) {
    const DraftArray &array = draft.arrays[access.array];
    std::optional<std::vector<Poly>> inner = dimensionsBehind(array, 1);
    if (linearGroups.count(groups[access.array]) && !access.linear && inner && array.tables == 0)
      access.index = {linear(access.index, *inner)};
  }
  for (size_t a = 0; a < draft.arrays.size(); ++a) {
    DraftArray &array = draft.arrays[a];
    std::optional<std::vector<Poly>> dims = dimensionsBehind(array, 1);
    if (!linearGroups.count(groups[a]) || !dims || array.tables > 0)
      continue;
    Poly inner =
        std::accumulate(dims->begin(), dims->end(), Poly(1), [](const Poly &x, const Poly &y) { return x * y; });
    for (size_t d = 0; d < dims->size(); ++d)
      array.origin += "[0]";
    array.extents = {array.extents[0] ? std::optional<Poly>(*array.extents[0] * inner) : std::nullopt};
  }
}

} // namespace kasane
