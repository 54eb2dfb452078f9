// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From directives to regions: the wings in their order.
#include "kasane/Frontend/Frontend.h"

#include "Ast/Source.h"
#include "Directives/CheckPublished.h"
#include "Directives/Clauses.h"
#include "Directives/Fills.h"
#include "Directives/FindRegions.h"
#include "Directives/HaloCalls.h"
#include "Directives/Histories.h"
#include "Directives/HostChanges.h"
#include "Directives/HostClause.h"
#include "Directives/PlaceInFile.h"
#include "Directives/ReadRegion.h"
#include "Directives/Teams.h"
#include "Read/Assumed.h"
#include "Read/HostTexts.h"
#include "Read/LiveOut.h"
#include "Read/NullTests.h"
#include "Read/ReadStatement.h"
#include "Read/Replaceable.h"
#include "Read/SharedScalars.h"
#include "Simplify/Inline.h"
#include "Simplify/Leaving.h"
#include "Simplify/NamedValues.h"
#include "Simplify/StructPointers.h"
#include "Simplify/Ways.h"

#include "kasane/Layout/Assemble.h"
#include "kasane/Layout/FlatPlanes.h"
#include "kasane/Layout/Leaves.h"
#include "kasane/Layout/Profiles.h"
#include "kasane/Layout/RoundOrder.h"
#include "kasane/Layout/SeparateAxes.h"
#include "kasane/Support/Check.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

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
  program.directive = rangeOf(ast, annotated.directive()->loc);
  program.line = program.directive.begin.line;
  program.range = rangeOf(ast, annotated.stmt->getSourceRange());
}

