// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs as elements of arrays, whose members are numbers of one type without gaps: such an array is one of numbers
// that has a dimension more.
//
//   struct { double u, v[2]; } *a;      a[i].u -> a[i][0]      a[i].v[1] -> a[i][2]
#pragma once

#include "Ast/Source.h"

#include <string>
#include <vector>

namespace kasane {

struct Record {
  ScalarType type;
  std::vector<std::string> members; // ".u", ".v[0]", ".v[1]"
};

std::optional<Record> recordOf(const clang::ASTContext &ast, clang::QualType type);

// Numbers from the element's first one to the member.
int64_t memberOffset(const clang::ASTContext &ast, const clang::MemberExpr *member);

} // namespace kasane
