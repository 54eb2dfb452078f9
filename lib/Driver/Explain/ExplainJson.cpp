// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainFacts.h"
#include "Options/OptionValues.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace kasane {
namespace {

namespace json = llvm::json;
using Names = std::vector<std::string>;

template <class Items, class Spell> json::Array arrayOf(const Items &items, Spell spell) {
  json::Array out;
  for (const auto &item : items)
    out.push_back(spell(item));
  return out;
}

json::Array strings(const Names &names) {
  return arrayOf(names, [](const std::string &name) { return json::Value(name); });
}

json::Array numbers(const Offset &offset, int rank) {
  json::Array out;
  for (int a = 0; a < rank; ++a)
    out.push_back(offset[a]);
  return out;
}

json::Object reachOf(const Reach &reach, int rank) {
  return json::Object{{"lo", numbers(reach.lo, rank)}, {"hi", numbers(reach.hi, rank)}};
}

json::Object costOf(const OpCount &cost) {
  return json::Object{{"operations", cost.operations}, {"bytes", cost.bytes}, {"arrays", cost.arrays}};
}

json::Object fieldOf(const FieldFacts &field, int rank) {
  const auto offset = [&](const Offset &o) { return json::Value(numbers(o, rank)); };
  return json::Object{{"name", field.name},
                      {"type", field.type},
                      {"extents", strings(field.extents)},
                      {"read", field.read},
                      {"written", field.written},
                      {"offsets", arrayOf(field.offsets, offset)},
                      {"reach", reachOf(field.reach, rank)}};
}

json::Object stageOf(const StageFacts &stage) {
  const auto bounds = [](const auto &axis) { return json::Value(json::Array{axis.first, axis.second}); };
  return json::Object{{"line", stage.line},
                      {"domain", arrayOf(stage.domain, bounds)},
                      {"reads", strings(stage.reads)},
                      {"writes", strings(stage.writes)},
                      {"cost", costOf(stage.cost)}};
}

json::Object scheduleOf(const Schedule &s) {
  return json::Object{{"target", s.target},
                      {"family", nameOf(s.family)},
                      {"tile", json::Array{s.tile[0], s.tile[1], s.tile[2]}},
                      {"group", json::Array{s.group[0], s.group[1], s.group[2]}},
                      {"depth", s.depth},
                      {"placement", nameOf(s.placement)},
                      {"fp", nameOf(s.fp)}};
}

// JSON knows no infinity.
json::Value number(double value) { return std::isfinite(value) ? json::Value(value) : json::Value(nullptr); }

json::Object predictionOf(const Prediction &prediction) {
  json::Object seconds;
  for (int r = 0; r < kResources; ++r)
    seconds[nameOf(static_cast<Resource>(r))] = number(prediction.seconds[r]);
  return json::Object{{"step_seconds", number(prediction.total)},
                      {"bound", nameOf(prediction.bound)},
                      {"seconds", std::move(seconds)},
                      {"memory_bytes", number(prediction.moved)},
                      {"launch_seconds", number(prediction.overhead)},
                      {"redundancy", number(prediction.redundancy)},
                      {"fill", number(prediction.fill)},
                      {"on_chip_bytes", prediction.onChip}};
}

json::Object paperStepOf(const PaperStep &step) {
  const auto &[w, h, d] = step.candidate.group;
  return json::Object{{"shape", json::Array{w, h, d, step.candidate.depth}},
                      {"accepted", step.verdict == PaperVerdict::Accepted},
                      {"bytes_per_flop", number(step.bytesPerFlop)},
                      {"tile_bytes", number(step.tile)},
                      {"groups", number(step.groups)},
                      {"text", print(step)}};
}

json::Object measuredOf(const Measurement &measured) {
  json::Object out{{"how", std::string(nameOf(measured.tune))}, {"device", measured.device}};
  if (!measured.why.empty()) {
    out["not_measured"] = measured.why;
    return out;
  }
  out["known_before"] = measured.isKnown;
  out["failed"] = static_cast<int64_t>(measured.failed);
  out["share_of_best"] = shareOfBest(measured);
  out["chosen_without"] = scheduleOf(measured.predicted.schedule);
  out["timed"] = arrayOf(measured.timed, [](const Timed &timed) {
    return json::Value(json::Object{{"schedule", scheduleOf(timed.candidate.schedule)},
                                    {"step_seconds", number(timed.seconds())},
                                    {"predicted_seconds", number(timed.candidate.predicted.total)},
                                    {"samples", json::Array(timed.samples)}});
  });
  return out;
}

// Of one step of the assumed grid, unless the name says otherwise.
void addDecision(json::Object &out, const ScheduleFacts &facts, int rank) {
  const Decision &decision = facts.decision;
  out["machine"] = facts.machine.name;
  out["grid"] = json::Array(llvm::ArrayRef(decision.problem.grid).take_front(static_cast<size_t>(rank)));
  out["steps"] = decision.problem.steps;
  out["assumed"] = strings(decision.problem.assumed);
  out["updates"] = facts.updates;
  out["predicted"] = predictionOf(decision.predicted);
  out["candidates"] = arrayOf(decision.candidates, [](const Candidate &candidate) {
    return json::Value(json::Object{{"schedule", scheduleOf(candidate.schedule)},
                                    {"step_seconds", number(candidate.predicted.total)},
                                    {"bound", nameOf(candidate.predicted.bound)}});
  });
  out["stopped"] = arrayOf(decision.stopped, [](const Stopped &stopped) {
    return json::Value(json::Object{{"direction", stopped.direction}, {"reason", stopped.reason}});
  });
  if (facts.measured.tune != Tune::No)
    out["measured"] = measuredOf(facts.measured);
  out["margins"] = json::Object{{"family", decision.margins.family}, {"step", decision.margins.step}};
  out["refused"] = decision.refused;
  out["paper"] = arrayOf(decision.paper.steps, [](const PaperStep &step) { return json::Value(paperStepOf(step)); });
}

json::Value runOf(const ScheduleFacts &facts) {
  if (!facts.run)
    return nullptr;
  const RunFacts &run = *facts.run;
  return json::Object{{"file", run.file},
                      {"schedule", spellSchedule(run.schedule)},
                      {"machine", run.machine},
                      {"calls", run.calls},
                      {"declined", run.declined},
                      {"verified", run.verified},
                      {"reason", run.reason},
                      {"steps", run.steps},
                      {"cells", run.cells},
                      {"memory", run.memory},
                      {"bytes", run.moved},
                      {"seconds", number(run.seconds)},
                      {"kernel_seconds", number(run.inKernels)},
                      {"predicted_seconds", number(run.predicted)}};
}

json::Value adviceOf(const Advice &advice) {
  return json::Object{{"kind", std::string(nameOf(advice.kind))},
                      {"what", advice.what},
                      {"why", advice.why},
                      {"step_seconds", advice.seconds > 0 ? number(advice.seconds) : json::Value(nullptr)},
                      {"line", advice.line ? json::Value(advice.line) : json::Value(nullptr)},
                      {"add", strings(advice.add)},
                      {"remove", strings(advice.remove)}};
}

json::Value streamOf(const std::optional<StreamFacts> &stream, int rank) {
  if (!stream)
    return nullptr;
  return json::Object{{"axis", stream->axis.empty() ? json::Value(nullptr) : json::Value(stream->axis)},
                      {"loaded", strings(stream->loaded)},
                      {"held", strings(stream->held)},
                      {"read_again", strings(stream->again)},
                      {"planes", stream->planes},
                      {"levels", arrayOf(stream->levels, [&](const StreamLevel &level) {
                         return json::Value(json::Object{{"step", level.step + 1},
                                                         {"stage", level.stage + 1},
                                                         {"lag", level.lag},
                                                         {"reach", reachOf(level.reach, rank)}});
                       })}};
}

json::Object halosOf(const ScheduleFacts &facts, int rank) {
  json::Object out = scheduleOf(facts.schedule);
  out["arrays_to_device"] = facts.toDevice;
  out["arrays_home"] = facts.home;
  out["arrays_packed"] = facts.packed;
  out["halos"] = arrayOf(facts.halos, [&](const HaloFacts &halo) {
    return json::Value(json::Object{{"field", halo.field},
                                    {"on_chip", halo.onChip},
                                    {"loaded", halo.loaded},
                                    {"stored", halo.stored},
                                    {"shadowed", halo.shadowed},
                                    {"reach", reachOf(halo.reach, rank)}});
  });
  out["stream"] = streamOf(facts.stream, rank);
  out["run"] = runOf(facts);
  out["faster"] = arrayOf(facts.faster, adviceOf);
  addDecision(out, facts, rank);
  return out;
}

} // namespace

