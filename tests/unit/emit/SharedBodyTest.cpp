// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that are one function of a constant.
#include "SharedBody.h"
#include "CText.h"
#include "HostText.h"
#include "LocalNames.h"
#include "MergedBodies.h"

#include <gtest/gtest.h>

using namespace kasane;
using namespace kasane::emission;

namespace {

const Dialect &cuda() { return *cudaText().kernelDialect; }

KStmtPtr let(const std::string &name, ExprPtr value) {
  return makeKStmt(KLet{name, ScalarType::I64, std::move(value)});
}
KStmtPtr store(int64_t at, ExprPtr value) { return makeKStmt(KStore{"u", intLit(at), std::move(value)}); }
KStmtPtr loop(const std::string &var, ExprPtr hi, KBody body) {
  return makeKStmt(KFor{var, intLit(0), std::move(hi), 1, std::move(body)});
}
KStmtPtr branch(ExprPtr condition, KBody then, KBody otherwise = {}) {
  return makeKStmt(KIf{std::move(condition), std::move(then), std::move(otherwise)});
}
ExprPtr isBelow(const std::string &name, int64_t end) { return binary(BinaryOp::Lt, scalar(name), intLit(end)); }

Kernel kernelOf(const std::string &name, KBody body) {
  Kernel kernel;
  kernel.name = name;
  kernel.buffers = {{"u", ScalarType::I64, true}};
  kernel.scalars = {{"n", ScalarType::I64}};
  kernel.grid = {GridAxis{"x0", intLit(0), scalar("n"), 8}, GridAxis{"y0", intLit(0), intLit(1), 1},
                 GridAxis{"z0", intLit(0), intLit(1), 1}};
  kernel.group = {8, 1, 1};
  kernel.body = std::move(body);
  return kernel;
}

std::string shown(const KBody &body) { return text(cuda(), body, kernelOf("k", {}), "  "); }

// Each body comes back out of what was made of all of them.
KBody merged(const std::vector<KBody> &bodies) {
  KBody out = mergedBodies(cuda(), kernelOf("k", {}), bodies);
  for (size_t v = 0; v < bodies.size(); ++v)
    EXPECT_EQ(shown(withoutUnused(variantOf(out, static_cast<int>(v)))),
              shown(withoutUnused(variantOf(bodies[v], static_cast<int>(v)))))
        << "variant " << v << " of\n"
        << shown(out);
  EXPECT_EQ(definedTwice(out), "") << shown(out);
  return out;
}

TEST(SharedBody, StatementsOfOneVariantAreGuarded) {
  const KStmtPtr a = store(0, scalar("n")), b = store(1, scalar("n")), c = store(2, scalar("n"));
  EXPECT_EQ(shown(merged({{a, b}, {a, c, b}})),
            "  u[0] = n;\n  if (variant == 1) {\n    u[2] = n;\n  }\n  u[1] = n;\n");
  EXPECT_EQ(shown(merged({{a, b}, {a, c}})),
            "  u[0] = n;\n  if (variant == 0) {\n    u[1] = n;\n  } else {\n    u[2] = n;\n  }\n");
}

TEST(SharedBody, ValuesOfConstantsAreChosen) {
  const KBody one = {let("end", scalar("n")), store(0, scalar("end"))};
  const KBody two = {let("end", add(scalar("n"), intLit(1))), store(0, scalar("end"))};
  EXPECT_EQ(shown(merged({one, two, two})), "  const int64_t end = (variant == 0) ? n : (n + 1);\n  u[0] = end;\n");
}

TEST(SharedBody, LoopsHaveTheirOwnEndsAndStatements) {
  const KStmtPtr a = store(0, scalar("k")), b = store(1, scalar("k"));
  EXPECT_EQ(shown(merged({{loop("k", intLit(3), {a})}, {loop("k", intLit(4), {a, b})}})),
            "  for (int64_t k = 0; k < ((variant == 0) ? 3L : 4L); k += 1) {\n    u[0] = k;\n    if (variant == 1) {\n"
            "      u[1] = k;\n    }\n  }\n");
}

TEST(SharedBody, ABranchOfOneVariantStandsBeforeWhatBothDo) {
  const KStmtPtr a = store(0, scalar("n")), b = store(1, scalar("n")), c = store(2, scalar("n"));
  EXPECT_EQ(shown(merged({{a, b}, {branch(isBelow("n", 5), {c}, {a}), b}})),
            "  if (variant == 1 && n < 5) {\n    u[2] = n;\n  } else {\n    u[0] = n;\n  }\n  u[1] = n;\n");
  merged({{branch(isBelow("n", 5), {c}, {a}), b}, {a, b}});
  merged({{branch(isBelow("n", 5), {c}, {branch(isBelow("n", 3), {b}, {a})})}, {branch(isBelow("n", 5), {c}, {a})}});
}

TEST(SharedBody, ABranchThatIsNeverTakenStaysOne) {
  const KStmtPtr a = store(0, scalar("n")), b = store(1, scalar("n")), c = store(2, scalar("n"));
  merged({{branch(intLit(0, ScalarType::I32), {c}, {a}), b}, {branch(isBelow("n", 5), {c}, {a}), b}});
  merged({{branch(intLit(0, ScalarType::I32), {c}, {a}), b}, {a, b}});
}

TEST(SharedBody, NamesThatOneVariantDefinesAreThereForAll) {
  const KBody one = {let("half", binary(BinaryOp::Div, scalar("n"), intLit(2))), store(0, scalar("half"))};
  const KBody two = {store(1, scalar("n"))};
  const std::string out = shown(merged({one, two}));
  EXPECT_NE(out.find("const int64_t half = (variant == 0) ? (n / 2) : 0;"), std::string::npos) << out;
}

TEST(SharedBody, TheSameThingGetsTheSameName) {
  const Kernel one = kernelOf("one", {let("item", add(scalar("x0"), intLit(1))), let("since", scalar("item")),
                                      let("since_1", add(scalar("item"), scalar("n"))), store(0, scalar("since_1"))});
  const Kernel two = kernelOf("two", {let("item_1", add(scalar("x0"), intLit(1))),
                                      let("since_2", add(scalar("item_1"), scalar("n"))), store(0, scalar("since_2"))});
  EXPECT_EQ(shown(namedLike(cuda(), two, one, {}).body),
            "  const int64_t item = x0 + 1;\n  const int64_t since_1 = item + n;\n  u[0] = since_1;\n");
  EXPECT_EQ(shown(namedLike(cuda(), two, one, {"since", "since_1"}).body),
            "  const int64_t item = x0 + 1;\n  const int64_t since_2 = item + n;\n  u[0] = since_2;\n");
}

// A word of a language may be the reason why a name has a number.
TEST(SharedBody, OwnNamesHaveNoNumbersThatOtherKernelsAskFor) {
  const std::vector<Kernel> all = withOwnNames({kernelOf("one", {let("item", scalar("n")), store(0, scalar("item"))}),
                                                kernelOf("two", {let("item_1", scalar("n")), let("int_1", scalar("n")),
                                                                 store(0, add(scalar("item_1"), scalar("int_1")))})});
  EXPECT_EQ(shown(all[1].body), "  const int64_t item = n;\n  const int64_t int_1 = n;\n  u[0] = item + int_1;\n");
}

KBody longBody(int64_t stores, int64_t first) {
  KBody out;
  for (int64_t k = 0; k < stores; ++k)
    out.push_back(store(first + k, scalar("n")));
  return out;
}

TEST(SharedBody, OnlyLongKernelsThatAreAlikeShareAFunction) {
  KBody more = longBody(100, 0);
  more.push_back(store(1000, scalar("n")));
  const Kernel one = kernelOf("one", longBody(100, 0)), two = kernelOf("two", more);
  const std::vector<SharedBody> shared = sharedBodies(cuda(), {one, kernelOf("other", longBody(100, 500)), two});
  ASSERT_EQ(shared.size(), 1U);
  EXPECT_EQ(shared[0].kernels, (std::vector<size_t>{0, 2}));
  EXPECT_TRUE(sharedBodies(cuda(), {kernelOf("a", longBody(9, 0)), kernelOf("b", longBody(9, 0))}).empty());
}

TEST(SharedBody, AKernelPassesWhatItHas) {
  Kernel one = kernelOf("one", longBody(100, 0)), two = one;
  two.buffers.push_back({"v", ScalarType::I64, true});
  two.body.push_back(makeKStmt(KStore{"v", intLit(0), scalar("n")}));
  const std::vector<SharedBody> shared = sharedBodies(cuda(), {one, two});
  ASSERT_EQ(shared.size(), 1U);
  EXPECT_EQ(argumentsOf(one, shared[0], "nullptr"), (std::vector<std::string>{"u", "nullptr", "n"}));
  EXPECT_EQ(argumentsOf(two, shared[0], "nullptr"), (std::vector<std::string>{"u", "v", "n"}));
}

// The constant's name is the function's own.
TEST(SharedBody, KernelsThatHaveTheConstantsNameStayApart) {
  const Kernel one = kernelOf("one", longBody(100, 0));
  Kernel parameter = one, local = one;
  parameter.scalars.push_back({"variant", ScalarType::I64});
  local.body.insert(local.body.begin(), let("variant", scalar("n")));
  EXPECT_FALSE(sharedBodies(cuda(), {one, one}).empty());
  EXPECT_TRUE(sharedBodies(cuda(), {one, parameter}).empty());
  EXPECT_TRUE(sharedBodies(cuda(), {one, local}).empty());
}

// What one only reads must not become what may be written.
TEST(SharedBody, ABufferThatOneOnlyReadsKeepsThemApart) {
  Kernel one = kernelOf("one", longBody(100, 0)), two = one;
  one.buffers.push_back({"v", ScalarType::I64, false});
  two.buffers.push_back({"v", ScalarType::I64, true});
  EXPECT_TRUE(sharedBodies(cuda(), {one, two}).empty());
}

} // namespace
