// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes against the definition: element (x, y, z) of the box, when its linear index is within first..last.
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>
extern "C" {
#include "box/Field.h"
#include "box/Piece.h"
#include "box/Rows.h"
}

namespace {

ksn_field fieldOf(std::vector<int64_t> lo, std::vector<int64_t> hi, std::vector<int64_t> stride, int64_t first,
                  int64_t last) {
  ksn_field field = {};
  field.name = "A";
  field.type = KSN_I32;
  for (int k = 0; k < 3; k++) {
    field.lo[k] = lo[k];
    field.hi[k] = hi[k];
    field.stride[k] = stride[k];
  }
  field.first = first;
  field.last = last;
  return field;
}

std::set<int64_t> elementsOf(const ksn_field &f) {
  std::set<int64_t> elements;
  for (int64_t z = f.lo[2]; z < f.hi[2]; z++)
    for (int64_t y = f.lo[1]; y < f.hi[1]; y++)
      for (int64_t x = f.lo[0]; x < f.hi[0]; x++) {
        const int64_t at = x * f.stride[0] + y * f.stride[1] + z * f.stride[2];
        if (at >= f.first && at <= f.last)
          elements.insert(at);
      }
  return elements;
}

std::vector<ksn_field> manyFields() {
  return {fieldOf({0, 0, 0}, {7, 5, 3}, {1, 7, 35}, 0, 104), // whole array
          fieldOf({1, 1, 1}, {6, 4, 2}, {1, 7, 35}, 0, 104), // one inner plane
          fieldOf({1, 1, 0}, {6, 4, 3}, {1, 7, 35}, 0, 104), // inner
          fieldOf({0, 1, 0}, {7, 4, 3}, {1, 7, 35}, 0, 104), // whole rows
          fieldOf({0, 0, 0}, {7, 5, 3}, {1, 7, 35}, 1, 103), // clipped at both corners
          fieldOf({0, 0, 0}, {7, 5, 3}, {1, 7, 35}, 9, 70),  // rows and planes clipped away
          fieldOf({0, 0, 0}, {7, 5, 3}, {1, 8, 41}, 0, 120), // slice not a multiple of the row
          fieldOf({-1, 0, 0}, {8, 5, 1}, {1, 7, 0}, 0, 34),  // rows overlap
          fieldOf({0, 0, 0}, {9, 1, 1}, {1, 0, 0}, 2, 6),    // 1D, clipped
          fieldOf({0, 0, 0}, {4, 3, 2}, {2, 8, 24}, 0, 47),  // elements that aren't neighbours
          fieldOf({0, 0, 0}, {4, 3, 2}, {6, 2, 1}, 0, 23),   // permuted axes
          fieldOf({3, 0, 0}, {4, 5, 3}, {1, 7, 35}, 0, 104), // one column
          fieldOf({0, 2, 0}, {7, 3, 3}, {1, 7, 35}, 0, 104), // one row of each plane
          fieldOf({2, 0, 0}, {2, 5, 3}, {1, 7, 35}, 0, 104), // empty
          fieldOf({0, 0, 0}, {7, 5, 1}, {1, 7, 0}, 0, -1)};  // touches nothing
}

TEST(Field, RowsCoverTheBox) {
  for (const ksn_field &field : manyFields()) {
    std::set<int64_t> seen;
    int64_t count = 0;
    for (ksn_rows rows = ksn_rows_of(&field); ksn_next_row(&rows);) {
      EXPECT_EQ(rows.offset, rows.x * field.stride[0] + rows.y * field.stride[1] + rows.z * field.stride[2]);
      for (int64_t n = 0; n < rows.count; n++)
        seen.insert(rows.offset + n);
      count += rows.count;
    }
    EXPECT_EQ(seen, elementsOf(field));
    EXPECT_EQ(count, ksn_elements(&field));
  }
}

using PiecesOf = void (*)(const ksn_field *, ksn_piece_visitor *, void *);

std::set<int64_t> visited(PiecesOf pieces, const ksn_field &field) {
  std::set<int64_t> seen;
  pieces(
      &field,
      [](void *context, const ksn_piece *p) {
        EXPECT_TRUE(p->extent[1] == 1 || p->pitch[0] >= p->extent[0]);
        EXPECT_TRUE(p->extent[2] == 1 || (p->pitch[1] % p->pitch[0] == 0 && p->pitch[1] >= p->extent[1] * p->pitch[0]));
        for (int64_t z = 0; z < p->extent[2]; z++)
          for (int64_t y = 0; y < p->extent[1]; y++)
            for (int64_t x = 0; x < p->extent[0]; x++)
              static_cast<std::set<int64_t> *>(context)->insert(p->offset + x + y * p->pitch[0] + z * p->pitch[1]);
      },
      &seen);
  return seen;
}

TEST(Field, PiecesCoverTheBox) {
  for (const ksn_field &field : manyFields()) {
    if (field.stride[0] != 1)
      continue;
    EXPECT_EQ(visited(ksn_pieces_of, field), elementsOf(field));
  }
}

// All of the box, little beside it, and nothing that isn't between its elements.
TEST(Field, RunsCoverTheBox) {
  for (const ksn_field &field : manyFields()) {
    const std::set<int64_t> wanted = elementsOf(field), seen = visited(ksn_runs_of, field);
    if (field.stride[0] != 1)
      continue;
    EXPECT_TRUE(std::ranges::includes(seen, wanted));
    EXPECT_LE(seen.size(), wanted.size() + wanted.size() / 8);
    if (!seen.empty() && !wanted.empty()) {
      EXPECT_GE(*seen.begin(), *wanted.begin());
      EXPECT_LE(*seen.rbegin(), *wanted.rbegin());
    }
  }
}

int piecesOf(const ksn_field &field, PiecesOf pieces = ksn_pieces_of) {
  int count = 0;
  pieces(&field, [](void *context, const ksn_piece *) { ++*static_cast<int *>(context); }, &count);
  return count;
}

TEST(Field, FewPieces) {
  const std::vector<ksn_field> fields = manyFields();
  EXPECT_EQ(piecesOf(fields[0]), 1);
  EXPECT_EQ(piecesOf(fields[2]), 1); // one rectangular copy
  EXPECT_EQ(piecesOf(fields[6]), 3); // plane by plane
  // Two planes of rows of 30 from 32 elements.
  const ksn_field inner = fieldOf({1, 1, 1}, {31, 31, 3}, {1, 32, 1024}, 0, 4095);
  EXPECT_EQ(visited(ksn_pieces_of, inner).size(), 1800u);
  EXPECT_EQ(piecesOf(inner, ksn_runs_of), 1);
  EXPECT_EQ(visited(ksn_runs_of, inner).size(), 1982u);
  const ksn_field narrow = fieldOf({1, 0, 0}, {28, 32, 2}, {1, 32, 1024}, 0, 4095); // too much in between
  EXPECT_EQ(visited(ksn_runs_of, narrow).size(), 1728u);
  const ksn_field same = fieldOf({0, 0, 0}, {30, 50, 1}, {1, 0, 0}, 0, 29); // one row for all
  EXPECT_EQ(piecesOf(same, ksn_runs_of), 1);
}

TEST(Field, PackAndUnpack) {
  for (ksn_field field : manyFields()) {
    std::vector<int32_t> from(200), packed(ksn_elements(&field) + 1, -7), to(200, -1), copied(200, -1);
    for (int n = 0; n < 200; n++)
      from[n] = n;
    field.home = from.data();
    ksn_pack_user(&field, packed.data());
    EXPECT_EQ(packed.back(), -7);
    field.home = to.data();
    ksn_unpack_user(&field, packed.data());
    ksn_copy_box(&field, copied.data(), from.data());
    const std::set<int64_t> elements = elementsOf(field);
    for (int n = 0; n < 200; n++) {
      EXPECT_EQ(to[n], elements.contains(n) ? n : -1);
      EXPECT_EQ(copied[n], to[n]);
    }
  }
}

TEST(Field, DisjointIsNeverWronglySaid) {
  static int32_t memory[400];
  const std::vector<ksn_field> fields = manyFields();
  int apart = 0;
  for (const ksn_field &a : fields)
    for (const ksn_field &b : fields)
      for (int shift = 0; shift < 130; shift++) {
        ksn_field pair[] = {a, b};
        pair[0].home = memory + 50;
        pair[1].home = memory + 50 + shift;
        bool share = false;
        const std::set<int64_t> ofA = elementsOf(a);
        for (int64_t at : elementsOf(b))
          share |= ofA.contains(at + shift);
        const int said = ksn_disjoint(pair, 0, 1);
        EXPECT_EQ(said, ksn_disjoint(pair, 1, 0));
        if (said) {
          EXPECT_FALSE(share);
        }
        apart += said;
      }
  EXPECT_GT(apart, 1000);
}

TEST(Field, DisjointSeesInterleavedPartsOfOneArray) {
  static int32_t memory[400];
  ksn_field halves[] = {fieldOf({0, 0, 0}, {5, 4, 3}, {1, 10, 40}, 0, 119),
                        fieldOf({0, 0, 0}, {5, 4, 3}, {1, 10, 40}, 0, 119)};
  halves[0].home = memory;
  halves[1].home = memory + 5; // the right half of every row
  EXPECT_TRUE(ksn_disjoint(halves, 0, 1));
  halves[1].home = memory + 4;
  EXPECT_FALSE(ksn_disjoint(halves, 0, 1));
  ksn_field components[] = {fieldOf({0, 0, 0}, {4, 3, 2}, {2, 8, 24}, 0, 46),
                            fieldOf({0, 0, 0}, {4, 3, 2}, {2, 8, 24}, 0, 46)};
  components[0].home = memory;
  components[1].home = memory + 1;
  EXPECT_TRUE(ksn_disjoint(components, 0, 1));
}

// struct { double u; int flag; float v; } in rows of 4.
TEST(Field, DisjointSeesMembersOfOtherTypes) {
  alignas(8) static char memory[400];
  const auto member = [&](ksn_type type, int64_t size, int64_t at) {
    ksn_field field = fieldOf({0, 0, 0}, {4, 3, 1}, {16 / size, 64 / size, 0}, 0, 2 * 64 / size + 3 * 16 / size);
    field.type = type;
    field.home = memory + at;
    return field;
  };
  const auto disjoint = [&](int64_t first, int64_t second, int64_t size) {
    ksn_field pair[] = {member(KSN_F64, 8, first), member(size == 8 ? KSN_F64 : KSN_I32, size, second)};
    EXPECT_EQ(ksn_disjoint(pair, 0, 1), ksn_disjoint(pair, 1, 0));
    return ksn_disjoint(pair, 0, 1);
  };
  EXPECT_TRUE(disjoint(0, 8, 4));
  EXPECT_TRUE(disjoint(0, 12, 4));
  EXPECT_FALSE(disjoint(0, 4, 4)); // within the double
  EXPECT_FALSE(disjoint(8, 12, 4));
  EXPECT_FALSE(disjoint(0, 16, 8)); // the next struct
  EXPECT_TRUE(disjoint(0, 72, 4));
}

TEST(Field, BufferSizesSaturate) {
  EXPECT_EQ(ksn_buffer_bytes(&manyFields()[0]), 105 * 4);
  EXPECT_EQ(ksn_buffer_bytes(&manyFields()[14]), 4); // no buffer is empty
  const ksn_field huge = fieldOf({0, 0, 0}, {INT64_MAX, 1, 1}, {1, 0, 0}, 0, INT64_MAX - 1);
  EXPECT_EQ(ksn_buffer_bytes(&huge), INT64_MAX);
  const ksn_field below = fieldOf({-3, 0, 0}, {4, 1, 1}, {1, 0, 0}, -3, 3);
  EXPECT_EQ(ksn_buffer_bytes(&below), 7 * 4);
}

} // namespace
