// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainFacts.h"

#include "kasane/Analysis/Alias.h"
#include "kasane/Analysis/Extremes.h"
#include "kasane/Analysis/Hull.h"
#include "kasane/Analysis/Mapped.h"
#include "kasane/Analysis/PivotGroups.h"
#include "kasane/Analysis/Renewed.h"
#include "kasane/Lower/Lower.h"
#include "kasane/Schedule/RuledOut.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace kasane {
namespace {

void join(Reach &reach, const Reach &other) {
  for (size_t a = 0; a < kMaxAxes; ++a) {
    reach.lo[a] = std::min(reach.lo[a], other.lo[a]);
    reach.hi[a] = std::max(reach.hi[a], other.hi[a]);
  }
}

std::vector<FieldFacts> fieldsOf(const StencilProgram &program) {
  std::vector<FieldFacts> out;
  for (const Field &field : program.fields) {
    FieldFacts facts{field.name, std::string(nameOf(field.elem)), {}, false, false, field.hidden, {}, {}};
    for (int a = 0; a < program.rank; ++a)
      if (field.has[a])
        facts.extents.push_back(field.extent[a] ? field.extent[a]->str() : "?");
    if (!field.leaf.isZero())
      facts.extents.push_back(field.leaves ? field.leaves->str() : "?");
    out.push_back(std::move(facts));
  }
  for (const Stage &stage : program.stages)
    for (const FieldAccess &access : footprintOf(stage).fields) {
      FieldFacts &facts = out[static_cast<size_t>(access.field)];
      facts.read |= !access.reads.empty();
      facts.written |= access.written;
      facts.offsets.insert(access.reads.begin(), access.reads.end());
      join(facts.reach, access.reach());
    }
  return out;
}

StageFacts stageOf(const StencilProgram &program, const Stage &stage) {
  StageFacts out;
  out.line = stage.range.begin.line;
  for (int a = 0; a < program.rank; ++a)
    out.domain.emplace_back(stage.domain[a].lo.str(), stage.domain[a].hi.str());
  if (stage.leaves)
    out.domain.emplace_back(stage.leaves->lo.str(), stage.leaves->hi.str());
  for (const FieldAccess &access : footprintOf(stage).fields) {
    const std::string &name = program.fields[access.field].name;
    if (!access.reads.empty())
      out.reads.push_back(name);
    if (access.written)
      out.writes.push_back(name);
  }
  out.cost = countOps(program, stage);
  return out;
}

// The union of what the stages of a step read or compute beyond a tile.
std::vector<Reach> levelsOf(const StencilProgram &program, const Cone &cone) {
  std::vector<Reach> out(static_cast<size_t>(cone.depth) + 1);
  for (const ConeStage &at : cone.stages) {
    join(out[static_cast<size_t>(at.step) + 1], at.reach);
    for (const FieldAccess &access : footprintOf(program.stages[static_cast<size_t>(at.stage)]).fields) {
      Reach read = access.reach();
      for (size_t a = 0; a < kMaxAxes; ++a) {
        read.lo[a] += at.reach.lo[a];
        read.hi[a] += at.reach.hi[a];
      }
      if (at.fromMemory.count(access.field))
        join(out[0], read);
    }
  }
  return out;
}

// A sweep's kernels each compute the tile and no more.
std::vector<Reach> levelsOfSweep(const StencilProgram &program) {
  std::vector<Reach> out(2);
  for (const Stage &stage : program.stages)
    for (const FieldAccess &access : footprintOf(stage).fields)
      join(out[0], access.reach());
  return out;
}

// Arrays that levels so far apart read where they lie that each asks memory, or a cache, for them.
std::vector<std::string> readAgain(const StencilProgram &program, const Cone &cone, const Stream &stream) {
  std::map<FieldId, std::set<int64_t>> lags;
  for (const StreamLevel &level : stream.levels)
    for (const auto &[name, version] : level.reads)
      if (version == kInMemory)
        lags[cone.boundTo[level.step][name]].insert(level.lag);
  std::vector<std::string> out;
  for (const auto &[buffer, of] : lags)
    if (of.size() > 1)
      out.push_back(program.fields[buffer].name);
  return out;
}

StreamFacts streamFactsOf(const StencilProgram &program, const Cone &cone, const Schedule &schedule) {
  const Streams streams = streamsOf(program, cone);
  const Stream &stream = streams.of(schedule.tile, schedule.group, schedule.heldOnChip);
  StreamFacts out{stream.isLine ? "" : program.axisNames[stream.axis],
                  {},
                  {},
                  schedule.heldOnChip,
                  readAgain(program, cone, stream),
                  stream.planes(),
                  stream.levels};
  for (size_t v = 0; v < stream.versions.size(); ++v)
    if (stream.versions[v].level < 0)
      (v < streams.plain.versions.size() ? out.loaded : out.held)
          .push_back(program.fields[stream.versions[v].buffer].name);
  return out;
}

// Overlapped tiles have copies of their own on chip; a pipeline holds planes; a sweep reads every neighbour where it
// lies. Without what to do about it, which is said where the family is asked for.
std::string ruledOutBy(const StencilProgram &program, const std::optional<Diagnostic> &found) {
  if (!found)
    return "";
  const std::string text = format(found->id, found->args), what = text.substr(0, text.find(';'));
  const unsigned line = found->range.begin.line;
  const bool isOfRegion = line == program.range.begin.line || line == program.directive.begin.line;
  return line && !isOfRegion ? "line " + std::to_string(line) + ": " + what : what;
}

// Which values of the steps' rows and columns cells read.
std::vector<std::string> operandsOf(const StencilProgram &program, const Schedule &schedule) {
  const Pivot pivot = *pivotOf(program);
  std::vector<std::string> out;
  for (const PivotRead &read : pivot.reads(program)) {
    const std::string place = read.at[0] && read.at[1] ? "the step's own element"
                              : read.at[0]             ? "the step's column"
                                                       : "the step's row";
    const std::string line = place + " of " + program.fields[read.field].name + ": ";
    if (!out.empty() && out.back().starts_with(line))
      out.back() += ", and new values";
    else
      out.push_back(line + (read.isNew ? "new values" : "old values"));
  }
  if (schedule.rowLoops) {
    out.push_back("blocks of " + std::to_string(pivotWidth(program, pivot)) + " x " + std::to_string(kPivotRows) +
                  " cells in registers");
    return out;
  }
  const PivotShape shape = pivotGroups(program, pivot, schedule.tile, schedule.depth).rest;
  out.push_back(std::to_string(shape.items[0]) + " x " + std::to_string(shape.items[1]) + " work-items, each with " +
                std::to_string(shape.cells[0]) + " x " + std::to_string(shape.cells[1]) + " cells in registers");
  out.push_back("the next pass's rows and columns are made beside all other cells");
  for (const FieldId f : extremesOf(program, pivot))
    out.push_back("looks at all of " + program.fields[f].name +
                  " first: where no element is NaN or -0, one instruction makes a minimum or maximum");
  return out;
}

// The share of a block's cells that read beyond it, or of a family's, and where they do.
std::vector<std::string> blocksOf(const StencilProgram &program, const Schedule &schedule) {
  const Mapped mapped = std::get<Mapped>(mappedOf(program));
  const bool isFamilies = schedule.family == Family::Families;
  const int64_t length = isFamilies ? 2 * mapped.cells : mapped.cells;
  double inner = 1;
  Reach reach;
  for (const Stage &stage : mapped.program.stages)
    for (const FieldAccess &access : footprintOf(stage).fields)
      if (mapped.arrayOf[static_cast<size_t>(access.field)] >= 0)
        widen(reach, access.reach());
  for (int a = 0; a < mapped.program.rank; ++a)
    inner *= std::max(1 - static_cast<double>(reach.hi[a] - reach.lo[a]) / static_cast<double>(length), 0.0);
  const std::string percent = std::to_string(std::llround(100 * (1 - inner)));
  std::vector<std::string> out = {
      "blocks of " + std::to_string(mapped.cells) + " cells along each axis, without room for ghosts; " +
          (isFamilies ? "of whole families, which are made as one block, " : "") + percent +
          " % of the cells read beyond theirs",
      "such reads go to the neighbour of the same level; ghosts at jumps of level and at ends are made by the region"};
  if (schedule.family == Family::Classes)
    out.emplace_back("a group makes the cells of a block that look to the same sides");
  if (schedule.family == Family::Mapped)
    out.emplace_back("other ways over blocks, where they are asked for: schedules families and classes");
  return out;
}

ScheduleFacts scheduleOf(const StencilProgram &program, const Schedule &schedule) {
  ScheduleFacts out;
  out.schedule = schedule;
  if (schedule.family == Family::Sweep) {
    out.levels = levelsOfSweep(program);
    return out;
  }
  if (schedule.family == Family::Diamond) { // every level in place
    out.levels = levelsOfSweep(program);
    return out;
  }
  if (isOnBlocks(schedule.family)) {
    out.levels = levelsOfSweep(program);
    out.operands = blocksOf(program, schedule);
    return out;
  }
  if (schedule.family == Family::Pivot) {
    out.levels = levelsOfSweep(program);
    out.operands = operandsOf(program, schedule);
    return out;
  }
  const Cone cone = coneOf(program, schedule.depth, /*last=*/false);
  out.levels = levelsOf(program, cone);
  if (schedule.family == Family::Pipeline) {
    out.stream = streamFactsOf(program, cone, schedule);
    return out;
  }
  for (size_t f = 0; f < program.fields.size(); ++f) {
    const ConeBuffer &buffer = cone.buffers[f];
    if (buffer.onChip || buffer.written)
      out.halos.push_back({program.fields[f].name, buffer.onChip, buffer.reach, buffer.load != LoadKind::None,
                           buffer.stored || buffer.throughStage >= 0, buffer.spare});
  }
  return out;
}

// What a step is, before any schedule changes it.
void addWork(ScheduleFacts &facts, const StencilProgram &program) {
  facts.updates = updatesOf(program, facts.decision.problem);
  for (const Stage &stage : program.stages) {
    double cells = 1;
    for (const int64_t length : lengthOf(stage, facts.decision.problem))
      cells *= static_cast<double>(length);
    const OpCount cost = countOps(program, stage);
    facts.operations += cells * cost.operations;
    facts.bytes += cells * cost.bytes;
  }
}

void addTransfers(ScheduleFacts &facts, const StencilProgram &program) {
  const std::vector<FieldHull> hulls = fieldHulls(program);
  const std::vector<bool> anew = renewedFields(program);
  const std::vector<std::string> &scratch = program.clauses.scratch;
  for (size_t f = 0; f < hulls.size(); ++f) {
    const Field &field = program.fields[f];
    if (field.hidden)
      continue;
    facts.packed += field.apart > 1;
    facts.toDevice += !anew[f];
    facts.home += hulls[f].written && std::find(scratch.begin(), scratch.end(), field.name) == scratch.end();
  }
}

} // namespace

