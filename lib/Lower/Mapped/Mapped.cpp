// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mapped/Mapped.h"

#include "Host/Actions.h"
#include "Mapped/BlockKernel.h"
#include "Mapped/GhostKernels.h"

#include <numeric>

namespace kasane::lowering {
namespace {

// Elements before the first block and behind the last one: at a row's ends as many are loaded that nobody looks at. No
// block has longer rows, and so many are whole lines of memory.
constexpr int64_t kBeside = 64;

class Maker {
public:
  Maker(Context &context, const Mapped &mapped) : context_(context), mapped_(mapped), blocks_(context, mapped) {}

  FamilyPlan run() {
    buffers();
    eachArray([&](size_t a) {
      if (!mapped_.arrays[a].isRenewed)
        plan_.body.push_back(launch({GhostWork::Load}, a));
    });
    const int last = lastSteps();
    if (context_.program.time)
      plan_.body.push_back({HRepeat{last, step(/*isLast=*/false)}});
    plan_.body.push_back({HRepeat{0, step(/*isLast=*/true), context_.program.time.has_value()}});
    eachArray([&](size_t a) {
      if (mapped_.arrays[a].isStored || mapped_.arrays[a].from != static_cast<int>(a))
        plan_.body.push_back(launch({GhostWork::StoreCells}, a));
    });
    return std::move(plan_);
  }

private:
  template <typename Visit> void eachArray(const Visit &visit) {
    for (size_t a = 0; a < mapped_.arrays.size(); ++a)
      visit(a);
  }

  const MeshMap &map() const { return *mapped_.program.map; }
  int fieldCount() const { return static_cast<int>(context_.program.fields.size()); }

  // In so many steps every memory has every name of its cycle.
  int lastSteps() const {
    int most = 1;
    for (size_t a = 0; a < mapped_.arrays.size(); ++a) {
      int length = 1;
      for (auto at = static_cast<size_t>(mapped_.arrays[a].from); at != a;
           at = static_cast<size_t>(mapped_.arrays[at].from))
        ++length;
      most = std::max(most, length);
    }
    return most;
  }

  // The arrays are one piece of memory each, which its component 0 stands for. So are the map's lists.
  void buffers() {
    eachArray([&](size_t a) {
      const MappedArray &array = mapped_.arrays[a];
      const int64_t block = array.components * mapped_.room();
      for (size_t n = 0; n < array.fields.size(); ++n)
        plan_.flat[array.fields[n]] = {array.numbers[n] ? intLit(0) : mul(scalar(mapped_.leaves), intLit(block)),
                                       array.isFilled || array.isStored};
      HostBuffer copy;
      copy.name = blocks_.names[a];
      copy.type = array.elem;
      copy.hidden = copy.written = true;
      copy.box.fill({intLit(0), intLit(1)});
      const ExprPtr elements = mul(maxOf(scalar(map().blocks), intLit(1)), intLit(blocks_.block(blocks_.shapeOf(a))));
      const int64_t beside = context_.schedule.family == Family::Rows ? kBeside : 0;
      copy.box[0] = {intLit(-beside), add(elements, intLit(beside))};
      copy.stride = {Poly(1), Poly(0), Poly(0)};
      copy.first = copy.box[0].lo;
      copy.last = sub(copy.box[0].hi, intLit(1));
      plan_.partBuffers.push_back(std::move(copy));
      if (!array.isFilled)
        return;
      list(map().arrays[a].from, scalar(map().ends));
      list(map().arrays[a].values, intLit(2 * context_.program.rank));
    });
    const ExprPtr ways = mul(scalar(mapped_.leaves), intLit(mapped_.directions()));
    const std::string &number = map().number; // as long as it is the same, these lists are
    list(map().block, ways, number);
    list(map().shift, ways, number);
    list(map().mean, mul(scalar(map().means), intLit(2)), number);
    list(map().beyond, mul(scalar(map().beyonds), intLit(3)), number);
    list(map().finer, mul(scalar(map().finers), intLit(3 + 2 * context_.program.rank)), number);
    list(map().end, scalar(map().ends), number);
    if (map().family >= 0) {
      list(map().family, scalar(map().families), number);
      list(map().alone, scalar(map().alones), number);
    }
  }

  void list(FieldId field, const ExprPtr &elements, const std::string &version = "") {
    plan_.flat[field] = {maxOf(elements, intLit(1)), false, version};
  }

  std::vector<HStmt> step(bool isLast) {
    HPass pass{1, stepScalars(context_, 0)};
    for (size_t k = 0; k <= context_.program.stages.size(); ++k) {
      for (size_t f = 0; f < mapped_.fills.size(); ++f)
        if (mapped_.fills[f].before == k)
          addFill(pass.body, f, isLast);
      if (k < context_.program.stages.size())
        for (const BlockUse &use : blockUses(context_, blocks_, k))
          pass.body.push_back(launch(use));
    }
    std::vector<HStmt> out;
    out.push_back({std::move(pass)});
    if (rotates(context_.program))
      out.push_back(moves());
    return out;
  }

