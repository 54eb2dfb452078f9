// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: the steps from a directive to a region, in their order, with what each asks of the reader.
#include "kasane/Frontend/Frontend.h"

#include "Directives/CheckPublished.h"
#include "Directives/Clauses.h"
#include "Directives/FindRegions.h"
#include "Directives/Histories.h"
#include "Directives/PlaceInFile.h"
#include "Directives/ReadRegion.h"
#include "Directives/Teams.h"
#include "Read/HostCode.h"
#include "Read/HostTexts.h"
#include "Read/LiveOut.h"
#include "Read/Reader.h"
#include "Read/Replaceable.h"
#include "Read/RowArrays.h"
#include "Read/SharedScalars.h"
#include "Simplify/CellOwn.h"
#include "Simplify/Chains.h"
#include "Simplify/ChangingTests.h"
#include "Simplify/ChosenArrays.h"
#include "Simplify/CopyCalls.h"
#include "Simplify/CountedLoops.h"
#include "Simplify/Counters.h"
#include "Simplify/EmptyNests.h"
#include "Simplify/Exits.h"
#include "Simplify/IndexTables.h"
#include "Simplify/Inline.h"
#include "Simplify/MemberScalars.h"
#include "Simplify/NumberTables.h"
#include "Simplify/RowStarts.h"
#include "Simplify/StructPointers.h"
#include "Simplify/StructScalars.h"
#include "Simplify/StructTables.h"
#include "Simplify/TestedNests.h"
#include "Simplify/TimeHead.h"
#include "Simplify/Walks.h"
#include "Simplify/WriteOut.h"
#include "kasane/Layout/Assemble.h"
#include "kasane/Layout/SeparateAxes.h"

#include "kasane/Support/Check.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace kasane {
namespace {

std::string mainFileName(const clang::ASTContext &ast) {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::OptionalFileEntryRef file = sources.getFileEntryRefForID(sources.getMainFileID());
  return file ? file->getName().str() : "";
}

void describe(const clang::ASTContext &ast, const Annotated &annotated, StencilProgram &program) {
  program.file = mainFileName(ast);
  program.function = annotated.function->getNameAsString();
  program.name = programName(program.file, program.function, annotated.ordinal);
  program.line = locOf(ast, annotated.directive()->loc).line;
  program.range = rangeOf(ast, annotated.stmt->getSourceRange());
}

// Where the step's pointer assignments left each name.
bool closeMoves(Reader &reader) {
  for (const auto &[key, lvalue] : reader.movedPointers) {
    auto array = reader.arrayByKey.find(key);
    if (array == reader.arrayByKey.end())
      continue; // a temporary: nothing is reached through it on entry
    const Place &place = reader.pointers.at(key);
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
      reader.diags.add(stop ? DiagId::stop_between_moves : DiagId::host_between_moves, action.range);
      return false;
    }
    (stop ? stop->moved : point->moved) = all;
    for (HostValue &value : point ? point->values : noValues)
      if (value.array >= 0) {
        const auto moved =
            llvm::find_if(reader.draft.moves, [&](const auto &move) { return all && move.second == value.array; });
        value.value = reader.draft.arrays[moved == reader.draft.moves.end() ? value.array : moved->first].text;
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
  reader.inStep = true;
  return readStep(reader, stmt);
}

// Each reading finds some more of them, until one finds none.
void findHostVariables(Reader &reader, bool isCall) {
  for (bool isNew = true; isNew;) {
    Diagnostics silent;
    Reader trial(reader.ast, silent, reader.effects, reader.functionEffects);
    trial.hostVariables = reader.hostVariables;
    trial.computed = reader.computed;
    trial.function = reader.function;
    trial.statement = reader.statement;
    trial.region = reader.region;
    trial.equal = reader.equal;
    trial.made = reader.made;
    trial.hostCode = reader.hostCode;
    readStatement(trial, trial.region, isCall);
    findUnsureTables(trial);
    findUnrepeatable(trial);
    const size_t before = reader.hostVariables.size() + reader.computed.size();
    reader.hostVariables.merge(trial.found);
    reader.computed.merge(trial.foundComputed);
    isNew = reader.hostVariables.size() + reader.computed.size() > before;
  }
}

void addSizes(Reader &reader) {
  for (const DraftArray &array : reader.draft.arrays)
    if (array.sizeBytes > 0)
      reader.draft.asserts.push_back({"sizeof(" + array.text + ")", std::to_string(array.sizeBytes)});
}

std::vector<std::pair<std::string, std::string>> arrayNames(const Reader &reader, const StencilProgram &program) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const Field &field : program.fields)
    for (const DraftArray &array : reader.draft.arrays) {
      if (field.hidden || array.hidden)
        continue;
      // A field's base names its array: "A", "&A[0][0]".
      std::string base = field.base[0] == '&' ? field.base.substr(1) : field.base;
      if (base.compare(0, array.text.size(), array.text) == 0 &&
          (base.size() == array.text.size() || base[array.text.size()] == '['))
        names.push_back({array.text, field.name});
    }
  return names;
}

