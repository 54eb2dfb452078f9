// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long: a case for each kind of expression and of statement.
#include "CText.h"

#include "kasane/Support/Match.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace kasane::emission {
namespace {

enum Level { kOr, kAnd, kBits, kCompare, kShift, kSum, kProduct, kAtom };

Level levelOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::LogicalOr:
    return kOr;
  case BinaryOp::LogicalAnd:
    return kAnd;
  case BinaryOp::And:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return kBits;
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return kShift;
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return kSum;
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return kProduct;
  default:
    return kCompare;
  }
}

// May `child` stand bare as an operand of `parent`? Only where every reader agrees: products in sums, left operands of
// the same kind, arithmetic in comparisons, comparisons and ! in && and ||.
bool standsBare(BinaryOp parent, const ExprPtr &child, bool left) {
  Level out = levelOf(parent);
  if (const auto *unary = std::get_if<Unary>(&child->node); unary && unary->op == UnaryOp::LogicalNot)
    return out == kAnd || out == kOr;
  const auto *inner = std::get_if<Binary>(&child->node);
  if (!inner)
    return !std::holds_alternative<Select>(child->node);
  Level in = levelOf(inner->op);
  if (out == kSum || out == kProduct)
    return in > out || (left && in == out);
  if (out == kCompare)
    return in >= kSum;
  if (out == kAnd || out == kOr)
    return in == out ? left : in == kCompare || in >= kSum;
  return false;
}

std::string floatText(const FloatLit &lit, ScalarType type) {
  bool single = type == ScalarType::F32;
  if (std::isnan(lit.value))
    return single ? "(0.0f / 0.0f)" : "(0.0 / 0.0)";
  if (std::isinf(lit.value))
    return std::string(lit.value < 0 ? "(-1.0" : "(1.0") + (single ? "f / 0.0f)" : " / 0.0)");
  std::array<char, 64> buffer{};
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, lit.value);
    if (single ? std::strtof(buffer.data(), nullptr) == static_cast<float>(lit.value)
               : std::strtod(buffer.data(), nullptr) == lit.value)
      break;
  }
  std::string out = buffer.data();
  if (out.find_first_of(".e") == std::string::npos)
    out += ".0";
  return single ? out + "f" : out;
}

std::string intText(int64_t value, ScalarType type, bool alone) {
  std::string digits = std::to_string(value);
  if (type == ScalarType::U32)
    return digits + "U";
  if (type == ScalarType::U64)
    return std::to_string(static_cast<uint64_t>(value)) + "UL";
  if (value == INT64_MIN)
    return "(-9223372036854775807L - 1)";
  if (value == INT32_MIN && type == ScalarType::I32)
    return "(-2147483647 - 1)"; // -2147483648 is a long
  return alone && type == ScalarType::I64 ? digits + "L" : digits;
}

bool isIntLit(const ExprPtr &e) { return std::holds_alternative<IntLit>(e->node); }

bool isNegativeLiteral(const ExprPtr &e) {
  const auto *integer = std::get_if<IntLit>(&e->node);
  const auto *floating = std::get_if<FloatLit>(&e->node);
  return (integer && integer->value < 0) || (floating && std::signbit(floating->value));
}

// A 64-bit literal needs its suffix only where no other operand makes the operation 64 bits wide.
std::string operandText(const Dialect &d, const ExprPtr &e, bool otherIsLiteral) {
  if (const auto *lit = std::get_if<IntLit>(&e->node))
    return intText(lit->value, e->type, otherIsLiteral);
  return text(d, e);
}

// The function that stands for the operator, or "".
std::string functionFor(const Dialect &d, const Binary &n) {
  ScalarType type = n.left->type;
  if (!isFloat(type) || (n.op != BinaryOp::Mul && n.op != BinaryOp::Div))
    return "";
  return std::string((n.op == BinaryOp::Mul ? d.products : d.quotients)[type == ScalarType::F64]);
}

