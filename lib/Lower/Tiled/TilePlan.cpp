// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tiled/TilePlan.h"

#include "Base/Window.h"
#include "Host/Actions.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

// The pool of spares: each rotation cycle has as many as one pass needs of it at once.
int spareFor(const std::vector<FieldId> &orbit, FieldId b, std::vector<HostSpare> &spares, std::set<int> &taken) {
  for (size_t k = 0; k < spares.size(); ++k)
    if (orbit[spares[k].like] == orbit[b] && taken.insert(static_cast<int>(k)).second)
      return static_cast<int>(k);
  spares.push_back({b});
  taken.insert(static_cast<int>(spares.size()) - 1);
  return static_cast<int>(spares.size()) - 1;
}

std::vector<HStmt> joined(HPass pass, const std::vector<HStmt> &after) {
  std::vector<HStmt> out = atHostPoints(std::move(pass));
  out.insert(out.end(), after.begin(), after.end());
  return out;
}

// What the kernel's name says of its pass.
std::string kindOf(const ConeOptions &options, size_t number) {
  if (options.stages != SIZE_MAX || !options.moves)
    return "_part" + std::to_string(number) + "_";
  if (options.outOfPlace && !options.gathers)
    return "_again";
  return options.last ? "_last" : "_pass";
}

std::vector<HStmt> uncounted(std::vector<HStmt> pass) {
  std::get<HPass>(pass.front().node).counted = 0;
  return pass;
}

} // namespace

TilePlan::TilePlan(Context &context, KernelMaker maker)
    : context_(context), maker_(maker), everyStep_(actsInEveryStep(context.program)),
      orbit_(orbitsOf(context.program)) {
  for (const Field &field : context.program.fields)
    next_.push_back(context.names.fresh(field.name + "_next"));
  for (size_t f = 0; context.endless && f < next_.size(); ++f)
    context.endless->context.names.fresh(context.program.fields[f].name + "_next");
}

std::vector<HStmt> TilePlan::pass(int depth, const ConeOptions &options) {
  Passing passing = begin(depth, options);
  if (options.gathers && !stops(context_.program)) // nothing that follows needs the fields as they were
    flipAtOnce(passing);
  if (options.gathers)
    for (int s = 0; s < depth; ++s)
      if (everyStep_ || s == depth - 1)
        act(passing, s);
  return joined(std::move(passing.pass), std::move(passing.after));
}

FamilyPlan TilePlan::region() {
  const int depth = context_.schedule.depth;
  const bool stop = stops(context_.program); // any pass may be the last, so all are alike
  std::vector<HStmt> &body = plan.body;
  if (context_.program.time && !stop)
    body.push_back({HRepeat{depth, pass(depth, options(false))}});
  body.push_back({HRepeat{depth - 1, pass(depth, options(true)), !stop}});
  if (depth > 1)
    body.push_back({HRest{}});
  for (int part = depth / 2, most = depth - 1; part > 0; most = part, part /= 2)
    if (const int keep = part > 1 || !stop ? part : 0; most > keep)
      body.push_back({HRepeat{keep, uncounted(pass(part, options(false))), true}});
  if (depth > 1 && !stop)
    body.push_back({HRepeat{0, uncounted(pass(1, options(true))), true}});
  return std::move(plan);
}

ConeOptions TilePlan::options(bool last) const {
  bool acts = !context_.program.actions.empty();
  bool stop = stops(context_.program);
  return {last || stop, acts && (last || everyStep_), stop};
}

TilePlan::Passing TilePlan::begin(int depth, const ConeOptions &options) {
  Passing passing{coneOf(context_.program, context_.touched, depth, options), {depth, {}}, {}};
  const Cone &cone = passing.cone;
  Tiles tiles{context_, cone, next_};
  for (int s = 0; s < depth; ++s)
    for (HStmt &scalar : stepScalars(context_, s))
      passing.pass.body.push_back(std::move(scalar));
  bool stores = std::any_of(cone.buffers.begin(), cone.buffers.end(), [](const ConeBuffer &b) { return b.stored; });
  if (stores)
    passing.pass.body.push_back({launch(tiles, kernelFor(tiles, options), passing.after)});
  if (std::vector<FieldId> from = cone.boundTo[depth]; from != cone.boundTo[0])
    passing.after.push_back({HRotate{from}});
  return passing;
}

