// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every kind of program under many schedules: the loop nest leaves what the program leaves, in every array.
#include "Compare.h"
#include "Rings.h"
#include "kasane/Analysis/Dependence.h"
#include "kasane/Analysis/Skew.h"
#include "kasane/Analysis/Stream.h"

#include <random>

using namespace kasane;
using namespace kasane::build;
using namespace kasane::execution;

namespace {

const std::vector<Case> &cases() {
  static const std::vector<Case> all = {{"heat1", heatSwap(1)},
                                        {"heat2", heatSwap(2)},
                                        {"heat3", heatSwap(3)},
                                        {"copy", heatCopy()},
                                        {"copy2", heatCopy(2)},
                                        {"copiedInParts", copiedInParts(2)},
                                        {"copiedAtAnEdge", copiedAtAnEdge(2)},
                                        {"copiedInParticular", copiedInParticular(2)},
                                        {"copiedLate", copiedLate(2)},
                                        {"copiedInside", copiedInside()},
                                        {"copiedInside2", copiedInside(2)},
                                        {"weights2", weights(2)},
                                        {"weights3", weights(3)},
                                        {"wave", wave()},
                                        {"wave2", wave(2)},
                                        {"fdtd", fdtd()},
                                        {"fdtd3", fdtd(3)},
                                        {"conditional", conditionalStore()},
                                        {"conditional2", conditionalStore(2)},
                                        {"neumann", neumann()},
                                        {"neumann2", neumann(2)},
                                        {"coefficient", coefficient()},
                                        {"coefficients2", coefficients(2)},
                                        {"coefficients3", coefficients(3)},
                                        {"asymmetric", asymmetric()},
                                        {"timeScalar", timeScalar()},
                                        {"halfSteps", halfSteps()},
                                        {"halfSteps2", halfSteps(2)},
                                        {"flat", flat()},
                                        {"nested", nested()},
                                        {"nested2", nested(2)},
                                        {"handedOn", handedOn()},
                                        {"handedOn2", handedOn(2)},
                                        {"noTime", noTime(2)},
                                        {"columns", columns()},
                                        {"columns2", columns(2)},
                                        {"ring2", ring(2)},
                                        {"ringCopied", ringCopied(1)},
                                        {"ringCopied2", ringCopied(2)},
                                        {"collected", collected(1)},
                                        {"collectedInEachStep", collected(2, true)},
                                        {"stopAtTheEnd", stopping(1, true)},
                                        {"stopBeforeTheSwap", stopping(2, false)},
                                        {"stopBetweenNests", stopBetween()},
                                        {"hostCode", withHostCode(heatSwap(2), 1)},
                                        {"hostCodeBetweenNests", withHostCode(fdtd(), 1)},
                                        {"hostCodeFirst", withHostCode(collected(1, true), 0)},
                                        {"hostCodeBeforeACopy", withHostCode(heatCopy(2), 0)},
                                        {"hostCodeInACopy", withHostCode(heatCopy(2), 1)},
                                        {"hostCodeBehindACopy", withHostCode(heatCopy(), 2)},
                                        {"hostCodeAndStop", withHostCode(stopping(1, true), 1)}};
  return all;
}

const std::vector<Choice> kChoices = {
    {Family::Sweep, {0, 1, 1}, 1},
    {Family::Sweep, {4, 3, 2}, 1},
    {Family::Overlap, {4, 3, 2}, 1},
    {Family::Overlap, {4, 3, 2}, 2},
    {Family::Overlap, {5, 2, 3}, 3},
    {Family::Overlap, {64, 64, 64}, 4},
    {Family::Overlap, {1, 1, 1}, 2},
    {Family::Pipeline, {4, 3, 2}, 1, {2, 1, 1}},
    {Family::Pipeline, {3, 4, 3}, 2, {3, 2, 1}},
    {Family::Pipeline, {5, 2, 64}, 3, {1, 3, 1}},
    {Family::Pipeline, {9, 7, 1}, 4, {4, 2, 1}},
    {Family::Pipeline, {20, 18, 3}, 2, {2, 2, 1}}, // in 3D, too many values for registers
    {Family::Pipeline, {9, 7, 3}, 2, {1, 1, 1}},   // a work-item owns the whole plane
    {Family::Pipeline, {6, 4, 4}, 5, {3, 1, 1}},
    {Family::Diamond, {4, 3, 2}, 5},
    {Family::Diamond, {6, 2, 0}, 1000},
    {Family::Diamond, {1, 1, 1}, 3},
    {Family::Diamond, {64, 64, 64}, 4}};

bool isPossible(const StencilProgram &program, const Choice &choice) {
  return (program.time || choice.depth == 1) && (choice.family != Family::Pipeline || notStreamed(program).empty()) &&
         (choice.family != Family::Diamond || !notDiamond(program)) &&
         (choice.family == Family::Sweep || !stageInOrder(program));
}

TEST(Execute, LoopNestsLeaveWhatTheProgramLeaves) {
  for (const Case &c : cases())
    for (const Choice &choice : kChoices) {
      std::vector<Scalars> runs;
      for (int64_t nx : {5, 11})
        for (int64_t steps : {0, 2, 7}) // pipelines take their time here
          if (choice.family == Family::Pipeline ? (nx == 5) == (steps == 2) : (nx == 11) == (steps == 2))
            runs.push_back({{"nx", nx}, {"ny", 6}, {"nz", 4}, {"steps", steps}, {"sum", 9}, {"made", 0}, {"most", 4}});
      if (isPossible(c.program, choice))
        compare(c, choice, runs);
    }
}

// Rows that are long enough to begin with lines of memory, in tiles of which the first and the last are cut.
TEST(Execute, LongRowsBeginWithLines) {
  for (const Case &c : {Case{"heat1", heatSwap(1)},
                        {"heat2", heatSwap(2)},
                        {"heat3", heatSwap(3)},
                        {"copy2", heatCopy(2)},
                        {"weights2", weights(2)},
                        {"wave2", wave(2)},
                        {"fdtd", fdtd()},
                        {"fdtd2", fdtd(2)},
                        {"conditional2", conditionalStore(2)},
                        {"neumann2", neumann(2)},
                        {"coefficients2", coefficients(2)},
                        {"flat", flat()},
                        {"nested2", nested(2)},
                        {"columns2", columns(2)},
                        {"ring2", ring(2)}})
    for (const int depth : {2, 3}) {
      std::vector<Scalars> runs;
      for (const int64_t nx : {40, 610})
        runs.push_back({{"nx", nx}, {"ny", 5}, {"nz", 3}, {"steps", 5}, {"sum", 9}, {"made", 0}, {"most", 4}});
      compare(c, {Family::Overlap, {depth == 2 ? 256 : 300, 3, 2}, depth}, runs);
    }
}

// Tiles and segments that end within a ring and at its end, and rings that go into one tile several times.
TEST(Execute, StreamsOnRings) {
  const std::vector<Case> rings = {{"torus1", torus(1)},
                                   {"torus2", torus(2)},
                                   {"torus3", torus(3)},
                                   {"ringOfRows", torus(2, {false, true})},
                                   {"ringOfColumns", torus(2, {true, false})},
                                   {"ringOfPlanes", torus(3, {false, false, true})},
                                   {"ringInThePlane", torus(3, {false, true, false})},
                                   {"far", torus(2, {}, 2)},
                                   {"far1", torus(1, {}, 2)},
                                   {"wave", torusWave(2)},
                                   {"places1", torusPlaces(1)},
                                   {"places2", torusPlaces(2)},
                                   {"places3", torusPlaces(3)},
                                   {"beside1", torusBeside(1, 0)},
                                   {"besideX", torusBeside(2, 0)},
                                   {"besideY", torusBeside(2, 1)},
                                   {"inside1", torusInside(1, 0)},
                                   {"insideX", torusInside(2, 0)},
                                   {"insideY", torusInside(2, 1)},
                                   {"conditional", torusConditional(2)},
                                   {"coefficients", torusCoefficients(2)},
                                   {"flat", overFlatPointers(torus(2))}};
  const std::vector<Choice> choices = {{Family::Pipeline, {4, 5, 3}, 2, {3, 1, 1}},
                                       {Family::Pipeline, {9, 16, 1}, 3, {4, 2, 1}},
                                       {Family::Pipeline, {8, 64, 64}, 1, {4, 1, 1}},
                                       {Family::Pipeline, {12, 4, 16}, 2, {5, 2, 1}},
                                       {Family::Pipeline, {4, 5, 3}, 2, {2, 1, 1}, true}};
  static const std::array<std::array<int64_t, 3>, 4> kSizes = {{{11, 6, 14}, {16, 21, 3}, {3, 3, 3}, {40, 7, 3}}};
  for (const Case &c : rings)
    for (size_t k = 0; k < choices.size(); ++k) {
      const std::array<int64_t, 3> &size = kSizes[(k + c.program.stages.size()) % kSizes.size()];
      compare(c, choices[k],
              {{{"nx", std::min<int64_t>(size[0], c.program.rank > 2 ? 12 : 40)},
                {"ny", size[1]},
                {"nz", size[2]},
                {"steps", size[0] == 16 ? 7 : 4}}});
    }
  for (const Case &c : {rings[0], rings[1], rings[2]})
    for (const Choice &choice : choices)
      compare(c, choice,
              {{{"nx", 1}, {"ny", 2}, {"nz", 1}, {"steps", 3}}, {{"nx", 2}, {"ny", 1}, {"nz", 1}, {"steps", 3}}});
}

// In their work-item's own places; levels in their order, and from the last to the first.
TEST(Execute, ArraysThatAreHeldOnChip) {
  for (const int rank : {2, 3})
    for (const Case &c : {Case{"coefficients", coefficients(rank)}, {"aside", coefficientsAside(rank)}})
      for (const Choice &choice : {Choice{Family::Pipeline, {5, 4, 3}, 2, {3, 2, 1}, true},
                                   {Family::Pipeline, {9, 7, 64}, 3, {2, 1, 1}, true}})
        compare(c, choice,
                {{{"nx", 11}, {"ny", rank > 2 ? 6 : 23}, {"nz", 14}, {"steps", 2}},
                 {{"nx", 11}, {"ny", rank > 2 ? 6 : 23}, {"nz", 14}, {"steps", 7}}});
}

// Of the first column of tiles and the last one, which may be the same; some of the last parts have no plane.
TEST(Execute, TilesAtTheRimInParts) {
  for (const Case &c : {Case{"heat2", heatSwap(2)},
                        {"copy2", heatCopy(2)},
                        {"wave2", wave(2)},
                        {"fdtd2", fdtd(2)},
                        {"neumann2", neumann(2)},
                        {"coefficients2", coefficients(2)},
                        {"columns2", columns(2)},
                        {"ring2", ring(2)},
                        {"collected", collected(2, true)}})
    for (Choice choice : {Choice{Family::Pipeline, {5, 4, 1}, 2, {3, 1, 1}},
                          {Family::Pipeline, {4, 7, 1}, 1, {2, 1, 1}},
                          {Family::Pipeline, {8, 64, 1}, 3, {4, 1, 1}}})
      for (const int64_t parts : {2, 3}) {
        choice.rimParts = parts;
        std::vector<Scalars> runs;
        for (const auto &[nx, ny] : {std::pair<int64_t, int64_t>{4, 9}, {11, 5}, {12, 21}, {23, 13}})
          runs.push_back({{"nx", nx}, {"ny", ny}, {"steps", 4}, {"sum", 9}, {"made", 0}, {"most", 4}});
        compare(c, choice, runs);
      }
}

TEST(Execute, RowsThatAreShorterThanTheirEnds) {
  for (const Case &c : {Case{"columns", columns()}, {"columns2", columns(2)}, {"ring", ring(1)}})
    for (const Choice &choice :
         {Choice{Family::Sweep, {0, 1, 1}, 1}, {Family::Sweep, {3, 2, 1}, 1}, {Family::Overlap, {3, 2, 1}, 2}}) {
      std::vector<Scalars> runs;
      for (int64_t nx : {1, 2, 3, 4, 5, 7})
        runs.push_back({{"nx", nx}, {"ny", 3}, {"steps", 4}});
      compare(c, choice, runs);
    }
}

// ---- Random programs: up to three nests on domains of their own, over four arrays that may rotate

class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed), rank_(1 + pick(2)) {}

  StencilProgram make() {
    static const std::vector<std::vector<FieldId>> rotations = {{0, 1, 2, 3}, {1, 0, 2, 3}, {1, 2, 0, 3},
                                                                {1, 0, 3, 2}, {1, 2, 3, 0}, {0, 3, 2, 1}};
    StencilProgram p = overTime(program({}, rank_), 4, rotations[pick(rotations.size())]);
    for (int nests = 1 + pick(3); nests > 0; --nests) {
      Stage &nest = addStage(p, {});
      for (int a = 0; a < rank_; ++a) {
        nest.domain[a] = {2 + pick(2), *p.fields[0].extent[a] - Poly(2 + pick(2))};
        if (pick(6) == 0)
          nest.domain[a] = {2, 3};
      }
      for (int stores = 1 + pick(2); stores > 0; --stores)
        nest.body.push_back(statement(pick(4)));
    }
    p.stages.erase(p.stages.begin());
    if (pick(4) == 0)
      p.clauses.scratch = {p.fields[pick(4)].name};
    return p;
  }

  Choice choice() {
    int depth = 1 + pick(5);
    if (pick(3) == 0)
      return {Family::Diamond, {1 + pick(40), 1 + pick(9), 1}, 1 + pick(9)};
    if (pick(2))
      return {Family::Pipeline, {1 + pick(6), 1 + pick(9), 1}, 1 + pick(4), {1 + pick(3), 1, 1}};
    return {depth == 1 && pick(2) ? Family::Sweep : Family::Overlap, {1 + pick(6), 1 + pick(4), 1}, depth};
  }

