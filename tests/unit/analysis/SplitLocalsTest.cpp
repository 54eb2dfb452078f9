// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locals of a nest that is split: each stage takes along what it needs, with the values that the source gives.
#include "Build.h"
#include "kasane/Analysis/Dependence.h"

using namespace kasane;
using namespace kasane::build;

namespace {

std::vector<std::string> split(const StencilProgram &p) {
  Diagnostics diagnostics;
  std::optional<StencilProgram> out = splitStages(p, diagnostics);
  if (!out)
    return {std::string(nameOf(diagnostics.all().at(0).id))};
  EXPECT_EQ(verify(*out), "");
  std::vector<std::string> bodies;
  for (const Stage &stage : out->stages) {
    StencilProgram one = *out;
    one.stages = {stage};
    std::string printed = print(one);
    printed = printed.substr(printed.find("  stage"));
    bodies.push_back(printed.substr(printed.find('\n') + 1));
  }
  return bodies;
}

using Bodies = std::vector<std::string>;

TEST(SplitLocals, EachStageTakesItsOwn) {
  EXPECT_EQ(split(program(
                {declare("s", at(A)), declare("u", at(D)), store(B, local("s")), store(C, at(B, -1) + local("u"))})),
            (Bodies{"    f32 s = A[+0]\n    B[+0] := s\n", "    f32 u = D[+0]\n    C[+0] := (B[-1] + u)\n"}));
}

TEST(SplitLocals, SharedLocalIsComputedTwice) {
  EXPECT_EQ(split(program({declare("s", at(A)), store(B, local("s")), store(C, at(B, -1) + local("s"))})),
            (Bodies{"    f32 s = A[+0]\n    B[+0] := s\n", "    f32 s = A[+0]\n    C[+0] := (B[-1] + s)\n"}));
}

TEST(SplitLocals, MutatedBetweenUnits) {
  EXPECT_EQ(split(program({declare("s", at(A)), store(B, local("s")), assign("s", local("s") * at(D)),
                           store(C, at(B, -1) + local("s"))})),
            (Bodies{"    f32 s = A[+0]\n    B[+0] := s\n",
                    "    f32 s = A[+0]\n    s = (s * D[+0])\n    C[+0] := (B[-1] + s)\n"}));
}

TEST(SplitLocals, OverwrittenValueIsLeftOut) {
  EXPECT_EQ(
      split(program({declare("s", at(A)), store(B, local("s")), assign("s", at(D)), store(C, at(B, -1) + local("s"))})),
      (Bodies{"    f32 s = A[+0]\n    B[+0] := s\n", "    f32 s\n    s = D[+0]\n    C[+0] := (B[-1] + s)\n"}));
}

TEST(SplitLocals, ConditionalAssignmentComesAlong) {
  StmtPtr flip = branch(binary(BinaryOp::Lt, at(A), number(0)), {assign("s", at(D))});
  EXPECT_EQ(split(program({declare("s", at(A)), flip, store(B, at(A)), store(C, at(B, -1) + local("s"))})),
            (Bodies{"    B[+0] := A[+0]\n",
                    "    f32 s = A[+0]\n    if (A[+0] < 0)\n      s = D[+0]\n    C[+0] := (B[-1] + s)\n"}));
}

TEST(SplitLocals, StoringIfIsStrippedForItsLocals) {
  StmtPtr both = branch(binary(BinaryOp::Lt, at(A), number(0)), {assign("s", at(D)), store(B, at(A))});
  EXPECT_EQ(split(program({declare("s", at(A)), both, store(C, at(B, -1) + local("s"))})),
            (Bodies{"    f32 s = A[+0]\n    if (A[+0] < 0)\n      s = D[+0]\n      B[+0] := A[+0]\n",
                    "    f32 s = A[+0]\n    if (A[+0] < 0)\n      s = D[+0]\n    C[+0] := (B[-1] + s)\n"}));
}

TEST(SplitLocals, OldValueForcesTheOrder) {
  // s holds B's old value; C needs it and does not need the new B.
  EXPECT_EQ(split(program({declare("s", at(B)), store(D, at(A)), store(B, at(D, -1)), store(C, local("s"))})),
            (Bodies{"    f32 s = B[+0]\n    D[+0] := A[+0]\n    C[+0] := s\n", "    B[+0] := D[-1]\n"}));
}

TEST(SplitLocals, OldAndNewValueTogetherAreACycle) {
  // C needs the old B of its own cell and the new B of the one before.
  EXPECT_EQ(split(program({declare("s", at(B)), store(B, at(A)), store(C, local("s") + at(B, -1))})),
            (Bodies{"dependence_cycle"}));
}

TEST(SplitLocals, StrippedIfThatReadsItsOwnStoreStaysTogether) {
  StmtPtr both = branch(binary(BinaryOp::Lt, at(B), number(0)), {store(B, at(A)), assign("s", at(D))});
  EXPECT_EQ(split(program({declare("s", at(A)), both, store(C, local("s"))})).size(), 1U);
  EXPECT_EQ(split(program({declare("s", at(A)), both, store(C, local("s") + at(B, -1))})),
            (Bodies{"dependence_cycle"}));
}

TEST(SplitLocals, LocalsAreShiftedWithTheirStage) {
  EXPECT_EQ(split(program({declare("s", at(A, 1)), store(B, local("s"), {1, 0, 0})})),
            (Bodies{"    f32 s = A[+0]\n    B[+0] := s\n"}));
}

} // namespace
