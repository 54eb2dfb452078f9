// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Rewrite/Rewrite.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace kasane;

namespace {

struct Sample {
  std::string text;
  Region region;
  std::vector<Conditional> conditionals = {};

  // The region is what stands between the two marks, which are taken out; {..} in it is the time loop's body.
  explicit Sample(std::string marked) {
    size_t begin = marked.find('@');
    marked.erase(begin, 1);
    size_t end = marked.find('@');
    marked.erase(end, 1);
    text = marked;
    region.pragmas = {text.find("stencil")};
    region.beginOffset = begin;
    region.endOffset = end;
    region.line =
        1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
    region.program.name = "ksn_x";
    region.program.params = {{"n", ScalarType::I32, "n"}, {"c", ScalarType::F32, "p->c"}};
    Field a;
    a.name = "A";
    a.base = "&A[0][0]";
    a.pointer = "A";
    region.program.fields = {a};
  }

  std::string rewritten(std::vector<std::string> targets = {"openmp"}) const {
    return rewriteSource(text, "dir/x.c", {{&region, &region.program, "struct ksn_x_args { int y; };\n", targets}},
                         "banner", {}, conditionals);
  }
};

const char *const kPlain =
    "int before;\n#pragma stencil depth(2) \\\n  tile(4)\n  @for (;;) {\n    body();\n  }@ after();\nlast\n";

bool has(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

} // namespace

TEST(Rewrite, KeepsTheTextAroundAndItsLines) {
  std::string out = Sample(kPlain).rewritten();
  EXPECT_TRUE(has(out, "#line 1 \"dir/x.c\"\nint before;\n\n\n  { /* ksn_x */"));
  EXPECT_TRUE(has(out, "#line 6 \"dir/x.c\"\n after();\nlast\n"));
  EXPECT_FALSE(has(out, "pragma"));
}

TEST(Rewrite, CutsNoBranch) {
  Sample sample("#ifdef FAST\n#pragma stencil\n@for (a) {\n#else\nfor (b) {\n#endif\n  c();\n}@\nlast\n");
  const auto lineAt = [&](const std::string &word, unsigned line, bool taken) {
    const size_t at = sample.text.find(word);
    return Conditional::Line{at, at + word.size(), line, taken};
  };
  sample.conditionals = {
      {{lineAt("#ifdef FAST", 1, true), lineAt("#else", 4, false), lineAt("#endif", 6, false)}, true, true}};
  const std::string out = sample.rewritten();
  EXPECT_TRUE(has(out, "#ifdef FAST\n\n\n#endif\n#ifdef FAST\n#else\n#line 4 \"dir/x.c\"\n#error "));
  EXPECT_TRUE(has(out, "this build\n#endif\n{ /* ksn_x */"));
  EXPECT_FALSE(has(out, "for (b)"));
}

TEST(Rewrite, KeepsTheLoopsInTheirColumns) {
  EXPECT_TRUE(has(Sample(kPlain).rewritten(), "#line 4 \"dir/x.c\"\n  for (;;) {\n    body();\n  }\n"));
}

TEST(Rewrite, PassesFieldsAndParameters) {
  std::string out = Sample(kPlain).rewritten();
  EXPECT_TRUE(has(out, "{(void *)&A[0][0]}"));
  EXPECT_TRUE(has(out, ".p0 = ksn_p[0], .n_n = n, .f_c = p->c}"));
  EXPECT_TRUE(has(out, "    A = ksn_a.p0;\n"));
}

TEST(Rewrite, BoundsTheCopyOfABracedBody) {
  Sample sample(kPlain);
  sample.region.body = LoopBody{sample.text.find('{'), sample.region.endOffset, true};
  EXPECT_TRUE(has(sample.rewritten(), "for (;;) { if (!ksn_verify_step(ksn_a.call)) break; \n    body();"));
}

TEST(Rewrite, BoundsTheCopyOfAPlainBody) {
  Sample sample("#pragma stencil\n@for (;;) body();@\n");
  sample.region.body = LoopBody{sample.text.find("body"), sample.region.endOffset, false};
  EXPECT_TRUE(has(sample.rewritten(), "for (;;) { if (!ksn_verify_step(ksn_a.call)) break; body(); }"));
}

TEST(Rewrite, ChoosesAmongSeveralTargets) {
  std::string out = Sample(kPlain).rewritten({"openmp", "opencl"});
  EXPECT_TRUE(has(out, "int ksn_select(const char *);"));
  EXPECT_TRUE(has(out, "ksn_targets[ksn_select(\"openmp,opencl\")]"));
}

TEST(Rewrite, StaysClearOfTheUsersNames) {
  std::string out = Sample("int ksn_a, ksn1_b;\n#pragma stencil\n@for (;;) body();@\n").rewritten();
  EXPECT_TRUE(has(out, "struct ksn_x_args ksn2_a = "));
}

TEST(Rewrite, StatesWhatWasFoldedIn) {
  Sample sample(kPlain);
  sample.region.asserts = {{"sizeof(\"a\")", "2"}};
  sample.region.finals = {{"t", "t = 4;"}};
  sample.region.carried = {"t"};
  std::string out = sample.rewritten();
  EXPECT_TRUE(
      has(out, "_Static_assert((sizeof(\"a\")) == 2, \"translated with sizeof(\\\"a\\\") == 2; translate again\");"));
  EXPECT_TRUE(has(out, "    t = 4;\n"));
  EXPECT_TRUE(has(out, "long long ksn_s0 = t;"));
}

TEST(Rewrite, VerifiesWhatIsWatched) {
  Sample sample(kPlain);
  sample.region.carried = {"t"};
  sample.region.finals = {{"t", "t = 4;"}, {"x", "x = 0.5;"}, {"q", "q = A;"}};
  sample.region.left = {{Watched::Pointer, "q"}, {Watched::Integer, "t"}, {Watched::Real, "x"}};
  std::string out = sample.rewritten();
  EXPECT_TRUE(has(out, "    void *ksn_e0 = (void *)q;\n    __typeof__(x) ksn_e2 = x;\n"));
  EXPECT_TRUE(has(out, "    A = ksn_a.p0;\n    t = 4;\n    x = 0.5;\n    q = A;\n    void *const ksn_l0 = (void *)q;\n"
                       "    long long const ksn_l1 = t;\n    double const ksn_l2 = x;\n    do {\n"
                       "      t = ksn_s0;\n      q = ksn_e0;\n      x = ksn_e2;\n      A = ksn_p[0];\n"));
  EXPECT_TRUE(has(out, "      ksn_verify_left_pointer(ksn_a.call, \"q\", ksn_l0, q);\n      "
                       "ksn_verify_left_integer(ksn_a.call, \"t\", ksn_l1, t);\n"
                       "      ksn_verify_left_real(ksn_a.call, \"x\", ksn_l2, x, sizeof x);\n"));
}