// What the reader has found becomes the region's program.
bool makeProgram(Reader &reader, const Annotated &annotated, StencilProgram &program) {
  if (!closeStep(reader))
    return false;
  describe(reader.ast, annotated, program);
  lineariseArrays(reader.draft);
  followLoops(reader.draft);
  separatePlanes(reader.draft);
  separateAxes(reader.draft);
  Draft draft = reader.draft; // whose loops are looked at afterwards
  if (!takeLeaves(draft, reader.diags))
    return false;
  splitProfiles(draft, reader.names);
  orderRounds(draft, reader.names);
  if (!assemble(draft, reader.names, program, reader.diags))
    return false;
  tellApart(reader, program);
  guardThere(reader, program);
  return true;
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

// A block of threads has its time loop where a function has it.
bool mayHoldLoop(const Annotated &annotated) {
  return llvm::isa<clang::Expr>(annotated.stmt) ||
         (annotated.team.parallel && llvm::isa<clang::CompoundStmt>(annotated.stmt));
}

// A step that skips some of its statements must not lose the program's own ones.
bool hasAllHostCode(Reader &reader) {
  for (const auto &[place, code] : reader.expansion->hostCode)
    if (llvm::none_of(reader.draft.actions, [&, stmt = code](const DraftAction &action) {
          const auto *point = std::get_if<DraftHostPoint>(&action.node);
          return point && point->stmt == stmt;
        }))
      return reader.fail(DiagId::host_code_skipped, code), false;
  return true;
}

// Arrays that could be the cells' own are told of, since the message is about what they aren't.
void noteShared(const clang::ASTContext &ast, const Expansion &expansion, Diagnostics &diagnostics) {
  for (const clang::VarDecl *var : expansion.shared)
    diagnostics.last().notes.push_back(
        {DiagId::note_would_be_own, rangeOf(ast, var->getSourceRange()), {var->getNameAsString()}});
}

bool readNests(Reader &reader, const Annotated &annotated, const Way &way) {
  for (const clang::Expr *folded : way.expansion.folded)
    noteFolded(reader, folded);
  for (const clang::Expr *known : way.expansion.knownAtStart)
    reader.paramExprs.push_back({known, ""});
  findHostVariables(reader, mayHoldLoop(annotated));
  if (!readStatement(reader, way.expansion.stmt, mayHoldLoop(annotated))) {
    if (reader.diags.hasErrors()) {
      noteCalls(reader.ast, annotated.stmt, way.expansion.calls, reader.diags);
      noteShared(reader.ast, way.expansion, reader.diags);
    }
    return false;
  }
  if (!hasAllHostCode(reader))
    return false;
  guardTeam(reader, annotated);
  guardReplaced(reader, way.expansion.calls);
  guardLeftOut(reader, way.expansion.leftOut);
  guardAsked(reader, way.expansion.asked);
  noteExchanged(reader, way.expansion);
  noteTables(reader, way.first, way.checks);
  const bool isStored = !reader.draft.nests.empty() && !reader.draft.arrays.empty();
  if (!isStored)
    reader.fail(DiagId::nothing_stored, annotated.stmt);
  return isStored;
}

std::vector<Span> ownFunctions(const clang::ASTContext &ast, const std::vector<Called> &calls) {
  const clang::SourceManager &sources = ast.getSourceManager();
  std::vector<Span> spans;
  for (const Called &called : calls)
    if (const clang::FunctionDecl *function = called.function->getDefinition();
        function && sources.isWrittenInMainFile(sources.getExpansionLoc(function->getBeginLoc()))) {
      const Extent extent = extentOf(ast, function->getSourceRange());
      spans.push_back({extent.begin, extent.end});
    }
  return spans;
}

// What is set behind the call, and what the program's own code in the step looks at.
bool closeRegion(Reader &reader, const Annotated &annotated, const Way &way, Region &region) {
  region.first = way.first;
  region.sums = way.expansion.sums;
  for (const auto &[var, local] : way.expansion.lifted)
    region.lifted.push_back(local.lifted);
  llvm::sort(region.lifted, [](const Lifted &a, const Lifted &b) { return a.declared < b.declared; });
  region.asserts = reader.draft.asserts;
  region.carried = reader.carried;
  region.hostCode = hostCodeOf(reader);
  std::optional<std::vector<std::string>> hostLocals = hostLocalsOf(reader, way.expansion);
  if (!hostLocals)
    return false;
  region.hostLocals = std::move(*hostLocals);
  for (const clang::VarDecl *var : reader.host.lent)
    region.lent.insert(var->getNameAsString());
  SharedScalars shared = sharedScalars(reader, annotated.function);
  region.sharedScalars = std::move(shared.read);
  region.writtenScalars = std::move(shared.written);
  std::optional<std::vector<LiveOut>> finals = finalsOf(reader);
  if (!finals)
    return false;
  region.finals = std::move(*finals);
  region.left = leftOf(reader, region);
  region.functions = ownFunctions(reader.ast, way.expansion.calls);
  placeInFile(reader.ast, annotated, way.expansion.stepsFrom, region);
  return true;
}

std::optional<Region> readWay(const clang::ASTContext &ast, const Annotated &annotated, const Clauses &clauses,
                              const Published &published, const std::shared_ptr<Flows> &flows, Way &way,
                              Diagnostics &diagnostics) {
  Region region;
  const Effects effects = effectsOf(way.expansion.stmt, true);
  const Effects functionEffects = effectsOf(annotated.function->getBody());
  Reader reader({ast, effects, functionEffects, annotated.function, annotated.stmt, way.expansion.stmt, flows},
                &way.expansion, diagnostics);
  region.program.clauses = clauses;
  if (!readNests(reader, annotated, way) || !markHaloCalls(reader, clauses) ||
      !makeProgram(reader, annotated, region.program) ||
      !bindClauseNames(region.program.clauses, arrayNames(reader, region.program), diagnostics) ||
      !checkFills(reader) || !checkHostClause(reader, region.program) || !checkHostChanges(reader, region.program) ||
      !keepsPrivate(reader, annotated) ||
      !checkPublished({reader, annotated, way.expansion, published, region.program}))
    return std::nullopt;
  inferHostClause(reader, region.program);
  return closeRegion(reader, annotated, way, region) ? std::optional(std::move(region)) : std::nullopt;
}

// Does some host code make such a value?
bool hasNamedIn(const Naming &naming, const Region &region) {
  return llvm::any_of(region.hostCode, [&](const HostCode &code) { return naming.values.count(code.beginOffset) > 0; });
}

void takeNames(const Naming &naming, Region &region) {
  for (HostCode &code : region.hostCode)
    if (const auto named = naming.values.find(code.beginOffset); named != naming.values.end())
      code.named = named->second;
}

} // namespace