private:
  int pick(size_t n) { return static_cast<int>(random_() % n); }

  // Mostly of other arrays than the stored one, so that most nests are parallel.
  ExprPtr read(FieldId stored) {
    FieldId f = pick(12) ? (stored + 1 + pick(3)) % 4 : stored;
    return f == stored && pick(3) ? at(f) : at(f, pick(5) - 2, rank_ > 1 ? pick(5) - 2 : 0);
  }

  StmtPtr statement(FieldId f) {
    ExprPtr sum = read(f);
    for (int terms = 1 + pick(3); terms > 0; --terms)
      sum = pick(2) ? sum + read(f) : sum * number(3) + read(f);
    StmtPtr made = store(f, sum);
    return pick(4) == 0 ? branch(binary(BinaryOp::Gt, read(f), number(1e7)), {made}) : made;
  }

  std::mt19937 random_;
  int rank_;
};

TEST(Execute, RandomPrograms) {
  const int kSeeds = 300;
  int legal = 0;
  for (int seed = 0; seed < kSeeds && !HasFailure(); ++seed) {
    Generator generator(seed);
    Diagnostics diagnostics;
    std::optional<StencilProgram> p = splitStages(generator.make(), diagnostics);
    if (!p)
      continue;
    ++legal;
    std::string name = "seed " + std::to_string(seed);
    // Long streams have calm planes.
    const Choice choice = generator.choice();
    if (!isPossible(*p, choice))
      continue;
    compare({name.c_str(), *p}, choice, {{{"nx", 9}, {"ny", seed % 3 ? 8 : 26}, {"steps", seed % 8}}});
    if (HasFailure())
      std::cerr << print(*p);
  }
  EXPECT_GT(legal, 50);
}