std::string accessOf(const FieldFacts &field) {
  if (!field.written)
    return "read";
  return field.read ? "read and written" : "written";
}

SourceLines linesOf(const Region &region, const std::string &text) {
  const size_t from = text.rfind('\n', region.pragmas.empty() ? region.beginOffset : region.pragmas.front()) + 1;
  const size_t to = text.find('\n', region.endOffset - 1);
  SourceLines out;
  out.first = static_cast<unsigned>(1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(from), '\n'));
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).slice(from, to).split(lines, '\n');
  for (const llvm::StringRef line : lines)
    out.lines.push_back(line.rtrim('\r').str());
  return out;
}

RegionFacts factsOf(const PlannedRegion &region) {
  const StencilProgram &program = region.program;
  RegionFacts out;
  out.name = labelOf(program);
  out.function = program.function;
  out.file = program.file;
  out.line = program.line;
  out.rank = program.rank;
  out.axes.assign(program.axisNames.begin(), program.axisNames.begin() + program.rank);
  if (hasLeaves(program))
    out.axes.push_back("leaf");
  if (program.time)
    out.time = program.time->var + " from " + program.time->lo.str() + " to " + program.time->hi.str() +
               (program.time->step == 1 ? "" : " by " + std::to_string(program.time->step));
  if (program.time && program.clauses.steps && !(program.time->hi - program.time->lo).constant())
    out.time += ", usually " + std::to_string(*program.clauses.steps) + " steps";
  out.fields = fieldsOf(program);
  for (const Stage &stage : program.stages)
    out.stages.push_back(stageOf(program, stage));
  for (const HostAction &action : program.actions)
    if (const auto *point = std::get_if<HostPoint>(&action.node); point && point->fill)
      out.fills.push_back(point->fill->array + " (line " + std::to_string(action.range.begin.line) + ")");
  for (size_t f = 0; f < program.rotation.size(); ++f)
    if (program.rotation[f] != static_cast<FieldId>(f))
      out.rotation.emplace_back(program.fields[f].name, program.fields[program.rotation[f]].name);
  out.cost = countOps(program);
  for (const Guard &guard : region.guards)
    out.guards.emplace_back(guard.value.str() + " >= 0", guard.reason);
  for (const FieldPair &pair : mayOverlap(program))
    out.disjoint.emplace_back(program.fields[pair.left].name, program.fields[pair.right].name);
  out.shared = region.region.sharedScalars;
  for (const TargetPlan &plan : region.targets) {
    const StencilProgram seen = programOn(program, *plan.target);
    out.schedules.push_back(scheduleOf(seen, plan.decision.schedule));
    out.schedules.back().machine = plan.machine;
    out.schedules.back().decision = plan.decision;
    out.schedules.back().ruledOut = ruledOutBy(seen, ruledOut(seen, *plan.target));
    out.schedules.back().noMap = ruledOutBy(seen, mapRuledOut(seen, *plan.target));
    out.schedules.back().noDiamonds = ruledOutBy(seen, diamondsRuledOut(seen, *plan.target));
    out.schedules.back().measured = plan.measured;
    addWork(out.schedules.back(), seen);
    if (!plan.target->workGroups)
      continue;
    addTransfers(out.schedules.back(), seen);
  }
  return out;
}

} // namespace kasane
