// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops are made of statements that repeat, and which braces go.
#include "Base/RolledUp.h"
#include "Base/Tidied.h"
#include "Pipeline/MergedTurns.h"

#include <gtest/gtest.h>

using namespace kasane;
using namespace kasane::lowering;

namespace {

ExprPtr at(const char *buffer, int64_t index) {
  return makeExpr(ScalarType::F32, Load{buffer, add(scalar("i"), intLit(index))});
}
KStmtPtr copy(int64_t to, int64_t from) { return makeKStmt(KStore{"a", add(scalar("i"), intLit(to)), at("b", from)}); }
KStmtPtr comment(const char *text) { return makeKStmt(KComment{text}); }
KStmtPtr when(const char *fact, KBody body) {
  return makeKStmt(KIf{binary(BinaryOp::Ne, scalar(fact), intLit(0)), std::move(body), {}});
}

std::string rolled(const KBody &body) {
  const StencilProgram program;
  Names names(program);
  return print(rolledUp(names, body));
}

} // namespace

TEST(RolledUp, NumbersGoUpEvenly) {
  EXPECT_EQ(rolled({copy(0, 3), copy(1, 5), copy(2, 7), copy(3, 9), copy(4, 11), copy(5, 13), copy(6, 15)}),
            "unrolled for each in [0, 7) step 1\n"
            "  a[(i + each)] := b[(i + (3 + (2 * each)))]\n");
}

TEST(RolledUp, OtherNumbersStandAsTheyAre) {
  const KBody body = {copy(0, 3), copy(1, 5), copy(2, 6), copy(3, 9), copy(4, 2), copy(5, 13), copy(6, 15)};
  EXPECT_EQ(rolled(body), print(body));
}

TEST(RolledUp, TheLastRoundMayLeaveStatementsOut) {
  const KStmtPtr wait = makeKStmt(Barrier{});
  EXPECT_EQ(rolled({comment("step 1 of 3"), copy(0, 0), copy(10, 20), wait, copy(1, 1), comment("step 2 of 3"),
                    copy(10, 10), copy(20, 30), wait, copy(2, 2), comment("step 3 of 3"), copy(20, 20), copy(30, 40)}),
            "unrolled for each in [0, 3) step 1\n"
            "  ; step 1 to 3 of 3\n"
            "  a[(i + (10 * each))] := b[(i + (10 * each))]\n"
            "  a[(i + (10 + (10 * each)))] := b[(i + (20 + (10 * each)))]\n"
            "  if (each < 2)\n"
            "    barrier\n"
            "    a[(i + (1 + each))] := b[(i + (1 + each))]\n");
}

TEST(RolledUp, WhatDividesStandsAlone) {
  KBody body;
  for (int64_t k = 0; k < 9; ++k)
    body.push_back(makeKStmt(
        KStore{"a", add(scalar("i"), intLit(k)),
               binary(BinaryOp::Div, makeExpr(ScalarType::F64, Load{"b", intLit(k)}), scalar("c", ScalarType::F64))}));
  EXPECT_EQ(rolled(body), print(body));
}

TEST(Tidied, BlocksWithoutNamesAreOpened) {
  EXPECT_EQ(print(tidied({makeKStmt(KBlock{{copy(0, 0)}}), when("is", {when("too", {copy(1, 1)})})})),
            "a[i] := b[i]\n"
            "if ((is != 0) && (too != 0))\n"
            "  a[(i + 1)] := b[(i + 1)]\n");
}

TEST(Tidied, IfsThatAskTheSameAreOne) {
  EXPECT_EQ(print(tidied({when("is", {copy(0, 0)}), when("is", {copy(1, 1)})})), "if (is != 0)\n"
                                                                                 "  a[i] := b[i]\n"
                                                                                 "  a[(i + 1)] := b[(i + 1)]\n");
  const KBody changed = {when("is", {makeKStmt(KAssign{"is", intLit(0)})}), when("is", {copy(1, 1)})};
  EXPECT_EQ(print(tidied(changed)), print(changed));
}

TEST(MergedTurns, EachHasItsOwnStatements) {
  const auto out = [](int64_t value) {
    return makeKStmt(KBlock{{makeKStmt(KLet{"out", ScalarType::I64, intLit(value)}), copy(7, 7)}});
  };
  EXPECT_EQ(print(mergedTurns({{copy(0, 0), copy(1, 1), out(3)}, {copy(0, 0), copy(2, 2), out(4)}}, "turn")),
            "a[i] := b[i]\n"
            "if (turn < 1)\n"
            "  a[(i + 1)] := b[(i + 1)]\n"
            "else\n"
            "  a[(i + 2)] := b[(i + 2)]\n"
            "block\n"
            "  let out = ((turn < 1) ? 3 : 4)\n"
            "  a[(i + 7)] := b[(i + 7)]\n");
}