// What host code mentions must be what the clause says.
bool checkHostClause(Reader &reader, const StencilProgram &program) {
  for (const auto &[var, at] : reader.hostArrays)
    if (!reader.arrayByKey.count(variableKey(var)))
      return reader.fail(DiagId::host_code_sees, at, {var->getNameAsString()}), false;
  const std::optional<Clauses::Host> &host = program.clauses.host;
  if (host && !hasHostPoints(program)) {
    reader.diags.add(DiagId::host_without_code, program.clauses.where.at("host"));
    return false;
  }
  std::map<std::string, std::string> fields;
  for (const auto &[text, field] : arrayNames(reader, program))
    fields.try_emplace(text, field);
  for (const auto &[name, at, stored, isArray] : host ? reader.hostMentions : std::vector<Reader::HostMention>()) {
    auto field = fields.find(name);
    if (field == fields.end())
      continue;
    auto isIn = [&](const std::vector<std::string> &names) {
      return std::find(names.begin(), names.end(), field->second) != names.end();
    };
    if (!isIn(host->write) && (stored || !isIn(host->read)))
      return reader.fail(DiagId::host_code_not_named, at,
                         {name, stored ? "stores to" : "uses", stored ? "write" : "read"}),
             false;
  }
  return true;
}

// What the reader has found becomes the region's program.
bool makeProgram(Reader &reader, const Annotated &annotated, StencilProgram &program) {
  if (!closeMoves(reader) || !closeOwnMoves(reader) || !closeStops(reader) || !checkInvariantReads(reader) ||
      !checkRowArrays(reader) || !closeTables(reader))
    return false;
  describe(reader.ast, annotated, program);
  addSizes(reader);
  lineariseArrays(reader.draft);
  followLoops(reader.draft);
  separateAxes(reader.draft);
  return assemble(reader.draft, reader.names, program, reader.diags);
}

bool readExpanded(Reader &reader, const Annotated &annotated, Expansion &expansion) {
  // A block of threads has its time loop where a function has it.
  bool isCall = llvm::isa<clang::Expr>(annotated.stmt) ||
                (annotated.team.parallel && llvm::isa<clang::CompoundStmt>(annotated.stmt));
  reader.function = annotated.function;
  reader.statement = annotated.stmt;
  reader.region = expansion.stmt;
  reader.made = &expansion.made;
  reader.hostCode = &expansion.hostCode;
  reader.equal = expansion.equal;
  for (const clang::Expr *folded : expansion.folded)
    noteFolded(reader, folded);
  findHostVariables(reader, isCall);
  if (!readStatement(reader, expansion.stmt, isCall)) {
    if (reader.diags.hasErrors())
      noteCalls(reader.ast, annotated.stmt, expansion.calls, reader.diags);
    return false;
  }
  guardTeam(reader, annotated);
  guardReplaced(reader, expansion.calls);
  noteExchanged(reader, expansion);
  if (reader.draft.nests.empty())
    reader.fail(DiagId::nothing_stored, annotated.stmt);
  return !reader.draft.nests.empty();
}

// A pipeline says `outofcore` without numbers, which a clause may give.
void placeOutOfCore(const clang::ASTContext &ast, const Published &published, Clauses &clauses) {
  if (!published.pipeline)
    return;
  const SourceRange range = rangeOf(ast, published.pipeline->word.loc);
  clauses.outOfCore = clauses.outOfCore.value_or(Clauses::OutOfCore{});
  clauses.where.try_emplace("outofcore", range);
  clauses.where.try_emplace("pipeline", range);
}

// Where the outermost loop is one over cells, none of its statements is a record of the step.
std::optional<Expansion> expandRegion(const clang::ASTContext &ast, const Annotated &annotated,
                                      Diagnostics &diagnostics) {
  std::optional<Expansion> expansion = expandCalls(ast, annotated.function, annotated.stmt, true, diagnostics);
  const auto *loop = expansion ? llvm::dyn_cast<clang::ForStmt>(expansion->stmt) : nullptr;
  if (!loop || expansion->hostCode.empty())
    return expansion;
  Diagnostics silent;
  Effects effects = effectsOf(expansion->stmt);
  return isSpaceLoop(Reader(ast, silent, effects, effects), loop, true)
             ? expandCalls(ast, annotated.function, annotated.stmt, false, diagnostics)
             : std::move(expansion);
}

