// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Alias.h"
#include "Build.h"

using namespace kasane;
using namespace kasane::build;

namespace {

std::string pairs(const StencilProgram &p) {
  std::string out;
  for (const FieldPair &pair : mayOverlap(p))
    out += p.fields[pair.left].name + p.fields[pair.right].name + " ";
  return out;
}

StencilProgram pointers() {
  StencilProgram p = program({store(B, at(A))});
  for (Field &f : p.fields)
    f.object = "";
  return p;
}

TEST(Alias, RowsOfAWrittenTableMayOverlapEachOther) {
  StencilProgram p = pointers();
  p.fields[A].rows = p.fields[B].rows = RowTable{};
  EXPECT_EQ(pairs(p), "AB BB BC BD ");
}

TEST(Alias, KnownObjectsAreDisjoint) {
  EXPECT_EQ(pairs(program({store(B, at(A))})), "");
  StencilProgram p = program({store(B, at(A))});
  p.fields[A].object = p.fields[B].object = "a"; // a[0], a[1]
  EXPECT_EQ(pairs(p), "");
  p.fields[A].base = p.fields[B].base;
  EXPECT_EQ(pairs(p), "AB ");
}

TEST(Alias, PointersMayOverlapWithWhatIsWritten) { EXPECT_EQ(pairs(pointers()), "AB BC BD "); }

TEST(Alias, PointerAgainstArray) {
  StencilProgram p = pointers();
  p.fields[A].object = "A";
  p.fields[B].object = "B";
  EXPECT_EQ(pairs(p), "BC BD ");
}

TEST(Alias, RotationSpreadsTheStore) {
  StencilProgram p = pointers();
  p.rotation = {1, 0, 2, 3};
  EXPECT_EQ(pairs(p), "AB AC AD BC BD ");
}

TEST(Alias, NoaliasRemovesItsPairs) {
  StencilProgram p = pointers();
  p.clauses.noalias = {{"A", "B", "C"}};
  EXPECT_EQ(pairs(p), "BD ");
}

} // namespace
