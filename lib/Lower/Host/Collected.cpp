// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Host/Collected.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace kasane::lowering {
namespace {

bool isSame(const ExprPtr &a, const ExprPtr &b) { return print(a) == print(b); }

ExprPtr castTo(ScalarType type, const ExprPtr &expr) { return expr->type == type ? expr : makeExpr(type, Cast{expr}); }

const ExprPtr &withoutCasts(const ExprPtr &expr) {
  const auto *cast = std::get_if<Cast>(&expr->node);
  return cast ? withoutCasts(cast->operand) : expr;
}

bool isNamed(const ExprPtr &expr, const std::string &name) {
  const auto *ref = std::get_if<ScalarRef>(&expr->node);
  return ref && ref->name == name;
}

bool isComparison(BinaryOp op) {
  return op == BinaryOp::Lt || op == BinaryOp::Le || op == BinaryOp::Gt || op == BinaryOp::Ge;
}

ExprPtr isNotANumber(const ExprPtr &value) { return binary(BinaryOp::Ne, value, value); }

ExprPtr isZero(const ExprPtr &value) { return binary(BinaryOp::Eq, value, makeExpr(value->type, FloatLit{0})); }

ExprPtr either(const ExprPtr &a, const ExprPtr &b) { return binary(BinaryOp::LogicalOr, a, b); }

// Is the value never -0? Of several that are equal it makes a difference which one was first.
class Zeros {
public:
  explicit Zeros(const StencilProgram &program) : program_(program) {}

  bool noneIsNegative(const ExprPtr &value, const Stage *stage = nullptr) const {
    if (!isFloat(value->type))
      return true;
    if (const auto *cast = std::get_if<Cast>(&value->node))
      return noneIsNegative(cast->operand, stage);
    if (const auto *call = std::get_if<Call>(&value->node))
      return call->callee == "fabs" || call->callee == "fabsf" ||
             ((call->callee == "sqrt" || call->callee == "sqrtf") && noneIsNegative(call->args[0], stage));
    if (const auto *op = std::get_if<Binary>(&value->node)) {
      if (op->op == BinaryOp::Mul)
        return isSame(op->left, op->right);
      return op->op == BinaryOp::Add && (noneIsNegative(op->left, stage) || noneIsNegative(op->right, stage));
    }
    if (const auto *read = std::get_if<FieldRead>(&value->node))
      return program_.fields[read->field].hidden && noneIsStored(read->field);
    if (const auto *literal = std::get_if<FloatLit>(&value->node))
      return !std::signbit(literal->value);
    const auto *ref = std::get_if<ScalarRef>(&value->node);
    return ref && stage && noneIsGiven(ref->name, *stage);
  }

private:
  bool noneIsStored(FieldId field) const {
    bool none = true;
    for (const Stage &stage : program_.stages)
      walk(stage.body, [&](const Stmt &stmt) {
        const auto *store = std::get_if<FieldStore>(&stmt.node);
        none = none && (!store || store->field != field || noneIsNegative(store->value, &stage));
      });
    return none;
  }

  static ExprPtr givenBy(const Stmt &stmt, const std::string &name) {
    if (const auto *decl = std::get_if<LocalDecl>(&stmt.node))
      return decl->name == name ? decl->init : nullptr;
    const auto *assign = std::get_if<LocalAssign>(&stmt.node);
    return assign && assign->name == name ? assign->value : nullptr;
  }

  // To a local of the cell, which has some value then.
  bool noneIsGiven(const std::string &name, const Stage &stage) const {
    if (!given_.insert(name).second) // by way of itself: nobody knows
      return false;
    bool any = false, none = true;
    walk(stage.body, [&](const Stmt &stmt) {
      const ExprPtr value = givenBy(stmt, name);
      any |= value != nullptr;
      none = none && (!value || noneIsNegative(value, &stage));
    });
    given_.erase(name);
    return any && none;
  }

  mutable std::set<std::string> given_;
  const StencilProgram &program_;
};

class Recogniser {
public:
  Recogniser(const StencilProgram &program, const Gather &gather, FpMode fp) : program_(program), fp_(fp) {
    walk(gather.body, [&](const Stmt &stmt) {
      if (const auto *assign = std::get_if<LocalAssign>(&stmt.node))
        ++assigned_[assign->name];
    });
  }