std::string binaryText(const Dialect &d, const Binary &n) {
  if (std::string function = functionFor(d, n); !function.empty())
    return function + "(" + text(d, n.left) + ", " + text(d, n.right) + ")";
  bool shift = n.op == BinaryOp::Shl || n.op == BinaryOp::Shr;
  std::string left = operandText(d, n.left, shift || isIntLit(n.right));
  std::string right = operandText(d, n.right, !shift && isIntLit(n.left));
  if (!standsBare(n.op, n.left, true))
    left = "(" + left + ")";
  if (!standsBare(n.op, n.right, false) || isNegativeLiteral(n.right) || std::holds_alternative<Unary>(n.right->node))
    right = "(" + right + ")";
  return left + " " + std::string(spelling(n.op)) + " " + right;
}

bool isSimple(const ExprPtr &e) {
  return !isNegativeLiteral(e) && !std::holds_alternative<Binary>(e->node) &&
         !std::holds_alternative<Select>(e->node) && !std::holds_alternative<Unary>(e->node) &&
         !std::holds_alternative<Cast>(e->node);
}

std::string wrapped(const Dialect &d, const ExprPtr &e, bool otherIsLiteral = false) {
  std::string out = operandText(d, e, otherIsLiteral);
  return isSimple(e) ? out : "(" + out + ")";
}

// [index], or [place][place] of an array of several axes.
std::string subscript(const Dialect &d, const ExprPtr &index) {
  const Call *at = asElementAt(index);
  if (!at)
    return "[" + text(d, index) + "]";
  std::string out;
  for (const ExprPtr &place : at->args)
    out += "[" + text(d, place) + "]";
  return out;
}

// Braces around the first element, of as many axes as the array has.
std::string zeros(const KItemArray &array) {
  const size_t axes = std::max<size_t>(array.extents.size(), 1);
  return " = " + std::string(axes, '{') + "0" + std::string(axes, '}');
}

// The operation is as wide as its operand, so a 64-bit literal says that it is one.
std::string unaryText(const Dialect &d, const Unary &n) {
  return std::string(spelling(n.op)) + wrapped(d, n.operand, true);
}

std::string selectText(const Dialect &d, const Select &n) {
  return wrapped(d, n.condition) + " ? " + wrapped(d, n.whenTrue, isIntLit(n.whenFalse)) + " : " +
         wrapped(d, n.whenFalse, isIntLit(n.whenTrue));
}

std::string castText(const Dialect &d, const Expr &expr, const Cast &n) {
  if (expr.type == ScalarType::Bool)
    return "(" + std::string(typeName(d, expr.type)) + ")(" + wrapped(d, n.operand) + " != 0)";
  return "(" + std::string(typeName(d, expr.type)) + ")" + wrapped(d, n.operand);
}

std::string nameOfCall(const Dialect &d, const std::string &callee) {
  if (callee == "ksn_min")
    return std::string(d.minName);
  return callee == "ksn_max" ? std::string(d.maxName) : d.callName(callee);
}

std::string callText(const Dialect &d, const Call &n) {
  std::string args;
  for (const ExprPtr &arg : n.args) {
    std::string one = operandText(d, arg, d.minMaxOverload);
    args += (args.empty() ? "" : ", ") + one;
  }
  return nameOfCall(d, n.callee) + "(" + args + ")";
}

// What the loop adds to, if it does nothing else; "".
std::string sumOf(const KFor &loop) {
  const auto *assign = loop.body.size() == 1 ? std::get_if<KAssign>(&loop.body.front()->node) : nullptr;
  const auto *sum = assign ? std::get_if<Binary>(&assign->value->node) : nullptr;
  if (!sum || sum->op != BinaryOp::Add || !isFloat(assign->value->type))
    return "";
  const auto isIt = [&](const Expr &e) {
    const auto *ref = std::get_if<ScalarRef>(&e.node);
    return ref && ref->name == assign->name;
  };
  bool again = false;
  walk(sum->right, [&](const Expr &e) { again |= isIt(e); });
  return isIt(*sum->left) && !again ? assign->name : "";
}

class BodyText {
public:
  BodyText(const Dialect &dialect, const Kernel &kernel) : d_(dialect), kernel_(kernel) {}

