// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Drafts.h"

using namespace kasane;
using namespace kasane::drafts;

namespace {

std::optional<StencilProgram> assembled(const Draft &draft, Diagnostics &diagnostics) {
  Names names;
  StencilProgram program;
  for (const Param &param : draft.params)
    names.take(param.name);
  if (!assemble(draft, names, program, diagnostics))
    return std::nullopt;
  return program;
}

TEST(Assemble, AStepWithAnExchange) {
  Diagnostics diagnostics;
  const std::optional<StencilProgram> program = assembled(exchanged(), diagnostics);
  ASSERT_TRUE(program);
  ASSERT_EQ(program->fields.size(), 2u);
  EXPECT_EQ(program->fields[0].name, "a");
  EXPECT_EQ(program->fields[0].stride[1], nx());
  EXPECT_EQ(program->rotation, (std::vector<FieldId>{1, 0}));
  ASSERT_EQ(program->stages.size(), 1u);
  const Stage &stage = program->stages[0];
  EXPECT_EQ(stage.domain[0].lo, Poly(1));
  EXPECT_EQ(stage.domain[0].hi, nx() - 1);
  EXPECT_EQ(stage.domain[1].hi, ny() - 1);
  ASSERT_EQ(stage.body.size(), 1u);
  const auto &stored = std::get<FieldStore>(stage.body[0]->node);
  EXPECT_EQ(stored.field, 1);
  EXPECT_EQ(print(stored.value), "(f0[-1,0,0] + f0[0,+1,0])");
}

// for i { b[0 * nx + i] = 1; b[(ny - 1) * nx + i] = 1; }: a stage has one domain.
TEST(Assemble, TwoEdgesAreTwoStages) {
  Draft draft = empty({pointer("b")});
  const int first = access(draft, 0, {loop(0)}, true), last = access(draft, 0, {flat(ny() - 1, loop(0))}, true);
  addNest(draft, {over("i", 0, nx())}, {build::store(first, build::number(1)), build::store(last, build::number(1))},
          0);
  // That the array has rows is seen from another nest.
  const int inside = access(draft, 0, {flat(loop(0), loop(1))}, true);
  addNest(draft, {over("j", 1, ny() - 1), over("i", 1, nx() - 1)}, {build::store(inside, build::number(2))}, 2);
  Diagnostics diagnostics;
  const std::optional<StencilProgram> program = assembled(draft, diagnostics);
  ASSERT_TRUE(program);
  ASSERT_EQ(program->stages.size(), 3u);
  EXPECT_EQ(program->stages[0].domain[1].lo, Poly(0));
  EXPECT_EQ(program->stages[0].domain[1].hi, Poly(1));
  EXPECT_EQ(program->stages[1].domain[1].lo, ny() - 1);
  EXPECT_EQ(program->stages[1].domain[1].hi, ny());
}

// What nothing uses is left out: here nothing reads `steps` but the time loop, and nothing reads `unused`.
TEST(Assemble, PrunesParameters) {
  Draft draft = exchanged();
  draft.params.push_back({"unused", ScalarType::I32, "unused"});
  Diagnostics diagnostics;
  const std::optional<StencilProgram> program = assembled(draft, diagnostics);
  ASSERT_TRUE(program);
  std::vector<std::string> names;
  for (const Param &param : program->params)
    names.push_back(param.name);
  EXPECT_EQ(names, (std::vector<std::string>{"nx", "ny", "steps"}));
}

} // namespace