void TilePlan::flipAtOnce(Passing &passing) {
  auto isFlip = [](const HStmt &stmt) { return std::holds_alternative<HFlip>(stmt.node); };
  std::copy_if(passing.after.begin(), passing.after.end(), std::back_inserter(passing.pass.body), isFlip);
  std::erase_if(passing.after, isFlip);
}

int TilePlan::kernelFor(const Tiles &tiles, const ConeOptions &options) {
  for (const auto &[cone, kernel] : kernels_)
    if (cone == tiles.cone)
      return kernel;
  const int index = static_cast<int>(plan.kernels.size());
  kernels_.push_back({tiles.cone, index});
  const bool often = !options.last && tiles.cone.depth == context_.schedule.depth;
  const std::string suffix = kindOf(options, kernels_.size()) + std::to_string(tiles.cone.depth);
  std::vector<Kernel> kernels = maker_(tiles, suffix, often), parts;
  if (context_.endless) {
    Context &endless = context_.endless->context;
    const Cone cone = coneOf(endless.program, endless.touched, tiles.cone.depth, options);
    parts = maker_({endless, cone, next_}, suffix + "_endless", often);
    addEndless(kernels.front(), parts);
  }
  std::ranges::move(kernels, std::back_inserter(plan.kernels));
  std::ranges::move(parts, std::back_inserter(plan.kernels));
  return index;
}

// Makes steps of a pass again, which wrote nothing but spares; the last one as far as the options say.
int TilePlan::endingFor(const ConeOptions &last) {
  if (const auto known = std::ranges::find(endings_, last); known != endings_.end())
    return static_cast<int>(known - endings_.begin());
  ConeOptions again = options(true);
  again.gathers = false;
  std::vector<HStmt> ending;
  for (int part = context_.schedule.depth / 2; part > 0; part /= 2)
    ending.push_back({HRepeat{part, uncounted(pass(part, again)), true}});
  std::ranges::move(uncounted(pass(1, last)), std::back_inserter(ending));
  endings_.push_back(last);
  plan.endings.push_back(std::move(ending));
  return static_cast<int>(endings_.size()) - 1;
}

// The host's part of step `step`, behind the pass. Where it ends the region before the pass's end, the pass is made
// again as far as that.
void TilePlan::act(Passing &passing, int step) {
  const int depth = passing.cone.depth;
  WhenStopped whenStopped = [&](const HostAction &action, const Stop &stop, HStop &out) {
    const bool whole = action.before == context_.program.stages.size() && (stop.moved || !movesPointers());
    if (whole && step == depth - 1) {
      out.body = passing.after;
      return;
    }
    ConeOptions last = options(true);
    last.gathers = false;
    last.stages = whole ? SIZE_MAX : action.before;
    last.moves = whole || stop.moved;
    out.again = HAgain{depth, step + 1, endingFor(last)};
  };
  for (HStmt &stmt : actionsOf(context_, plan, step, depth, passing.cone.boundTo[step], whenStopped))
    passing.pass.body.push_back(std::move(stmt));
}

bool TilePlan::movesPointers() const {
  for (size_t f = 0; f < context_.program.fields.size(); ++f)
    if (!context_.program.fields[f].hidden && context_.program.rotation[f] != static_cast<FieldId>(f))
      return true;
  return false;
}

HLaunch TilePlan::launch(const Tiles &tiles, int index, std::vector<HStmt> &flips) {
  const Kernel &kernel = plan.kernels[index];
  HLaunch launch{index, {}, {}};
  std::set<int> taken;
  Uses uses = usesOf(kernel.body);
  for (size_t b = 0; b < context_.program.fields.size(); ++b) {
    int name = static_cast<int>(b);
    if (uses.buffers.count(nameOfBuffer(tiles, name)))
      launch.buffers.push_back({name, -1});
    if (!tiles.cone.buffers[b].spare)
      continue;
    int spare = spareFor(orbit_, name, plan.spares, taken);
    launch.buffers.push_back({-1, spare});
    flips.push_back({HFlip{name, spare}});
  }
  for (const ScalarParam &param : kernel.scalars)
    launch.scalars.push_back(scalar(param.name, param.type));
  return launch;
}

} // namespace kasane::lowering
