// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Packed.h"

#include <optional>

namespace kasane {
namespace {

// The same field with its elements side by side; nullopt: they are, or they can't be.
std::optional<Field> packed(const Field &field) {
  const std::optional<int64_t> step = field.stride[0].constant();
  const bool isOfUser = !field.hidden && !field.rows && field.table.empty() && field.leaf.isZero();
  if (!step || *step < 2 || !isOfUser)
    return std::nullopt;
  Field out = field;
  out.apart *= *step;
  for (Poly &stride : out.stride) {
    const std::optional<Poly> there = stride.dividedBy(Poly(*step));
    if (!there)
      return std::nullopt;
    stride = *there;
  }
  return out;
}

} // namespace

StencilProgram withPackedElements(StencilProgram program) {
  for (Field &field : program.fields)
    if (std::optional<Field> made = packed(field))
      field = std::move(*made);
  return program;
}

} // namespace kasane
