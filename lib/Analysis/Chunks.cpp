// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Chunks.h"

#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/Periodic.h"

namespace kasane {

std::string notChunked(const StencilProgram &program, int axis) {
  std::string reason = ringsOf(program).rings.axis[axis] ? "axis '" + program.axisNames[axis] + "' closes to a ring" : "";
  for (const Stage &stage : program.stages) {
    for (const FieldAccess &access : footprintOf(stage).fields)
      if (const Field &field = program.fields[access.field]; access.written && !field.has[axis])
        reason = "'" + field.name + "' is written by all planes along '" + program.axisNames[axis] + "'";
    walkExprs(stage.body, [&](const Expr &e) {
      const auto *read = std::get_if<FieldRead>(&e.node);
      if (read && program.fields[read->field].has[axis] && !distanceOf(*read, axis).constant())
        reason = "an element of '" + program.fields[read->field].name + "' lies at a distance of " + distanceOf(*read, axis).str() +
                 " along '" + program.axisNames[axis] + "'";
    });
  }
  return reason;
}

} // namespace kasane
