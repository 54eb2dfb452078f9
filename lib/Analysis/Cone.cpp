// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Cone.h"

#include <algorithm>
#include <optional>

namespace kasane {
namespace {

std::vector<StageFootprint> footprintsOf(const StencilProgram &program) {
  std::vector<StageFootprint> out;
  for (const Stage &stage : program.stages)
    out.push_back(footprintOf(stage));
  return out;
}

std::vector<std::vector<FieldId>> bindings(const StencilProgram &program, int depth) {
  std::vector<std::vector<FieldId>> bound(depth + 1);
  for (size_t f = 0; f < program.fields.size(); ++f)
    bound[0].push_back(static_cast<FieldId>(f));
  for (int s = 0; s < depth; ++s)
    for (FieldId from : program.rotation)
      bound[s + 1].push_back(bound[s][from]);
  return bound;
}

void widen(Reach &reach, const Reach &by) {
  for (int a = 0; a < kMaxAxes; ++a) {
    reach.lo[a] = std::min(reach.lo[a], by.lo[a]);
    reach.hi[a] = std::max(reach.hi[a], by.hi[a]);
  }
}

Reach sum(const Reach &a, const Reach &b) {
  Reach out;
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    out.lo[axis] = a.lo[axis] + b.lo[axis];
    out.hi[axis] = a.hi[axis] + b.hi[axis];
  }
  return out;
}

bool reads(const FieldAccess &access) { return !access.reads.empty() || access.conditional; }

// Is name f, at the start of a step, overwritten on a stage's whole domain before that step reads it? A buffer for which
// this holds carries nothing from one step into the next. (Later steps do not count: the region may end before them.)
bool overwrittenFirst(const std::vector<StageFootprint> &footprints, FieldId f) {
  for (const StageFootprint &footprint : footprints)
    if (const FieldAccess *access = footprint.find(f))
      return !reads(*access) && access->written;
  return false;
}

// Do all stores to buffer b in the pass have the domain of `coverStage`?
bool oneDomainWritten(const StencilProgram &program, const std::vector<StageFootprint> &footprints, const Cone &cone,
                      FieldId b, int coverStage) {
  for (int s = 0; s < cone.depth; ++s)
    for (size_t k = 0; k < footprints.size(); ++k)
      for (const FieldAccess &access : footprints[k].fields) {
        if (!access.written || cone.boundTo[s][access.field] != b)
          continue;
        for (int a = 0; a < program.rank; ++a) {
          const AxisBounds &mine = program.stages[k].domain[a], &cover = program.stages[coverStage].domain[a];
          if (!(mine.lo == cover.lo && mine.hi == cover.hi))
            return false;
        }
      }
  return true;
}

// Forward: how each buffer's old contents are used before being overwritten.
void findLoads(const StencilProgram &program, const std::vector<StageFootprint> &footprints, Cone &cone) {
  std::vector<bool> decided(cone.buffers.size(), false);
  for (int s = 0; s < cone.depth; ++s)
    for (size_t k = 0; k < footprints.size(); ++k)
      for (const FieldAccess &access : footprints[k].fields) {
        FieldId b = cone.boundTo[s][access.field];
        cone.buffers[b].local |= access.written;
        if (decided[b])
          continue;
        decided[b] = true;
        cone.buffers[b].load = reads(access) ? LoadKind::Whole : LoadKind::Fixed;
        cone.buffers[b].coverStage = reads(access) ? -1 : static_cast<int>(k);
      }
  for (size_t b = 0; b < cone.buffers.size(); ++b) {
    ConeBuffer &buffer = cone.buffers[b];
    if (!buffer.local)
      buffer.load = LoadKind::None;
    else
      buffer.spare = buffer.load == LoadKind::Whole ||
                     !oneDomainWritten(program, footprints, cone, static_cast<FieldId>(b), buffer.coverStage);
  }
}

void findStores(const StencilProgram &program, const std::vector<StageFootprint> &footprints, bool last, Cone &cone) {
  for (size_t name = 0; name < program.fields.size(); ++name) {
    ConeBuffer &buffer = cone.buffers[cone.boundTo[cone.depth][name]];
    const std::vector<std::string> &scratch = program.clauses.scratch;
    bool unwanted = last ? std::find(scratch.begin(), scratch.end(), program.fields[name].name) != scratch.end()
                         : overwrittenFirst(footprints, static_cast<FieldId>(name));
    buffer.stored = buffer.local && !unwanted;
    buffer.spare = buffer.spare && buffer.stored;
  }
}

// A cell that keeps its old value matters only to somebody: a later read, or a spare that takes the whole tile.
void dropUnusedLoads(const std::vector<StageFootprint> &footprints, Cone &cone) {
  std::vector<bool> read(cone.buffers.size(), false);
  for (const ConeStage &stage : cone.stages)
    for (const FieldAccess &access : footprints[stage.stage].fields)
      if (!access.reads.empty())
        read[cone.boundTo[stage.step][access.field]] = true;
  for (size_t b = 0; b < read.size(); ++b)
    if (ConeBuffer &buffer = cone.buffers[b]; buffer.load == LoadKind::Fixed && !read[b] && !buffer.spare)
      buffer.load = LoadKind::None;
}

// Backward: the regions. need[b] is what later stages and the stores want of buffer b; it only grows, because a cell that
// is not overwritten keeps its value.
void findRegions(const StencilProgram &program, const std::vector<StageFootprint> &footprints, Cone &cone) {
  std::vector<std::optional<Reach>> need(cone.buffers.size());
  for (size_t b = 0; b < need.size(); ++b)
    if (cone.buffers[b].stored)
      need[b] = Reach{};
  for (int s = cone.depth - 1; s >= 0; --s)
    for (int k = static_cast<int>(program.stages.size()) - 1; k >= 0; --k) {
      std::optional<Reach> region;
      for (const FieldAccess &access : footprints[k].fields)
        if (const auto &wanted = need[cone.boundTo[s][access.field]]; access.written && wanted) {
          region = region.value_or(*wanted);
          widen(*region, *wanted);
        }
      if (!region)
        continue;
      ConeStage &stage = cone.stages.emplace_back(ConeStage{s, k, *region, {}});
      for (const FieldAccess &access : footprints[k].fields) {
        auto &wanted = need[cone.boundTo[s][access.field]];
        if (access.reads.empty() && !wanted) {
          stage.dead.insert(access.field);
          continue;
        }
        Reach use = sum(*region, access.reach());
        wanted = wanted.value_or(use);
        widen(*wanted, use);
      }
    }
  std::reverse(cone.stages.begin(), cone.stages.end());
  for (size_t b = 0; b < need.size(); ++b) {
    cone.buffers[b].local = cone.buffers[b].local && need[b];
    cone.buffers[b].reach = need[b].value_or(Reach{});
  }
}

} // namespace

Cone coneOf(const StencilProgram &program, int depth, bool last) {
  std::vector<StageFootprint> footprints = footprintsOf(program);
  Cone cone;
  cone.depth = depth;
  cone.boundTo = bindings(program, depth);
  cone.buffers.resize(program.fields.size());
  findLoads(program, footprints, cone);
  findStores(program, footprints, last, cone);
  findRegions(program, footprints, cone);
  dropUnusedLoads(footprints, cone);
  return cone;
}

} // namespace kasane
