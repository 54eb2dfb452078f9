// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Dependence.h"

#include "Build.h"

using namespace kasane;
using namespace kasane::build;

namespace {

// The stages' bodies, one line per statement, "--" between stages; or the error's name and its argument.
std::string split(const StencilProgram &p) {
  EXPECT_EQ(verify(p), "");
  Diagnostics diagnostics;
  std::optional<StencilProgram> out = splitStages(p, diagnostics);
  if (!out) {
    EXPECT_TRUE(diagnostics.hasErrors());
    const Diagnostic &first = diagnostics.all().front();
    return std::string(nameOf(first.id)) + " " + first.args.at(0);
  }
  EXPECT_FALSE(diagnostics.hasErrors());
  EXPECT_EQ(verify(*out), "");
  std::string text;
  for (const Stage &stage : out->stages) {
    StencilProgram one = *out;
    one.stages = {stage};
    std::string printed = print(one);
    printed = printed.substr(printed.find("  stage"));
    text += (text.empty() ? "" : "--\n") + printed.substr(printed.find('\n') + 1);
  }
  return text;
}

StencilProgram reversed(StencilProgram p) {
  for (LoopOrder &loop : p.stages[0].order)
    loop.direction = -1;
  return p;
}

TEST(Dependence, OneStatementStaysAsItIs) {
  EXPECT_EQ(split(program({store(B, at(A, -1) + at(A, 1))})), "    B[+0] := (A[-1] + A[+1])\n");
}

TEST(Dependence, SameCellStaysTogether) {
  EXPECT_EQ(split(program({store(B, at(A)), store(C, at(B) + at(A)), store(A, at(A) + at(C))})),
            "    B[+0] := A[+0]\n    C[+0] := (B[+0] + A[+0])\n    A[+0] := (A[+0] + C[+0])\n");
  // C reads A's old value at the next cell, so C, and what C needs, run before A.
  EXPECT_EQ(split(program({store(B, at(A)), store(C, at(B) + at(A, 1)), store(A, at(A) + at(C))})),
            "    B[+0] := A[+0]\n    C[+0] := (B[+0] + A[+1])\n--\n    A[+0] := (A[+0] + C[+0])\n");
}

TEST(Dependence, ForwardSplitsInOrder) {
  EXPECT_EQ(split(program({store(B, at(A, -1) + at(A, 1)), store(C, at(B, -1))})),
            "    B[+0] := (A[-1] + A[+1])\n--\n    C[+0] := B[-1]\n");
}

TEST(Dependence, ReadOfOldValueRunsFirst) {
  EXPECT_EQ(split(program({store(B, at(A)), store(C, at(B, 1))})), "    C[+0] := B[+1]\n--\n    B[+0] := A[+0]\n");
}

TEST(Dependence, BackwardLoopSwapsOldAndNew) {
  EXPECT_EQ(split(reversed(program({store(B, at(A)), store(C, at(B, 1))}))),
            "    B[+0] := A[+0]\n--\n    C[+0] := B[+1]\n");
}

TEST(Dependence, ReaderBeforeWriterInTheSource) {
  // C reads what an earlier iteration has stored, though its statement comes first.
  EXPECT_EQ(split(program({store(C, at(B, -1)), store(B, at(A))})), "    B[+0] := A[+0]\n--\n    C[+0] := B[-1]\n");
}

TEST(Dependence, IndependentStatementsShareTheFirstStage) {
  EXPECT_EQ(split(program({store(B, at(A, 1)), store(C, at(B, -1)), store(D, at(A, -1))})),
            "    B[+0] := A[+1]\n    D[+0] := A[-1]\n--\n    C[+0] := B[-1]\n");
}

TEST(Dependence, TwoStoresToOneCellKeepTheirOrder) {
  EXPECT_EQ(split(program({store(B, at(A)), store(B, at(B) + at(A, 1)), store(C, at(B, -1))})),
            "    B[+0] := A[+0]\n    B[+0] := (B[+0] + A[+1])\n--\n    C[+0] := B[-1]\n");
}

TEST(Dependence, OutermostLoopDecides) {
  // (x+1, y-1) was stored when y is the outer loop, and was not when x is.
  StencilProgram p = program({store(B, at(A)), store(C, at(B, 1, -1))}, 2);
  EXPECT_EQ(split(p), "    B[+0][+0] := A[+0][+0]\n--\n    C[+0][+0] := B[-1][+1]\n");
  p.stages[0].order = {{0, 1}, {1, 1}};
  EXPECT_EQ(split(p), "    C[+0][+0] := B[-1][+1]\n--\n    B[+0][+0] := A[+0][+0]\n");
}

TEST(Dependence, LexicographicUpdateIsAnError) {
  EXPECT_EQ(split(program({store(A, at(A, -1) + at(A, 1))})), "lexicographic_update A");
  EXPECT_EQ(split(program({store(A, at(A, -1))})), "recurrence_alone A");
  EXPECT_EQ(split(program({declare("s", at(A, -1)), store(A, local("s"))})), "recurrence_alone A");
  EXPECT_EQ(split(program({store(A, at(B) * at(A))})), "    A[+0] := (B[+0] * A[+0])\n");
}

TEST(Dependence, CellsMayLookAhead) {
  EXPECT_EQ(split(program({store(A, at(A, 1))})),
            "    f32 A_new = 0\n    A_new = A[+1]\n    A_kept[+0] := A_new\n--\n    A[+0] := A_kept[+0]\n");
  StencilProgram down = program({store(A, at(A, 1))});
  down.stages[0].order[0].direction = -1;
  EXPECT_EQ(split(down), "recurrence_alone A");
}

TEST(Dependence, LexicographicUpdateNotesTheStore) {
  Diagnostics diagnostics;
  splitStages(program({store(A, at(A, -1))}), diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].range.begin.raw, 1U);
  ASSERT_EQ(diagnostics.all()[0].notes.size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].notes[0].id, DiagId::note_stored_here);
}

