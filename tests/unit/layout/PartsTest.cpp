// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for j { for i  r[i] = a[j * nx + i - 1 (rows)];  for i  b[j * nx + i] = r[i]; }, taken apart into two nests.
#include "Drafts.h"

#include "kasane/Support/Diagnostic.h"

using namespace kasane;
using namespace kasane::drafts;

namespace {

// The loop over rows that both nests had in the source. It is only compared.
const clang::ForStmt *rows() {
  static const int mark = 0;
  return reinterpret_cast<const clang::ForStmt *>(&mark);
}

struct Columns {
  Poly lo = 0, hi = nx();
};

// Part one reads row j + `row` of `a`; part two stores row j of `stored`; each in its columns.
bool areParts(int64_t row, int stored, bool exchanges, Diagnostics &diagnostics, const Columns &one = {},
              const Columns &two = {}) {
  Draft draft = empty({pointer("a"), pointer("b"), pointer("r")});
  const int from = access(draft, 0, {flat(loop(0) + row, loop(1))}),
            line = access(draft, 2, {flat(loop(0), loop(1))}, true);
  addNest(draft, {over("j", 1, ny() - 1), over("i", one.lo, one.hi)}, {build::store(line, read(from))}, 0);
  const int back = access(draft, 2, {flat(loop(0), loop(1))}),
            to = access(draft, stored, {flat(loop(0), loop(1))}, true);
  addNest(draft, {over("j", 1, ny() - 1), over("i", two.lo, two.hi)}, {build::store(to, read(back))}, 2);
  for (DraftNest &nest : draft.nests)
    nest.apart = 1, nest.around = {rows()};
  if (exchanges)
    draft.moves = {{0, 1}, {1, 0}};
  Names names;
  StencilProgram program;
  for (const Param &param : draft.params)
    names.take(param.name);
  return assemble(draft, names, program, diagnostics);
}

TEST(Parts, OfDifferentArrays) {
  Diagnostics diagnostics;
  EXPECT_TRUE(areParts(1, 1, false, diagnostics));
  EXPECT_TRUE(areParts(-1, 1, false, diagnostics));
}

// Arrays that are exchanged at the step's end are still two within the step.
TEST(Parts, OfExchangedArrays) {
  Diagnostics diagnostics;
  EXPECT_TRUE(areParts(1, 1, true, diagnostics));
  EXPECT_TRUE(areParts(-1, 1, true, diagnostics));
}

// Row j + 1 is read before it is stored either way; row j - 1 was stored before in the source.
TEST(Parts, OfOneArray) {
  Diagnostics diagnostics;
  EXPECT_TRUE(areParts(1, 0, false, diagnostics));
  EXPECT_FALSE(diagnostics.hasErrors());
  EXPECT_FALSE(areParts(-1, 0, false, diagnostics));
  ASSERT_TRUE(diagnostics.hasErrors());
  EXPECT_EQ(diagnostics.all().front().id, DiagId::rows_in_order);
}

// Columns side by side share nothing.
TEST(Parts, OfOtherColumns) {
  for (int64_t row : {-1, 1}) {
    Diagnostics diagnostics;
    EXPECT_TRUE(areParts(row, 0, false, diagnostics, {0, 5}, {5, nx()}));
    EXPECT_TRUE(areParts(row, 0, false, diagnostics, {5, nx()}, {0, 5}));
  }
  Diagnostics diagnostics;
  EXPECT_FALSE(areParts(-1, 0, false, diagnostics, {0, 5}, {4, nx()}));
  EXPECT_FALSE(areParts(-1, 0, false, diagnostics, {4, nx()}, {0, 5}));
}

} // namespace
