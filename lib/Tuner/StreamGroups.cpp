// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StreamGroups.h"

#include <algorithm>

namespace kasane::tuning {
namespace {

// Where parts are made of neighbours' values, a plane's are used one after the other.
double wordsOf(const StencilProgram &program, const Stream &stream, const StreamBlock &block) {
  double beside = 0;
  for (const StreamLevel &level : stream.levels) {
    double words = 0;
    for (const auto &[name, version] : level.reads)
      if (version != kInMemory && !level.cell->parts.empty() && !block.readsOnChip)
        words += static_cast<double>(block.wanted(static_cast<size_t>(version)).size()) *
                 sizeOf(program.fields[stream.versions[version].buffer].elem) / 4;
    beside = std::max(beside, words);
  }
  return block.heldWords() + std::max(beside, block.item->wordsAtOnce);
}

int64_t bytesOf(const StencilProgram &program, const Stream &stream, const StreamBlock &block) {
  int64_t bytes = 0;
  if (stream.isLine) {
    for (const auto &[type, rows] : lineRowsOf(program, stream, block).count)
      bytes += rows * block.itemsPerSlot() * sizeOf(type);
    return bytes;
  }
  for (size_t v = 0; v < stream.versions.size(); ++v)
    bytes += block.elements(v) * sizeOf(program.fields[stream.versions[v].buffer].elem);
  return bytes;
}

} // namespace

const StreamGroup &StreamGroups::of(const Schedule &s) {
  const std::pair key(Plane{s.tile[0], stream_.axis > 1 ? s.tile[1] : 1}, Plane{s.group[0], s.group[1]});
  const auto known = groups_.find(key);
  return known != groups_.end() ? known->second : groups_.emplace(key, made(s)).first->second;
}

StreamGroup StreamGroups::made(const Schedule &s) {
  StreamBlock block = blocks_.of(s.tile, s.group);
  const double words = wordsOf(program_, stream_, block);
  const int64_t bytes = bytesOf(program_, stream_, block), copies = copiesOf(stream_, block);
  return {std::move(block), words, bytes, copies};
}

StreamChoice::StreamChoice(const StencilProgram &program, const SharedStages &stages, const Cone &cone)
    : streams_(streamsOf(program, stages, cone)), plain_(program, streams_.plain) {
  if (streams_.holding) {
    holding_.emplace(program, *streams_.holding);
    onChip_.emplace(program, *streams_.onChip);
  }
}

StreamGroups &StreamChoice::of(const Schedule &schedule) {
  if (!holding_)
    return plain_;
  if (schedule.heldOnChip)
    return *onChip_;
  return streams_.hasRegisters(holding_->of(schedule).block) ? *holding_ : plain_;
}

} // namespace kasane::tuning