TEST(Dependence, CycleIsAnError) {
  EXPECT_EQ(split(program({store(A, at(B, -1)), store(B, at(A, -1))})), "recurrence_alone A");
  // Old and new values of one array.
  EXPECT_EQ(split(program({store(B, at(A)), store(C, at(B, -1) + at(B, 1))})), "dependence_cycle B");
}

TEST(Dependence, ShiftedStoreMovesTheDomain) {
  StencilProgram p = program({store(B, at(A, 1) * makeExpr(ScalarType::F32, Cast{index(0)}), {1, 0, 0})});
  Diagnostics diagnostics;
  std::optional<StencilProgram> out = splitStages(p, diagnostics);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->stages[0].domain[0].lo, Poly(2));
  EXPECT_EQ(out->stages[0].domain[0].hi, Poly::symbol("nx"));
  EXPECT_EQ(split(p), "    B[+0] := (A[+0] * f32((index0 - 1)))\n");
}

TEST(Dependence, ShiftLeavesAbsentAxesAlone) {
  StencilProgram p = program({store(B, at(A, 0, 1) * at(C), {0, 1, 0})}, 2);
  p.fields[C] = field("C", 1);
  EXPECT_EQ(split(p), "    B[+0][+0] := (A[+0][+0] * C[+0][+0])\n");
}

TEST(Dependence, DifferentShiftsGoToDifferentStages) {
  EXPECT_EQ(split(program({store(B, at(A)), store(C, at(A), {1, 0, 0})})),
            "    B[+0] := A[+0]\n--\n    C[+0] := A[-1]\n");
  // B at i+1 is overwritten by the next iteration's B at i.
  EXPECT_EQ(split(program({store(B, at(A), {1, 0, 0}), store(B, at(C))})),
            "    B[+0] := A[-1]\n--\n    B[+0] := C[+0]\n");
  EXPECT_EQ(split(program({store(B, at(A)), store(B, at(C), {-1, 0, 0})})),
            "    B[+0] := A[+0]\n--\n    B[+0] := C[+1]\n");
}

TEST(Dependence, ThinDomainNeverMeetsItsNeighbour) {
  // for (j) A[0][j] = A[1][j]
  StencilProgram p = program({store(A, at(A, 0, 1))}, 2);
  p.stages[0].domain[1] = {0, 1};
  p.stages[0].order = {{0, 1}};
  EXPECT_EQ(split(p), "    A[+0][+0] := A[+1][+0]\n");
  p.stages[0].domain[1] = {0, 2};
  EXPECT_EQ(split(p), "lexicographic_update A");
}