  std::string print(const KBody &body, const std::string &indent) const {
    std::string out;
    for (const KStmtPtr &stmt : body)
      if (const auto *row = body.size() == 1 ? std::get_if<KLoadItems>(&stmt->node) : nullptr)
        out += printLoadItems(*row, indent, /*isAlone=*/true);
      else
        out += printOne(*stmt, indent);
    return out;
  }

private:
  std::string declared(ScalarType type, const std::string &name, const ExprPtr &value, const char *prefix) const {
    return prefix + std::string(typeName(d_, type)) + " " + name + (value ? " = " + text(d_, value) : "") + ";\n";
  }

  std::string isBelow(const std::string &var, const ExprPtr &end) const {
    return text(d_, binary(BinaryOp::Lt, scalar(var), end));
  }

  std::string printLoop(const CellLoop &n, const std::string &indent) const {
    std::string type(typeName(d_, ScalarType::I64)), out;
    std::string from = text(d_, n.lo), advance = n.step == 1 ? "++" + n.var : n.var + " += " + std::to_string(n.step);
    if (std::string id(d_.localIds[static_cast<size_t>(n.axis)]); !id.empty()) {
      std::string times = n.step == 1 ? "" : " * " + std::to_string(n.step);
      from = wrapped(d_, n.lo) + " + (" + type + ")" + id + times;
      advance = n.var + " += " + std::to_string(kernel_.group[n.axis] * n.step);
    }
    if (std::string pragma = d_.loopPragma ? d_.loopPragma(kernel_, n) : ""; !pragma.empty())
      out += pragma + "\n";
    return out + indent + "for (" + type + " " + n.var + " = " + from + "; " + isBelow(n.var, n.hi) + "; " + advance +
           ") {\n" + print(n.body, indent + "  ") + indent + "}\n";
  }

  std::string printBarrier(const std::string &indent) const {
    const std::string_view barrier = kernel_.fronts && !d_.barrierOfFronts.empty() ? d_.barrierOfFronts : d_.barrier;
    return barrier.empty() ? "" : indent + std::string(barrier) + "\n";
  }

  std::string printFor(const KFor &n, const std::string &indent) const {
    const std::string sum = d_.sumPragma ? sumOf(n) : "";
    std::string unroll;
    if ((n.isUnrolled || n.staysLoop) && !d_.unroll.empty())
      unroll = std::string(d_.unroll) + (n.staysLoop ? " 1\n" : "\n");
    return (sum.empty() ? "" : d_.sumPragma(sum) + "\n") + unroll + indent + "for (" +
           std::string(typeName(d_, n.type)) + " " + n.var + " = " + text(d_, n.lo) + "; " + isBelow(n.var, n.hi) +
           "; " + n.var + " += " + std::to_string(n.step) + ") {\n" + print(n.body, indent + "  ") + indent + "}\n";
  }

  std::string printPick(const KPick &n, const std::string &indent) const {
    std::string chosen;
    for (size_t k = 0; k + 1 < n.of.size(); ++k)
      chosen += wrapped(d_, binary(BinaryOp::Eq, n.which, intLit(static_cast<int64_t>(k)))) + " ? " + n.of[k] + " : ";
    const std::string alone = d_.localIds[0].empty() ? "restrict " : ""; // C's word
    return indent + std::string(d_.rowSpace) + (n.written ? "" : "const ") + std::string(typeName(d_, n.type)) + " *" +
           alone + "const " + n.name + " = " + chosen + n.of.back() + ";\n";
  }

  std::string printIf(const KIf &n, const std::string &indent) const {
    std::string out =
        indent + "if (" + text(d_, n.condition) + ") {\n" + print(n.thenBody, indent + "  ") + indent + "}";
    if (const auto *other = n.elseBody.size() == 1 ? std::get_if<KIf>(&n.elseBody.front()->node) : nullptr)
      return out + " else " + printIf(*other, indent).substr(indent.size());
    if (!n.elseBody.empty())
      out += " else {\n" + print(n.elseBody, indent + "  ") + indent + "}";
    return out + "\n";
  }

  // Nothing of a kernel's own is called so.
  static constexpr const char *kRow = "ksn_row", *kMembers[] = {".x", ".y", ".z", ".w"};

