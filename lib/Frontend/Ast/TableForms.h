// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of neighbours: an element is its own number plus a distance, and at the ends of the numbers [first, end) one
// of these. The runtime's ksn_index_table knows the same forms by these numbers.
//
// All of it may be times a number: row[j] = j * nx.
//
//   n = 5, distance 1:   plain 1 2 3 4 5    clamped 1 2 3 4 4    wrapped 1 2 3 4 0    reflected 1 2 3 4 3    mirrored 1
//   2 3 4 4
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace kasane {

enum class TableEnds { Plain, Clamped, Wrapped, Reflected, Mirrored };

struct TableForm {
  TableEnds ends;
  int64_t distance;
  int64_t factor = 1;
};

int64_t elementOf(const TableForm &form, int64_t number, int64_t first, int64_t end);

// The form that all known elements among [from, to) have; nullopt: none, or too few are known for one.
using KnownElement = std::function<std::optional<int64_t>(int64_t number)>;
std::optional<TableForm> formOf(const KnownElement &known, int64_t from, int64_t to, int64_t first, int64_t end);

} // namespace kasane
