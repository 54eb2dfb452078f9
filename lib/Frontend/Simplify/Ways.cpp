// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Ways.h"

#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Ast/Source.h"
#include "Read/Assertions.h"
#include "Read/HostNests.h"
#include "Read/Reader.h"
#include "Simplify/CarriedScalars.h"
#include "Simplify/CellOwn.h"
#include "Simplify/Chains.h"
#include "Simplify/ChosenArrays.h"
#include "Simplify/Commas.h"
#include "Simplify/CopyCalls.h"
#include "Simplify/CountedLoops.h"
#include "Simplify/Counters.h"
#include "Simplify/DeclaredTables.h"
#include "Simplify/EmptyNests.h"
#include "Simplify/Exits.h"
#include "Simplify/FlatLoops.h"
#include "Simplify/ForwardedCopies.h"
#include "Simplify/HandTiles.h"
#include "Simplify/Inline.h"
#include "Simplify/IntegerExtremes.h"
#include "Simplify/Jumps.h"
#include "Simplify/KnownNumbers.h"
#include "Simplify/LeftCounters.h"
#include "Simplify/LoopHeads.h"
#include "Simplify/MemberLoops.h"
#include "Simplify/MemberScalars.h"
#include "Simplify/MiddleSteps.h"
#include "Simplify/NeighbourLoops.h"
#include "Simplify/NumberTables.h"
#include "Simplify/OtherArms.h"
#include "Simplify/PickedTables.h"
#include "Simplify/PointerLoops.h"
#include "Simplify/ReplacedMemory.h"
#include "Simplify/ResetAtEnd.h"
#include "Simplify/RowFactors.h"
#include "Simplify/RowMemory.h"
#include "Simplify/RowStarts.h"
#include "Simplify/RunningSums.h"
#include "Simplify/SignedPlaces.h"
#include "Simplify/StepBounds.h"
#include "Simplify/StridedRows.h"
#include "Simplify/StructPointers.h"
#include "Simplify/StructScalars.h"
#include "Simplify/StructTables.h"
#include "Simplify/TestedNests.h"
#include "Simplify/TestsWithEffects.h"
#include "Simplify/TrueReason.h"
#include "Simplify/Unroll.h"
#include "Simplify/WalkingPointers.h"
#include "Simplify/WrittenOut.h"

namespace kasane {
namespace {

// Where the outermost loop is one over cells, none of its statements is a record of the step.
std::optional<Expansion> expandAll(const Source &in, Records records, Diagnostics &diagnostics, Allowed allowed) {
  std::optional<Expansion> expansion =
      expandCalls(in.ast, in.function, in.statement, records, diagnostics, {}, allowed);
  const auto *loop = expansion ? llvm::dyn_cast<clang::ForStmt>(expansion->stmt) : nullptr;
  if (!loop || expansion->hostCode.empty())
    return expansion;
  Diagnostics silent;
  Effects effects = effectsOf(expansion->stmt);
  return isSpaceLoop(Reader(in.ast, silent, effects, effects), loop, true)
             ? expandCalls(in.ast, in.function, in.statement, Records::None, diagnostics, {}, allowed)
             : std::move(expansion);
}

// Without jumps ahead.
std::optional<Expansion> expandRegion(const Source &in, Records records, Diagnostics &diagnostics,
                                      Allowed allowed = Allowed::None) {
  std::optional<Expansion> expansion = expandAll(in, records, diagnostics, allowed);
  if (expansion)
    expansion->stmt = withoutGotos(in.ast, in.function, expansion->stmt, expansion->made);
  return expansion;
}

// What all ways have in common. Arrays of more elements than `longest` stay arrays.
std::optional<Way> simplified(const Source &in, Expansion expansion, int64_t longest, Diagnostics &diagnostics) {
  Way way;
  chooseHalves(in.ast, in.function, expansion);
  joinRows(in.ast, in.function, expansion);
  separateChains(in.ast, in.function, expansion);
  structureLoops(in.ast, in.function, expansion);
  writeOutStructs(in.ast, in.function, expansion);
  if (!nameExchanged(in.ast, in.function, expansion, diagnostics))
    return std::nullopt;
  nameMembers(in.ast, in.function, expansion);
  ownByCells(in.ast, in.function, in.statement, expansion); // those that have names now
  way.first = simplifyHead(in.ast, expansion);
  separateChanges(in.ast, in.function, expansion);
  joinChanges(in.ast, in.function, expansion);
  way.checks = writeTables(in.ast, in.function, in.rehearsal, expansion);
  const std::vector<TableCheck> numbers = fixTables(in.ast, in.function, in.rehearsal, expansion);
  way.checks.insert(way.checks.end(), numbers.begin(), numbers.end());
  writeOut(in.ast, in.function, expansion, longest);
  way.expansion = std::move(expansion);
  return way;
}

class Ways {
public:
  // `hasBuffers`: see Expansion. `hasNumbers`: see KnownNumbers.h.
  Ways(const Source &in, const ReadWay &read, bool hasBuffers, bool hasNumbers, Diagnostics &found)
      : in_(in), read_(read), hasBuffers_(hasBuffers), hasNumbers_(hasNumbers), found_(found) {}

