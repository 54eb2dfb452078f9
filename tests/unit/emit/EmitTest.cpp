// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole files; what stands in them is looked at in tests/codegen.
#include "kasane/Emit/Emit.h"

#include <gtest/gtest.h>

using namespace kasane;

namespace {

// One kernel, B[x] = value, over fields A (read) and B.
LoopNest nestOf(ExprPtr value, ScalarType element = ScalarType::F32) {
  LoopNest nest;
  nest.name = "ksn_t_0_main_1";
  nest.label = "t_main_1";
  nest.function = "main";
  nest.file = "t.c";
  nest.line = 3;
  nest.rank = 1;
  nest.target = "openmp";
  nest.family = "sweep";
  nest.placement = "in core";
  nest.fp = "contract";
  nest.tile = {8, 1, 1};
  nest.depth = 1;
  Kernel kernel;
  kernel.name = nest.name + "_sweep0";
  kernel.buffers = {{"B", element, true}};
  kernel.group = {8, 1, 1};
  for (int a = 0; a < kMaxAxes; ++a)
    kernel.grid[a] = {std::string(1, "xyz"[a]) + "0", intLit(0), intLit(8), 8};
  kernel.body = {
      makeKStmt(CellLoop{0, "x", scalar("x0"), intLit(8), {makeKStmt(KStore{"B", scalar("x"), std::move(value)})}})};
  nest.kernels = {kernel};
  HostBuffer buffer;
  buffer.name = "B";
  buffer.base = "p0";
  buffer.type = element;
  for (ExprBounds &bounds : buffer.box)
    bounds = {intLit(0), intLit(1)};
  buffer.first = intLit(0);
  buffer.last = intLit(7);
  buffer.written = true;
  buffer.followsRotation = false;
  nest.host.buffers = {buffer};
  nest.host.scalars = {{"nx", ScalarType::I64}, {"c", ScalarType::F32}, {"d", ScalarType::F64}};
  nest.host.steps = nest.host.cellsPerStep = intLit(1);
  nest.host.body = {{HPass{1, {{HLaunch{0, {{0, -1}}, {}}}}}}};
  return nest;
}

std::string emitted(const std::string &target, LoopNest nest) {
  nest.target = target;
  return emit(*findTarget(target), {nest}, {"banner", false}).front().text;
}

TEST(Emit, ArgumentBlock) {
  EXPECT_EQ(argumentBlock(nestOf(makeExpr(ScalarType::F32, FloatLit{1}))), "struct ksn_t_0_main_1_args {\n"
                                                                           "  void *call[8]; /* the runtime's */\n"
                                                                           "  void *p0; /* B */\n"
                                                                           "  long long n_nx;\n"
                                                                           "  double f_c;\n"
                                                                           "  double f_d;\n"
                                                                           "};\n");
}

TEST(Emit, ScalarsComeBackInTheirTypes) {
  std::string text = emitted("openmp", nestOf(makeExpr(ScalarType::F32, FloatLit{1})));
  EXPECT_NE(text.find("const int64_t nx = ksn_a->n_nx;"), std::string::npos) << text;
  EXPECT_NE(text.find("const float c = (float)ksn_a->f_c;"), std::string::npos) << text;
  EXPECT_NE(text.find("const double d = ksn_a->f_d;"), std::string::npos) << text;
}

TEST(Emit, EveryTargetHasItsRow) {
  EXPECT_EQ(findTarget("cobol"), nullptr);
  for (const TargetInfo &target : targets()) {
    EXPECT_EQ(findTarget(target.name), &target);
    std::vector<EmittedFile> files = emit(target, {nestOf(makeExpr(ScalarType::F32, FloatLit{1}))}, {"banner", false});
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0].extension, target.extension);
    EXPECT_EQ(files[0].text.rfind("/* banner */\n", 0), 0U);
  }
}

TEST(Emit, KernelsInAFileOfTheirOwn) {
  LoopNest nest = nestOf(makeExpr(ScalarType::F32, FloatLit{1}));
  std::vector<EmittedFile> files = emit(*findTarget("opencl"), {nest, nest}, {"banner", true});
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[1].extension, "cl");
  EXPECT_EQ(files[1].text.find("/* "), 0U) << files[1].text;
}

// A device without doubles is asked for them only by kernels that compute with some, whatever the user's names are.
TEST(Emit, DoublesAreFoundByType) {
  auto uses = [](const LoopNest &nest) {
    std::string text = emitted("opencl", nest);
    bool pragma = text.find("cl_khr_fp64") != std::string::npos;
    EXPECT_EQ(text.find("uses_double = 1") != std::string::npos, pragma) << text;
    return pragma;
  };
  ExprPtr single = makeExpr(ScalarType::F32, FloatLit{0.5}), precise = makeExpr(ScalarType::F64, FloatLit{0.5});
  EXPECT_FALSE(uses(nestOf(single)));
  EXPECT_TRUE(uses(nestOf(precise, ScalarType::F64)));
  EXPECT_TRUE(uses(nestOf(makeExpr(ScalarType::F32, Cast{precise}))));
  LoopNest named = nestOf(scalar("double_speed", ScalarType::F32));
  named.kernels[0].scalars = {{"double_speed", ScalarType::F32}};
  named.host.scalars = {{"double_speed", ScalarType::F32}};
  std::get<HLaunch>(std::get<HPass>(named.host.body[0].node).body[0].node).scalars = {
      scalar("double_speed", ScalarType::F32)};
  EXPECT_FALSE(uses(named));
}

TEST(Emit, LongKernelsAreSplitIntoLiterals) {
  LoopNest nest = nestOf(makeExpr(ScalarType::F32, FloatLit{1}));
  for (int n = 0; n < 200; ++n)
    nest.kernels[0].body.push_back(makeKStmt(KComment{"a line that makes the kernel longer than one literal may be"}));
  std::string text = emitted("opencl", nest);
  std::string source = text.substr(text.find("[] = {"), text.find("};\n\n", text.find("[] = {")) - text.find("[] = {"));
  size_t pieces = 0;
  for (size_t at = 0; at != std::string::npos; ++pieces) {
    size_t end = source.find("\"\n,", at + 1);
    EXPECT_LT(source.substr(at, end - at).size(), 4095U + 1000U); // with the quotes and the indentation
    at = end;
  }
  EXPECT_GT(pieces, 3U);
}

} // namespace