  std::optional<Collected> of(const StmtPtr &stmt) const {
    std::optional<Collected> out = read(stmt);
    if (!out || assigned_.at(out->variable) != 1 || !isOfCells(out->element) ||
        (out->condition && !isOfCells(out->condition)) || !readsFields(*out))
      return std::nullopt;
    out->statement = stmt;
    return out;
  }

private:
  std::optional<Collected> read(const StmtPtr &stmt) const {
    if (const auto *assign = std::get_if<LocalAssign>(&stmt->node)) {
      if (std::optional<Collected> out = sum(*assign))
        return out;
      std::optional<Collected> out = chosen(*assign);
      return out ? out : called(*assign);
    }
    const auto *branch = std::get_if<IfStmt>(&stmt->node);
    if (!branch || !branch->elseBody.empty() || branch->thenBody.size() != 1)
      return std::nullopt;
    if (const auto *assign = std::get_if<LocalAssign>(&branch->thenBody[0]->node))
      if (const Compare compared = comparison(branch->condition, *assign, assign->value))
        return taken(*assign, assign->value, compared);
    return ofSome(read(branch->thenBody[0]), branch->condition);
  }

  // A part may then be one of no cells, which only a NaN can say.
  std::optional<Collected> ofSome(std::optional<Collected> collected, const ExprPtr &condition) const {
    if (!collected || collected->condition)
      return std::nullopt;
    collected->condition = condition;
    if (collected->start == Collected::Start::Zero)
      return collected;
    if (!isFloat(collected->type) || fp_ == FpMode::Fast || !collected->passesOver)
      return std::nullopt;
    collected->start = Collected::Start::NotANumber;
    return collected;
  }

  // V = V + E. Integers go around as unsigned ones, so that no order of theirs matters.
  std::optional<Collected> sum(const LocalAssign &assign) const {
    const ExprPtr &whole = withoutCasts(assign.value);
    const auto *op = std::get_if<Binary>(&whole->node);
    if (!op || (op->op != BinaryOp::Add && op->op != BinaryOp::Sub))
      return std::nullopt;
    const bool isLeft = isNamed(withoutCasts(op->left), assign.name);
    if (!isLeft && (op->op == BinaryOp::Sub || !isNamed(withoutCasts(op->right), assign.name)))
      return std::nullopt;
    const ScalarType own = whole->type, given = assign.type;
    if (isFloat(own) != isFloat(given) || sizeOf(own) < 4 || sizeOf(given) < 4 ||
        (isFloat(own) && fp_ == FpMode::Strict))
      return std::nullopt;
    Collected out = collected(assign, isLeft ? op->right : op->left);
    const ScalarType around = sizeOf(own) == 8 ? ScalarType::U64 : ScalarType::U32;
    out.type = isFloat(own) ? own : around;
    out.element = castTo(out.type, out.element);
    out.start = Collected::Start::Zero;
    out.with = [](const ExprPtr &part, const ExprPtr &element) { return binary(BinaryOp::Add, part, element); };
    out.value = [given, own, kind = op->op, variable = castTo(out.type, scalar(assign.name, given))](
                    const ExprPtr &part) { return castTo(given, castTo(own, binary(kind, variable, part))); };
    return out;
  }

  // V = E > V ? E : V, or V = V > E ? V : E.
  std::optional<Collected> chosen(const LocalAssign &assign) const {
    const auto *select = std::get_if<Select>(&assign.value->node);
    if (!select)
      return std::nullopt;
    const bool takes = isNamed(select->whenFalse, assign.name);
    if (!takes && !isNamed(select->whenTrue, assign.name))
      return std::nullopt;
    const ExprPtr &element = takes ? select->whenTrue : select->whenFalse;
    const Compare compared = comparison(select->condition, assign, element);
    if (!compared)
      return std::nullopt;
    return takes ? taken(assign, element, compared) : kept(assign, element, compared);
  }

  using Compare = std::function<ExprPtr(const ExprPtr &variable, const ExprPtr &element)>;

  // The condition, if it compares the variable with the element, with others for them.
  static Compare comparison(const ExprPtr &condition, const LocalAssign &assign, const ExprPtr &element) {
    const auto *op = std::get_if<Binary>(&condition->node);
    if (!op || !isComparison(op->op) || element->type != assign.type)
      return nullptr;
    const BinaryOp kind = op->op;
    if (isSame(op->left, element) && isNamed(op->right, assign.name))
      return [kind](const ExprPtr &variable, const ExprPtr &e) { return binary(kind, e, variable); };
    if (isNamed(op->left, assign.name) && isSame(op->right, element))
      return [kind](const ExprPtr &variable, const ExprPtr &e) { return binary(kind, variable, e); };
    return nullptr;
  }

  // if (E > V) V = E
  Collected taken(const LocalAssign &assign, const ExprPtr &element, const Compare &compared) const {
    Collected out = extreme(assign, element);
    const ScalarType type = assign.type;
    out.with = [type, compared](const ExprPtr &part, const ExprPtr &e) {
      return makeExpr(
          type, Select{isFloat(type) ? either(compared(part, e), isNotANumber(part)) : compared(part, e), e, part});
    };
    out.value = [compared, variable = scalar(assign.name, type)](const ExprPtr &part) {
      return makeExpr(part->type, Select{compared(variable, part), part, variable});
    };
    return out;
  }

