// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Suggest/Gain.h"

#include "Options/FindMachine.h"
#include "Source/Regions.h"
#include "kasane/Analysis/Hull.h"
#include "kasane/Analysis/Renewed.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr size_t kStages = 32; // to choose a schedule for hundreds takes minutes

// Of a time loop that has no bound, and ends by a test.
constexpr int64_t kUnbounded = int64_t{1} << 40, kAssumedSteps = 100;

// The first loop nests of a step that has very many.
StencilProgram beginningOf(const StencilProgram &program) {
  StencilProgram out = program;
  out.stages.resize(std::min(out.stages.size(), kStages));
  std::erase_if(out.actions, [&](const HostAction &action) { return action.before > out.stages.size(); });
  return out;
}

double bytesOf(const Field &field, const StencilProgram &program, const Problem &problem) {
  double cells = 1;
  for (int a = 0; a < program.rank; ++a)
    cells *= field.has[a] ? static_cast<double>(problem.grid[a]) : 1.0;
  return cells * sizeOf(field.elem);
}

// One call's: arrays go to the device, and those that are written come home.
double secondsToMove(const StencilProgram &program, const Problem &problem, const HostLink &link) {
  const std::vector<FieldHull> hulls = fieldHulls(program);
  const std::vector<bool> anew = renewedFields(program);
  double seconds = 0;
  for (size_t f = 0; f < hulls.size(); ++f) {
    const Field &field = program.fields[f];
    if (field.hidden)
      continue;
    const double bytes = bytesOf(field, program, problem);
    if (!anew[f] && link.in > 0)
      seconds += bytes / link.in + link.latency;
    if (hulls[f].written && link.out > 0)
      seconds += bytes / link.out + link.latency;
  }
  return seconds;
}

// What a single thread has of the machine. Memory gives it no more than the cache before it does.
Machine oneCoreOf(const Machine &machine) {
  Machine out = machine;
  const auto cores = static_cast<double>(machine.units);
  out.units = 1;
  for (double *rate : {&out.operations.f32, &out.operations.f64, &out.operations.i32, &out.local.bandwidth})
    *rate /= cores;
  for (MemoryLevel &level : out.caches)
    level.bandwidth /= cores;
  if (!out.caches.empty() && out.caches.front().bandwidth > 0)
    out.memory.bandwidth = std::min(machine.memory.bandwidth, out.caches.front().bandwidth);
  out.launch = 0; // no threads are woken
  return out;
}

Estimate asTheyAre(const StencilProgram &program, const Machine &machine, bool hasThreads, int64_t steps,
                   const Options &options) {
  Pins pins;
  pins.family = Family::Sweep;
  pins.depth = 1;
  pins.fp = options.fp;
  const Machine run = hasThreads ? machine : oneCoreOf(machine);
  const Decision decision = choose(program, pins, *findTarget("openmp"), run, options.sizes, Policy::Model);
  const double seconds = decision.predicted.total * static_cast<double>(steps);
  return {"", machine.name, machine.title, run.units, seconds, 0};
}

std::optional<Machine> machineOf(const Options &options, const TargetInfo &target, Diagnostics &diagnostics) {
  Options of = options;
  if (!of.machine.empty())
    if (const auto given = findMachine(of.machine, diagnostics); given && !fits(*given, target))
      of.machine.clear();
  return machineFor(of, target.name, diagnostics);
}

} // namespace

const Estimate *Gains::best() const {
  const auto least = std::ranges::min_element(translated, {}, &Estimate::seconds);
  return least == translated.end() ? nullptr : &*least;
}

double Gains::saved() const { return best() ? asIs.seconds - best()->seconds : 0; }

double Gains::times() const { return best() ? asIs.seconds / best()->seconds : 0; }

Gains gainsOf(const StencilProgram &whole, bool hasThreads, const Options &options, Diagnostics &diagnostics) {
  Gains out;
  const StencilProgram program = beginningOf(whole);
  out.problem = problemOf(program, options.sizes);
  if (out.problem.steps >= kUnbounded)
    out.problem.steps = kAssumedSteps;
  Sizes sizes = options.sizes; // the same grid for all
  sizes.insert(out.problem.values.begin(), out.problem.values.end());
  out.share = updatesOf(program, out.problem) / updatesOf(whole, out.problem);
  if (const auto processor = machineOf(options, *findTarget("openmp"), diagnostics))
    out.asIs = asTheyAre(program, *processor, hasThreads, out.problem.steps, options);
  out.asIs.seconds /= out.share;
  for (const std::string &name : options.targets) {
    const TargetInfo &target = *findTarget(name);
    const auto machine = machineOf(options, target, diagnostics);
    Diagnostics refused; // such as a call that a card can't make bit for bit
    const StencilProgram seen = programOn(program, target);
    const auto pins = pinsOf(seen, options.pinned, target, options.fp, refused);
    if (!machine || !pins)
      continue;
    const Decision decision = choose(seen, *pins, target, *machine, sizes, options.policy);
    const bool isCard = target.workGroups && machine->kind != MachineClass::Cpu;
    const double moving = isCard ? secondsToMove(program, decision.problem, machine->link) : 0;
    const double seconds =
        decision.predicted.total * static_cast<double>(out.problem.steps) / out.share + machine->launch + moving;
    out.translated.push_back({name, machine->name, machine->title, isCard ? 0 : machine->units, seconds, moving});
  }
  return out;
}

} // namespace kasane
