// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: the small arrays in which a work-item holds its values. While statements are made, each value has a
// name. In the end a name becomes an element of an array, by where its value stands: the step, the cell and the plane.
//
//   u_v1_0_2_p3     ->     u_cells[1][0][2][3], or [(turn + 3) % 4] in a loop over the planes that are held
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

struct ItemPlace {
  int64_t step = 0, y = 0, x = 0, plane = 0;
};

// A loop that is unrolled over planes: its variable, which begins with 0, and so many are held.
struct PlaneTurn {
  std::string var;
  int64_t planes = 1, count = 1; // it goes so often
};

class ItemArrays {
public:
  explicit ItemArrays(Names &names) : names_(names) {}
  // Values of the array `base` and of one type; places may have gaps. So many planes are held.
  void add(const std::string &name, const std::string &base, ScalarType type, const ItemPlace &place, int64_t planes);
  // Nothing may be added any more.
  KBody arrays() const;
  KBody variables() const;   // for all names, as long as statements have those
  KBody definitions() const; // of arrays, and of variables for values that stand alone
  // With elements for names; in the loop `turn`, if there is one, planes count on with it.
  KBody withElements(const KBody &body, const PlaneTurn *turn = nullptr);

private:
  struct Array {
    std::string name;
    ScalarType type;
    ItemPlace first, last;
    int64_t elements() const;
    std::vector<int64_t> extents() const;
  };
  const Array *arrayOf(const std::string &name) const; // null: a variable, or none of these values
  ExprPtr element(const std::string &name, const PlaneTurn *turn) const;
  KBody stored(const KBody &body, const PlaneTurn *turn) const;
  KStmtPtr stored(const KStmtPtr &stmt, const PlaneTurn *turn) const;

  Names &names_;
  std::vector<std::string> asked_; // names of elements that are read before the statement that may look at them
  std::vector<Array> arrays_;
  std::map<std::string, std::pair<size_t, ItemPlace>> places_; // by name: the array
};

} // namespace kasane::lowering

// Tests: tests/unit/lower/ExecuteTest.cpp, tests/codegen/opencl/pipeline.c
