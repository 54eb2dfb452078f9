// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/TableForms.h"

#include <algorithm>
#include <set>
#include <vector>

namespace kasane {
namespace {

constexpr int64_t kMostDistance = 16;
constexpr int64_t kLooked = 24; // elements at each end and around the middle

// Which elements are looked at.
std::set<int64_t> numbersIn(int64_t from, int64_t to) {
  std::set<int64_t> numbers;
  const int64_t middle = from + (to - from) / 2;
  for (int64_t k = 0; k < kLooked; ++k)
    for (int64_t number : {from + k, middle - kLooked / 2 + k, to - 1 - k})
      if (number >= from && number < to)
        numbers.insert(number);
  return numbers;
}

// Are all elements known whose neighbours lie beyond the ends?
bool knowsEnds(const KnownElement &known, const std::set<int64_t> &numbers, int64_t first, int64_t end,
               int64_t distance) {
  for (int64_t number : numbers)
    if ((number + distance < first || number + distance >= end) && !known(number))
      return false;
  return true;
}

int64_t neighbourOf(const TableForm &form, int64_t number, int64_t first, int64_t end) {
  const int64_t at = number + form.distance;
  const bool isBelow = at < first;
  if (form.ends == TableEnds::Plain || (!isBelow && at < end))
    return at;
  switch (form.ends) {
  case TableEnds::Clamped:
    return isBelow ? first : end - 1;
  case TableEnds::Wrapped:
    return isBelow ? at + (end - first) : at - (end - first);
  case TableEnds::Reflected:
    return 2 * (isBelow ? first : end - 1) - at;
  default:
    return 2 * (isBelow ? first : end) - 1 - at;
  }
}

std::optional<TableForm> formTimes(int64_t factor, const std::set<int64_t> &numbers, const KnownElement &known,
                                   int64_t first, int64_t end) {
  std::set<int64_t> distances;
  for (int64_t number : numbers)
    if (const std::optional<int64_t> element = known(number); element && *element % factor == 0)
      if (const int64_t distance = *element / factor - number; std::abs(distance) <= kMostDistance)
        distances.insert(distance);
  std::vector<int64_t> ordered(distances.begin(), distances.end()); // n - 1 to the left on a ring is 1 to the right
  std::stable_sort(ordered.begin(), ordered.end(), [](int64_t a, int64_t b) { return std::abs(a) < std::abs(b); });
  for (TableEnds ends :
       {TableEnds::Plain, TableEnds::Clamped, TableEnds::Wrapped, TableEnds::Reflected, TableEnds::Mirrored})
    for (int64_t distance : ordered) {
      const TableForm form{ends, distance, factor};
      int64_t inside = 0;
      const bool fits = std::all_of(numbers.begin(), numbers.end(), [&](int64_t number) {
        const std::optional<int64_t> element = known(number);
        inside += element && number + distance >= first && number + distance < end;
        return !element || *element == elementOf(form, number, first, end);
      });
      if (fits && inside > 0 && knowsEnds(known, numbers, first, end, distance))
        return form;
    }
  return std::nullopt;
}

} // namespace

int64_t elementOf(const TableForm &form, int64_t number, int64_t first, int64_t end) {
  return form.factor * neighbourOf(form, number, first, end);
}

std::optional<TableForm> formOf(const KnownElement &known, int64_t from, int64_t to, int64_t first, int64_t end) {
  std::set<int64_t> factors; // the difference of two elements that follow one another is it, but for the ends
  const std::set<int64_t> numbers = numbersIn(from, to);
  for (int64_t number : numbers)
    if (const std::optional<int64_t> here = known(number), next = here ? known(number + 1) : std::nullopt;
        next && numbers.count(number + 1))
      factors.insert(*next - *here);
  for (int64_t factor : factors)
    if (const std::optional<TableForm> form = factor > 0 ? formTimes(factor, numbers, known, first, end) : std::nullopt)
      return form;
  return std::nullopt;
}

} // namespace kasane
