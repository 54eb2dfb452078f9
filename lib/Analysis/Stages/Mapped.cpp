// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Mapped.h"

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
    if (fills() && leaves() && arrays() && sizes() && accesses())
      return std::move(out_);
    return *against_;
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
      if (!fill.isWhole)
        return fail("a fill of some levels, or at a time between two, needs ghosts of " + quoted(fill.array),
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

  // Every nest goes over all leaves of that mesh.
  bool leaves() {
    const bool isApart = hasLeaves(asked_);
    if (!isApart && asked_.rank != 3)
      return fail("it has no loop over leaves");
    for (const Stage &stage : asked_.stages) {
      const AxisBounds &bounds = isApart ? *stage.leaves : stage.domain[2];
      const auto param = std::ranges::find_if(asked_.params, [&](const Param &p) {
        return bounds.hi == Poly::symbol(p.name) && p.text == out_.mesh + "->leaves";
      });
      if (!bounds.lo.isZero() || param == asked_.params.end())
        return fail("this nest doesn't go over all leaves, from 0 to " + out_.mesh + "->leaves", stage.range);
      out_.leaves = param->name;
      if (!isApart && !isOfOneLeaf(stage))
        return false;
    }
    out_.program = isApart ? asked_ : withoutLeafAxis(asked_);
    out_.program.actions.clear();
    return true;
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

  template <typename Visit> static void eachElement(const Stage &stage, const Visit &visit) {
    walk(stage.body, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<FieldStore>(&stmt.node))
        visit(FieldRead{store->field, store->offset}, true, stmt.range);
    });
    walkExprs(stage.body, [&](const Expr &e) {
      if (const auto *read = std::get_if<FieldRead>(&e.node))
        visit(*read, false, e.range);
    });
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
      const std::string &name = fields[f].array;
      if (name.empty()) // it is exchanged with one that is filled
        return fail("where the components of " + quoted(textOf(fields[f])) + " lie isn't known", fields[f].range);
      auto array = std::ranges::find(out_.arrays, name, &MappedArray::text);
      if (array == out_.arrays.end())
        array = out_.arrays.insert(array, {name, {}, {}, 1, fields[f].elem});
      out_.arrayOf[f] = static_cast<int>(array - out_.arrays.begin());
      array->fields.push_back(static_cast<FieldId>(f));
    }
    for (const HostAction &action : asked_.actions) {
      const MeshFill &fill = *std::get<HostPoint>(action.node).fill;
      const auto array = std::ranges::find(out_.arrays, fill.array, &MappedArray::text);
      if (array == out_.arrays.end())
        return fail("where the components of " + quoted(fill.array) + " lie isn't known, or no nest uses them",
                    action.range);
      out_.fills.push_back(
          {action.before, static_cast<int>(array - out_.arrays.begin()), fill.rule == MeshFill::Rule::Linear});
    }
    return true;
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
    return components(power(*width, out_.program.rank));
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
      if (const MappedArray &from = out_.arrays[static_cast<size_t>(array.from)];
          from.components != array.components || from.elem != array.elem)
        return fail("'" + array.text + "' and '" + from.text + "' are exchanged and have different blocks");
    return true;
  }

  // The nests in the order of the step, with the fills between them.
  bool accesses() {
    std::vector<bool> isFilled(out_.arrays.size(), false); // and nothing is stored since
    for (size_t s = 0; s < out_.program.stages.size(); ++s) {
      for (const MappedFill &fill : out_.fills)
        if (fill.before == s)
          isFilled[static_cast<size_t>(fill.array)] = true;
      const Stage &stage = out_.program.stages[s];
      std::vector<bool> isStored(out_.arrays.size(), false);
      eachElement(stage, [&](const FieldRead &element, bool isStore, SourceRange range) {
        if (const int array = out_.arrayOf[static_cast<size_t>(element.field)]; array >= 0 && isStore) {
          isStored[static_cast<size_t>(array)] = true;
          if (leavesBlock(stage, element).value_or(true))
            fail("this nest stores to ghosts of '" + out_.arrays[static_cast<size_t>(array)].text + "'", range);
        }
      });
      eachElement(stage, [&](const FieldRead &element, bool isStore, SourceRange range) {
        const int array = out_.arrayOf[static_cast<size_t>(element.field)];
        if (array < 0 || isStore)
          return;
        const auto a = static_cast<size_t>(array);
        const std::string name = quoted(out_.arrays[a].text);
        const std::optional<bool> leaves = leavesBlock(stage, element);
        if (!leaves)
          fail("how far from its cell " + name + " is read isn't known to the translator", range);
        else if (*leaves && isStored[a])
          fail("this nest reads ghosts of " + name + " and stores to its cells", range);
        else if (*leaves && !isFilled[a])
          fail("ghosts of " + name + " are read here that no fill of the step has made, or its cells were stored since",
               range);
      });
      for (size_t a = 0; a < isStored.size(); ++a)
        if (isStored[a])
          isFilled[a] = false;
    }
    return !against_;
  }

  // nullopt: it isn't known.
  std::optional<bool> leavesBlock(const Stage &stage, const FieldRead &element) const {
    bool leaves = false;
    for (int a = 0; a < out_.program.rank; ++a) {
      const std::optional<int64_t> lo = stage.domain[a].lo.constant(), hi = stage.domain[a].hi.constant(),
                                   distance = distanceOf(element, a).constant();
      if (!lo || !hi || !distance || element.at[a])
        return std::nullopt;
      if (*lo + *distance < 0 || *hi + *distance > out_.cells + 2 * out_.ghosts)
        return std::nullopt; // beyond the ghosts, in no cell that is made
      leaves |= *lo + *distance < out_.ghosts || *hi + *distance > out_.cells + out_.ghosts;
    }
    return leaves;
  }

  const StencilProgram &asked_;
  Mapped out_;
  std::optional<NotMapped> against_;
};

} // namespace