// Host code that calls nothing and uses no pointers, which may lead anywhere, looks at the arrays that it mentions
// only, so that a device needs to bring home no more.
void inferHostClause(const Reader &reader, StencilProgram &program) {
  if (program.clauses.host || !hasHostPoints(program))
    return;
  if (llvm::any_of(reader.draft.arrays, [](const DraftArray &array) { return array.pointed && !array.hidden; }) ||
      llvm::any_of(reader.hostMentions, [](const Reader::HostMention &mention) { return !mention.isArray; }))
    return;
  for (const DraftAction &action : reader.draft.actions)
    if (const auto *point = std::get_if<DraftHostPoint>(&action.node); point && !callsNothing(point->stmt))
      return;
  std::map<std::string, std::string> fields;
  for (const auto &[text, field] : arrayNames(reader, program))
    fields.try_emplace(text, field);
  Clauses::Host host;
  for (const auto &[name, at, stored, isArray] : reader.hostMentions)
    if (auto field = fields.find(name); field != fields.end())
      (stored ? host.write : host.read).push_back(field->second);
  program.clauses.host = std::move(host);
}

std::optional<Region> readExpansion(const clang::ASTContext &ast, const Annotated &annotated, const Clauses &clauses,
                                    const Published &published, Expansion expansion, int64_t longest,
                                    Diagnostics &diagnostics) {
  Region region;
  separateChains(ast, annotated.function, expansion);
  structureLoops(ast, annotated.function, expansion);
  writeOutStructs(ast, annotated.function, expansion);
  if (!nameExchanged(ast, annotated.function, expansion, diagnostics))
    return std::nullopt;
  nameMembers(ast, annotated.function, expansion);
  ownByCells(ast, annotated.function, annotated.stmt, expansion); // those that have names now
  region.first = simplifyHead(ast, expansion);
  separateChanges(ast, annotated.function, expansion);
  joinChanges(ast, annotated.function, expansion);
  const std::vector<TableCheck> tables = writeTables(ast, annotated.function, *annotated.rehearsal, expansion);
  const std::vector<TableCheck> numbers = fixTables(ast, annotated.function, *annotated.rehearsal, expansion);
  writeOut(ast, annotated.function, expansion, longest);
  Effects effects = effectsOf(expansion.stmt, true);
  Effects functionEffects = effectsOf(annotated.function->getBody());
  Reader reader(ast, diagnostics, effects, functionEffects);
  region.program.clauses = clauses;
  if (!readExpanded(reader, annotated, expansion))
    return std::nullopt;
  noteTables(reader, tables);
  noteTables(reader, numbers);
  if (!makeProgram(reader, annotated, region.program) ||
      !bindClauseNames(region.program.clauses, arrayNames(reader, region.program), diagnostics) ||
      !checkHostClause(reader, region.program) || !keepsPrivate(reader, annotated) ||
      !checkPublished({reader, annotated, expansion, published, region.program}))
    return std::nullopt;
  inferHostClause(reader, region.program);
  region.asserts = reader.draft.asserts;
  region.carried = reader.carried;
  region.hostCode = hostCodeOf(reader);
  std::optional<std::vector<std::string>> hostLocals = hostLocalsOf(reader, expansion);
  if (!hostLocals)
    return std::nullopt;
  region.hostLocals = std::move(*hostLocals);
  SharedScalars shared = sharedScalars(reader, annotated.function);
  region.sharedScalars = std::move(shared.read);
  region.writtenScalars = std::move(shared.written);
  std::optional<std::vector<LiveOut>> finals = finalsOf(reader);
  if (!finals)
    return std::nullopt;
  region.finals = std::move(*finals);
  region.left = leftOf(reader, region);
  placeInFile(ast, annotated, expansion.stepsFrom, region);
  return region;
}

