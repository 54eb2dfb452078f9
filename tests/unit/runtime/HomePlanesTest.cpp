// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which planes of a field have some of the elements that a statement looks at: counted one by one.
#include "kasane_rt.h"

#include <gtest/gtest.h>
#include <random>
#include <set>
extern "C" {
#include "box/Field.h"
#include "run/Shown.h"
}

namespace {

// Elements of the box, by plane; `axis`: that planes count along.
template <class Visit> void eachElement(const ksn_field &field, int axis, Visit visit) {
  int64_t at[3];
  for (at[2] = field.lo[2]; at[2] < field.hi[2]; at[2]++)
    for (at[1] = field.lo[1]; at[1] < field.hi[1]; at[1]++)
      for (at[0] = field.lo[0]; at[0] < field.hi[0]; at[0]++) {
        const int64_t element = at[0] * field.stride[0] + at[1] * field.stride[1] + at[2] * field.stride[2];
        if (element >= field.first && element <= field.last)
          visit(at[axis], element);
      }
}

int64_t elementsOf(const ksn_field &field) {
  int64_t count = 0;
  eachElement(field, 0, [&](int64_t, int64_t) { count++; });
  return count;
}

TEST(HomePlanes, ThoseWithSomeOfTheElements) {
  std::mt19937 random(51);
  const auto upTo = [&](int64_t most) { return std::uniform_int_distribution<int64_t>(0, most)(random); };
  static char memory[8 * 40000];
  int some = 0, none = 0;
  for (int n = 0; n < 4000; n++) {
    const int axis = static_cast<int>(upTo(2));
    ksn_field field = {};
    field.type = upTo(1) ? KSN_F32 : KSN_F64;
    field.home = memory;
    int64_t stride = 1 + upTo(1);
    for (int a = 0; a < 3; a++) {
      const int64_t extent = a <= axis ? 2 + upTo(6) : 1;
      field.lo[a] = a <= axis ? upTo(2) : 0;
      field.hi[a] = field.lo[a] + extent;
      field.stride[a] = a <= axis ? stride : 0;
      stride *= field.hi[a] + upTo(2);
    }
    field.first = field.last = 0;
    for (int a = 0; a < 3; a++) {
      field.first += field.lo[a] * field.stride[a];
      field.last += (field.hi[a] - 1) * field.stride[a];
    }
    const auto size = static_cast<int64_t>(ksn_size_of(field.type));
    ksn_shown shown = {};
    const int64_t from = upTo(field.last + 20), end = from + upTo(40);
    shown.from = memory + from * size;
    shown.end = memory + end * size;
    std::set<int64_t> expected;
    eachElement(field, axis, [&](int64_t plane, int64_t element) {
      if (element >= from && element < end)
        expected.insert(plane);
    });
    const ksn_span planes = ksn_planes_in(&shown, &field);
    // Between a plane's elements lie others': a plane may come that has none of the elements, but lies around them.
    for (const int64_t plane : expected) {
      EXPECT_LE(planes.from, plane);
      EXPECT_GT(planes.end, plane);
    }
    if (!ksn_is_none(planes)) {
      EXPECT_LE(planes.end - planes.from, static_cast<int64_t>(expected.size()) + 2);
      EXPECT_GE(planes.from, field.lo[axis]);
      EXPECT_LE(planes.end, field.hi[axis]);
      const ksn_field box = ksn_planes_of(&field, planes.from, planes.end);
      EXPECT_EQ(elementsOf(box), elementsOf(field) / (field.hi[axis] - field.lo[axis]) * (planes.end - planes.from));
      some++;
    } else {
      none++;
    }
    if (HasFailure())
      return;
  }
  EXPECT_GT(some, 1000);
  EXPECT_GT(none, 100);
}

TEST(HomePlanes, AllOfAnArrayThatBeginsThere) {
  static float memory[60];
  ksn_field field = {};
  field.type = KSN_F32;
  field.home = memory;
  for (int a = 0; a < 2; a++) {
    field.lo[a] = 1;
    field.hi[a] = 5;
  }
  field.hi[2] = 1;
  field.stride[0] = 1;
  field.stride[1] = 6;
  field.first = 7;
  field.last = 28;
  ksn_shown shown = {};
  shown.from = reinterpret_cast<char *>(memory);
  const ksn_span planes = ksn_planes_in(&shown, &field);
  EXPECT_EQ(planes.from, 1);
  EXPECT_EQ(planes.end, 5);
  shown.from += sizeof(float); // another one
  EXPECT_TRUE(ksn_is_none(ksn_planes_in(&shown, &field)));
  shown.end = shown.from; // nothing
  EXPECT_TRUE(ksn_is_none(ksn_planes_in(&shown, &field)));
}

TEST(HomePlanesDeathTest, NoneThatAreNotThere) {
  static float memory[8];
  EXPECT_EXIT(ksn_home("a.c:3: home(a[k:n])", memory, 2, -1, sizeof *memory, 8, 0), testing::ExitedWithCode(1),
              "a.c:3: home\\(a\\[k:n\\]\\): there are no -1 planes");
  EXPECT_EXIT(ksn_home("a.c:3: home(a[k:n])", memory, 2, 7, sizeof *memory, 8, 0), testing::ExitedWithCode(1),
              "7 from 2 on, but the array has 8");
  EXPECT_EXIT(ksn_home("a.c:3: home(a[k:n])", memory, -1, 2, sizeof *memory, 8, 0), testing::ExitedWithCode(1),
              "2 from -1 on, but the array has 8");
  EXPECT_EXIT(ksn_home("a.c:3: home(a[k:n])", memory, 0, INT64_MAX, sizeof *memory, -1, 0), testing::ExitedWithCode(1),
              "more than there is memory");
  void *const home = ksn_home("a.c:3: home(a[k:n])", memory, 8, 0, sizeof *memory, 8, 1);
  ASSERT_NE(home, nullptr);
  ksn_home_end(home);
}

} // namespace
