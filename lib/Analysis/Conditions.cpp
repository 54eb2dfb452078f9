// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Conditions.h"

#include <algorithm>

namespace kasane {
namespace {

bool isParam(const StencilProgram &program, const std::string &name) {
  return std::any_of(program.params.begin(), program.params.end(),
                     [&](const Param &p) { return p.name == name && !isFloat(p.type); });
}

} // namespace

CellRegion narrowed(const StencilProgram &program, CellRegion cells, const Expr &condition, bool holds) {
  return narrowed(std::move(cells), condition, holds, [&](const std::string &name) { return isParam(program, name); });
}

} // namespace kasane
