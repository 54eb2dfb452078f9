// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives/Fills.h"

#include "Ast/MeshCalls.h"

#include <algorithm>

namespace kasane {
namespace {

std::vector<const clang::CallExpr *> fillsOf(const Reader &reader) {
  std::vector<const clang::CallExpr *> out;
  for (const DraftAction &action : reader.draft.actions)
    if (const auto *point = std::get_if<DraftHostPoint>(&action.node))
      if (const clang::CallExpr *fill = meshFillOf(reader.ast, point->stmt))
        out.push_back(fill);
  return out;
}

// The array that the pointer leads to on entry; nullptr: no nest uses it.
const DraftArray *arrayOf(const Reader &reader, const clang::Expr *pointer) {
  const auto found = reader.arrayByKey.find(lvalueKey(pointer->IgnoreParenCasts()));
  return found == reader.arrayByKey.end() ? nullptr : &reader.draft.arrays[static_cast<size_t>(found->second)];
}

// Each access selects its block by one of the loops.
bool isOfBlocks(const Draft &draft, const DraftArray &array) {
  for (const DraftNest &nest : draft.nests)
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a) {
      const DraftAccess &access = draft.accesses[a];
      if (&draft.arrays[static_cast<size_t>(access.array)] != &array)
        continue;
      bool selects = false;
      for (size_t l = 0; l < nest.loops.size(); ++l)
        selects |= access.index.size() > 1 && access.index[0] == Poly::symbol(loopSymbol(l));
      if (!selects)
        return false;
    }
  return true;
}

bool isPointer(const clang::Expr *argument) {
  return !lvalueKey(argument->IgnoreParenCasts()).empty() && argument->IgnoreParenCasts()->getType()->isPointerType();
}

} // namespace

bool checkFills(Reader &reader) {
  for (const clang::CallExpr *fill : fillsOf(reader)) {
    if (!isPointer(filledArray(fill)))
      return reader.fail(DiagId::fill_argument, filledArray(fill)), false;
    const DraftArray *array = arrayOf(reader, filledArray(fill));
    if (array && !isOfBlocks(reader.draft, *array))
      return reader.fail(DiagId::fill_of_no_blocks, filledArray(fill), {array->text}), false;
  }
  return true;
}

bool hasOtherHostCode(const Reader &reader) {
  return std::any_of(reader.draft.actions.begin(), reader.draft.actions.end(), [&](const DraftAction &action) {
    const auto *point = std::get_if<DraftHostPoint>(&action.node);
    const clang::CallExpr *fill = point ? meshFillOf(reader.ast, point->stmt) : nullptr;
    return point && !point->apart && !(fill && hasPlainRule(reader.ast, fill));
  });
}

FillUse fillUseOf(const Reader &reader) {
  FillUse out;
  for (const clang::CallExpr *fill : fillsOf(reader))
    for (unsigned a = 2; a < fill->getNumArgs(); ++a)
      if (const DraftArray *array = arrayOf(reader, fill->getArg(a)))
        (a == 2 ? out.written : out.read).push_back(array->text);
  return out;
}

} // namespace kasane
