// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t --target=opencl -- -DUNFILLED 2>&1 | FileCheck %s --check-prefix=UNFILLED
// RUN: not %kasane %s -o-dir %t --target=opencl -- -DSTORED 2>&1 | FileCheck %s --check-prefix=STORED
// RUN: not %kasane %s -o-dir %t --target=opencl -- -DLEVEL 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not %kasane %s -o-dir %t --target=opencl -- -DCHANGED 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: not %kasane %s -o-dir %t --target=opencl -- -DBETWEEN 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: not %kasane %s -o-dir %t --target=opencl -- -DGHOSTS 2>&1 | FileCheck %s --check-prefix=GHOSTS
// RUN: not %kasane %s -o-dir %t --target=opencl -- -DSOMETIMES 2>&1 | FileCheck %s --check-prefix=SOMETIMES
// RUN: not %kasane %s -o-dir %t --target=opencl -- -DNOTHING 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: sed 's/schedule(mapped)/schedule(rows)/' %s > %t.rows.c
// RUN: not %kasane %t.rows.c -o-dir %t --target=opencl -- -I%S 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: sed 's/schedule(mapped)/schedule(families)/' %s > %t.families.c
// RUN: not %kasane %t.families.c -o-dir %t --target=cuda -- -I%S -DUNFILLED 2>&1 | FileCheck %s --check-prefix=FAMILIES
// RUN: sed 's/schedule(mapped)/schedule(classes)/' %s > %t.classes.c
// RUN: not %kasane %t.classes.c -o-dir %t --target=cuda -- -I%S -DGHOSTS 2>&1 | FileCheck %s --check-prefix=CLASSES
// RUN: %kasane %s -o-dir %t --target=opencl -- -DFOLLOWED -DUNFILLED
// RUN: %kasane %s -o-dir %t --target=opencl
// RUN: %kasane %s -o-dir %t --target=openacc
#include "../../mesh/include/kasane_mesh.h"
enum { B = 8 };
typedef double block[B + 2][B + 2];

void pan(const ksm_mesh *m, block *u, block *v, block *w, int steps) {
#ifdef FOLLOWED
#pragma stencil schedule(filled)
#else
// ROWS: error: schedule rows can't be used here: target opencl shares out cells among work-groups; use schedule filled
// CLASSES: error: schedule classes can't be used here: a nest goes over ghosts, or there are none; use schedule filled
// GHOSTS: not_mapped.c:[[@LINE+1]]:17: error: schedule mapped can't be used here: a nest goes over ghosts, or there are none; use schedule filled
#pragma stencil schedule(mapped)
#endif
  for (int t = 0; t < steps; t++) {
#if defined NOTHING
    // NOTHING: not_mapped.c:[[@LINE-4]]:17: error: schedule mapped can't be used here: no ghosts of a mesh are filled in it; use schedule sweep
#elif defined LEVEL
    ksm_fill(m, 1, u, KSM_LINEAR);
#elif defined CHANGED
    ksm_fill(m, t, u, KSM_LINEAR);
    // CHANGED: not_mapped.c:[[@LINE-1]]:5: error: schedule mapped can't be used here: of which leaves ghosts of 'u' are filled, or from what, isn't known at the call; use schedule filled
#elif defined BETWEEN
    ksm_fill_between(m, 1, u, u, u, u, 0.5, KSM_LINEAR);
    // BETWEEN: not_mapped.c:[[@LINE-1]]:5: error: schedule mapped can't be used here: ghosts of 'u' are filled at a time between two within a time loop; use schedule filled
#elif defined SOMETIMES
    if (t % 2)
      ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
      // SOMETIMES: not_mapped.c:[[@LINE-2]]:5: error: schedule mapped can't be used here: the host has something else to do in each step than to fill ghosts; use schedule sweep
#else
    ksm_fill(m, KSM_ALL, u, KSM_LINEAR);
#endif
#ifdef STORED
    for (int b = 0; b < m->leaves; b++)
      for (int j = 1; j <= B; j++)
        for (int i = 1; i <= B; i++)
          u[b][j][i] = 2 * w[b][j][i];
#endif
#ifdef GHOSTS
    for (int b = 0; b < m->leaves; b++)
      for (int j = 1; j <= B; j++)
        for (int i = 0; i < 1; i++)
          u[b][j][i] = u[b][j][i + 1];
#endif
    for (int b = 0; b < m->leaves; b++)
      for (int j = 1; j <= B; j++)
        for (int i = 1; i <= B; i++)
#if defined UNFILLED
          v[b][j][i] = u[b][j][i - 1] + v[b][j][i];
    for (int b = 0; b < m->leaves; b++)
      for (int j = 1; j <= B; j++)
        for (int i = 1; i <= B; i++)
          u[b][j][i] = v[b][j][i + 1];
          // UNFILLED: not_mapped.c:[[@LINE-1]]:24: error: schedule mapped can't be used here: ghosts of 'v' are read here that no fill of the step has made, or its cells were stored since; use schedule filled
          // FAMILIES: error: schedule families can't be used here: ghosts of 'v' are read here that no fill of the step has made, or its cells were stored since; use schedule filled
#else
          v[b][j][i] = u[b][j][i - 1] + w[b][j][i + 1];
          // LEVEL: not_mapped.c:[[@LINE-1]]:24: error: schedule mapped can't be used here: ghosts of 'u' are read here in all leaves, and filled in those of one level; use schedule filled
          // STORED: not_mapped.c:[[@LINE-2]]:24: error: schedule mapped can't be used here: ghosts of 'u' are read here that no fill of the step has made, or its cells were stored since; use schedule filled
#endif
    block *swap = u;
    u = v;
    v = swap;
  }
}