TEST(Dependence, ConditionThatKeepsReadsOffTheStores) {
  // if (i == 0) A[i] = A[i+1]
  ExprPtr first = binary(BinaryOp::Eq, index(0), integer(0));
  EXPECT_EQ(split(program({branch(first, {store(A, at(A, 1))})})), "    if (index0 == 0)\n      A[+0] := A[+1]\n");
  ExprPtr rest = binary(BinaryOp::Gt, index(0), integer(0));
  EXPECT_EQ(split(program({branch(rest, {store(A, at(A, -1))})})), "recurrence_alone A");
}

TEST(Dependence, Colours) {
  ExprPtr colour = binary(BinaryOp::Rem, index(0) + index(1), integer(2));
  ExprPtr red = binary(BinaryOp::Eq, colour, integer(0));
  EXPECT_EQ(split(program({branch(red, {store(A, at(A, -1) + at(A, 0, 1))})}, 2)),
            "    if (((index0 + index1) % 2) == 0)\n      A[+0][+0] := (A[+0][-1] + A[+1][+0])\n");
  EXPECT_NE(split(program({branch(colour, {store(A, at(A, -1))})}, 2)), "lexicographic_update A");
  EXPECT_EQ(split(program({branch(red, {store(A, at(A, -1, -1))})}, 2)), "lexicographic_update A");
  EXPECT_EQ(split(program({branch(red, {}, {store(A, at(A, -2))})}, 2)),
            "    if (((index0 + index1) % 2) == 0)\n    else\n      A[+0][+0] := A[+0][-2]\n");
  // "not 0 modulo 3" is two colours.
  ExprPtr three = binary(BinaryOp::Rem, index(0), integer(3));
  EXPECT_EQ(split(program({branch(three, {store(A, at(A, -1))})})), "recurrence_alone A");
  ExprPtr one = binary(BinaryOp::Eq, three, integer(1));
  EXPECT_NE(split(program({branch(one, {store(A, at(A, 1))})})), "lexicographic_update A");
}

TEST(Dependence, ColoursByTheirResidue) {
  auto parallel = [](const ExprPtr &condition, const ExprPtr &value) {
    const std::string text = split(program({branch(condition, {store(A, value)})}, 2));
    return text.rfind("lexicographic_update", 0) != 0 && text.find("--") == std::string::npos;
  };
  auto rest = [](ExprPtr of, int by) { return binary(BinaryOp::Rem, std::move(of), integer(by)); };
  auto equals = [](ExprPtr left, ExprPtr right) { return binary(BinaryOp::Eq, std::move(left), std::move(right)); };
  ExprPtr sum = index(0) + index(1), bit = binary(BinaryOp::And, sum, integer(1));
  EXPECT_TRUE(parallel(bit, at(A, -1)));
  EXPECT_TRUE(parallel(equals(binary(BinaryOp::And, binary(BinaryOp::Xor, index(0), index(1)), integer(1)), integer(0)),
                       at(A, 1)));
  EXPECT_TRUE(parallel(equals(rest(index(0), 2), rest(index(1), 2)), at(A, 0, 1)));
  EXPECT_FALSE(parallel(equals(rest(index(0), 2), rest(index(1), 2)), at(A, 1, -1)));
  // A stride whose start has the row's parity.
  ExprPtr start = integer(1) + rest(index(1), 2);
  ExprPtr strided = equals(rest(binary(BinaryOp::Sub, index(0), start), 2), integer(0));
  EXPECT_TRUE(parallel(strided, at(A, 1) + at(A, 0, 1)));
  EXPECT_FALSE(parallel(strided, at(A, 1, 1)));
  // Five colours tell a cell from all eight around it but for none; four along a knight's move do not.
  ExprPtr knight = index(0) + binary(BinaryOp::Mul, integer(2), index(1));
  EXPECT_TRUE(parallel(equals(rest(knight, 5), integer(3)), at(A, 1) + at(A, 0, 1) + at(A, 1, 1) + at(A, -1, 1)));
  EXPECT_FALSE(parallel(equals(rest(knight, 4), integer(3)), at(A, 0, 2)));
  // Of two conditions either may tell the cells apart.
  ExprPtr corner =
      binary(BinaryOp::LogicalAnd, equals(rest(index(0), 2), integer(1)), equals(rest(index(1), 2), integer(0)));
  EXPECT_TRUE(parallel(corner, at(A, 1, 1) + at(A, 1) + at(A, 0, -1)));
  EXPECT_FALSE(parallel(corner, at(A, 2)));
  // "not 1" is "0" only for what isn't negative.
  ExprPtr notOne = binary(BinaryOp::Ne, rest(sum, 2), integer(1));
  EXPECT_TRUE(parallel(notOne, at(A, 1)));
  ExprPtr less = binary(BinaryOp::Sub, sum, integer(9));
  EXPECT_FALSE(parallel(binary(BinaryOp::Ne, rest(less, 2), integer(1)), at(A, 1)));
  EXPECT_TRUE(parallel(equals(rest(less, 2), integer(1)), at(A, 1)));
}

