// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of a nest that is cut into tiles: heads that count upwards, and the way from the loop over tiles to the one
// over a tile's cells.
//
//   for (jj = 0; jj < n; jj += size)                     the loop over tiles: size
//     for (i = 0; i < m; i++) {                          between
//       je = MIN(jj + size, n);                          a bound
//       for (j = jj; j < je; j++) S                      the cells'
#pragma once

#include "Simplify/TileBounds.h"

namespace kasane {

using Exprs = std::vector<const clang::Expr *>;

// var < limit, or <=. With a factor: var * factor < limit.
struct TileLimit {
  const clang::Expr *limit;
  bool inclusive;
  const clang::Expr *factor = nullptr;
};

struct TileHead {
  const clang::VarDecl *var;
  const clang::Expr *first;
  std::vector<TileLimit> limits; // all hold
};
// nullopt: other conditions.
std::optional<TileHead> tileHeadOf(const clang::ForStmt *loop, bool withFactors = false);

const clang::Expr *tileSizeIn(const clang::ForStmt *loop, const clang::VarDecl *var); // of `jj += size`; else null
// size of `t * size`, where a loop in the statement begins so; else null.
const clang::Expr *tileFactorIn(const clang::Stmt *stmt, const clang::VarDecl *var);

struct WayToCells {
  std::vector<const clang::ForStmt *> between;
  const clang::ForStmt *cells = nullptr;
  std::vector<const clang::Stmt *> bounds; // statements that set where tiles begin and end
  Variables used;                          // by the head of the cells' loop
};
// From the body of the loop over tiles. False: there are other statements, or none begins with the tile.
bool findCellsOfTile(const clang::ASTContext &ast, const clang::Stmt *body, TileBounds &bounds, WayToCells &way);
// Where the cells are below a condition that ends them: if (i < n) ..
std::optional<TileLimit> maskOfCells(const clang::ForStmt *cells, TileBounds &bounds);
// The arms of the region that the loop over tiles stands in, and those of tests around all that its cells do: their
// conditions, and whether these hold there.
using Arms = std::vector<std::pair<const clang::Expr *, bool>>;
Arms armsOfTile(const clang::Stmt *region, const clang::ForStmt *tiles, const clang::ForStmt *cells);
// How far behind the tile's place its cells begin.
std::optional<int64_t> beginOfCells(const Exprs &firsts, TileBounds &bounds);
// Where the cells end beside the end of the tile, which must be among it; false: another end.
bool readEndsOfCells(const TileHead &cells, const TileLoop &tile, int64_t within, TileBounds &bounds,
                     std::vector<TileLimit> &ends);

} // namespace kasane

// Tests: tests/frontend/hand_tiles.c
