// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random expressions, read back from their text with C's precedences: the same tree.
#include "CText.h"

#include "kasane/Support/Match.h"

#include <gtest/gtest.h>

#include <random>

using namespace kasane;

namespace {

// An expression with every pair of parentheses.
std::string full(const ExprPtr &e) {
  return match(
      e->node, [](const IntLit &n) { return std::to_string(n.value); }, [](const FloatLit &) { return std::string(); },
      [](const ScalarRef &n) { return n.name; }, [](const IndexRef &) { return std::string(); },
      [](const TimeRef &) { return std::string(); }, [](const FieldRead &) { return std::string(); },
      [](const Load &n) { return n.buffer + "[" + full(n.index) + "]"; },
      [](const Unary &n) { return "(" + std::string(spelling(n.op)) + full(n.operand) + ")"; },
      [](const Binary &n) { return "(" + full(n.left) + std::string(spelling(n.op)) + full(n.right) + ")"; },
      [](const Select &n) { return "(" + full(n.condition) + "?" + full(n.whenTrue) + ":" + full(n.whenFalse) + ")"; },
      [](const Call &n) { return n.callee + "(" + full(n.args[0]) + "," + full(n.args[1]) + ")"; },
      [](const Cast &n) { return "((int32_t)" + full(n.operand) + ")"; });
}

// Reads C text into the form of full().
class Parser {
public:
  explicit Parser(std::string text) : text_(std::move(text)) {}

  std::string run() {
    std::string out = conditional();
    return at_ == text_.size() ? out : out + " and then " + text_.substr(at_);
  }

private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }

  bool take(const std::string &token) {
    skip();
    if (text_.compare(at_, token.size(), token) != 0)
      return false;
    at_ += token.size();
    return true;
  }

  std::string conditional() {
    std::string condition = binaryFrom(0);
    if (!take("?"))
      return condition;
    std::string yes = conditional();
    take(":");
    return "(" + condition + "?" + yes + ":" + conditional() + ")";
  }

  // C's levels of binary operators, the loosest first; longer spellings before their prefixes.
  std::string operatorOf(size_t level) {
    static const std::vector<std::vector<std::string>> levels = {
        {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
        {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
    if (level >= levels.size())
      return "end";
    skip();
    for (const std::string &candidate : levels[level]) {
      std::string two = text_.substr(at_, 2);
      bool longer = candidate.size() == 1 &&
                    (two == "||" || two == "&&" || two == "<<" || two == ">>" || two == "<=" || two == ">=");
      if (!longer && take(candidate))
        return candidate;
    }
    return "";
  }

  std::string binaryFrom(size_t level) {
    if (level == 10)
      return prefixed();
    std::string left = binaryFrom(level + 1);
    for (std::string o = operatorOf(level); !o.empty(); o = operatorOf(level))
      left = "(" + left + o + binaryFrom(level + 1) + ")";
    return left;
  }

  std::string prefixed() {
    if (take("(int32_t)"))
      return "((int32_t)" + prefixed() + ")";
    for (const char *o : {"-", "!", "~"})
      if (take(o))
        return "(" + std::string(o) + prefixed() + ")";
    return postfixed();
  }

  std::string postfixed() {
    if (take("(")) {
      std::string inner = conditional();
      take(")");
      return inner;
    }
    skip();
    std::string word;
    while (at_ < text_.size() && (isalnum(text_[at_]) || text_[at_] == '_'))
      word += text_[at_++];
    if (isdigit(word[0]) && word.back() == 'L')
      word.pop_back();
    if (take("[")) {
      word += "[" + conditional() + "]";
      take("]");
    } else if (take("(")) {
      word += "(" + conditional();
      take(",");
      word += "," + conditional() + ")";
      take(")");
    }
    return word;
  }

  std::string text_;
  size_t at_ = 0;
};

class Generator {
public:
  ExprPtr make(int depth) {
    int kind = depth == 0 ? pick(2) : 1 + pick(12);
    if (kind == 0)
      return intLit(pick(9));
    if (kind == 1)
      return scalar(std::string(1, "abcd"[pick(4)]));
    if (kind == 2)
      return makeExpr(ScalarType::I64, Select{make(depth - 1), make(depth - 1), make(depth - 1)});
    if (kind == 3)
      return makeExpr(ScalarType::I64, Unary{static_cast<UnaryOp>(pick(3)), make(depth - 1)});
    if (kind == 4)
      return makeExpr(ScalarType::I32, Cast{make(depth - 1)});
    if (kind == 5)
      return makeExpr(ScalarType::I64, Load{"A", make(depth - 1)});
    if (kind == 6)
      return makeExpr(ScalarType::I64, Call{"pow", {make(depth - 1), make(depth - 1)}});
    return makeExpr(ScalarType::I64, Binary{static_cast<BinaryOp>(pick(18)), make(depth - 1), make(depth - 1)});
  }

private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::mt19937 random_{3};
};

TEST(ParseBack, TheParserKnowsC) {
  EXPECT_EQ(Parser("a - b * c").run(), "(a-(b*c))");
  EXPECT_EQ(Parser("a & b == c").run(), "(a&(b==c))");
  EXPECT_EQ(Parser("-a[b] ? 1L : (int32_t)c || d").run(), "((-a[b])?1:(((int32_t)c)||d))");
  EXPECT_EQ(Parser("a << b < c && pow(a, -1)").run(), "(((a<<b)<c)&&pow(a,(-1)))");
}

TEST(ParseBack, RandomExpressions) {
  Generator generator;
  for (int n = 0; n < 5000; ++n) {
    ExprPtr e = generator.make(1 + n % 5);
    std::string text = emission::text(emission::hostDialect(), e);
    ASSERT_EQ(Parser(text).run(), full(e)) << text;
  }
}

} // namespace
