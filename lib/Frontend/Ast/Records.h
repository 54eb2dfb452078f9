// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs as elements of arrays. Such an array has a dimension more, which numbers the members. Each member is an array
// of its own type, and the struct's size is the distance between its elements:
//
//   struct { double u; int flag; } *a;    a[i].u -> a[i][0], every 2nd double;    a[i].flag -> a[i][1], every 4th int
#pragma once

#include "Ast/Source.h"
#include "kasane/Layout/Draft.h"

#include <string>
#include <vector>

namespace kasane {

struct Record {
  std::vector<DraftMember> members; // ".u", ".v[0]", ".v[1]"
  int64_t bytes;
  bool hasGrid = false; // an array of many numbers, which are a grid's rather than components
};

// Not there: some member is no number, or doesn't lie at a multiple of its size; or a grid has others beside it.
std::optional<Record> recordOf(const clang::ASTContext &ast, clang::QualType type);

// Bytes from the struct's beginning to the member.
int64_t memberOffset(const clang::ASTContext &ast, const clang::MemberExpr *member);

// Where an initialiser's list has the member; lists leave out bit-fields without names.
unsigned placeInList(const clang::FieldDecl *field);

// Makes the struct's members the array's last dimension.
void addMembers(DraftArray &array, const Record &record);

// Which member lies so many bytes behind the struct's beginning.
std::optional<size_t> memberAt(const DraftArray &array, const Poly &offset);

} // namespace kasane

// Tests: tests/kernels/struct_cells.c, tests/kernels/mixed_cells.c, tests/diagnostics/array_of_structs.c
