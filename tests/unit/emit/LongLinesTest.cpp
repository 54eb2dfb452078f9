// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LongLines.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace kasane;

namespace {

TEST(LongLines, ShortOnesStay) {
  const std::string text = "int a;\n\n  b = c + d;\n";
  EXPECT_EQ(withShortLines(text, 20), text);
  EXPECT_EQ(withShortLines("", 20), "");
  EXPECT_EQ(withShortLines("no end", 20), "no end");
}

TEST(LongLines, AreBrokenOutsideOfParentheses) {
  EXPECT_EQ(withShortLines("  next[row + x] = now[row] + c * (now[row + 1] + now[row - 1]);\n", 40),
            "  next[row + x] = now[row] +\n      c * (now[row + 1] + now[row - 1]);\n");
}

TEST(LongLines, AreBrokenAgainWhereTheRestIsLong) {
  EXPECT_EQ(withShortLines("f(aaaa, bbbb, cccc, dddd, eeee, ffff);\n", 20),
            "f(aaaa, bbbb, cccc,\n    dddd, eeee,\n    ffff);\n");
}

TEST(LongLines, LiteralsAreNotBroken) {
  EXPECT_EQ(withShortLines("call(first, \"one, two, three, four\", last, more);\n", 30),
            "call(first,\n    \"one, two, three, four\",\n    last, more);\n");
}

TEST(LongLines, CommentsAreBrokenBetweenWords) {
  EXPECT_EQ(withShortLines("/* one two three four five */\n", 15), "/* one two\n   three four\n   five */\n");
}

TEST(LongLines, PreprocessorAndWholeLiteralsStay) {
  const std::string text =
      "#define LONG (a + b + c + d + e + f)\n\"a, b, c, d, e, f, g, h, i\"\nint a, b, c, d, e, \\\n";
  EXPECT_EQ(withShortLines(text, 10), text);
}

TEST(LongLines, TheTokensAreTheSame) {
  const std::string text =
      "  if (a < b && c > d || e == f) { g = h ? i : -j; k = l * m / n % o; p |= q & r; s(t, u); }\n";
  auto bare = [](std::string words) {
    std::erase_if(words, [](char c) { return c == ' ' || c == '\n'; });
    return words;
  };
  for (size_t columns = 1; columns < text.size(); ++columns)
    EXPECT_EQ(bare(withShortLines(text, columns)), bare(text)) << columns;
}

} // namespace