  // V = V > E ? V : E. An element that is no number takes the place of all before it, and the next one takes its place.
  // A part keeps it instead, to be seen.
  Collected kept(const LocalAssign &assign, const ExprPtr &element, const Compare &compared) const {
    Collected out = extreme(assign, element);
    const ScalarType type = assign.type;
    out.passesOver = false;
    out.with = [type, compared](const ExprPtr &part, const ExprPtr &e) {
      return makeExpr(
          type, Select{isFloat(type) ? either(isNotANumber(part), compared(part, e)) : compared(part, e), part, e});
    };
    if (isFloat(type))
      out.unsure = [unsure = out.unsure](const ExprPtr &part) {
        return unsure ? either(unsure(part), isNotANumber(part)) : isNotANumber(part);
      };
    out.value = [compared, variable = scalar(assign.name, type)](const ExprPtr &part) {
      return makeExpr(part->type, Select{compared(variable, part), variable, part});
    };
    return out;
  }

  // V = fmax(V, E)
  std::optional<Collected> called(const LocalAssign &assign) const {
    static const std::set<std::string> kKnown = {"fmax", "fmaxf", "fmin", "fminf"};
    const auto *call = std::get_if<Call>(&assign.value->node);
    if (!call || !kKnown.count(call->callee))
      return std::nullopt;
    const bool isLeft = isNamed(call->args[0], assign.name);
    const ExprPtr &element = call->args[isLeft ? 1 : 0];
    if ((!isLeft && !isNamed(call->args[1], assign.name)) || element->type != assign.type)
      return std::nullopt;
    Collected out = extreme(assign, element);
    out.with = [isLeft, type = assign.type, callee = call->callee](const ExprPtr &part, const ExprPtr &e) {
      return makeExpr(type, isLeft ? Call{callee, {part, e}} : Call{callee, {e, part}});
    };
    out.value = [with = out.with, variable = scalar(assign.name, assign.type)](const ExprPtr &part) {
      return with(variable, part);
    };
    return out;
  }

  static Collected collected(const LocalAssign &assign, const ExprPtr &element) {
    Collected out;
    out.variable = assign.name;
    out.type = assign.type;
    out.element = element;
    return out;
  }

  Collected extreme(const LocalAssign &assign, const ExprPtr &element) const {
    Collected out = collected(assign, element);
    if (!Zeros(program_).noneIsNegative(element))
      out.unsure = isZero;
    return out;
  }

  // The same for a part of the cells, in any step.
  bool isOfCells(const ExprPtr &expr) const {
    bool is = true;
    walk(expr, [&](const Expr &e) {
      const auto *ref = std::get_if<ScalarRef>(&e.node);
      is = is && !std::holds_alternative<Call>(e.node) && !std::holds_alternative<IndexRef>(e.node) &&
           !std::holds_alternative<TimeRef>(e.node) && (!ref || isParam(ref->name));
    });
    return is;
  }

  bool isParam(const std::string &name) const {
    return std::any_of(program_.params.begin(), program_.params.end(),
                       [&](const Param &param) { return param.name == name; });
  }

  static bool readsFields(const Collected &collected) {
    bool reads = false;
    for (const ExprPtr &expr : {collected.element, collected.condition})
      if (expr)
        walk(expr, [&](const Expr &e) { reads |= std::holds_alternative<FieldRead>(e.node); });
    return reads;
  }

  const StencilProgram &program_;
  FpMode fp_;
  std::map<std::string, int> assigned_;
};

} // namespace

std::vector<std::optional<Collected>> collectedBy(const StencilProgram &program, const Gather &gather, FpMode fp) {
  const Recogniser recogniser(program, gather, fp);
  std::vector<std::optional<Collected>> out;
  for (const StmtPtr &stmt : gather.body)
    out.push_back(recogniser.of(stmt));
  // What is left must not look at what isn't: it would see it later.
  std::set<std::string> apart;
  for (const auto &collected : out)
    if (collected)
      apart.insert(collected->variable);
  for (size_t n = 0; n < out.size(); ++n) {
    bool looks = false;
    if (!out[n])
      walkExprs({gather.body[n]}, [&](const Expr &e) {
        const auto *ref = std::get_if<ScalarRef>(&e.node);
        looks |= ref && apart.count(ref->name);
      });
    if (looks)
      return std::vector<std::optional<Collected>>(out.size());
  }
  return out;
}

} // namespace kasane::lowering
