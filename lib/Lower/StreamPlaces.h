// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: where a work-item's cells are, in memory and against bounds. What doesn't depend on the plane is worked out
// once, before the loop over planes.
#pragma once

#include "Columns.h"

namespace kasane::lowering {

ExprPtr both(const ExprPtr &a, const ExprPtr &b); // a may be null
ExprPtr within(const ExprPtr &at, const ExprBounds &bounds);
ExprPtr clamped(const ExprPtr &at, const ExprPtr &first, const ExprPtr &last);
ExprPtr negated(const ExprPtr &e);
ExprPtr chosen(const ExprPtr &condition, const ExprPtr &a, const ExprPtr &b);

// How a loop goes over its planes: `Edge` asks of every cell where it is. In the others all are inside, and in rows memory is
// moved so many elements at a time as lie side by side in a work-item's block.
enum class Planes { Edge, Calm, CalmRows };

// A box of the buffer that is memory as a whole: of one that the original touches in part, the planes between its first and its last.
CellBounds memoryOf(const Tiles &tiles, FieldId b);

class StreamPlaces {
public:
  // `plane`: the variable of the loops over planes
  StreamPlaces(const Tiles &tiles, const Columns &columns, const std::string &plane)
      : t_(tiles), columns_(columns), s_(columns.stream().axis), plane_(plane) {}

  ExprPtr cellAt(const Position &at, int axis) const;
  ExprPtr cellWithin(const Position &at, const CellBounds &bounds) const; // in the plane

  // So many planes from the loop's.
  ExprPtr memoryIndex(const Position &at, int64_t planes, const FieldRead &element);
  // An element of the buffer: this one, if there is one.
  ExprPtr nearIndex(const Position &at, int64_t planes, FieldId b);
  // Of the buffer's elements, those that one access moves, where they lie so; and do they, for the whole group? 1: no more.
  int64_t elementsOfRow(FieldId b) const;
  ExprPtr isInRows(FieldId b) const;

  // What the above begin with goes along with the loop, from its first plane, or there would be products in it.
  KBody variables(const ExprPtr &start) const;
  KBody nextPlane() const;

  // Is all of the work-item's block within the bounds? All of the group's?
  ExprPtr blockWithin(const CellBounds &bounds);
  ExprPtr groupWithin(const CellBounds &bounds) const;
  // Is cell k of the block outside of them, or `also` (0 or -1)? There is a word for every 30 cells.
  ExprPtr isOutside(const CellBounds &bounds, size_t k, const ExprPtr &also = nullptr);
  ExprPtr isAnyOutside(const CellBounds &bounds, const ExprPtr &also);
  // Of the plane so far from the loop's. A bound may be null.
  ExprPtr isPlaneWithin(const ExprBounds &bounds, int64_t planes);
  // -1 if it is, else 0.
  ExprPtr isPlaneOutside(const ExprBounds &bounds, int64_t planes);
  KBody planeDefinitions() const; // of what it looks at, at the head of a loop's body

  KBody definitions() const; // of facts and rows

private:
  ExprPtr fact(const std::string &name, const ExprPtr &value);
  ExprPtr wordOutside(const CellBounds &bounds, size_t first); // of the cells from there on
  ExprPtr corner(FieldId b, bool high) const;
  const Field &fieldOf(FieldId b) const { return t_.context.program.fields[b]; }

  const Tiles &t_;
  const Columns &columns_;
  int s_;
  // Planes from a bound to the loop's, or from the loop's to a bound.
  ExprPtr distance(const std::string &name, const ExprPtr &value);

  std::string plane_;
  std::map<std::string, std::string> names_; // of the facts, by what they say
  std::vector<std::pair<std::string, ExprPtr>> facts_;
  std::vector<std::pair<std::string, ExprPtr>> distances_;
  std::vector<std::pair<Poly, std::string>> passed_; // elements up to the loop's plane, by a plane's stride
};

} // namespace kasane::lowering
