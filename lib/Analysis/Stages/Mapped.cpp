// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Mapped.h"

#include "Stages/MappedNests.h"

#include "kasane/Analysis/FieldText.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kMostCells = 64, kMostGhosts = 4; // of a mesh's blocks

// Of three axes where the last one goes over leaves: that one is taken away.
StencilProgram withoutLeafAxis(const StencilProgram &program) {
  StencilProgram out = program;
  out.rank = 2;
  for (Field &field : out.fields) {
    if (!field.has[2])
      continue;
    field.leaf = field.stride[2];
    field.leaves = field.extent[2];
    field.has[2] = false;
    field.stride[2] = 0;
    field.extent[2] = std::nullopt;
  }
  for (Stage &stage : out.stages) {
    stage.leaves = stage.domain[2];
    stage.domain[2] = {0, 1};
    std::erase_if(stage.order, [](const LoopOrder &loop) { return loop.axis == 2; });
    stage.body = withValues(stage.body, [](const ExprPtr &value) {
      return rewrite(value, [](const Expr &e) -> ExprPtr {
        const auto *index = std::get_if<IndexRef>(&e.node);
        if (!index || index->axis != 2)
          return nullptr;
        const ExprPtr leaf = scalar(kLeafName);
        return e.type == ScalarType::I64 ? leaf : makeExpr(e.type, Cast{leaf}, e.range);
      });
    });
  }
  return out;
}

int64_t power(int64_t base, int exponent) {
  int64_t out = 1;
  for (int n = 0; n < exponent; ++n)
    out *= base;
  return out;
}

class Maker {
public:
  explicit Maker(const StencilProgram &program) : asked_(program) {}

  std::variant<Mapped, NotMapped> run() {
    if (!fills() || !leaves() || !arrays() || !sizes())
      return *against_;
    if (const std::optional<NotMapped> against = readNests(out_))
      return *against;
    return std::move(out_);
  }

private:
  bool fail(std::string reason, SourceRange range = {}) {
    if (!against_)
      against_ = NotMapped{std::move(reason), range};
    return false;
  }

  static std::string quoted(const std::string &name) { return "'" + name + "'"; }

  // All that the host does in a step is to fill ghosts.
  bool fills() {
    for (const HostAction &action : asked_.actions) {
      const auto *point = std::get_if<HostPoint>(&action.node);
      if (!point || !point->fill)
        return fail("the host has something else to do in each step than to fill ghosts", action.range);
      const MeshFill &fill = *point->fill;
      if (fill.rule == MeshFill::Rule::Other)
        return fail("ghosts of " + quoted(fill.array) + " are filled by a rule of the program's own", action.range);
      if (fill.between && (asked_.time || rotates(asked_)))
        return fail("ghosts of " + quoted(fill.array) + " are filled at a time between two within a time loop",
                    action.range);
      if (!fill.isWhole && fill.level.empty())
        return fail("of which leaves ghosts of " + quoted(fill.array) +
                        " are filled, or from what, isn't known at the call",
                    action.range);
      if (point->condition)
        return fail("ghosts of " + quoted(fill.array) + " aren't filled in every step", action.range);
      if ((point->moved && rotates(asked_)) || !point->between.empty())
        return fail("ghosts of " + quoted(fill.array) + " are filled behind an exchange of pointers", action.range);
      if (!out_.mesh.empty() && out_.mesh != fill.mesh)
        return fail("there are two meshes", action.range);
      out_.mesh = fill.mesh;
    }
    return !out_.mesh.empty() || fail("no ghosts of a mesh are filled in it");
  }

  // Every nest goes over leaves of that mesh: all, or those of levels.
  bool leaves() {
    const bool isApart = hasLeaves(asked_);
    if (!isApart && asked_.rank != 3)
      return fail("it has no loop over leaves");
    for (const Param &param : asked_.params)
      if (param.text == out_.mesh + "->leaves")
        out_.leaves = param.name;
    for (const Stage &stage : asked_.stages) {
      const AxisBounds &bounds = isApart ? *stage.leaves : stage.domain[2];
      if (!isOfLevels(bounds.lo) || !isOfLevels(bounds.hi) || (bounds.lo.isZero() && !goesOverAll(out_, bounds)))
        return fail("this nest goes neither over all leaves, from 0 to " + out_.mesh +
                        "->leaves, nor over a level's, " + "from " + out_.mesh + "->first[l] to " + out_.mesh +
                        "->first[l + 1]",
                    stage.range);
      if (!isApart && !isOfOneLeaf(stage))
        return false;
    }
    out_.program = isApart ? asked_ : withoutLeafAxis(asked_);
    out_.program.actions.clear();
    return true;
  }

