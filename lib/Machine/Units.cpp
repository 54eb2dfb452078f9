// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Machine/Units.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <span>

namespace kasane {
namespace {

// 10^decimal * 2^binary base units.
struct Scale {
  std::string_view name;
  int decimal = 0, binary = 0;
};

constexpr Scale kCounts[] = {{""}};
constexpr Scale kBytes[] = {{"B"},          {"kB", 3},      {"MB", 6},      {"GB", 9},     {"TB", 12},
                            {"KiB", 0, 10}, {"MiB", 0, 20}, {"GiB", 0, 30}, {"TiB", 0, 40}};
constexpr Scale kBandwidths[] = {{"B/s"},          {"kB/s", 3},      {"MB/s", 6},      {"GB/s", 9},     {"TB/s", 12},
                                 {"KiB/s", 0, 10}, {"MiB/s", 0, 20}, {"GiB/s", 0, 30}, {"TiB/s", 0, 40}};
constexpr Scale kRates[] = {{"ops/s"}, {"kops/s", 3}, {"Mops/s", 6}, {"Gops/s", 9}, {"Tops/s", 12}};
constexpr Scale kSeconds[] = {{"s"}, {"ms", -3}, {"us", -6}, {"ns", -9}};

std::span<const Scale> scalesOf(Unit unit) {
  switch (unit) {
  case Unit::Number:
  case Unit::Count:
    return kCounts;
  case Unit::Bytes:
    return kBytes;
  case Unit::Bandwidth:
    return kBandwidths;
  case Unit::Rate:
    return kRates;
  case Unit::Seconds:
    return kSeconds;
  }
  return kCounts;
}

const Scale *findScale(std::string_view name, Unit unit) {
  for (const Scale &scale : scalesOf(unit))
    if (name == scale.name || name.empty()) // plain numbers are in base units, which come first
      return &scale;
  return nullptr;
}

std::string_view withoutBlanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  return text;
}

template <class T> std::optional<T> whole(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// With the unit's power of ten put into the number's text, so that 32.8 Tops/s is the double next to 32.8e12.
std::optional<double> scaled(std::string_view number, int decimal) {
  const size_t mark = std::min(number.find_first_of("eE"), number.size());
  std::string_view exponent = number.substr(std::min(mark + 1, number.size()));
  if (!exponent.empty() && exponent.front() == '+')
    exponent.remove_prefix(1);
  const auto written = mark == number.size() ? std::optional(0) : whole<int>(exponent);
  if (!written || std::abs(*written) > 400)
    return std::nullopt;
  return whole<double>(std::string(number.substr(0, mark)) + "e" + std::to_string(*written + decimal));
}

std::string joined(const std::string &number, std::string_view unit) {
  return unit.empty() ? number : number + " " + std::string(unit);
}

std::string digitsOf(double value, int precision) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, precision).ptr;
  return {text, end};
}

double sizeOf(const Scale &scale) { return std::pow(10.0, scale.decimal) * std::ldexp(1.0, scale.binary); }

// People count what they measure in thousands; the largest unit that leaves something before the point.
const Scale &scaleFor(double value, Unit unit) {
  const std::span<const Scale> scales = scalesOf(unit);
  const Scale *best = &scales.front();
  for (const Scale &scale : scales) {
    const double size = sizeOf(scale), bestSize = sizeOf(*best);
    const bool fits = size <= value, bestFits = bestSize <= value;
    if (value > 0 && !scale.binary && (fits ? !bestFits || size > bestSize : !bestFits && size < bestSize))
      best = &scale;
  }
  return *best;
}

} // namespace

std::optional<double> readQuantity(std::string_view text, Unit unit) {
  double number = 0; // only where it ends; it cannot be "inf" or "nan"
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number))
    return std::nullopt;
  const auto digits = static_cast<size_t>(end - text.data());
  const Scale *const scale = findScale(withoutBlanks(text.substr(digits)), unit);
  const auto value = scale ? scaled(text.substr(0, digits), scale->decimal) : std::nullopt;
  return value ? std::optional(std::ldexp(*value, scale->binary)) : std::nullopt;
}

std::optional<int64_t> readWhole(std::string_view text, Unit unit) {
  const size_t digits = std::min(text.find_first_not_of("-0123456789"), text.size());
  const std::string_view name = withoutBlanks(text.substr(digits));
  if (name.empty() || name == scalesOf(unit).front().name)
    return whole<int64_t>(text.substr(0, digits));
  const auto value = readQuantity(text, unit);
  constexpr double kExact = 1LL << 53; // beyond, not every whole number is a double
  if (!value || std::abs(*value) > kExact || *value != std::floor(*value))
    return std::nullopt;
  return static_cast<int64_t>(*value);
}

std::string printQuantity(double value, Unit unit) {
  const Scale &scale = scaleFor(value, unit);
  for (int precision = 1; precision <= 17; ++precision) {
    const std::string text = joined(digitsOf(value / sizeOf(scale), precision), scale.name);
    if (text.find('e') == std::string::npos && readQuantity(text, unit) == value)
      return text;
  }
  return digitsOf(value, 17); // no decimal number of the larger unit is this double
}

std::string printWhole(int64_t value, Unit unit) {
  const std::string_view base = scalesOf(unit).front().name;
  std::string best = joined(std::to_string(value), base);
  for (const Scale &scale : scalesOf(unit)) {
    const auto size = static_cast<int64_t>(sizeOf(scale));
    if (value <= 0 || value % size != 0)
      continue;
    const std::string text = joined(std::to_string(value / size), scale.name);
    const size_t handicap = scale.binary ? 1 : 0; // the letter more of KiB
    if (readWhole(text, unit) == value && text.size() < best.size() + handicap)
      best = text;
  }
  return best;
}

const char *forgottenUnit(std::string_view text, double value, Unit unit) {
  constexpr double kLeastRate = 1e6, kLeastBytes = 1024, kMostSeconds = 1;
  if (text.empty() || !std::isdigit(static_cast<unsigned char>(text.back())) || value == 0)
    return "";
  if (unit == Unit::Bytes && value < kLeastBytes)
    return "a number without a unit counts bytes, and these are too few; write the unit, as in 48 KiB";
  if (unit == Unit::Bandwidth && value < kLeastRate)
    return "a number without a unit counts bytes a second, and these are too few; write the unit, as in 4.29 TB/s";
  if (unit == Unit::Rate && value < kLeastRate)
    return "a number without a unit counts operations a second, and these are too few; write the unit, as in "
           "65.3 Tops/s";
  if (unit == Unit::Seconds && value >= kMostSeconds)
    return "a number without a unit counts seconds, and these are too many; write the unit, as in 3 us";
  return "";
}

} // namespace kasane
