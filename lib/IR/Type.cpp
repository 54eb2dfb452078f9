// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/Type.h"

#include <array>
#include <cstddef>

namespace kasane {
namespace {

struct TypeRow {
  std::string_view name;
  int bytes;
  bool isFloat, isSigned;
};
constexpr std::array<TypeRow, 11> kTypes = {{{"bool", 1, false, false},
                                             {"i8", 1, false, true},
                                             {"u8", 1, false, false},
                                             {"i16", 2, false, true},
                                             {"u16", 2, false, false},
                                             {"i32", 4, false, true},
                                             {"u32", 4, false, false},
                                             {"i64", 8, false, true},
                                             {"u64", 8, false, false},
                                             {"f32", 4, true, true},
                                             {"f64", 8, true, true}}};
const TypeRow &rowOf(ScalarType type) { return kTypes[static_cast<size_t>(type)]; }

} // namespace

int sizeOf(ScalarType type) { return rowOf(type).bytes; }
bool isFloat(ScalarType type) { return rowOf(type).isFloat; }
bool isSigned(ScalarType type) { return rowOf(type).isSigned; }
std::string_view nameOf(ScalarType type) { return rowOf(type).name; }

} // namespace kasane
