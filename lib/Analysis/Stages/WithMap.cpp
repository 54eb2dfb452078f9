// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Mapped.h"

namespace kasane {
namespace {

class Adder {
public:
  explicit Adder(const StencilProgram &program) : out_{program, {}}, used_(namesOf(program)) {}

  WithMap run(const Mapped &mapped, bool hasFamilies) {
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
    made.number = param("mesh_number", mesh + "->number", ScalarType::I64);
    leaves_ = mapped.leaves.empty() ? param("map_leaves", mapped.mesh + "->leaves") : mapped.leaves;
    require(Poly::symbol(made.blocks) - Poly::symbol(leaves_), "the mesh has no map of its ghosts");
    equal(param("mesh_rank", mesh + "->domain.rank"), mapped.program.rank, "the mesh has another rank than the blocks");
    equal(param("mesh_cells", mesh + "->domain.cells"), mapped.cells, "the mesh's blocks have another number of cells");
    equal(param("mesh_ghosts", mesh + "->domain.ghosts"), mapped.ghosts,
          "the mesh's blocks have another number of ghost layers");
    if (hasFamilies) {
      made.families = param("map_families", map + "families");
      made.alones = param("map_alones", map + "alones");
      made.family = table("map_family", map + "family", ScalarType::I32);
      made.alone = table("map_alone", map + "alone", ScalarType::I32);
    }
    arrays(mapped, made);
    parts(mapped, made);
    for (const MappedFill &fill : mapped.fills)
      made.between.push_back(between(mapped, fill));
    out_.program.map = std::move(made);
    return std::move(out_);
  }

private:
  void arrays(const Mapped &mapped, MeshMap &made) {
    for (const MappedArray &array : mapped.arrays) {
      const std::string of = "(" + mapped.mesh + ", " + array.text + ")";
      const std::string name = out_.program.fields[static_cast<size_t>(array.fields.front())].name;
      made.arrays.push_back({-1, -1});
      if (array.isFilled)
        made.arrays.back() = {table(name + "_ends", "ksm_map_ends" + of, ScalarType::I32),
                              table(name + "_values", "ksm_map_values" + of, ScalarType::F64)};
      if (array.isFilled || !mapped.levels.empty()) // then nests need not have touched all of it
        require(Poly::symbol(param(name + "_known", "(ksm_map_ends" + of + " != 0)")) - Poly(1),
                array.text + " is no array of the mesh");
    }
    for (size_t a = 0; a < mapped.arrays.size(); ++a) {
      if (!mapped.arrays[a].isFilled)
        continue;
      const MeshMap::OfArray &from = made.arrays[static_cast<size_t>(mapped.arrays[a].from)];
      out_.program.rotation[static_cast<size_t>(made.arrays[a].from)] = from.from;
      out_.program.rotation[static_cast<size_t>(made.arrays[a].values)] = from.values;
    }
  }

  void parts(const Mapped &mapped, MeshMap &made) {
    for (const std::string &level : mapped.levels) {
      const std::string part = "ksm_part_of(" + mapped.mesh + ", " + level + ")->";
      const auto both = [&](const std::string &what) {
        return std::array{param("level_" + what, part + what + "[0]"),
                          param("level_" + what + "_end", part + what + "[1]")};
      };
      made.parts.push_back({both("leaves"), both("near"), both("mean"), both("beyond"), both("finer"), both("end")});
      if (!made.families.empty()) {
        made.parts.back().family = both("family");
        made.parts.back().alone = both("alone");
      }
      const std::array<std::string, 2> &leaves = made.parts.back().leaves;
      require(Poly::symbol(leaves[1]) - Poly::symbol(leaves[0]), "there is no such level");
    }
    for (const MappedNest &nest : mapped.nests) {
      const std::array<std::string, 2> &leaves = made.parts[static_cast<size_t>(nest.level)].leaves;
      const std::string reason = "a nest goes over other leaves than those whose ghosts are filled";
      out_.guards.push_back({nest.leaves.lo - Poly::symbol(leaves[0]), reason, nest.range});
      out_.guards.push_back({Poly::symbol(leaves[1]) - nest.leaves.hi, reason, nest.range});
      if (made.families.empty())
        continue;
      const std::string part = "a nest goes over a part of a level's leaves, not over whole families";
      out_.guards.push_back({Poly::symbol(leaves[0]) - nest.leaves.lo, part, nest.range});
      out_.guards.push_back({nest.leaves.hi - Poly::symbol(leaves[1]), part, nest.range});
    }
  }

  MeshMap::Between between(const Mapped &mapped, const MappedFill &fill) {
    if (!fill.between)
      return {};
    const MeshFill::Between &of = *fill.between;
    const std::string theta = "(" + of.theta + ")";
    require(Poly::symbol(param("theta_fits", "(" + theta + " >= 0 && " + theta + " <= 1)")) - Poly(1),
            "'" + of.theta + "' isn't from 0 to 1");
    return {which(mapped, fill, "finer_in", of.finer, ""), which(mapped, fill, "before_in", of.before, ""),
            which(mapped, fill, "after_in", of.after, theta + " <= 0 ? 0 : "), param("theta", theta, ScalarType::F64)};
  }

  // The number among arrays like the one that is filled, of the one that a pointer leads to.
  std::string which(const Mapped &mapped, const MappedFill &fill, const std::string &wish, const std::string &pointer,
                    const std::string &before) {
    std::string text = "(" + before;
    int number = 0;
    for (const int a : alikeArrays(mapped, fill.array))
      text += "(const void *)(" + pointer + ") == (const void *)(" + mapped.arrays[static_cast<size_t>(a)].text +
              ") ? " + std::to_string(number++) + " : ";
    const std::string name = param(wish, text + "-1)");
    require(Poly::symbol(name), "a fill takes cells of '" + pointer + "', which is none of the arrays of the nests");
    return name;
  }

  std::string param(const std::string &wish, const std::string &text, ScalarType type = ScalarType::I32) {
    out_.program.params.push_back({freshName(used_, wish), type, text});
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
  std::string leaves_;
};

} // namespace

WithMap withMap(const StencilProgram &program, const Mapped &mapped, bool hasFamilies) {
  return Adder(program).run(mapped, hasFamilies);
}

} // namespace kasane
