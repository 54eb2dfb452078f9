// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements by numbers in cells that conditions leave one of: where others go by the loops, these do, too.
//
//   if (i == 0 && j == 0) .. a[1] ..          a[i * nx + j + 1], beside a[i * nx + j]
//   if (i == ny - 1) .. b[ny - 2][j] ..       b[i - 1][j], beside b[i][j]
#include "Read/Reader.h"

namespace kasane {
namespace {

// The loop's variable in the access's cells, where they all have one value of it.
std::optional<Poly> onlyValue(const DraftNest &nest, const DraftAccess &access, size_t loop) {
  if (loop >= access.cells.axes.size() || nest.loops[loop].stride != 1)
    return std::nullopt;
  for (const Poly &lo : access.cells[loop].lo)
    for (const Poly &hi : access.cells[loop].hi)
      if (hi - lo == Poly(1) && llvm::none_of(lo.symbols(), [](const std::string &name) { return name[0] == '@'; }))
        return lo;
  return std::nullopt;
}

bool goesBy(const DraftAccess &access, const std::string &symbol) {
  return llvm::any_of(access.index, [&](const Poly &index) { return index.symbols().count(symbol) > 0; });
}

// What the loop's variable is multiplied by in each subscript of the nest's other accesses to the array; empty: they
// don't agree, or none has it.
std::vector<Poly> factorsOf(const Draft &draft, const DraftNest &nest, const DraftAccess &access,
                            const std::string &symbol) {
  std::vector<Poly> found;
  for (size_t a = nest.firstAccess; a < nest.endAccess; ++a) {
    const DraftAccess &other = draft.accesses[a];
    if (other.array != access.array || !goesBy(other, symbol))
      continue;
    std::vector<Poly> factors;
    for (const Poly &index : other.index)
      factors.push_back(index.coefficientOf(symbol).value_or(Poly(0)));
    if (factors.size() != access.index.size() || (!found.empty() && found != factors))
      return {};
    found = factors;
  }
  return found;
}

} // namespace

void followLoops(Draft &draft) {
  for (const DraftNest &nest : draft.nests)
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a)
      for (size_t l = 0; l < nest.loops.size(); ++l) {
        DraftAccess &access = draft.accesses[a];
        const std::string symbol = loopSymbol(l);
        const std::optional<Poly> value = goesBy(access, symbol) ? std::nullopt : onlyValue(nest, access, l);
        const std::vector<Poly> factors = value ? factorsOf(draft, nest, access, symbol) : std::vector<Poly>();
        for (size_t d = 0; d < factors.size(); ++d)
          access.index[d] = access.index[d] + factors[d] * (Poly::symbol(symbol) - *value);
      }
}

} // namespace kasane
