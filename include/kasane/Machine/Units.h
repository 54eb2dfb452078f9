// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quantities as people write them: "48 KiB", "4.29 TB/s", "65.3 Tops/s", "3 us", and plain numbers in base units. In: a
// text and what it measures. Out: the value in base units; and back, as a text that reads as the same value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kasane {

enum class Unit { Number, Count, Bytes, Bandwidth, Rate, Seconds };

// nullopt: no quantity of that unit. A negative one is read as such.
std::optional<double> readQuantity(std::string_view text, Unit unit);
// For Count and Bytes: also nullopt where the text is no whole number.
std::optional<int64_t> readWhole(std::string_view text, Unit unit);

// A plain number is in base units. What stands against one that no machine has, so that another unit was
// meant; "" where nothing does.
const char *forgottenUnit(std::string_view text, double value, Unit unit);

std::string printQuantity(double value, Unit unit);
std::string printWhole(int64_t value, Unit unit);

} // namespace kasane

// Tests: tests/unit/machine/UnitsTest.cpp
