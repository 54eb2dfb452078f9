// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StreamHeld.h"

#include <algorithm>

namespace kasane {
namespace {

struct Reader {
  size_t level;
  FieldId name;
};

bool hasAllAxes(const StencilProgram &program, const Field &field) {
  return std::all_of(field.has.begin(), field.has.begin() + program.rank, [](bool has) { return has; });
}

bool mayHold(const StencilProgram &program, const StreamLevel &level, const FieldAccess &access) {
  const Field &field = program.fields[access.field];
  return !level.isLocal() && !access.far && access.reads == std::set<Offset>{Offset{}} && field.table.empty() &&
         hasAllAxes(program, field);
}

// By buffer that no level writes: who reads it; nobody, where one of them has to look at memory.
std::map<FieldId, std::vector<Reader>> readersOf(const StencilProgram &program, const Cone &cone,
                                                 const Stream &stream) {
  std::map<FieldId, std::vector<Reader>> out;
  std::set<FieldId> others;
  for (size_t l = 0; l < stream.levels.size(); ++l) {
    const StreamStage &stage = stream.stages->of(stream.levels[l].stage);
    for (const auto &[name, version] : stream.levels[l].reads) {
      const FieldId b = cone.boundTo[stream.levels[l].step][name];
      if (version != kInMemory || cone.buffers[b].written)
        continue;
      if (mayHold(program, stream.levels[l], *stage.find(name)))
        out[b].push_back({l, name});
      else
        others.insert(b);
    }
  }
  std::erase_if(out, [&](const auto &entry) { return others.count(entry.first) > 0; });
  return out;
}

void hold(const StencilProgram &program, Stream &stream, FieldId b, const std::vector<Reader> &readers) {
  auto lagOf = [&](const Reader &reader) { return stream.levels[reader.level].lag; };
  const auto [first, last] = std::minmax_element(readers.begin(), readers.end(),
                                                 [&](const Reader &l, const Reader &r) { return lagOf(l) < lagOf(r); });
  if (lagOf(*first) == lagOf(*last))
    return;
  StreamVersion version{b, -1, lagOf(*first), {}, {}, (sizeOf(program.fields[b].elem) + 3) / 4};
  for (const Reader &reader : readers) {
    StreamLevel &level = stream.levels[reader.level];
    version.reads.insert({{}, level.lag - version.lag});
    widen(version.reach, level.reach);
    level.reads[reader.name] = static_cast<int>(stream.versions.size());
  }
  stream.versions.push_back(std::move(version));
}

} // namespace

Streams streamsOf(const StencilProgram &program, const SharedStages &stages, const Cone &cone) {
  Streams out{streamOf(program, stages, cone), std::nullopt, std::nullopt};
  Stream holding = out.plain;
  for (const auto &[b, readers] : readersOf(program, cone, out.plain))
    hold(program, holding, b, readers);
  const size_t loaded = out.plain.versions.size();
  if (holding.versions.size() == loaded)
    return out;
  out.onChip = holding;
  for (size_t v = loaded; v < holding.versions.size(); ++v)
    out.onChip->versions[v].isOnChip = true;
  out.holding = std::move(holding);
  return out;
}

const Stream &Streams::of(const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group,
                          bool heldOnChip) const {
  if (!holding)
    return plain;
  if (heldOnChip)
    return *onChip;
  return hasRegisters(streamBlockOf(*holding, tile, group)) ? *holding : plain;
}

bool Streams::hasRegisters(const StreamBlock &block) const {
  return registersWith(block.words()) <= registersFor(block.group);
}

} // namespace kasane