  bool isOfLevels(const Poly &bound) const {
    return bound.isZero() || std::ranges::any_of(asked_.params, [&](const Param &param) {
             return bound == Poly::symbol(param.name) &&
                    (param.text == out_.mesh + "->leaves" || isFirstLeaf(out_, param));
           });
  }

  bool isOfOneLeaf(const Stage &stage) {
    bool is = true;
    eachElement(stage, [&](const FieldRead &element, bool isStore, SourceRange range) {
      const Field &field = asked_.fields[static_cast<size_t>(element.field)];
      if ((field.has[2] || isStore) && (!field.has[2] || element.at[2] || !distanceOf(element, 2).isZero()))
        is = fail("a cell looks at another leaf of " + quoted(textOf(field)) + ", or all leaves store to it", range);
    });
    return is;
  }

  // Those that are filled, and all with which they exchange their memories.
  bool arrays() {
    const std::vector<Field> &fields = out_.program.fields;
    std::set<std::string> names;
    for (const HostAction &action : asked_.actions)
      names.insert(std::get<HostPoint>(action.node).fill->array);
    for (size_t f = 0; f < fields.size(); ++f)
      if (names.count(fields[f].array))
        for (const FieldId other : cycleOf(out_.program, static_cast<FieldId>(f)))
          names.insert(fields[static_cast<size_t>(other)].array);
    out_.arrayOf.assign(fields.size(), -1);
    for (size_t f = 0; f < fields.size(); ++f) {
      if (!names.count(fields[f].array))
        continue;
      if (fields[f].array.empty()) // it is exchanged with one that is filled
        return fail("where the components of " + quoted(textOf(fields[f])) + " lie isn't known", fields[f].range);
      add(f, /*isFilled=*/true);
    }
    for (const HostAction &action : asked_.actions) {
      const MeshFill &fill = *std::get<HostPoint>(action.node).fill;
      const auto array = std::ranges::find(out_.arrays, fill.array, &MappedArray::text);
      if (array == out_.arrays.end())
        return fail("where the components of " + quoted(fill.array) + " lie isn't known, or no nest uses them",
                    action.range);
      out_.fills.push_back({action.before, static_cast<int>(array - out_.arrays.begin()),
                            fill.rule == MeshFill::Rule::Linear, fill.isWhole ? -1 : levelOf(fill.level),
                            fill.between});
    }
    return true;
  }

  void add(size_t field, bool isFilled) {
    const Field &of = out_.program.fields[field];
    auto array = std::ranges::find(out_.arrays, of.array, &MappedArray::text);
    if (array == out_.arrays.end())
      array = out_.arrays.insert(array, {of.array, {}, {}, 1, of.elem});
    out_.arrayOf[field] = static_cast<int>(array - out_.arrays.begin());
    array->fields.push_back(static_cast<FieldId>(field));
    array->isFilled = isFilled;
  }

  int levelOf(const std::string &text) {
    const auto found = std::ranges::find(out_.levels, text);
    const int level = static_cast<int>(found - out_.levels.begin());
    if (found == out_.levels.end())
      out_.levels.push_back(text);
    return level;
  }

  // Blocks of as many cells and ghost layers along each axis, which are numbers.
  bool sizes() {
    std::optional<int64_t> width;
    for (const MappedArray &array : out_.arrays)
      for (const FieldId f : array.fields) {
        const Field &field = out_.program.fields[static_cast<size_t>(f)];
        if (field.elem != ScalarType::F32 && field.elem != ScalarType::F64)
          return fail(quoted(array.text) + " is of neither floats nor doubles", field.range);
        for (int a = 0; a < out_.program.rank; ++a) {
          const std::optional<int64_t> own = field.extent[a] ? field.extent[a]->constant() : std::nullopt;
          if (!own || *own != width.value_or(*own) || !(field.stride[a] == Poly(power(*own, a))))
            return fail("how many cells a block of " + quoted(array.text) +
                            " has isn't known to the translator, or it is no square or cube",
                        field.range);
          width = own;
        }
      }
    if (const auto ghosts = ghostsFor(*width); !ghosts)
      return false;
    else
      out_.ghosts = *ghosts;
    out_.cells = *width - 2 * out_.ghosts;
    if (out_.cells < 4 || out_.cells > kMostCells || out_.ghosts > kMostGhosts || 2 * out_.ghosts > out_.cells)
      return fail("blocks have " + std::to_string(out_.cells) + " cells and " + std::to_string(out_.ghosts) +
                  " ghost layers, where 4 to 64 cells may have half as many layers, and 4 at most");
    addAlike(*width);
    return components(power(*width, out_.program.rank));
  }

