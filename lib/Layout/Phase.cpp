// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/Phase.h"

#include "kasane/Layout/Draft.h"

#include <numeric>
#include <sstream>

namespace kasane {
namespace {

constexpr int64_t kMaxPeriod = 32;

std::vector<int64_t> tableOf(const std::string &symbol) {
  std::vector<int64_t> values;
  std::istringstream stream(symbol.substr(std::string(kPhasePrefix).size()));
  for (std::string value; std::getline(stream, value, ',');)
    values.push_back(std::stoll(value));
  return values;
}

Poly symbolOf(const std::vector<int64_t> &values) {
  std::string name = kPhasePrefix;
  for (size_t i = 0; i < values.size(); ++i)
    name += (i ? "," : "") + std::to_string(values[i]);
  return Poly::symbol(name);
}

bool isPhase(const std::string &symbol) { return symbol.rfind(kPhasePrefix, 0) == 0; }

} // namespace

std::optional<std::vector<int64_t>> phaseTable(const Poly &value) {
  int64_t period = 1;
  for (const std::string &symbol : value.symbols()) {
    if (!isPhase(symbol))
      return std::nullopt;
    period = std::lcm(period, static_cast<int64_t>(tableOf(symbol).size()));
  }
  if (period == 1 || period > kMaxPeriod)
    return std::nullopt;
  std::vector<int64_t> values;
  for (int64_t t = 0; t < period; ++t)
    values.push_back(*value.evaluate([&](const std::string &symbol) -> std::optional<int64_t> {
      std::vector<int64_t> table = tableOf(symbol);
      return table[t % table.size()];
    }));
  return values;
}

std::optional<Poly> phaseWhereZero(const Poly &value) {
  std::optional<std::vector<int64_t>> table = phaseTable(value);
  if (!table)
    return std::nullopt;
  for (int64_t &entry : *table)
    entry = entry == 0;
  return symbolOf(*table);
}

bool goesRound(const std::vector<int64_t> &table) {
  const int64_t period = static_cast<int64_t>(table.size());
  bool rises = true, falls = true;
  for (int64_t t = 0; t < period; ++t) {
    rises &= table[t] == (table[0] + t) % period;
    falls &= table[t] == (table[0] + period - t) % period;
  }
  return rises || falls;
}

std::optional<Poly> phaseOf(const Poly &value, const Poly &modulus, bool isMask) {
  if (!modulus.constant())
    return std::nullopt;
  int64_t m = *modulus.constant() + (isMask ? 1 : 0);
  if (m < 1 || m > kMaxPeriod || (isMask && (m & (m - 1)) != 0))
    return std::nullopt;
  std::optional<std::vector<int64_t>> table = phaseTable(value);
  if (!table) {
    std::optional<Poly> factor = value.coefficientOf(kTimeSymbol);
    std::optional<int64_t> constant = value.without(kTimeSymbol).constant();
    // That C's remainder isn't negative is guarded.
    if (!factor || !constant || !factor->constant() || factor->isZero())
      return std::nullopt;
    table.emplace();
    for (int64_t t = 0; t < m; ++t)
      table->push_back(*factor->constant() * t + (*constant % m + m));
  }
  for (int64_t &entry : *table)
    entry = ((entry % m) + m) % m;
  return symbolOf(*table);
}

} // namespace kasane
