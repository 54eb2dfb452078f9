// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: where a work-item's cells are, in memory and against bounds. What doesn't depend on the plane is
// worked out once, before the loop over planes.
#pragma once

#include "Columns.h"

namespace kasane::lowering {

ExprPtr within(const ExprPtr &at, const ExprBounds &bounds);
ExprPtr clamped(const ExprPtr &at, const ExprPtr &first, const ExprPtr &last);
ExprPtr negated(const ExprPtr &e);
ExprPtr chosen(const ExprPtr &condition, const ExprPtr &a, const ExprPtr &b);

// How a loop goes over its planes: `Edge` asks of each plane and each cell of it where it is, `Rim` of the cells alone,
// since its planes are inside. In calm ones all cells are, and in rows memory is moved so many elements at a time as
// lie side by side in a work-item's block. `First` is ahead of all loops.
enum class Planes { Edge, Rim, Calm, CalmRows, First };
inline bool asksCells(Planes kind) { return kind == Planes::Edge || kind == Planes::Rim; }

// Cells outside of a box. In the plane that doesn't change, and a bit for each of a work-item's cells tells it, in
// words of 28 cells; a plane that is outside has none inside. Along a ring it is a cell's image that is outside or
// isn't.
struct Outside {
  CellBounds box;
  ExprPtr plane;      // is it? All bits or 0; null: no
  bool isOwn = false; // the box is the tile's: it has no images in it
};

// A box of the buffer that is memory as a whole: of one that the original touches in part, the planes between its first
// and its last; of a line no plane is a part. What lies beyond a ring has its image in it.
CellBounds memoryOf(const Tiles &tiles, FieldId b);

class StreamPlaces {
public:
  // `plane`: the variable of the loops over planes
  StreamPlaces(const Tiles &tiles, const Columns &columns, const std::string &plane)
      : t_(tiles), columns_(columns), s_(columns.stream().axis), plane_(plane), rim_(tiles.context.names.fresh("rim")) {
  }

  void setKind(Planes kind) { kind_ = kind; } // of the loop that the following are for

  ExprPtr cellAt(const Position &at, int axis) const;
  ExprPtr cellWithin(const Position &at, const CellBounds &bounds) const; // in the plane
  // Where its image is, and that of the plane so far from the loop's.
  ExprPtr imageAt(const Position &at, int axis);
  ExprPtr imageOfPlane(int64_t planes);

  // So many planes from the loop's. Of a cell beyond the end of a ring: its image's.
  ExprPtr memoryIndex(const Position &at, int64_t planes, const FieldRead &element);
  ExprPtr ownIndex(const Position &at, int64_t planes, FieldId b); // of a cell of the tile
  ExprPtr toRows(const Position &at, const ExprPtr &first, const ExprPtr &last,
                 FieldId b); // from the cell to the next of these rows, in elements
  // An element of the buffer: this one, if there is one.
  ExprPtr nearIndex(const Position &at, int64_t planes, FieldId b);
  // Of the buffer's elements, those that one access moves, where they lie so; and do they, for the whole group? 1: no
  // more.
  int64_t elementsOfRow(FieldId b) const;
  ExprPtr isInRows(FieldId b) const;
  // Does such a row lie wholly inside of the bounds, or wholly outside?
  ExprPtr isOfRows(const ExprBounds &bounds, FieldId b) const;

  // What the above begin with goes along with the loop, from its first plane, or there would be products in it.
  KBody variables(const ExprPtr &start) const;
  KBody nextPlane() const;

