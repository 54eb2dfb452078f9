// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of rows: what is moved, where it may be worked on in place, and which rows share memory.
#include <gtest/gtest.h>
#include <vector>
extern "C" {
#include "box/Field.h"
#include "box/Rows.h"
}

namespace {

void *row(void *table, const int64_t *cell) { return static_cast<int32_t **>(table)[cell[1]]; }

struct Table {
  explicit Table(int rows, int pitch = 10)
      : memory(static_cast<size_t>(rows * pitch), -1), rows(static_cast<size_t>(rows)) {
    for (size_t y = 0; y < this->rows.size(); y++)
      this->rows[y] = &memory[y * static_cast<size_t>(pitch)];
  }
  // x in [1, 5), y in [lo, hi)
  ksn_field field(int64_t lo, int64_t hi, int like = 0) {
    ksn_field f = {};
    f.name = "A";
    f.type = KSN_I32;
    f.row = row;
    f.table = rows.data();
    f.like = like;
    for (int k = 0; k < 3; k++) {
      f.lo[k] = k == 0 ? 1 : k == 1 ? lo : 0;
      f.hi[k] = k == 0 ? 5 : k == 1 ? hi : 1;
      f.stride[k] = k < 2;
      f.inner[k] = k == 0;
    }
    return f;
  }
  std::vector<int32_t> memory;
  std::vector<int32_t *> rows;
};

TEST(Rows, EvenlySpacedOnesAreWorkedOnInPlace) {
  Table table(4);
  ksn_field field = table.field(1, 4);
  ksn_lay_rows(&field, 1);
  EXPECT_EQ(field.row, nullptr);
  EXPECT_EQ(field.home, table.memory.data());
  EXPECT_EQ(field.stride[0], 1);
  EXPECT_EQ(field.stride[1], 10);
  EXPECT_EQ(field.stride[2], 0);
  EXPECT_EQ(field.first, 11);
  EXPECT_EQ(field.last, 34);
  EXPECT_EQ(ksn_disjoint(&field, 0, 0), 1);
}

TEST(Rows, AreTheSameWhereTheUserHasThemAtThePlacesOfBefore) {
  Table table(4);
  const auto laid = [&](int64_t hi) {
    ksn_field field = table.field(1, hi);
    ksn_lay_rows(&field, 1);
    return field;
  };
  const ksn_field before = laid(4), again = laid(4), fewer = laid(3);
  EXPECT_EQ(before.row, nullptr);
  EXPECT_EQ(ksn_same_rows(&again, &before), 1);
  EXPECT_EQ(ksn_same_rows(&fewer, &before), 0);
  EXPECT_EQ(ksn_same_rows(&before, &fewer), 0);
  std::swap(table.rows[2], table.rows[3]);
  const ksn_field moved = laid(4);
  EXPECT_EQ(ksn_same_rows(&moved, &before), 0);
}

// A process that has another's addresses is told how the rows lie; its tables may lead anywhere.
TEST(Rows, AreLaidAsIsKnown) {
  const ksn_layout known[] = {{4096, {1, 10, 0}, 11, 34}, {8192, {1, 20, 0}, 21, 64}};
  Table table(4);
  ksn_field fields[] = {table.field(1, 4), {}, table.field(1, 4, 2)};
  for (ksn_field &field : fields)
    field.table = nullptr;
  ksn_know_layouts(known);
  ksn_lay_rows(fields, 3);
  ksn_know_layouts(nullptr);
  for (const int f : {0, 2}) {
    EXPECT_EQ(fields[f].row, nullptr);
    EXPECT_EQ(reinterpret_cast<int64_t>(fields[f].home), known[f / 2].home);
    EXPECT_EQ(fields[f].stride[1], known[f / 2].stride[1]);
    EXPECT_EQ(fields[f].first, known[f / 2].first);
    EXPECT_EQ(fields[f].last, known[f / 2].last);
  }
  EXPECT_EQ(fields[1].home, nullptr);
}

TEST(Rows, OthersArePacked) {
  const auto packs = [](auto change) {
    Table table(4);
    change(table.rows);
    ksn_field field = table.field(0, 4);
    ksn_lay_rows(&field, 1);
    EXPECT_EQ(field.stride[1], field.row ? 4 : 10);
    return field.row != nullptr;
  };
  EXPECT_FALSE(packs([](auto &) {}));
  EXPECT_TRUE(packs([](auto &rows) { std::swap(rows[1], rows[2]); }));
  EXPECT_TRUE(packs([](auto &rows) { std::swap(rows[0], rows[3]); }));
  EXPECT_TRUE(packs([](auto &rows) { rows[3] += 1; }));
  EXPECT_TRUE(packs([](auto &rows) { rows[3] = nullptr; }));
  EXPECT_TRUE(packs([](auto &rows) { rows[0] = nullptr; }));
  EXPECT_TRUE(packs([](auto &rows) { rows.assign(4, rows[0]); }));
  EXPECT_TRUE(packs([](auto &rows) {
    for (int y = 0; y < 4; y++)
      rows[y] = rows[0] + 2 * y;
  })); // they overlap
}

TEST(Rows, FieldsThatAreExchangedAreLaidAlike) {
  Table a(4), b(4, 12), c(4);
  ksn_field fields[] = {a.field(0, 4, 0), b.field(0, 4, 0), c.field(0, 4, 2)};
  ksn_lay_rows(fields, 3);
  EXPECT_NE(fields[0].row, nullptr);
  EXPECT_NE(fields[1].row, nullptr);
  EXPECT_EQ(fields[2].row, nullptr);
  EXPECT_EQ(fields[0].stride[1], 4);
  EXPECT_EQ(ksn_same_shape(&fields[0], &fields[1]), 1);
}

TEST(Rows, GatherAndScatterTouchTheBoxOnly) {
  Table table(6);
  for (size_t n = 0; n < table.memory.size(); n++)
    table.memory[n] = static_cast<int32_t>(n);
  std::swap(table.rows[1], table.rows[3]);
  table.rows[2] = nullptr;
  table.rows[0] = table.rows[5] = reinterpret_cast<int32_t *>(16); // outside of the box: nobody looks there
  ksn_field field = table.field(1, 5);
  ksn_lay_rows(&field, 1);
  std::vector<int32_t> home(static_cast<size_t>(field.last) + 2, -7);
  field.home = home.data();
  ksn_gather_rows(&field);
  const std::vector<int32_t> gathered(home.begin() + field.first, home.begin() + field.last + 1);
  EXPECT_EQ(gathered, (std::vector<int32_t>{31, 32, 33, 34, 0, 0, 0, 0, 11, 12, 13, 14, 41, 42, 43, 44}));
  EXPECT_EQ(home.back(), -7);
  for (int32_t &value : home)
    value += 100;
  ksn_scatter_rows(&field);
  for (size_t n = 0; n < table.memory.size(); n++) {
    const bool isInBox = n % 10 >= 1 && n % 10 < 5 && (n / 10 == 1 || n / 10 == 3 || n / 10 == 4);
    EXPECT_EQ(table.memory[n], static_cast<int32_t>(n) + (isInBox ? 100 : 0));
  }
}

TEST(Rows, SharedMemoryIsSeen) {
  Table a(4), b(4);
  const auto disjoint = [&](int i, int j) {
    ksn_field fields[] = {a.field(0, 4, 0), b.field(0, 4, 1)};
    ksn_lay_rows(fields, 2);
    return ksn_disjoint(fields, i, j);
  };
  EXPECT_EQ(disjoint(0, 0) + disjoint(0, 1) + disjoint(1, 1), 3);
  b.rows[2] = b.rows[1];
  EXPECT_EQ(disjoint(1, 1), 0); // one row twice
  EXPECT_EQ(disjoint(0, 1), 1); // that is no matter between two fields
  b.rows[2] = a.rows[3] + 4;    // x = 1..4 of it begin right behind those
  EXPECT_EQ(disjoint(0, 1), 1);
  b.rows[2] = a.rows[3] + 3;
  EXPECT_EQ(disjoint(0, 1), 0);
  b.rows[2] = nullptr;
  EXPECT_EQ(disjoint(0, 1), 1);
}

TEST(Rows, BesideAnOrdinaryField) {
  Table table(4);
  ksn_field fields[] = {table.field(0, 4, 0), table.field(0, 4, 1)};
  fields[1].row = nullptr;
  fields[1].table = nullptr;
  fields[1].stride[1] = 10;
  fields[1].first = 1;
  fields[1].last = 34;
  ksn_lay_rows(fields, 2);
  for (int shift = 0; shift < 10; shift++) { // between the rows there is room for others
    fields[1].home = table.memory.data() + shift;
    EXPECT_EQ(ksn_disjoint(fields, 0, 1), shift >= 4 && shift <= 6) << shift;
  }
}

} // namespace