std::optional<Region> readRegion(const clang::ASTContext &ast, const Annotated &whole, Diagnostics &diagnostics) {
  const Leaving leaving = withoutLeaving(ast, whole.function, whole.stmt);
  Annotated annotated = whole;
  annotated.stmt = leaving.stmt;
  std::optional<Clauses> clauses = readClauses(ast, annotated.parts, diagnostics);
  const std::optional<Published> published = readPublished(ast, annotated.parts, diagnostics);
  if (!clauses || !published)
    return std::nullopt;
  placeOutOfCore(ast, *published, *clauses);
  const Rehearsal rehearsal(ast, whole.function, whole.stmt);
  const std::shared_ptr<Flows> flows = noFlowsYet(); // all ways stand in one function
  std::optional<Region> region;
  const ReadWay read = [&](Way &way, Diagnostics &why) {
    region = readWay(ast, annotated, *clauses, *published, flows, way, why);
    return region.has_value();
  };
  const Naming naming = nameValues(ast, annotated.function, annotated.stmt);
  Diagnostics found, withNames;
  readFirstWay({ast, annotated.function, annotated.stmt, rehearsal}, read, found);
  const std::optional<Region> asItStands = std::exchange(region, std::nullopt);
  if (!naming.values.empty() && (!asItStands || hasNamedIn(naming, *asItStands))) {
    readFirstWay({ast, annotated.function, naming.stmt, rehearsal}, read, withNames);
    if (region)
      takeNames(naming, *region);
    if (region || !asItStands)
      found = withNames;
  }
  if (!region)
    region = asItStands;
  diagnostics.add(found);
  if (region) {
    region->leaving = leaving.arms;
    region->hostLocals.insert(region->hostLocals.end(), leaving.declared.begin(), leaving.declared.end());
  }
  return region;
}

// Where every step is kept, the region is what a step does. A pragma of OpenMP's on the loop says more than that.
static std::optional<Region> readStepOfHistory(const clang::ASTContext &ast, const Annotated &annotated,
                                               Diagnostics &diagnostics) {
  Annotated step = annotated;
  step.stmt = stepOfHistory(ast, annotated.stmt);
  if (!step.stmt || annotated.isSpan || !annotated.team.attached.empty())
    return std::nullopt;
  Diagnostics found;
  std::optional<Region> region = readRegion(ast, step, found);
  if (!region)
    return std::nullopt;
  diagnostics.add(found);
  return region;
}

// Do cells look at what others of their nest store?
static bool looksAtStores(const StencilProgram &program) {
  return std::ranges::any_of(program.stages, [](const Stage &stage) {
    std::set<FieldId> stored;
    walk(stage.body, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<FieldStore>(&stmt.node))
        stored.insert(store->field);
    });
    bool looks = false;
    walkExprs(stage.body, [&](const Expr &e) {
      const auto *read = std::get_if<FieldRead>(&e.node);
      const bool isNear = read && std::ranges::all_of(read->far, [](const Poly &far) { return far.isZero(); });
      looks |= isNear && read->offset != Offset{} && stored.count(read->field);
    });
    return looks;
  });
}

std::optional<Region> readUnder(const clang::ASTContext &ast, const DirectiveTable &omp, Annotated annotated,
                                Diagnostics &diagnostics) {
  annotated.team = teamOf(ast, omp, annotated);
  if (!runsAlone(ast, annotated, diagnostics))
    return std::nullopt;
  Diagnostics ofStep, ofAll;
  const std::optional<Region> step = readStepOfHistory(ast, annotated, ofStep);
  if (step && !looksAtStores(step->program)) {
    diagnostics.add(ofStep);
    return step;
  }
  // Rows whose cells are made from those before them in the row, too, are better made together.
  std::optional<Region> region = readRegion(ast, annotated, ofAll);
  diagnostics.add(step && !region ? ofStep : ofAll);
  return region ? region : step;
}

std::vector<Region> readRegions(clang::ASTContext &ast, const DirectiveTable &directives, const DirectiveTable &omp,
                                Diagnostics &diagnostics) {
  std::vector<Region> regions;
  for (const Annotated &annotated : findRegions(ast, directives, diagnostics))
    if (std::optional<Region> region = readUnder(ast, omp, annotated, diagnostics))
      regions.push_back(std::move(*region));
    else
      KASANE_CHECK(diagnostics.hasErrors());
  return regions;
}

std::string mainFileText(const clang::ASTContext &ast) {
  return ast.getSourceManager().getBufferData(ast.getSourceManager().getMainFileID()).str();
}

} // namespace kasane