// With the C library's copies as loops or as host code, with pointers that walk along or the places that they come to:
// the first way that can be read, or what hinders the last one.
std::optional<Region> readAnyhow(const clang::ASTContext &ast, const Annotated &annotated, const Clauses &clauses,
                                 const Published &published, Expansion expansion, Diagnostics &diagnostics) {
  countLoops(ast, annotated.function, expansion);
  nameRowStarts(ast, annotated.function, annotated.stmt, expansion);
  ownByCells(ast, annotated.function, annotated.stmt, expansion);
  leaveOutEmpty(ast, annotated.function, expansion);
  std::vector<Expansion> ways = {expansion};
  Diagnostics found;
  std::optional<Region> region;
  auto isReadWith = [&](Expansion way, int64_t longest) {
    do
      region = readExpansion(ast, annotated, clauses, published, way, longest, found = {});
    while (!region && takeForOne(way, found));
    return region.has_value();
  };
  auto isRead = [&](const Expansion &way) {
    if (!declaresLongArray(ast, way.stmt))
      return isReadWith(way, INT64_MAX);
    if (isReadWith(way, kLongArray))
      return true;
    const Diagnostics asRows = found;
    if (isReadWith(way, INT64_MAX))
      return true;
    if (!asRows.all().empty() && asRows.all().front().id != DiagId::array_inside_region)
      found = asRows;
    return false;
  };
  auto isReadWithCopies = [&](const Expansion &way) {
    const std::optional<Expansion> copies = writeOutCopies(ast, annotated.function, way);
    return copies && isRead(*copies);
  };
  if (std::optional<Expansion> standing = withoutWalks(ast, annotated.function, annotated.stmt, expansion))
    ways.push_back(std::move(*standing));
  (void)(llvm::any_of(ways, isReadWithCopies) || llvm::any_of(ways, isRead));
  diagnostics.add(found);
  return region;
}

// As it stands, with tables of arrays or structs that the step chooses between, or with the tests of the step in its
// nests: arms that a table makes one are better than tests. What is collected in some steps needs no host code then.
std::optional<Region> readSomehow(const clang::ASTContext &ast, const Annotated &annotated, const Clauses &clauses,
                                  const Published &published, const Expansion &expansion, Diagnostics &found) {
  std::optional<Region> region;
  Diagnostics silent;
  auto isRead = [&](const std::optional<Expansion> &way) {
    region = way ? readAnyhow(ast, annotated, clauses, published, *way, found = {}) : std::nullopt;
    return region.has_value();
  };
  auto isInside = [&](const auto &way) { return way && isRead(withTestsInside(ast, annotated.function, *way)); };
  if (isRead(expansion) || isRead(withTables(ast, annotated.function, annotated.stmt, found)) ||
      isRead(withStructTables(ast, annotated.function, expansion)) ||
      isInside(withTables(ast, annotated.function, annotated.stmt, silent)) || isInside(std::optional(expansion)))
    return region;
  const Diagnostics reason = found;
  if (!isInside(expandCalls(ast, annotated.function, annotated.stmt, false, silent)))
    found = reason;
  return region;
}

} // namespace

std::optional<Region> readRegion(const clang::ASTContext &ast, const Annotated &place, Diagnostics &diagnostics) {
  Annotated annotated = place;
  annotated.rehearsal = std::make_shared<Rehearsal>(ast, place.function, place.stmt);
  std::optional<Clauses> clauses = readClauses(ast, annotated.parts, diagnostics);
  std::optional<Published> published = readPublished(ast, annotated.parts, diagnostics);
  std::optional<Expansion> expansion = clauses && published ? expandRegion(ast, annotated, diagnostics) : std::nullopt;
  if (!expansion)
    return std::nullopt;
  placeOutOfCore(ast, *published, *clauses);
  Diagnostics found;
  std::optional<Region> region = readSomehow(ast, annotated, *clauses, *published, *expansion, found);
  diagnostics.add(found);
  return region;
}

// Where every step is kept, the region is what a step does.
static std::optional<Region> readStepOfHistory(const clang::ASTContext &ast, const Annotated &annotated,
                                               Diagnostics &diagnostics) {
  Annotated step = annotated;
  step.stmt = stepOfHistory(ast, annotated.stmt);
  if (!step.stmt || annotated.isSpan)
    return std::nullopt;
  Diagnostics found;
  std::optional<Region> region = readRegion(ast, step, found);
  if (!region)
    return std::nullopt;
  diagnostics.add(found);
  return region;
}

std::vector<Region> readRegions(clang::ASTContext &ast, const DirectiveTable &directives, const DirectiveTable &omp,
                                Diagnostics &diagnostics) {
  std::vector<Region> regions;
  for (Annotated &annotated : findRegions(ast, directives, diagnostics)) {
    annotated.team = teamOf(ast, omp, annotated);
    const bool isAlone = runsAlone(ast, annotated, diagnostics);
    std::optional<Region> region = isAlone ? readStepOfHistory(ast, annotated, diagnostics) : std::nullopt;
    if (!region && isAlone)
      region = readRegion(ast, annotated, diagnostics);
    if (region)
      regions.push_back(std::move(*region));
    else
      KASANE_CHECK(diagnostics.hasErrors());
  }
  return regions;
}

std::string mainFileText(const clang::ASTContext &ast) {
  return ast.getSourceManager().getBufferData(ast.getSourceManager().getMainFileID()).str();
}

} // namespace kasane
