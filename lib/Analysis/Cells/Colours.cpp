// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Colours.h"

#include "Cells/Accesses.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace kasane {
namespace {

constexpr int64_t kMaxModulus = 1 << 20;

struct Interval {
  int64_t lo, hi;
};

// A number that all integer types hold, converted or not: (long)2.
const int64_t *literal(const ExprPtr &e) {
  if (const auto *cast = std::get_if<Cast>(&e->node); cast && !isFloat(e->type) && e->type != ScalarType::Bool) {
    const int64_t *inner = literal(cast->operand);
    return inner && *inner >= 0 && *inner < 128 ? inner : nullptr;
  }
  const auto *lit = std::get_if<IntLit>(&e->node);
  return lit ? &lit->value : nullptr;
}

bool isPowerOfTwo(int64_t m) { return (m & (m - 1)) == 0; }

// The value is the same in every cell of one step.
bool isInvariant(const StencilProgram &program, const ExprPtr &expr) {
  bool invariant = true;
  walk(expr, [&](const Expr &e) {
    invariant &= !std::holds_alternative<IndexRef>(e.node) && !std::holds_alternative<FieldRead>(e.node) &&
                 !std::holds_alternative<Call>(e.node);
    if (const auto *ref = std::get_if<ScalarRef>(&e.node)) {
      auto isCalled = [&](const auto &s) { return s.name == ref->name && !isFloat(s.type); };
      invariant &= std::any_of(program.params.begin(), program.params.end(), isCalled) ||
                   std::any_of(program.stepScalars.begin(), program.stepScalars.end(), isCalled);
    }
  });
  return invariant;
}

// Values of integer expressions modulo m.
class Residues {
public:
  Residues(const StencilProgram &program, const Definitions &locals, const CellRegion &cells, int64_t m)
      : program_(program), locals_(locals), cells_(cells), m_(m) {}

  std::optional<Colour> of(const ExprPtr &e) const {
    if (isFloat(e->type))
      return std::nullopt;
    if (std::optional<Colour> value = structural(e))
      return value;
    if (isInvariant(program_, e))
      return constant(Poly::symbol("(" + print(e) + ")"));
    return std::nullopt;
  }

  // left - right, known to be 0 modulo m where `equal`, else to be anything but 0
  std::optional<Colour> difference(const ExprPtr &left, const ExprPtr &right, bool equal) const {
    if (!equal && !differByOne(left, right))
      return std::nullopt;
    std::optional<Colour> l = of(left), r = of(right);
    if (!l || !r)
      return std::nullopt;
    Colour colour = sum(equal ? *l : sum(*l, constant(1), 1), *r, -1);
    colour.exact = areLessApart(left, right, m_);
    return colour;
  }

private:
  Colour constant(const Poly &value) const { return {m_, {}, value, false}; }

  static Colour sum(Colour left, const Colour &right, int64_t factor) {
    for (int a = 0; a < kMaxAxes; ++a)
      left.slope[a] += factor * right.slope[a];
    left.rest = left.rest + Poly(factor) * right.rest;
    return left;
  }

  // Where a sum or product of this type would not be that of the numbers, it is so modulo a power of two.
  bool isExact(ScalarType type) const { return isSigned(type) || isPowerOfTwo(m_); }

  // Modulo m.
  bool keepsValue(const Expr &from, ScalarType to) const {
    if (to == ScalarType::Bool || isFloat(from.type))
      return false;
    if (std::holds_alternative<IndexRef>(from.node)) // the loop's own variable had room for every index
      return true;
    bool widens = sizeOf(from.type) < sizeOf(to) && (isSigned(to) || !isSigned(from.type));
    bool same = sizeOf(from.type) == sizeOf(to) && isSigned(to) == isSigned(from.type);
    return widens || same || (isPowerOfTwo(m_) && sizeOf(to) >= 4);
  }

  std::optional<Colour> structural(const ExprPtr &e) const {
    return match(
        e->node, [&](const IntLit &n) -> std::optional<Colour> { return constant(n.value); },
        [&](const IndexRef &n) -> std::optional<Colour> {
          Colour value = constant(0);
          value.slope[n.axis] = 1;
          return value;
        },
        [&](const ScalarRef &n) -> std::optional<Colour> {
          auto local = locals_.find(n.name);
          if (local != locals_.end())
            return of(local->second);
          return isInvariant(program_, e) ? std::optional(constant(Poly::symbol(n.name))) : std::nullopt;
        },
        [&](const TimeRef &) -> std::optional<Colour> { return constant(Poly::symbol(kTimeSymbol)); },
        [&](const Cast &n) -> std::optional<Colour> {
          return keepsValue(*n.operand, e->type) ? of(n.operand) : std::nullopt;
        },
        [&](const Unary &n) { return unary(n, e->type); }, [&](const Binary &n) { return binary(n, e->type); },
        [&](const Select &n) { return select(n); },
        [&](const auto &) -> std::optional<Colour> { return std::nullopt; });
  }