  // As it stands, with tables of arrays or structs that the step chooses between, or with the tests of the step in its
  // nests: arms that a table makes one are better than tests. What is collected in some steps needs no host code then.
  bool isReadSomehow(const Expansion &expansion) {
    Diagnostics silent;
    if (hidesNests(expansion) && isReadWithMore(silent))
      return true;
    if (isRead(expansion) || isRead(withTables(in_.ast, in_.function, in_.statement, found_)) ||
        isReadWithStructs(expansion) || isReadInside(withTables(in_.ast, in_.function, in_.statement, silent)) ||
        isReadInside(expansion))
      return true;
    const Diagnostics reason = found_;
    if (isReadInside(expandCalls(in_.ast, in_.function, in_.statement, Records::None, silent)))
      return true;
    for (const Records records : {Records::Placed, Records::Nests}) {
      const std::optional<Expansion> way = expandRegion(in_, records, silent);
      if (way && way->hostCode.size() > expansion.hostCode.size() && isRead(way))
        return true;
    }
    if (isReadWithMore(silent))
      return true;
    found_ = reason;
    return false;
  }

private:
  // With tables of arrays. Where structs have numbers of their own, rounds that are written out leave each its own.
  bool isReadWithStructs(const Expansion &expansion) {
    const std::optional<Expansion> tables = withStructTables(in_.ast, in_.function, expansion);
    if (tables && tables->equal.size() > expansion.equal.size()) {
      Expansion rounds = expansion;
      rounds.hasRounds = true;
      if (isRead(std::move(rounds)))
        return true;
    }
    return isRead(tables);
  }

  // With functions that copy arrays beside other work, and with those that make other calls in arms which the program
  // may never take.
  bool isReadWithMore(Diagnostics &silent) {
    const auto isAssertion = [](const clang::Stmt *part) { return assertionIn(part).has_value(); };
    const auto isCopy = [](const clang::Stmt *part) {
      const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
      return call && isLibraryCopy(call);
    };
    for (const Allowed allowed : {Allowed::Copies, Allowed::CopiesAndArms}) {
      std::optional<Expansion> way = expandRegion(in_, Records::Unseen, silent, allowed);
      if (way && allowed == Allowed::CopiesAndArms) {
        leaveOutEmpty(in_.ast, in_.function, *way); // no call need ask for what constants say
        leaveOutArms(in_.ast, in_.function, *way);
      }
      const bool isOther = way && (allowed == Allowed::Copies ? holds(way->stmt, isCopy)
                                                              : !way->leftOut.empty() || !way->folded.empty() ||
                                                                    holds(way->stmt, isAssertion));
      if (isOther && (isRead(way) || isReadInside(way)))
        return true;
    }
    return false;
  }

  bool hidesNests(const Expansion &expansion) const {
    return llvm::any_of(expansion.hostCode, [](const auto &code) { return callInNests(code.second) != nullptr; });
  }