  // In a region that is called for each step, other arrays of such blocks, too: next time they may be those that are
  // filled, and then they have to be on the device as a whole.
  void addAlike(int64_t width) {
    if (asked_.time)
      return;
    const std::vector<Field> &fields = out_.program.fields;
    const int64_t room = power(width, out_.program.rank);
    std::set<std::string> unlike, firsts; // of `firsts` a nest uses component 0, by which passes know the array
    for (const Field &field : fields) {
      const std::optional<int64_t> block = field.leaf.constant();
      bool isLike = (field.elem == ScalarType::F32 || field.elem == ScalarType::F64) && block && *block > 0 &&
                    *block % room == 0 && field.within % room == 0 && field.within < *block;
      for (int a = 0; a < out_.program.rank && isLike; ++a)
        isLike = field.extent[a] && field.extent[a]->constant() == width && field.stride[a] == Poly(power(width, a));
      if (!isLike)
        unlike.insert(field.array);
      if (field.within == 0)
        firsts.insert(field.array);
    }
    for (const Stage &stage : out_.program.stages)
      eachElement(stage, [&](const FieldRead &element, bool, SourceRange) {
        if (leavesBlock(out_, stage, element).value_or(true))
          unlike.insert(fields[static_cast<size_t>(element.field)].array);
      });
    for (size_t f = 0; f < fields.size(); ++f)
      if (out_.arrayOf[f] < 0 && !fields[f].array.empty() && !unlike.count(fields[f].array) &&
          firsts.count(fields[f].array))
        add(f, /*isFilled=*/false);
  }

  // Nests go over cells, so what lies before and behind them all is ghosts. (The call looks what the mesh has.)
  std::optional<int64_t> ghostsFor(int64_t width) {
    int64_t ghosts = width;
    for (const Stage &stage : out_.program.stages)
      for (int a = 0; a < out_.program.rank; ++a) {
        const std::optional<int64_t> lo = stage.domain[a].lo.constant(), hi = stage.domain[a].hi.constant();
        if (lo && hi)
          ghosts = std::min(ghosts, std::min(*lo, width - *hi));
        else
          fail("which cells of a block it goes over isn't known to the translator", stage.range);
      }
    if (ghosts < 1)
      fail("a nest goes over ghosts, or there are none");
    return against_ ? std::nullopt : std::optional(ghosts);
  }

  bool components(int64_t room) {
    const std::vector<Field> &fields = out_.program.fields;
    for (MappedArray &array : out_.arrays) {
      for (const FieldId f : array.fields) {
        const Field &field = fields[static_cast<size_t>(f)];
        const std::optional<int64_t> block = field.leaf.constant();
        if (!block || *block % room || field.within % room || field.within >= *block ||
            (array.numbers.size() && array.components != *block / room))
          return fail("where the components of " + quoted(array.text) + " lie isn't known", field.range);
        array.components = *block / room;
        array.numbers.push_back(field.within / room);
      }
      const FieldId from = out_.program.rotation[static_cast<size_t>(array.fields.front())];
      array.from = out_.arrayOf[static_cast<size_t>(from)];
      for (const FieldId f : array.fields)
        if (out_.arrayOf[static_cast<size_t>(out_.program.rotation[static_cast<size_t>(f)])] != array.from)
          return fail("components of " + quoted(array.text) + " go different ways when arrays are exchanged");
    }
    for (const MappedArray &array : out_.arrays)
      if (!std::ranges::count(array.numbers, 0))
        return fail("no nest uses the first component of " + quoted(array.text),
                    fields[static_cast<size_t>(array.fields.front())].range);
    for (const MappedArray &array : out_.arrays)
      if (const MappedArray &from = out_.arrays[static_cast<size_t>(array.from)];
          from.components != array.components || from.elem != array.elem)
        return fail("'" + array.text + "' and '" + from.text + "' are exchanged and have different blocks");
    return true;
  }

  const StencilProgram &asked_;
  Mapped out_;
  std::optional<NotMapped> against_;
};

} // namespace

std::vector<int> alikeArrays(const Mapped &mapped, int array) {
  const MappedArray &like = mapped.arrays[static_cast<size_t>(array)];
  std::vector<int> out;
  for (size_t a = 0; a < mapped.arrays.size(); ++a)
    if (mapped.arrays[a].elem == like.elem && mapped.arrays[a].components == like.components)
      out.push_back(static_cast<int>(a));
  return out;
}

std::variant<Mapped, NotMapped> mappedOf(const StencilProgram &program) { return Maker(program).run(); }

} // namespace kasane