  // Is all of the work-item's block within the bounds? (Or are its images, if the bounds take in a whole ring: null, if
  // that is so wherever it is.) All of the group's?
  ExprPtr blockWithin(const CellBounds &bounds);
  ExprPtr imagesWithin(const CellBounds &bounds);
  ExprPtr groupWithin(const CellBounds &bounds) const;
  ExprPtr groupBeside(const ExprBounds &bounds, int axis) const; // are all of them outside, along this axis?
  // Cell k of the block? Not of `around` one of `count` cells from k on, which are of one word?
  bool isNever(const Outside &of) const; // outside, wherever it is
  bool isPlaneNeverOutside(const ExprBounds &bounds) const { return goesAround(s_) && isAllOfRing(bounds, s_); }
  ExprPtr isOutside(const Outside &of, size_t k);
  ExprPtr isBetween(const Outside &of, const Outside &around, size_t k, size_t count);
  ExprPtr isAnyBetween(const Outside &of, const Outside &around);
  // Of the plane so far from the loop's. A bound may be null.
  ExprPtr isPlaneWithin(const ExprBounds &bounds, int64_t planes);
  // All bits of cells if its image is outside, else 0.
  ExprPtr isPlaneOutside(const ExprBounds &bounds, int64_t planes);
  // Of the planes at the rim, which are inside: 0, as is found out in each of them. Else a compiler would test all bits
  // ahead of all loops, and keep what it found in registers that none of them has.
  KStmtPtr defineRim(const ExprPtr &end) {
    return makeKStmt(KLet{rim_, ScalarType::I32, unlessPlane(isPlaneWithin({nullptr, end}, 0))});
  }
  ExprPtr outsideAtRim(Planes kind) const {
    return kind == Planes::Rim && !columns_.stream().isLine ? scalar(rim_, ScalarType::I32) : nullptr;
  }
  KBody planeDefinitions() const; // of what it looks at, at the head of a loop's body

  KBody definitions() const;                          // of facts and rows
  KBody firstDefinitions(const ExprPtr &start) const; // of the first plane

private:
  FieldId rowOf(FieldId b) const;     // of which the block's first element in the plane has the same index
  ExprBounds ofGroup(int axis) const; // its cells
  ExprPtr ofCell(const std::string &name, const ExprPtr &value); // defined ahead of all loops
  ExprPtr fact(const std::string &name, const ExprPtr &value);
  bool isRing(int axis) const { return columns_.stream().rings.axis[axis].has_value(); }
  bool goesAround(int axis) const; // may cells be beyond the ends?
  bool isAllOfRing(const ExprBounds &bounds, int axis) const;
  // From the cell to its image, in elements.
  ExprPtr round(const Position &at, int axis, const Poly &stride);
  ExprPtr roundOfPlane(int64_t planes, const Poly &stride);
  ExprPtr indexOf(const Position &at, int64_t planes, const FieldRead &element, bool isOwn);
  ExprPtr unlessPlane(const ExprPtr &is) const;                      // all bits, or 0
  ExprPtr wordOutside(const Outside &of, size_t first);              // of the cells from there on
  ExprPtr imageWithin(const Position &at, const CellBounds &bounds); // null: it is, wherever the cell is
  ExprPtr wordOfLine(const ExprBounds &bounds, size_t first) const;
  ExprPtr wordBetween(const Outside &of, const Outside &around, size_t first);
  ExprPtr corner(FieldId b, bool high) const;
  const Field &fieldOf(FieldId b) const { return t_.context.program.fields[b]; }

  const Tiles &t_;
  const Columns &columns_;
  int s_;
  // Planes from a bound to the loop's, or from the loop's to a bound.
  ExprPtr distance(const std::string &name, const ExprPtr &value);

  std::string plane_, rim_;
  Planes kind_ = Planes::Edge;
  std::map<std::string, std::string> names_; // of the facts, by what they say
  std::vector<std::pair<std::string, ExprPtr>> facts_;
  std::vector<std::pair<std::string, ExprPtr>> distances_;
  std::vector<std::pair<std::string, ExprPtr>> rounds_, planeRounds_; // of cells; of planes
  std::map<int64_t, std::string> firstRounds_;       // of the first plane and those around it, in planes
  std::vector<std::pair<Poly, std::string>> passed_; // elements up to the loop's plane, by a plane's stride
};

} // namespace kasane::lowering
