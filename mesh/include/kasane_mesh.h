// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quadtrees and octrees of equal blocks for stencil programs in C. docs/mesh.md explains it with a whole program.
//
// A block has B cells along each axis and `ghosts` layers around them: double u[..][B + 2][B + 2] for one ghost layer
// in 2D, float f[..][27][B + 2][B + 2][B + 2] for 27 components in 3D. Cell i of a block is at index ghosts + i.
//
// What a caller does wrong is told in one line on stderr, and ends the program; ksm_on_error changes that.
#ifndef KASANE_MESH_H
#define KASANE_MESH_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

enum {
  KSM_LEVELS = 20,      // levels are 0 to KSM_LEVELS - 1
  KSM_COMPONENTS = 128, // the most of an array
  KSM_ALL = -1          // all levels, all sides
};
typedef enum ksm_type { KSM_F32, KSM_F64 } ksm_type;

// What lies beside a leaf in some direction: the domain's end, a leaf of its level, one of the next coarser level,
// or several of the next finer level.
typedef enum ksm_kind { KSM_END, KSM_SAME, KSM_COARSER, KSM_FINER } ksm_kind;

// Who sets the ghosts beyond an end of the domain: the user, or ksm_fill. KSM_COPY takes the nearest cell,
// KSM_MIRROR the cell as far inside as the ghost is outside, KSM_VALUE a number.
typedef enum ksm_end { KSM_USER, KSM_COPY, KSM_MIRROR, KSM_VALUE } ksm_end;

typedef struct ksm_domain {
  int rank;         // 2: quadtrees, 3: octrees
  int roots[3];     // blocks of level 0 along x, y, z
  int cells;        // B: of a block along each axis; even, 4 to 64
  int ghosts;       // layers around a block: 1 to 4
  int periodic[3];  // not 0: the ends of that axis are neighbours
  double corner[3]; // of the domain, where x, y, z are smallest
  double width;     // of the domain along x; 0: 1. Cells are as high and as deep as they are wide
  int finest;       // leaves of this level stay as they are, whatever is asked; 0: no such level
  uint64_t memory;  // the most bytes that the mesh may take with its arrays; 0: what the machine has
} ksm_domain;

// The leaves of level l are first[l] .. first[l + 1] - 1, along a Z curve. Read it; only the functions below write.
typedef struct ksm_mesh {
  ksm_domain domain;
  int leaves;
  int deepest;               // the finest level that has leaves
  int first[KSM_LEVELS + 1]; // at [KSM_LEVELS]: the leaves
  const int *level;          // of each leaf
  const int (*at)[3];        // its place x, y, z in blocks of its level
  const double (*corner)[3]; // where its first cell begins
  const double *h;           // the width of its cells
  const int *neighbour;      // 3^rank a leaf, see ksm_direction. KSM_FINER: one of those that touch it; KSM_END: -1
  const unsigned char *kind; // a ksm_kind each
  const uint64_t *key;       // the place on the curve within the level
  int64_t number;            // another one after each change, and in each mesh of the program
  struct ksm_state *state;   // the library's own
} ksm_mesh;

// The index of the direction (dx, dy, dz), each -1, 0 or 1, within the 3^rank of a leaf. dz is 0 in 2D.
static inline int ksm_direction(const ksm_mesh *m, int dx, int dy, int dz) {
  return m->domain.rank == 2 ? 3 * dy + dx + 4 : 9 * dz + 3 * dy + dx + 13;
}

// For programs that keep blocks without room for ghosts, one block behind the other, as GPUs like them: translated
// regions do. Element (x, y, z) of such a block is number x + B * y + B * B * z of it, and of all blocks its *place* is
// block * B^rank + number. The first blocks are the leaves. Behind them are ghosts that lie in no leaf of their level.
// What lies in direction d of a leaf is in block[d], where it has the number of the leaf's own plus shift[d]:
//
//   beside cell B - 1 along x:  d = ksm_direction(m, 1, 0, 0), number B, place block[d] * B^rank + B + shift[d]
//
// A fill makes ghosts in this order; the lists are the same for all arrays.
typedef struct ksm_map {
  int blocks;               // 0: memory ended, or ghosts are wider than half a block at a jump
  const int *block, *shift; // 3^rank a leaf
  const int *mean;          // 2 places each: of what is made, and of the first of 2^rank finer cells
  int means;                // so many of them
  const int *beyond;        // 3 places each: of what is made, a and c. It is a + (a - c)
  int beyonds;
  // 3 + 2 * rank each: the place of what is made from coarser cells; 1 for a high x side, 2 for y, 4 for z; the places
  // of the coarser cell and of those beside it, low and high x first.
  const int *finer;
  int finers;
  const int *end; // places beyond an end of the domain; ksm_map_ends says what is there
  int ends;
  // The first leaves of families: 2^rank leaves of a level that follow each other, x first, and are one larger square
  // or cube together. And the leaves that are in none.
  const int *family, *alone;
  int families, alones;
} ksm_map;
// It is made when it is asked for first, and lives until the mesh changes.
const ksm_map *ksm_map_of(const ksm_mesh *m);