TEST(Dependence, IfIsOneUnit) {
  ExprPtr positive = binary(BinaryOp::Gt, at(A), number(0));
  EXPECT_EQ(split(program({branch(positive, {store(B, at(A))}, {store(B, at(A, 1))}), store(C, at(B, -1))})),
            "    if (A[+0] > 0)\n      B[+0] := A[+0]\n    else\n      B[+0] := A[+1]\n--\n    C[+0] := B[-1]\n");
  EXPECT_EQ(split(program({branch(binary(BinaryOp::Gt, at(B, -1), number(0)), {store(B, at(A))})})),
            "recurrence_alone B");
}

TEST(Dependence, IfIsTakenApartWhenItMustBe) {
  ExprPtr positive = binary(BinaryOp::Gt, at(A), number(0));
  EXPECT_EQ(split(program({branch(positive, {store(B, at(A)), store(C, at(B, -1))})})),
            "    if (A[+0] > 0)\n      B[+0] := A[+0]\n--\n    if (A[+0] > 0)\n      C[+0] := B[-1]\n");
  // The condition reads what is stored: taking it apart would test the new value.
  EXPECT_EQ(split(program({branch(positive, {store(B, at(A)), store(A, at(B, -1))})})), "recurrence_alone B");
  EXPECT_EQ(split(program({branch(positive, {store(B, at(C)), store(B, at(D), {1, 0, 0})})})),
            "    if (A[-1] > 0)\n      B[+0] := D[-1]\n--\n    if (A[+0] > 0)\n      B[+0] := C[+0]\n");
  ExprPtr own = binary(BinaryOp::Gt, at(B), number(0));
  EXPECT_EQ(split(program({branch(own, {store(B, at(C)), store(A, at(C)), store(A, at(D), {1, 0, 0})})})),
            "stores_disagree A");
}

// Two places that are the cell's alone.
TEST(Dependence, StoresAreKeptWhereTheyNeedTheOldValues) {
  ExprPtr own = binary(BinaryOp::Gt, at(B), number(0));
  EXPECT_EQ(split(program({branch(own, {store(B, at(C)), store(D, at(B), {1, 0, 0})})})),
            "    f32 B_new = 0\n    i32 B_is_new = 0\n    f32 D_new = 0\n    i32 D_is_new = 0\n"
            "    if (B[+0] > 0)\n      B_new = C[+0]\n      B_is_new = 1\n"
            "      D_new = (B_is_new ? B_new : B[+0])\n      D_is_new = 1\n"
            "    B_kept[+0] := B_new\n    B_is_kept[+0] := B_is_new\n"
            "    D_kept[+0] := D_new\n    D_is_kept[+0] := D_is_new\n"
            "--\n    if B_is_kept[+0]\n      B[+0] := B_kept[+0]\n"
            "--\n    if D_is_kept[-1]\n      D[+0] := D_kept[-1]\n");
  ExprPtr even = binary(BinaryOp::Eq, binary(BinaryOp::Rem, index(0), integer(2)), integer(0));
  std::vector<StmtPtr> exchange = {declare("t", at(A)), store(A, at(A, 1)), store(A, local("t"), {1, 0, 0})};
  EXPECT_EQ(split(program(exchange)), "lexicographic_update A");
  EXPECT_EQ(split(program({branch(even, exchange)})).substr(0, 18), "    f32 A_new = 0\n");
}

TEST(Dependence, RotatedFieldsMustMatch) {
  StencilProgram p = program({store(B, at(A))});
  p.rotation = {1, 0, 2, 3};
  EXPECT_EQ(split(p), "    B[+0] := A[+0]\n  then A <- B\n  then B <- A\n");
  p.fields[B].extent[0] = std::nullopt;
  EXPECT_NE(split(p), "swap_of_different_shapes A");
  p.fields[B].extent[0] = Poly::symbol("nx") + 1;
  EXPECT_EQ(split(p), "swap_of_different_shapes A");
}

} // namespace