  void addFill(std::vector<HStmt> &body, size_t number, bool isLast) {
    const MappedFill &fill = mapped_.fills[number];
    const auto a = static_cast<size_t>(fill.array);
    for (const GhostWork work :
         {GhostWork::Mean, GhostWork::Beyond, fill.isLinear ? GhostWork::Linear : GhostWork::Constant, GhostWork::Ends})
      if (fill.isLinear || work != GhostWork::Beyond)
        body.push_back(
            launch({work, fill.level, fill.between && work != GhostWork::Ends ? static_cast<int>(number) : -1}, a));
    if (isLast)
      body.push_back(launch({GhostWork::StoreGhosts, fill.level}, a));
  }

  HStmt moves() const {
    std::vector<int> from(context_.program.rotation.begin(), context_.program.rotation.end());
    for (const MappedArray &array : mapped_.arrays)
      from.push_back(fieldCount() + array.from);
    return {HRotate{std::move(from)}};
  }

  HStmt launch(const BlockUse &use) {
    auto found = std::ranges::find(stages_, use, &std::pair<BlockUse, int>::first);
    if (found == stages_.end()) {
      found = stages_.insert(found, {use, static_cast<int>(plan_.kernels.size())});
      plan_.kernels.push_back(blockKernel(context_, blocks_, use));
    }
    const Kernel &kernel = plan_.kernels[static_cast<size_t>(found->second)];
    HLaunch out{found->second, {}, {}};
    for (const BufferParam &buffer : kernel.buffers) {
      const auto copy = std::ranges::find(blocks_.names, buffer.name);
      const auto field = std::ranges::find(context_.program.fields, buffer.name, &Field::name);
      out.buffers.push_back({copy != blocks_.names.end() ? fieldCount() + static_cast<int>(copy - blocks_.names.begin())
                                                         : static_cast<int>(field - context_.program.fields.begin()),
                             -1});
    }
    return withScalars(std::move(out), kernel);
  }

  HStmt launch(const GhostUse &use, size_t array) {
    const BlockShape shape = blocks_.shapeOf(array);
    auto found = std::ranges::find_if(ghosts_, [&](const Ghosts &g) { return g.use == use && g.shape == shape; });
    if (found == ghosts_.end()) {
      const GhostKernel made = ghostKernel(context_, blocks_, shape, use);
      found = ghosts_.insert(found, {use, shape, static_cast<int>(plan_.kernels.size()), made.buffers});
      plan_.kernels.push_back(made.kernel);
    }
    HLaunch out{found->kernel, {}, {}};
    for (const auto &[of, field] : found->buffers)
      out.buffers.push_back({bufferFor(of, field, array), -1});
    const GridAxis &entries = plan_.kernels[static_cast<size_t>(found->kernel)].grid[0];
    if (context_.schedule.rowLoops) // threads would meet for nothing
      out.when = binary(BinaryOp::Gt, sub(entries.hi, entries.lo), intLit(0));
    return withScalars(std::move(out), plan_.kernels[static_cast<size_t>(found->kernel)]);
  }

  int bufferFor(GhostKernel::Of of, FieldId field, size_t array) const {
    const MappedArray &in = mapped_.arrays[array];
    switch (of) {
    case GhostKernel::Of::Blocks:
      return fieldCount() + static_cast<int>(array);
    case GhostKernel::Of::BlocksOf:
      return fieldCount() + field;
    case GhostKernel::Of::Array:
      return in.fields[static_cast<size_t>(std::ranges::find(in.numbers, 0) - in.numbers.begin())];
    case GhostKernel::Of::EndSources:
      return map().arrays[array].from;
    case GhostKernel::Of::EndValues:
      return map().arrays[array].values;
    case GhostKernel::Of::Field:
      return field;
    }
    return field;
  }

  static HStmt withScalars(HLaunch launch, const Kernel &kernel) {
    for (const ScalarParam &param : kernel.scalars)
      launch.scalars.push_back(scalar(param.name, param.type));
    return {std::move(launch)};
  }

  struct Ghosts {
    GhostUse use;
    BlockShape shape;
    int kernel;
    std::vector<std::pair<GhostKernel::Of, FieldId>> buffers;
  };

  Context &context_;
  const Mapped &mapped_;
  Blocks blocks_;
  FamilyPlan plan_;
  std::vector<std::pair<BlockUse, int>> stages_; // their kernels
  std::vector<Ghosts> ghosts_;
};

} // namespace

FamilyPlan lowerMapped(Context &context, const Mapped &mapped) { return Maker(context, mapped).run(); }

} // namespace kasane::lowering
