// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Tuner/Paper.h"

#include "Programs.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace kasane;
using namespace kasane::build;

namespace {

Machine c2070() {
  Machine m;
  m.kind = MachineClass::Gpu;
  m.groups.items = 1024;
  m.paper = {0.14, 48 << 10, 8192};
  return m;
}

Machine phi5110p() {
  Machine m;
  m.kind = MachineClass::Phi;
  m.groups.items = 8192;
  m.paper = {0.32, 32 << 10, 1024};
  return m;
}

std::set<Offset> cross(int rank) {
  std::set<Offset> reads = {Offset{}};
  for (int a = 0; a < rank; ++a)
    for (int64_t d : {-1, 1}) {
      Offset o{};
      o[a] = d;
      reads.insert(o);
    }
  return reads;
}

PaperProgram heat(int rank) {
  static const std::array<int64_t, 3> kGrids[] = {{4194304, 1, 1}, {2048, 2048, 1}, {256, 256, 256}};
  return {rank, kGrids[rank - 1], cross(rank), 1, 2, 4, 2 + 2 * rank};
}

// Its pressure is read at every neighbour but for the eight corners.
PaperProgram himeno() {
  std::set<Offset> reads;
  for (int64_t z = -1; z <= 1; ++z)
    for (int64_t y = -1; y <= 1; ++y)
      for (int64_t x = -1; x <= 1; ++x)
        if (x * y * z == 0)
          reads.insert({x, y, z});
  return {3, {256, 128, 128}, reads, 1, 14, 4, 34};
}

std::string chosen(const PaperProgram &program, const Machine &machine) {
  const std::string text = print(choosePaper(program, machine));
  return text.substr(text.rfind('('));
}

TEST(Paper, BytesPerFlopOfOneStep) {
  EXPECT_DOUBLE_EQ(bytesPerFlop(heat(1), 1), 2.0);
  EXPECT_NEAR(bytesPerFlop(heat(2), 1), 1.333, 5e-4);
  EXPECT_DOUBLE_EQ(bytesPerFlop(heat(3), 1), 1.0);
  EXPECT_NEAR(bytesPerFlop(himeno(), 1), 1.647, 5e-4);
}

TEST(Paper, UpdatesForOneResult) {
  auto updates = [](const PaperProgram &program) {
    std::vector<int> out;
    for (int depth = 1; depth <= 5; ++depth)
      out.push_back(static_cast<int>(bytesPerFlop(program, 1) / bytesPerFlop(program, depth) + 0.5));
    return out;
  };
  EXPECT_EQ(updates(heat(1)), (std::vector<int>{1, 4, 9, 16, 25}));
  EXPECT_EQ(updates(heat(2)), (std::vector<int>{1, 6, 19, 44, 85}));
  EXPECT_EQ(updates(heat(3)), (std::vector<int>{1, 8, 33, 96, 225}));
  std::vector<int> pressure = updates(himeno());
  EXPECT_EQ((std::vector<int>{pressure[0], pressure[1], pressure[2]}), (std::vector<int>{1, 20, 113}));
}

TEST(Paper, GoldenTable) {
  EXPECT_EQ(chosen(heat(1), c2070()), "(256, 1, 1, 3)\n");
  EXPECT_EQ(chosen(heat(2), c2070()), "(32, 8, 1, 2)\n");
  EXPECT_EQ(chosen(heat(3), c2070()), "(32, 8, 4, 1)\n");
  EXPECT_EQ(chosen(himeno(), c2070()), "(32, 2, 2, 1)\n");
  EXPECT_EQ(chosen(heat(1), phi5110p()), "(1024, 1, 1, 2)\n");
  EXPECT_EQ(chosen(heat(2), phi5110p()), "(1024, 1, 1, 1)\n");
  EXPECT_EQ(chosen(heat(3), phi5110p()), "(256, 1, 1, 1)\n");
  EXPECT_EQ(chosen(himeno(), phi5110p()), "(32, 2, 1, 1)\n");
}

// Every growth that was tried, in order, with the reason that ended it.
TEST(Paper, Traces) {
  std::ifstream file(KASANE_PAPER_TRACES);
  std::stringstream golden, traces;
  golden << file.rdbuf();
  for (const auto &[machine, name] : {std::pair(c2070(), "c2070"), std::pair(phi5110p(), "phi5110p")}) {
    for (int rank : {1, 2, 3})
      traces << name << ", heat " << rank << "D\n" << print(choosePaper(heat(rank), machine));
    traces << name << ", Himeno\n" << print(choosePaper(himeno(), machine));
  }
  EXPECT_EQ(traces.str(), golden.str());
}

TEST(Paper, CountsCalculationsOnly) {
  const PaperProgram program = paperProgramOf(heatCopy(2), Problem{{}, {64, 64, 1}, 1, {}});
  EXPECT_EQ(program.arrays, 2);
  EXPECT_EQ(program.operations, 4);
  EXPECT_EQ(program.radius, 1);
  EXPECT_EQ(program.reads, cross(2));
}

TEST(Paper, EndsWithoutArithmeticAndWithoutLimits) {
  PaperProgram copy = heat(1);
  copy.operations = 0;
  EXPECT_EQ(choosePaper(copy, c2070()).shape.group[0] % 32, 0);
  EXPECT_EQ(chosen(heat(2), Machine{}), "(1, 1, 1, 1)\n");
}

TEST(Paper, EndsOnGridsThatAreTooSmallForTheMachine) {
  PaperProgram small = heat(1);
  small.grid = {4096, 1, 1};
  const PaperChoice choice = choosePaper(small, c2070());
  EXPECT_EQ(choice.shape, PaperShape());
  EXPECT_EQ(choice.steps.back().verdict, PaperVerdict::TooFewGroups);
}

} // namespace