std::variant<Mapped, NotMapped> mappedOf(const StencilProgram &program) { return Maker(program).run(); }

namespace {

class Adder {
public:
  explicit Adder(const StencilProgram &program) : out_{program, {}}, used_(namesOf(program)) {}

  WithMap run(const Mapped &mapped) {
    const std::string mesh = "(" + mapped.mesh + ")", map = "ksm_map_of(" + mapped.mesh + ")->";
    MeshMap made;
    made.blocks = param("map_blocks", map + "blocks");
    made.means = param("map_means", map + "means");
    made.beyonds = param("map_beyonds", map + "beyonds");
    made.finers = param("map_finers", map + "finers");
    made.ends = param("map_ends", map + "ends");
    made.block = table("map_block", map + "block", ScalarType::I32);
    made.shift = table("map_shift", map + "shift", ScalarType::I32);
    made.mean = table("map_mean", map + "mean", ScalarType::I32);
    made.beyond = table("map_beyond", map + "beyond", ScalarType::I32);
    made.finer = table("map_finer", map + "finer", ScalarType::I32);
    made.end = table("map_end", map + "end", ScalarType::I32);
    require(Poly::symbol(made.blocks) - Poly::symbol(mapped.leaves), "the mesh has no map of its ghosts");
    equal(param("mesh_rank", mesh + "->domain.rank"), mapped.program.rank, "the mesh has another rank than the blocks");
    equal(param("mesh_cells", mesh + "->domain.cells"), mapped.cells, "the mesh's blocks have another number of cells");
    equal(param("mesh_ghosts", mesh + "->domain.ghosts"), mapped.ghosts,
          "the mesh's blocks have another number of ghost layers");
    for (const MappedArray &array : mapped.arrays) {
      const std::string of = "(" + mapped.mesh + ", " + array.text + ")";
      const std::string name = out_.program.fields[static_cast<size_t>(array.fields.front())].name;
      made.arrays.push_back({table(name + "_ends", "ksm_map_ends" + of, ScalarType::I32),
                             table(name + "_values", "ksm_map_values" + of, ScalarType::F64)});
      require(Poly::symbol(param(name + "_known", "(ksm_map_ends" + of + " != 0)")) - Poly(1),
              array.text + " is no array of the mesh");
    }
    for (size_t a = 0; a < mapped.arrays.size(); ++a) {
      const MeshMap::OfArray &from = made.arrays[static_cast<size_t>(mapped.arrays[a].from)];
      out_.program.rotation[static_cast<size_t>(made.arrays[a].from)] = from.from;
      out_.program.rotation[static_cast<size_t>(made.arrays[a].values)] = from.values;
    }
    out_.program.map = std::move(made);
    return std::move(out_);
  }

private:
  std::string param(const std::string &wish, const std::string &text) {
    out_.program.params.push_back({freshName(used_, wish), ScalarType::I32, text});
    return out_.program.params.back().name;
  }

  FieldId table(const std::string &wish, const std::string &text, ScalarType type) {
    Field field;
    field.name = freshName(used_, wish);
    field.elem = type;
    field.base = text;
    field.has[0] = true;
    field.stride[0] = 1;
    out_.program.rotation.push_back(static_cast<FieldId>(out_.program.fields.size()));
    out_.program.fields.push_back(std::move(field));
    return out_.program.rotation.back();
  }

  void require(const Poly &value, const std::string &reason) {
    out_.guards.push_back({value, reason, out_.program.range});
  }
  void equal(const std::string &name, int64_t value, const std::string &reason) {
    require(Poly::symbol(name) - Poly(value), reason);
    require(Poly(value) - Poly::symbol(name), reason);
  }

  WithMap out_;
  std::set<std::string> used_;
};

} // namespace

WithMap withMap(const StencilProgram &program, const Mapped &mapped) { return Adder(program).run(mapped); }

} // namespace kasane
