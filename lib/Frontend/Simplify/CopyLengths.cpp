// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/CopyLengths.h"

#include "Ast/Effects.h"

#include "kasane/IR/Expr.h"

#include <algorithm>

namespace kasane {

constexpr int64_t kMostPlanes = 64; // boxes of three axes in one block, one for each direction

// The lengths of the rows below a pointer; returns what they hold.
clang::QualType CopyLengths::rowsOf(clang::QualType type, std::vector<Length> &rows) const {
  for (; const clang::ArrayType *array = ast_.getAsArrayType(type); type = array->getElementType())
    if (const auto *fixed = llvm::dyn_cast<clang::ConstantArrayType>(array))
      rows.push_back({fixed->getSize().getSExtValue(), nullptr});
    else if (const auto *vla = llvm::dyn_cast<clang::VariableArrayType>(array))
      rows.push_back({0, plain(vla->getSizeExpr())});
    else
      return {};
  return type;
}

// Never given another value behind its declaration; of a struct, no member of it.
bool CopyLengths::isFixed(const clang::VarDecl *var) const {
  const auto changes = [&](const clang::Stmt *part) {
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
    const clang::Expr *changed =
        unary && unary->getOpcode() == clang::UO_AddrOf ? unary->getSubExpr() : assignedIn(part);
    return changed && storageVariable(changed) == var;
  };
  return var->hasLocalStorage() && !holds(function_, changes) && !holds(region_, changes);
}

// Is the value that the variable is declared with the same wherever it is in scope?
bool CopyLengths::isFixedValue(const clang::VarDecl *var, const clang::Expr *init) const {
  const Effects effects = effectsOf(region_);
  if (effects.declared.count(var) && isInvariant(init, effects))
    return true;
  return !holds(init, [&](const clang::Stmt *part) {
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
    const auto *expr = llvm::isa<clang::DeclRefExpr>(part) ? llvm::cast<clang::Expr>(part) : nullptr;
    const clang::VarDecl *source = expr ? variableOf(expr) : nullptr;
    return llvm::isa<clang::ArraySubscriptExpr, clang::CallExpr>(part) || (member && member->isArrow()) ||
           (source && !isFixed(source));
  });
}

// nx * ny of `n`, where that was said at its declaration and nothing has changed since; else null.
const clang::Expr *CopyLengths::productIn(const clang::Expr *factor) const {
  const clang::VarDecl *var = variableOf(factor);
  const clang::Expr *init = var ? var->getInit() : nullptr;
  const bool isProduct = init && isFixed(var) && operation(init, {clang::BO_Mul});
  return isProduct && isFixedValue(var, init) ? init : nullptr;
}

// ny of `const int ny = f.ny`: the member, by which others may go.
Length CopyLengths::named(Length length) const {
  for (const clang::VarDecl *var; length.expr && (var = variableOf(length.expr));) {
    const clang::Expr *init = var->getInit() ? plain(var->getInit()) : nullptr;
    if (!init || lvalueKey(init).empty() || !isFixed(var) || !isFixedValue(var, init))
      break;
    length.expr = init;
  }
  return length;
}

// All lengths that a number of bytes is the product of, for elements of that size.
bool CopyLengths::lengthsOf(const clang::Expr *bytes, int64_t size, std::vector<Length> &out) const {
  std::vector<const clang::Expr *> factors;
  appendFactors(bytes, factors);
  int64_t number = 1;
  for (size_t n = 0; n < factors.size(); ++n) {
    const clang::Expr *factor = named({0, factors[n]}).expr;
    clang::Expr::EvalResult value;
    if (const clang::Expr *product = productIn(factor)) {
      appendFactors(product, factors);
      continue;
    }
    const auto *trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(factor);
    if (factor->EvaluateAsInt(value, ast_)) {
      number *= value.Val.getInt().getExtValue();
    } else if (trait && trait->getKind() == clang::UETT_SizeOf && trait->getTypeOfArgument()->isVariableArrayType()) {
      const clang::QualType element = rowsOf(trait->getTypeOfArgument(), out);
      if (element.isNull())
        return false;
      number *= ast_.getTypeSizeInChars(element).getQuantity();
    } else {
      out.push_back({0, factor});
    }
  }
  if (number <= 0 || number % size != 0)
    return false;
  if (number != size || out.empty())
    out.push_back({number / size, nullptr});
  return true;
}

// Takes the length out of the product; false: it is no part of it.
static bool take(const Length &length, std::vector<Length> &product) {
  for (auto it = product.begin(); it != product.end(); ++it) {
    if (*it == length) {
      product.erase(it);
      return true;
    }
    if (!it->expr && !length.expr && length.number > 0 && it->number % length.number == 0) {
      it->number /= length.number;
      return true;
    }
  }
  return false;
}

// Rows have one length. Beside it smaller numbers are factors of other kinds: x + 2 * d.
static void eraseFactors(std::vector<std::pair<Length, int>> &known, const std::vector<Length> &product) {
  constexpr int kRow = 2; // j * nx
  int64_t longest = 0;
  for (const auto &[length, rank] : known)
    if (rank == kRow)
      longest = std::max(longest, length.expr && llvm::is_contained(product, length) ? INT64_MAX : length.number);
  std::erase_if(known, [&](const auto &entry) {
    return entry.second == kRow && !entry.first.expr && entry.first.number < longest;
  });
}

// Of each axis, the slowest first: what is left behind the rows', which the pointer's type has or the region's sums.
bool CopyLengths::orderLengths(std::vector<Length> product, std::vector<Length> rows,
                               const std::set<std::string> &arrays, std::vector<Length> &out) const {
  if (rows.empty()) {
    std::vector<std::pair<Length, int>> known = lengthsIn(ast_, region_, arrays, product);
    std::stable_sort(known.begin(), known.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    eraseFactors(known, product);
    int last = 0;
    for (const auto &[as, rank] : known) // (nz - 1) * ny leads to a plane
      if (const Length length = named(as); rank != last || rows.empty() || !(rows.back() == length))
        if (!length.expr || !lvalueKey(length.expr).empty() || llvm::is_contained(product, length)) {
          rows.push_back(length);
          last = rank;
        }
  }
  for (const Length &row : rows)
    if (!take(row, product))
      return false;
  if (product.size() > 1)
    std::erase_if(product, [](const Length &length) { return !length.expr && length.number == 1; });
  out = product.empty() ? std::vector<Length>{{1, nullptr}} : product;
  out.insert(out.end(), rows.begin(), rows.end());
  const bool hasPlanes = out.size() == kMaxAxes + 1 && !out[0].expr && out[0].number <= kMostPlanes;
  return product.size() <= 1 && (out.size() <= kMaxAxes || hasPlanes);
}

} // namespace kasane
