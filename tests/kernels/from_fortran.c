// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that were translated from Fortran: pointers that are shifted for indices from 1 on, static counters, limits
// in variables of their own, commas in values, and extremes by way of copies.
// READING
// SWEEP-ONLY
// RANK: 2
// REGION: @
// REGION: @
// RUN-ARGS: 22 15 @
// RUN-ARGS: 9 4 7
// TINY-ARGS: 3 3 @
#include "dump.h"

#include <math.h>

typedef int integer;
typedef double doublereal;
#define max(a, b) ((a) >= (b) ? (a) : (b))
#define min(a, b) ((a) <= (b) ? (a) : (b))

static int relax_(integer *nx, integer *ny, doublereal *u, doublereal *v, doublereal *c__, doublereal *err) {
  integer u_dim1, u_offset, v_dim1, v_offset, i__2, i__3;
  doublereal d__1, d__2, d__3;
  integer i__, j;

  /* Parameter adjustments */
  v_dim1 = *nx;
  v_offset = 1 + v_dim1;
  v -= v_offset;
  u_dim1 = *nx;
  u_offset = 1 + u_dim1;
  u -= u_offset;
  --c__;

  /* Function Body */
  *err = 0.;
  i__2 = *ny - 1;
  for (j = 2; j <= i__2; ++j) {
    i__3 = *nx - 1;
    for (i__ = 2; i__ <= i__3; ++i__) {
      v[i__ + j * v_dim1] =
          c__[1] * u[i__ + j * u_dim1] + c__[2] * (u[i__ - 1 + j * u_dim1] + u[i__ + 1 + j * u_dim1] +
                                                   u[i__ + (j - 1) * u_dim1] + u[i__ + (j + 1) * u_dim1]);
      /* Computing MAX */
      d__2 = *err, d__3 = (d__1 = v[i__ + j * v_dim1] - u[i__ + j * u_dim1], fabs(d__1));
      *err = max(d__2, d__3);
    }
  }
  i__2 = *ny - 1;
  for (j = 2; j <= i__2; ++j) {
    i__3 = *nx - 1;
    for (i__ = 2; i__ <= i__3; ++i__) {
      u[i__ + j * u_dim1] = v[i__ + j * v_dim1];
    }
  }
  return 0;
}

static int advance_(integer *m, integer *n, doublereal *u, doublereal *un, doublereal *cfl) {
  integer u_dim1, u_offset, un_dim1, un_offset, i__1, i__2;
  doublereal d__1, d__2, d__3;
  static integer i__, j;
  un_dim1 = *m;
  un_offset = 1 + un_dim1 * 1;
  un -= un_offset;
  u_dim1 = *m;
  u_offset = 1 + u_dim1 * 1;
  u -= u_offset;
  i__1 = *n - 1;
  for (j = 2; j <= i__1; ++j) {
    i__2 = *m - 1;
    for (i__ = 2; i__ <= i__2; ++i__) {
      d__1 = u[i__ + 1 + j * u_dim1] - u[i__ + j * u_dim1], d__2 = u[i__ + j * u_dim1] - u[i__ - 1 + j * u_dim1];
      un[i__ + j * un_dim1] = u[i__ + j * u_dim1] + *cfl * max(d__1, d__2);
      if ((d__3 = u[i__ + (j + 1) * u_dim1] - u[i__ + (j - 1) * u_dim1], fabs(d__3)) > .5) {
        d__1 = un[i__ + j * un_dim1], d__2 = 1.;
        un[i__ + j * un_dim1] = min(d__1, d__2) + (d__3 = u[i__ + j * u_dim1], fabs(d__3));
      }
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  integer nx = arg(argc, argv, 1, 16), ny = arg(argc, argv, 2, 16), steps = arg(argc, argv, 3, 4);
  size_t count = (size_t)nx * ny;
  doublereal *u = array(count, sizeof *u), *v = array(count, sizeof *v), c[2] = {.2, .19}, err = 0, cfl = .1;
  fill_double(u, count, 1);
  fill_double(v, count, 2);
#pragma stencil
  for (integer n = 1; n <= steps; ++n)
    relax_(&nx, &ny, u, v, c, &err);
#pragma stencil
  for (integer it = 1; it <= steps; ++it) {
    advance_(&nx, &ny, u, v, &cfl);
    advance_(&nx, &ny, v, u, &cfl);
  }
  dump("u", u, sizeof *u, count);
  dump("v", v, sizeof *v, count);
  DUMP(err);
  return 0;
}
