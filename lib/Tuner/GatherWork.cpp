// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GatherWork.h"

namespace kasane::tuning {
namespace {

std::set<FieldId> readBy(const Gather &gather) {
  std::set<FieldId> out;
  walkExprs(gather.body, [&](const Expr &e) {
    if (const auto *read = std::get_if<FieldRead>(&e.node))
      out.insert(read->field);
  });
  return out;
}

} // namespace

std::vector<KernelWork> gatherWorks(const StencilProgram &program, const Problem &problem) {
  std::vector<KernelWork> out;
  for (const HostAction &action : program.actions) {
    const auto *gather = std::get_if<Gather>(&action.node);
    if (!gather || program.rank == 1) // the host does
      continue;
    const Box3 length = lengthOf(gather->domain, problem);
    KernelWork work;
    work.groups = static_cast<double>(length[1] * length[2]);
    for (const FieldId field : readBy(*gather))
      work.memory += static_cast<double>(length[0] * sizeOf(program.fields[field].elem));
    work.cache = work.memory;
    out.push_back(work);
  }
  return out;
}

} // namespace kasane::tuning