  void tellNests(const Expansion &way) {
    Callees callees;
    for (const auto &[place, code] : way.hostCode) {
      const std::string why = whyHosts(in_.ast, callees, code);
      if (!why.empty())
        found_.add(DiagId::nest_between_steps, rangeOf(in_.ast, code->getSourceRange()), {why});
    }
  }

  // In short loops around nests the tests may stand, too. Copies by the C library are nests there.
  bool isReadInside(std::optional<Expansion> way) {
    if (way)
      separateChanges(in_.ast, in_.function, *way); // what stays in a test isn't moved
    if (!way || isRead(withTestsInside(in_.ast, in_.function, *way)))
      return way.has_value();
    if (const std::optional<Expansion> copies = writeOutCopies(in_.ast, in_.function, *way);
        copies && isRead(withTestsInside(in_.ast, in_.function, *copies)))
      return true;
    const Diagnostics reason = found_;
    Expansion written = *way;
    writeOut(in_.ast, in_.function, written);
    if (written.stmt != way->stmt && isRead(withTestsInside(in_.ast, in_.function, written)))
      return true;
    found_ = reason;
    return false;
  }

  // With the C library's copies as loops or as host code, with pointers that walk along or the places that they come
  // to: what hinders the last one is what is said.
  bool isRead(std::optional<Expansion> expansion) {
    if (!expansion)
      return false;
    if (hasNumbers_)
      fixNumbers(in_.ast, in_.function, in_.rehearsal, *expansion);
    expansion->stmt = withoutGotos(in_.ast, in_.function, expansion->stmt, expansion->made);
    separateCommas(in_.ast, in_.function, *expansion);
    signPlaces(in_.ast, in_.function, *expansion);
    writeExtremes(in_.ast, in_.function, *expansion);
    forwardCopies(in_.ast, in_.function, in_.statement, *expansion);
    joinWrittenOut(in_.ast, in_.function, *expansion);
    expansion->hasBuffers = hasBuffers_;
    nameTables(in_.ast, in_.function, in_.statement, *expansion);
    simplifyHeads(in_.ast, in_.function, *expansion);
    countPointers(in_.ast, in_.function, *expansion);
    stepAtEnd(in_.ast, in_.function, *expansion);
    countLoops(in_.ast, in_.function, *expansion);
    goThroughMembers(in_.ast, in_.function, *expansion);
    nameLeftCounters(in_.ast, in_.function, *expansion);
    kept_ = keepMemory(in_.ast, in_.function, *expansion);
    countRows(in_.ast, in_.function, in_.statement, *expansion);
    splitFlatLoops(in_.ast, in_.function, in_.statement, *expansion);
    nameRowStarts(in_.ast, in_.function, in_.statement, *expansion);
    setAtBeginning(in_.ast, in_.function, *expansion);
    ownByCells(in_.ast, in_.function, in_.statement, *expansion);
    leaveOutEmpty(in_.ast, in_.function, *expansion);
    countDistances(in_.ast, in_.function, *expansion);
    joinTiles(in_.ast, in_.function, in_.statement, *expansion);
    testBoundsInCells(in_.ast, in_.function, in_.statement, *expansion);
    std::vector<Expansion> ways = {*expansion};
    if (std::optional<Expansion> standing = withoutWalks(in_.ast, in_.function, in_.statement, *expansion))
      ways.push_back(std::move(*standing));
    return llvm::any_of(ways,
                        [&](const Expansion &way) {
                          const std::optional<Expansion> copies = writeOutCopies(in_.ast, in_.function, way);
                          return copies && isReadWithRows(*copies);
                        }) ||
           llvm::any_of(ways, [&](const Expansion &way) { return isReadWithRows(way); });
  }

  // Long arrays that a loop declares are rows of its first, then a cell's own numbers.
  bool isReadWithRows(const Expansion &way) {
    if (!declaresLongArray(in_.ast, way.stmt))
      return isReadAs(way, INT64_MAX);
    if (isReadAs(way, kLongArray))
      return true;
    const Diagnostics asRows = found_;
    if (isReadAs(way, INT64_MAX))
      return true;
    if (!asRows.all().empty() && asRows.all().front().id != DiagId::array_inside_region)
      found_ = asRows;
    return false;
  }

