// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/ReadStatement.h"

#include "Read/HostCode.h"
#include "Read/LiveOut.h"
#include "Read/RowArrays.h"

#include <algorithm>

namespace kasane {
namespace {

// Where the step's pointer assignments left each name.
bool closeMoves(Reader &reader) {
  for (const auto &[key, lvalue] : reader.step.movedPointers) {
    auto array = reader.arrayByKey.find(key);
    if (array == reader.arrayByKey.end())
      continue; // a temporary: nothing is reached through it on entry
    const Place &place = reader.step.pointers.at(key);
    bool atStart = std::all_of(place.index.begin(), place.index.end(), [](const Poly &p) { return p.isZero(); });
    if (place.view) {
      const DraftArray &name = reader.draft.arrays[array->second], &was = reader.draft.arrays[place.array];
      reader.fail(DiagId::swap_of_different_shapes, lvalue, {name.text, was.text});
      return false;
    }
    if (!atStart || place.index.size() != 1)
      return reader.fail(DiagId::pointer_shifted, lvalue, {reader.draft.arrays[array->second].text}), false;
    if (place.array != array->second)
      reader.draft.moves.push_back({array->second, place.array});
    reader.draft.movedAt[array->second] = reader.range(lvalue);
  }
  return true;
}

// Which array's memory each array's name stands for, where each memory has one name still, and one that it has in other
// steps; else nothing.
std::map<int, int> namesBetween(const Reader &reader, const std::map<std::string, int> &places) {
  std::map<int, int> next(reader.draft.moves.begin(), reader.draft.moves.end()), names;
  std::set<int> taken;
  for (const auto &[key, array] : reader.arrayByKey) {
    const auto place = places.find(key);
    const int here = place == places.end() ? array : place->second;
    int at = array;
    for (size_t n = 0; n < next.size() && at != here; ++n)
      at = next.count(at) ? next.at(at) : at;
    if (at != here || !taken.insert(here).second)
      return {};
    names[array] = here;
  }
  return names;
}

// The pointers stand where a test ends the region either as they did on entry or as they do after the step.
bool closeStops(Reader &reader) {
  std::vector<HostValue> noValues;
  for (DraftAction &action : reader.draft.actions) {
    auto *stop = std::get_if<DraftStop>(&action.node);
    auto *point = std::get_if<DraftHostPoint>(&action.node);
    if (!stop && !point)
      continue;
    const std::map<std::string, int> &places = stop ? stop->places : point->places;
    bool none = true, all = true;
    for (const auto &[key, array] : reader.arrayByKey) { // also those that are back at the step's end
      const auto moved = llvm::find_if(reader.draft.moves, [&](const auto &move) { return move.first == array; });
      const auto place = places.find(key);
      const int here = place == places.end() ? array : place->second;
      none &= here == array;
      all &= here == (moved == reader.draft.moves.end() ? array : moved->second);
    }
    if (!none && !all) {
      if (point && !point->breaks)
        point->between = namesBetween(reader, places);
      if (!point || point->between.empty()) {
        reader.diags.add(stop ? DiagId::stop_between_moves : DiagId::host_between_moves, action.range);
        return false;
      }
    }
    (stop ? stop->moved : point->moved) = all;
    for (HostValue &value : point ? point->values : noValues)
      if (value.array >= 0) {
        const std::map<int, int> moves(reader.draft.moves.begin(), reader.draft.moves.end());
        const std::map<int, int> &names = all ? moves : point->between;
        const auto named = llvm::find_if(names, [&](const auto &name) { return name.second == value.array; });
        value.value = reader.draft.arrays[named == names.end() ? value.array : named->first].text;
      }
    const bool atEnd =
        all && action.nest == reader.draft.nests.size() && point && isLastIn(bodyOf(reader.statement), point->stmt);
    if (point && point->continues && !atEnd)
      return reader.fail(DiagId::host_code_continues, point->continues), false;
  }
  return true;
}

// Elements taken as loop-invariant parameters must not be stored under another name.
bool checkInvariantReads(Reader &reader) {
  for (const auto &[array, range] : reader.invariantReads)
    for (const DraftAccess &access : reader.draft.accesses)
      if (access.write && access.array == array) {
        reader.diags.add(DiagId::position_fixed, range, {reader.draft.arrays[array].text});
        return false;
      }
  return true;
}

void addSizes(Reader &reader) {
  for (const DraftArray &array : reader.draft.arrays)
    if (array.sizeBytes > 0)
      reader.draft.asserts.push_back({"sizeof(" + array.text + ")", std::to_string(array.sizeBytes)});
}

} // namespace

bool readStatement(Reader &reader, const clang::Stmt *stmt, bool isCall) {
  if (isCall)
    return readCalled(reader, stmt);
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
  if (loop && !isSpaceLoop(reader, loop, true))
    return readTimeLoop(reader, loop);
  if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(stmt))
    return readTimeLoop(reader, loop->getCond(), loop->getBody(), true);
  if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(stmt))
    return readTimeLoop(reader, loop->getCond(), loop->getBody(), false);
  reader.time.inStep = true;
  return readStep(reader, stmt);
}

// Each reading finds some more of them, until one finds none.
void findHostVariables(Reader &reader, bool isCall) {
  for (bool isNew = true; isNew;) {
    Diagnostics silent;
    Reader trial(reader, reader.expansion, silent);
    trial.host.variables = reader.host.variables;
    trial.host.computed = reader.host.computed;
    readStatement(trial, trial.region, isCall);
    findUnsureTables(trial);
    findUnrepeatable(trial);
    const size_t before = reader.host.variables.size() + reader.host.computed.size();
    reader.host.variables.merge(trial.host.found);
    reader.host.computed.merge(trial.host.foundComputed);
    isNew = reader.host.variables.size() + reader.host.computed.size() > before;
  }
}

bool closeStep(Reader &reader) {
  if (!closeMoves(reader) || !closeOwnMoves(reader) || !closeStops(reader) || !checkInvariantReads(reader) ||
      !checkRowArrays(reader) || !closeTables(reader))
    return false;
  addSizes(reader);
  return true;
}

} // namespace kasane