  std::string nameOfRow(ScalarType type, size_t elements) const {
    const std::string name(d_.rowNames[static_cast<size_t>(type)]);
    return name.empty() ? name : name + std::to_string(elements);
  }

  std::string rowAt(const std::string &rowName, const std::string &prefix, const std::string &buffer,
                    const ExprPtr &index) const {
    const bool isOfGroup =
        std::ranges::find(kernel_.groupArrays, buffer, &GroupArray::name) != kernel_.groupArrays.end();
    return "*(" + prefix + std::string(isOfGroup ? d_.groupSpace : d_.rowSpace) + rowName + " *)(" + buffer + " + " +
           wrapped(d_, index) + ")";
  }

  // To each name an element, from `index` on; "": nobody wants it. `isAlone`: in braces that hold nothing else.
  std::string printRow(const std::vector<std::string> &names, ScalarType type, const std::string &buffer,
                       const ExprPtr &index, const std::string &outer, bool isAlone = false) const {
    const std::string indent = isAlone ? outer.substr(2) : outer;
    const std::string rowName = nameOfRow(type, names.size());
    std::string out;
    for (size_t k = 0; k < names.size(); ++k) {
      if (names[k].empty())
        continue;
      const std::string value =
          rowName.empty() ? text(d_, makeExpr(type, Load{buffer, add(index, intLit(static_cast<int64_t>(k)))}))
                          : std::string(kRow) + kMembers[k];
      out += (rowName.empty() ? outer : indent + "  ") + names[k] + " = " + value + ";\n";
    }
    if (rowName.empty())
      return out;
    const std::string row =
        indent + "  const " + rowName + " " + kRow + " = " + rowAt(rowName, "const ", buffer, index) + ";\n" + out;
    return isAlone ? row : indent + "{\n" + row + indent + "}\n";
  }

  std::string printStoreRow(const KStoreRow &n, const std::string &indent) const {
    const std::string rowName = nameOfRow(n.values.front()->type, n.values.size());
    std::string out, values;
    for (size_t k = 0; k < n.values.size(); ++k) {
      const std::string value = text(d_, n.values[k]);
      out += indent + n.buffer + "[" + text(d_, add(n.index, intLit(static_cast<int64_t>(k)))) + "] = " + value + ";\n";
      values += (k ? ", " : "") + value;
    }
    if (rowName.empty())
      return out;
    return indent + rowAt(rowName, "", n.buffer, n.index) + " = " + std::string(d_.rowOf[0]) + rowName +
           std::string(d_.rowOf[1]) + "(" + values + ");\n";
  }

  std::string printLoadItems(const KLoadItems &n, const std::string &indent, bool isAlone = false) const {
    std::vector<std::string> names;
    for (int64_t k = 0; k < n.elements; ++k)
      names.push_back(n.array + subscript(d_, nextElement(n.at, k)));
    return printRow(names, n.type, n.buffer, n.index, indent, isAlone);
  }

  std::string printBring(const KBring &n, const std::string &indent) const {
    const bool isRow = n.elements > 1;
    if (isRow && !d_.rowOfBytes.empty()) {
      const std::string type(d_.rowOfBytes);
      return indent + rowAt(type, "", n.array, n.at) + " = " + rowAt(type, "const ", n.buffer, n.index) + ";\n";
    }
    const std::string_view function = isRow ? d_.bringRow : d_.bring;
    if (!function.empty())
      return indent + std::string(function) + "(" + n.array + " + " + wrapped(d_, n.at) + ", " + n.buffer + " + " +
             wrapped(d_, n.index) + ");\n";
    std::string out;
    for (int64_t k = 0; k < n.elements; ++k)
      out += indent + n.array + "[" + text(d_, add(n.at, intLit(k))) +
             "] = " + text(d_, makeExpr(n.type, Load{n.buffer, add(n.index, intLit(k))})) + ";\n";
    return out;
  }