// The executor's own eyes: work-items that hand their cells over without a barrier race.
KBody withoutBarriers(const KBody &body) {
  KBody out;
  for (const KStmtPtr &stmt : body)
    if (const auto *loop = std::get_if<KFor>(&stmt->node)) {
      KFor without = *loop;
      without.body = withoutBarriers(loop->body);
      out.push_back(makeKStmt(std::move(without)));
    } else if (const auto *branch = std::get_if<KIf>(&stmt->node)) {
      out.push_back(
          makeKStmt(KIf{branch->condition, withoutBarriers(branch->thenBody), withoutBarriers(branch->elseBody)}));
    } else if (!std::holds_alternative<Barrier>(stmt->node)) {
      out.push_back(stmt);
    }
  return out;
}

TEST(Execute, SeesThatWorkItemsDoNotWait) {
  Schedule schedule;
  schedule.family = Family::Pipeline;
  schedule.tile = {4, 8, 1};
  schedule.group = {3, 1, 1};
  schedule.depth = 2;
  StencilProgram p = heatSwap(2);
  LoopNest nest = lower(p, {}, schedule);
  Scalars scalars = {{"nx", 13}, {"ny", 9}, {"steps", 4}};
  EXPECT_EQ(execute(nest, scalars, filled(p, scalars)).seen, std::vector<std::string>());
  for (Kernel &kernel : nest.kernels)
    kernel.body = withoutBarriers(kernel.body);
  EXPECT_FALSE(execute(nest, scalars, filled(p, scalars)).seen.empty());
}

