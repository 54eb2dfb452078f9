// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/Expr.h"
#include "kasane/Support/Match.h"

#include <array>
#include <cstdio>

namespace kasane {
namespace {

constexpr std::array<std::string_view, 18> kBinary = {"+", "-",  "*",  "/", "%",  "<<", ">>", "&",  "|",
                                                      "^", "&&", "||", "<", "<=", ">",  ">=", "==", "!="};

std::string printOffset(const FieldRead &read) {
  std::string out;
  for (int a = 0; a < kMaxAxes; ++a)
    out += (a ? "," : "") + (read.at[a] ? "= " + read.at[a]->str()
                                        : std::string(read.far[a].isZero() && read.offset[a] > 0 ? "+" : "") +
                                              distanceOf(read, a).str());
  return out;
}

std::string printNode(const FloatLit &n) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.17g", n.value);
  return text.data();
}

} // namespace

std::string_view spelling(BinaryOp op) { return kBinary[static_cast<size_t>(op)]; }

std::string_view spelling(UnaryOp op) {
  if (op == UnaryOp::Negate)
    return "-";
  return op == UnaryOp::LogicalNot ? "!" : "~";
}

std::string print(const ExprPtr &expr) {
  return match(
      expr->node, [](const IntLit &n) { return std::to_string(n.value); },
      [](const FloatLit &n) { return printNode(n); }, [](const ScalarRef &n) { return n.name; },
      [](const IndexRef &n) { return "index" + std::to_string(n.axis); },
      [](const TimeRef &) { return std::string("time"); },
      [](const FieldRead &n) { return "f" + std::to_string(n.field) + "[" + printOffset(n) + "]"; },
      [](const Load &n) { return n.buffer + "[" + print(n.index) + "]"; },
      [](const Unary &n) { return std::string(spelling(n.op)) + "(" + print(n.operand) + ")"; },
      [](const Binary &n) {
        return "(" + print(n.left) + " " + std::string(spelling(n.op)) + " " + print(n.right) + ")";
      },
      [](const Select &n) {
        return "(" + print(n.condition) + " ? " + print(n.whenTrue) + " : " + print(n.whenFalse) + ")";
      },
      [](const Call &n) {
        std::string args;
        for (const ExprPtr &arg : n.args)
          args += (args.empty() ? "" : ", ") + print(arg);
        return n.callee + "(" + args + ")";
      },
      [&](const Cast &n) { return std::string(nameOf(expr->type)) + "(" + print(n.operand) + ")"; });
}

} // namespace kasane