  bool isReadAs(Expansion expansion, int64_t longest) {
    do {
      found_ = {};
      std::optional<Way> way = simplified(in_, expansion, longest, found_);
      if (way)
        way->checks.insert(way->checks.end(), kept_.begin(), kept_.end());
      if (way && read_(*way, found_)) {
        tellNests(way->expansion);
        return true;
      }
    } while (takeForOne(expansion, found_));
    const auto hasFound = [&](DiagId id) {
      return llvm::any_of(found_.all(), [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
    };
    if (Expansion sums = expansion; !expansion.hasSums &&
                                    (hasFound(DiagId::sum_goes_on) || hasFound(DiagId::loop_not_canonical)) &&
                                    tabulateSums(in_.ast, in_.function, in_.statement, sums)) {
      sums.hasSums = true;
      return isReadAs(std::move(sums), longest);
    }
    if (Expansion rows = expansion; !expansion.hasCarried &&
                                    (hasFound(DiagId::scalar_carried) || hasFound(DiagId::sum_goes_on)) &&
                                    keepCarried(in_.ast, in_.function, in_.statement, rows)) {
      rows.hasCarried = true;
      return isReadOrBefore(std::move(rows), longest);
    }
    if (Expansion rows = expansion;
        (hasFound(DiagId::imperfect_nest) || hasFound(DiagId::pivot_stored) || hasFound(DiagId::rows_in_order)) &&
        keepFactors(in_.ast, in_.function, in_.statement, rows) && isReadOrBefore(std::move(rows), longest))
      return true;
    if (!expansion.hasComponents && hasFound(DiagId::not_by_leaf)) {
      Expansion components = expansion;
      components.hasComponents = true;
      return isReadOrBefore(std::move(components), longest);
    }
    if (expansion.hasRounds || !(hasFound(DiagId::rows_in_order) || hasFound(DiagId::row_array_kept)))
      return false;
    expansion.hasRounds = true;
    return isReadOrBefore(std::move(expansion), longest);
  }

  // What hindered before is said where this doesn't help.
  bool isReadOrBefore(Expansion expansion, int64_t longest) {
    const Diagnostics reason = found_;
    if (isReadAs(std::move(expansion), longest))
      return true;
    found_ = reason;
    return false;
  }

  const Source &in_;
  const ReadWay &read_;
  const bool hasBuffers_, hasNumbers_;
  std::vector<TableCheck> kept_; // of memory that steps put in place of other
  Diagnostics &found_;
};

// What one way has noted is said for another one's reason, too.
void takeNote(DiagId note, const Diagnostics &from, Diagnostics &to) {
  for (const Diagnostic &diagnostic : from.all())
    for (const Note &each : diagnostic.notes)
      if (each.id == note && !to.all().empty())
        to.last().notes.push_back(each);
}

} // namespace

bool readFirstWay(const Source &source, const ReadWay &read, Diagnostics &found) {
  const std::optional<Expansion> expansion = expandRegion(source, Records::Unseen, found);
  if (!expansion)
    return false;
  Expansion numbered = *expansion;
  const bool hasNumbers = fixNumbers(source.ast, source.function, source.rehearsal, numbered);
  const auto isRead = [&](bool hasBuffers, bool withNumbers) {
    return Ways(source, read, hasBuffers, withNumbers, found).isReadSomehow(*expansion);
  };
  if (hasNumbers && copiesOfGhosts(source.ast, numbered.stmt) > copiesOfGhosts(source.ast, expansion->stmt) &&
      isRead(false, true))
    return true;
  if (isRead(false, false))
    return true;
  const Diagnostics reason = found;
  if (isRead(true, false))
    return true;
  const Diagnostics withBuffers = found;
  if (hasNumbers && (isRead(false, true) || isRead(true, true)))
    return true;
  found = reason;
  takeNote(DiagId::note_would_be_own, withBuffers, found);
  tellTrueReason(source, found);
  return false;
}

} // namespace kasane