// What a fill of one level goes through, as [first, end): leaves, and entries of the map's lists. It reads cells of the
// leaves `near`, which are those of this level, the next coarser and the next finer one.
typedef struct ksm_part {
  int leaves[2], near[2];
  int mean[2], beyond[2], finer[2], end[2];
  int family[2], alone[2];
} ksm_part;
// KSM_ALL: everything. Where there is no such level, its leaves end at -1.
const ksm_part *ksm_part_of(const ksm_mesh *m, int level);

// For each of the map's ends the place that array u has there: -1: what there is, since it is the user's; -2 - side:
// the value of that side. Until ksm_ends is called for u. NULL: memory ended, or u is no array of the mesh.
const int *ksm_map_ends(const ksm_mesh *m, const void *u);
const double *ksm_map_values(const ksm_mesh *m, const void *u); // of the sides

// NULL where the domain can't be. The mesh begins as its roots.
ksm_mesh *ksm_create(const ksm_domain *domain);
void ksm_free(ksm_mesh *m); // with its arrays

// An array of one block a leaf, all zero, that lives with the mesh. `variable` is the address of the pointer to it:
// it is set now, and set anew when the mesh changes. So it must live until ksm_drop or ksm_free. `block` is the size
// of a block, sizeof *u. Variables may exchange what they hold. After ksm_load an array of a saved name has what was
// saved. 0, or -1.
int ksm_add(ksm_mesh *m, const char *name, void *variable, size_t block, ksm_type type);
int ksm_drop(ksm_mesh *m, void *u);

// Who sets the ghosts of array u beyond one end: side 0 and 1 are low and high x, then y, z; or KSM_ALL.
int ksm_ends(ksm_mesh *m, void *u, int side, ksm_end how, double value);

// Makes the values of a cell from those of cells of another level. `from` are all components of the 3^rank coarser
// cells around it, or of the 2^rank finer cells in it: [cell][component], x fastest. `made` are its components.
// The numbers have the array's type.
typedef struct ksm_cell {
  int rank, components;
  int level;   // of the cell that is made
  int side[3]; // where it lies in the coarser cell: -1 or 1 along each axis; 0 where it is made from finer ones
  double h;    // its width
  const void *data;
} ksm_cell;
typedef void ksm_transfer(const void *from, void *made, const ksm_cell *cell);

// How values go from level to level. NULL: linear from coarser cells, the mean of finer ones.
typedef struct ksm_rule {
  ksm_transfer *finer, *coarser; // make finer cells from coarser ones, coarser cells from finer ones
  const void *data;
} ksm_rule;
extern const ksm_rule ksm_constant, ksm_linear;
#define KSM_CONSTANT (&ksm_constant)
#define KSM_LINEAR (&ksm_linear)

// Fills the ghosts of the leaves of a level, or of all. Only cells of leaves are read, no ghosts.
// Ghosts beyond an end that is the user's are left alone.
int ksm_fill(const ksm_mesh *m, int level, void *u, const ksm_rule *rule);

// One of `parts` parts of the same, counted from 0. Threads may make different parts at once, where the rule's
// functions allow it; all parts together are the fill.
int ksm_fill_part(const ksm_mesh *m, int level, void *u, const ksm_rule *rule, int part, int parts);

// The same, where each level has its own steps: leaves of the level are read in u, finer ones in `finer`, coarser ones
// at `theta` (0 to 1) between `old_time` and `new_time`. All have one type and as many components.
int ksm_fill_between(const ksm_mesh *m, int level, void *u, const void *finer, const void *old_time,
                     const void *new_time, double theta, const ksm_rule *rule);

// What a leaf is to become: above 0 finer, below 0 coarser, 0 as it is.
typedef int ksm_wanted(const ksm_mesh *m, int leaf, void *data);

// Asks for every leaf once, and changes the mesh. Neighbours over faces, edges and corners differ by one level at most,
// for which more leaves may be refined. 2^rank leaves become one where all of them want to and the neighbours allow
// it. Arrays are carried over by the rule; ghosts of new leaves are 0. Returns how many leaves were refined or joined,
// or -1, with the mesh as it was.
int ksm_refine(ksm_mesh *m, ksm_wanted *wanted, void *data, const ksm_rule *rule);

// Calls ksm_refine until nothing changes.
int ksm_settle(ksm_mesh *m, ksm_wanted *wanted, void *data, const ksm_rule *rule);

// The leaf in which a point lies; -1: it lies in none.
int ksm_find(const ksm_mesh *m, const double *point);

// For ParaView: the cells of all leaves, level and leaf of each, and all arrays by their names. 0, or -1.
int ksm_write_vtu(const ksm_mesh *m, const char *path);

// To go on later, on a machine of the same kind: the mesh, and all arrays with their ghosts and ends.
int ksm_save(const ksm_mesh *m, const char *path);
ksm_mesh *ksm_load(const char *path);

// Who is told of errors, instead of stderr. Where the handler returns, the function that was called wrongly returns
// -1 or NULL and has changed nothing. NULL: stderr again.
typedef void ksm_handler(const char *message, void *data);
void ksm_on_error(ksm_handler *handler, void *data);

#ifdef __cplusplus
}
#endif
#endif