  std::optional<Colour> unary(const Unary &n, ScalarType type) const {
    if (n.op == UnaryOp::LogicalNot)
      return m_ == 2 ? difference(n.operand, intLit(0, n.operand->type), false) : std::nullopt;
    std::optional<Colour> operand = isExact(type) ? of(n.operand) : std::nullopt;
    if (!operand)
      return std::nullopt;
    return sum(constant(n.op == UnaryOp::BitNot ? -1 : 0), *operand, -1);
  }

  std::optional<Colour> binary(const Binary &n, ScalarType type) const {
    const int64_t *number = literal(n.right);
    switch (n.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
      return isExact(type) ? arithmetic(n) : std::nullopt;
    case BinaryOp::Rem: // the quotient's multiple of the divisor is one of m
      return number && *number > 0 && *number % m_ == 0 ? of(n.left) : std::nullopt;
    case BinaryOp::And: // the lowest bits
      return number && isPowerOfTwo(m_) && (*number & (m_ - 1)) == m_ - 1 ? of(n.left) : std::nullopt;
    case BinaryOp::Xor:
      return m_ == 2 ? arithmetic({BinaryOp::Add, n.left, n.right}) : std::nullopt;
    case BinaryOp::Eq: // 1 less the difference; -1 is 1
      return m_ == 2 ? difference(n.left, n.right, false) : std::nullopt;
    case BinaryOp::Ne:
      return m_ == 2 && differByOne(n.left, n.right) ? difference(n.left, n.right, true) : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  std::optional<Colour> arithmetic(const Binary &n) const {
    std::optional<Colour> left = of(n.left), right = of(n.right);
    if (!left || !right)
      return std::nullopt;
    if (n.op != BinaryOp::Mul)
      return sum(*left, *right, n.op == BinaryOp::Sub ? -1 : 1);
    if (left->slope != Offset{})
      std::swap(left, right);
    std::optional<int64_t> factor = left->slope == Offset{} ? left->rest.constant() : std::nullopt;
    return factor ? std::optional(sum(constant(0), *right, *factor % m_)) : std::nullopt;
  }

  // b + truth * (a - b)
  std::optional<Colour> select(const Select &n) const {
    const int64_t *yes = literal(n.whenTrue), *no = literal(n.whenFalse);
    if (m_ != 2 || !yes || !no)
      return std::nullopt;
    if ((*yes - *no) % 2 == 0)
      return constant(*no);
    const auto *test = std::get_if<Binary>(&n.condition->node);
    bool isTruth = (test && (test->op == BinaryOp::Eq || test->op == BinaryOp::Ne)) ||
                   differByOne(n.condition, intLit(0, n.condition->type));
    std::optional<Colour> truth = isTruth ? of(n.condition) : std::nullopt;
    return truth ? std::optional(sum(constant(*no), *truth, 1)) : std::nullopt;
  }

  // They differ by 1, 0 or -1, so that unequal ones differ modulo 2.
  bool differByOne(const ExprPtr &left, const ExprPtr &right) const { return m_ == 2 && areLessApart(left, right, 2); }

  bool areLessApart(const ExprPtr &left, const ExprPtr &right, int64_t than) const {
    std::optional<Interval> l = interval(left), r = interval(right);
    return l && r && l->hi - r->lo < than && r->hi - l->lo < than;
  }

  std::optional<Interval> interval(const ExprPtr &e) const {
    if (const int64_t *value = literal(e))
      return Interval{*value, *value};
    if (const auto *ref = std::get_if<ScalarRef>(&e->node); ref && locals_.count(ref->name))
      return interval(locals_.at(ref->name));
    if (const auto *cast = std::get_if<Cast>(&e->node)) {
      std::optional<Interval> inner = isFloat(e->type) ? std::nullopt : interval(cast->operand);
      return inner && inner->lo >= 0 && inner->hi <= 1 ? inner : std::nullopt;
    }
    if (const auto *unary = std::get_if<Unary>(&e->node); unary && unary->op == UnaryOp::LogicalNot)
      return Interval{0, 1};
    const auto *b = std::get_if<Binary>(&e->node);
    if (!b)
      return std::nullopt;
    if (b->op == BinaryOp::LogicalAnd || b->op == BinaryOp::LogicalOr ||
        (b->op >= BinaryOp::Lt && b->op <= BinaryOp::Ne))
      return Interval{0, 1};
    const int64_t *number = literal(b->right);
    if (b->op == BinaryOp::And && number && *number >= 0)
      return Interval{0, *number};
    if (b->op == BinaryOp::Rem && number && *number > 0)
      return Interval{isNonNegative(b->left) ? 0 : 1 - *number, *number - 1};
    if (b->op == BinaryOp::Xor) {
      std::optional<Interval> l = interval(b->left), r = interval(b->right);
      return l && r && l->lo >= 0 && r->lo >= 0 && l->hi <= 1 && r->hi <= 1 ? std::optional(Interval{0, 1})
                                                                            : std::nullopt;
    }
    return std::nullopt;
  }

  bool isNonNegative(const ExprPtr &e) const {
    if (!isSigned(e->type))
      return true;
    if (const int64_t *value = literal(e))
      return *value >= 0;
    if (const auto *index = std::get_if<IndexRef>(&e->node))
      return std::any_of(cells_[index->axis].lo.begin(), cells_[index->axis].lo.end(),
                         [&](const Poly &lo) { return isNeverNegative(program_, lo); });
    if (const auto *ref = std::get_if<ScalarRef>(&e->node))
      return locals_.count(ref->name) ? isNonNegative(locals_.at(ref->name))
                                      : isNeverNegative(program_, Poly::symbol(ref->name));
    if (std::holds_alternative<TimeRef>(e->node))
      return program_.time && isNeverNegative(program_, program_.time->lo);
    if (const auto *cast = std::get_if<Cast>(&e->node))
      return !isFloat(cast->operand->type) && isNonNegative(cast->operand);
    const auto *b = std::get_if<Binary>(&e->node);
    return b && (b->op == BinaryOp::Add || b->op == BinaryOp::Mul) && isNonNegative(b->left) && isNonNegative(b->right);
  }

  const StencilProgram &program_;
  const Definitions &locals_;
  const CellRegion &cells_;
  int64_t m_;
};

// The divisors of the condition's remainders, and 2^n for masks of n bits.
void collectModuli(const Definitions &locals, const ExprPtr &expr, std::set<int64_t> &moduli) {
  walk(expr, [&](const Expr &e) {
    if (const auto *ref = std::get_if<ScalarRef>(&e.node); ref && locals.count(ref->name))
      collectModuli(locals, locals.at(ref->name), moduli);
    const auto *b = std::get_if<Binary>(&e.node);
    const int64_t *number = b ? literal(b->right) : nullptr;
    if (!number || *number < 1 || *number > kMaxModulus)
      return;
    if (b->op == BinaryOp::Rem && *number > 1)
      moduli.insert(*number);
    if (b->op == BinaryOp::And && (*number & 1) != 0)
      moduli.insert(*number + 1 - (*number & (*number + 1)));
  });
}

bool compares(const Binary *b) { return b && (b->op == BinaryOp::Eq || b->op == BinaryOp::Ne); }

std::optional<Poly> weighed(const Colour &x, const Colour &y, const Distance &distance) {
  int64_t m = std::gcd(x.modulus, y.modulus);
  Poly sum = x.rest - y.rest;
  for (int a = 0; a < kMaxAxes; ++a) {
    if ((x.slope[a] - y.slope[a]) % m != 0 || (!distance[a] && x.slope[a] % m != 0))
      return std::nullopt;
    if (distance[a])
      sum = sum - Poly(x.slope[a]) * *distance[a];
  }
  Poly rest;
  for (const auto &[monomial, coefficient] : sum.terms()) {
    if (coefficient % m == 0)
      continue;
    if (!monomial.empty())
      return std::nullopt;
    rest = Poly(coefficient % m);
  }
  return rest;
}

} // namespace

std::vector<Colour> coloursOf(const StencilProgram &program, const Definitions &locals, const CellRegion &cells,
                              const Expr &condition, bool holds) {
  if (const auto *unary = std::get_if<Unary>(&condition.node); unary && unary->op == UnaryOp::LogicalNot)
    return coloursOf(program, locals, cells, *unary->operand, !holds);
  const auto *b = std::get_if<Binary>(&condition.node);
  if (b && b->op == (holds ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr)) {
    std::vector<Colour> colours = coloursOf(program, locals, cells, *b->left, holds);
    for (Colour &colour : coloursOf(program, locals, cells, *b->right, holds))
      colours.push_back(std::move(colour));
    return colours;
  }
  ExprPtr whole = std::make_shared<const Expr>(condition);
  ExprPtr left = compares(b) ? b->left : whole, right = compares(b) ? b->right : intLit(0, condition.type);
  bool equal = compares(b) ? (b->op == BinaryOp::Eq) == holds : !holds;
  std::set<int64_t> moduli;
  collectModuli(locals, whole, moduli);
  std::vector<Colour> colours;
  for (int64_t m : moduli)
    if (std::optional<Colour> colour = Residues(program, locals, cells, m).difference(left, right, equal))
      colours.push_back(std::move(*colour));
  return colours;
}

bool differ(const Colour &x, const Colour &y, const Distance &distance) {
  std::optional<Poly> sum = weighed(x, y, distance);
  return sum && !sum->isZero();
}

bool areAlike(const Colour &x, const Colour &y, const Distance &distance) {
  std::optional<Poly> sum = weighed(x, y, distance);
  return sum && sum->isZero() && x.modulus == y.modulus && x.slope == y.slope && x.rest == y.rest;
}

} // namespace kasane