json::Object explainRegionJson(const RegionFacts &region) {
  const auto pair = [](const auto &p) { return json::Value(json::Array{p.first, p.second}); };
  const auto guard = [](const auto &g) {
    return json::Value(json::Object{{"condition", g.first}, {"reason", g.second}});
  };
  json::Object out{{"name", region.name},
                   {"function", region.function},
                   {"file", region.file},
                   {"line", region.line},
                   {"rank", region.rank},
                   {"axes", strings(region.axes)},
                   {"time", region.time.empty() ? json::Value(nullptr) : json::Value(region.time)},
                   {"cost", costOf(region.cost)},
                   {"fills", strings(region.fills)},
                   {"rotation", arrayOf(region.rotation, pair)},
                   {"guards", arrayOf(region.guards, guard)},
                   {"disjoint", arrayOf(region.disjoint, pair)},
                   {"shared_scalars", strings(region.shared)}};
  out["fields"] = arrayOf(region.fields, [&](const FieldFacts &f) { return json::Value(fieldOf(f, region.rank)); });
  out["stages"] = arrayOf(region.stages, [](const StageFacts &s) { return json::Value(stageOf(s)); });
  // `schedule` is the default target's; `schedules` has every target's.
  if (!region.schedules.empty())
    out["schedule"] = scheduleOf(region.schedules.front().schedule);
  out["schedules"] =
      arrayOf(region.schedules, [&](const ScheduleFacts &s) { return json::Value(halosOf(s, region.rank)); });
  return out;
}

std::string explainJson(const std::vector<RegionFacts> &regions) {
  std::string text;
  llvm::raw_string_ostream out(text);
  const auto region = [](const RegionFacts &r) { return json::Value(explainRegionJson(r)); };
  json::OStream writer(out, /*IndentSize=*/2);
  writer.value(json::Object{{"version", 1}, {"regions", arrayOf(regions, region)}});
  out << "\n";
  return out.str();
}

} // namespace kasane