  std::string printArrive(const KArrive &n, const std::string &indent) const {
    if (n.underWay && !d_.arriveBut[0].empty())
      return indent + std::string(d_.arriveBut[0]) + std::to_string(n.underWay) + std::string(d_.arriveBut[1]) + "\n";
    return d_.arrive.empty() ? "" : indent + std::string(d_.arrive) + "\n";
  }

  std::string printOne(const KStmt &stmt, const std::string &indent) const {
    return match(
        stmt.node, [&](const CellLoop &n) { return printLoop(n, indent); },
        [&](const KFor &n) { return printFor(n, indent); },
        [&](const KBlock &n) { return indent + "{\n" + print(n.body, indent + "  ") + indent + "}\n"; },
        [&](const Barrier &) { return printBarrier(indent); },
        [&](const KLet &n) {
          if (n.isPlace && !d_.place.empty())
            return indent + "const " + std::string(typeName(d_, n.type)) + " " + n.name + " = " +
                   std::string(d_.place) + "(" + text(d_, n.value) + ");\n";
          return indent + declared(n.type, n.name, n.value, "const ");
        },
        [&](const KVar &n) { return indent + declared(n.type, n.name, n.init, ""); },
        [&](const KPick &n) { return printPick(n, indent); },
        [&](const KItemArray &n) {
          std::string extents;
          for (const int64_t extent : n.extents)
            extents += "[" + std::to_string(extent) + "]";
          return indent + std::string(typeName(d_, n.type)) + " " + n.name +
                 (extents.empty() ? "[" + std::to_string(n.elements) + "]" : extents) + (n.isZero ? zeros(n) : "") +
                 ";\n";
        },
        [&](const KAssign &n) { return indent + n.name + " = " + text(d_, n.value) + ";\n"; },
        [&](const KStore &n) {
          return indent + std::string(d_.holder) + n.buffer + subscript(d_, n.index) + " = " + text(d_, n.value) +
                 ";\n";
        },
        [&](const KLoadRow &n) { return printRow(n.names, n.type, n.buffer, n.index, indent); },
        [&](const KStoreRow &n) { return printStoreRow(n, indent); },
        [&](const KLoadItems &n) { return printLoadItems(n, indent); },
        [&](const KBring &n) { return printBring(n, indent); },
        [&](const KBatch &) { return d_.batch.empty() ? "" : indent + std::string(d_.batch) + "\n"; },
        [&](const KArrive &n) { return printArrive(n, indent); },
        [&](const KPrefetch &n) {
          return d_.prefetch[0].empty() ? ""
                                        : indent + std::string(d_.prefetch[0]) + n.buffer + " + " +
                                              wrapped(d_, n.index) + std::string(d_.prefetch[1]) + ";\n";
        },
        [&](const KIf &n) { return printIf(n, indent); },
        [&](const KComment &n) { return indent + "/* " + n.text + " */\n"; });
  }

  const Dialect &d_;
  const Kernel &kernel_;
};

} // namespace

std::string_view typeName(const Dialect &dialect, ScalarType type) {
  return dialect.typeNames[static_cast<size_t>(type)];
}

std::string text(const Dialect &d, const ExprPtr &expr) {
  return match(
      expr->node, [&](const IntLit &n) { return intText(n.value, expr->type, false); },
      [&](const FloatLit &n) { return floatText(n, expr->type); }, [](const ScalarRef &n) { return n.name; },
      [](const IndexRef &) { return std::string("?index"); }, [](const TimeRef &) { return std::string("?time"); },
      [](const FieldRead &) { return std::string("?field"); },
      [&](const Load &n) { return std::string(d.holder) + n.buffer + subscript(d, n.index); },
      [&](const Unary &n) { return unaryText(d, n); }, [&](const Binary &n) { return binaryText(d, n); },
      [&](const Select &n) { return selectText(d, n); }, [&](const Call &n) { return callText(d, n); },
      [&](const Cast &n) { return castText(d, *expr, n); });
}

std::string hostText(const ExprPtr &expr) { return text(hostDialect(), expr); }

std::string text(const Dialect &dialect, const KBody &body, const Kernel &kernel, const std::string &indent) {
  return BodyText(dialect, kernel).print(body, indent);
}

} // namespace kasane::emission