TEST(Execute, SeesThatWorkItemsOfALineDoNotWait) {
  Schedule schedule;
  schedule.family = Family::Pipeline;
  schedule.tile = {6, 1, 1};
  schedule.group = {5, 1, 1};
  schedule.depth = 3;
  StencilProgram p = heatSwap();
  LoopNest nest = lower(p, {}, schedule);
  Scalars scalars = {{"nx", 29}, {"steps", 7}};
  EXPECT_EQ(execute(nest, scalars, filled(p, scalars)).seen, std::vector<std::string>());
  for (Kernel &kernel : nest.kernels)
    kernel.body = withoutBarriers(kernel.body);
  EXPECT_FALSE(execute(nest, scalars, filled(p, scalars)).seen.empty());
}

// The executor's own eyes: without its barriers, a deep pass is a race.
TEST(Execute, SeesAMissingBarrier) {
  Schedule schedule;
  schedule.family = Family::Overlap;
  schedule.tile = {4, 1, 1};
  schedule.depth = 2;
  StencilProgram p = heatSwap();
  LoopNest nest = lower(p, {}, schedule);
  for (Kernel &kernel : nest.kernels)
    std::erase_if(kernel.body, [](const KStmtPtr &s) { return std::holds_alternative<Barrier>(s->node); });
  Scalars scalars = {{"nx", 13}, {"steps", 4}};
  EXPECT_FALSE(execute(nest, scalars, filled(p, scalars)).seen.empty());
}

TEST(Execute, SeesASmallArray) {
  Schedule schedule;
  schedule.family = Family::Overlap;
  schedule.tile = {4, 1, 1};
  schedule.depth = 2;
  StencilProgram p = heatSwap();
  LoopNest nest = lower(p, {}, schedule);
  for (Kernel &kernel : nest.kernels)
    for (GroupArray &array : kernel.groupArrays)
      --array.elements;
  Scalars scalars = {{"nx", 13}, {"steps", 4}};
  EXPECT_FALSE(execute(nest, scalars, filled(p, scalars)).seen.empty());
}

} // namespace
