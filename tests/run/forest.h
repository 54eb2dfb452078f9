// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What programs over a random forest share: RANK 2 or 3, blocks of CELLS along each axis, G ghost layers, at most about
// MOST leaves, changed so often from one level (ROUNDS). Arrays u and v of blocks, f and g of blocks with Q components,
// ends for them, values, and a hash of all, ghosts included.
#pragma once

#include <kasane_mesh.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef CELLS
#define CELLS 8
#endif
#ifndef ROUNDS
#define ROUNDS (RANK == 2 ? 7 : 4)
#endif
enum { B = CELLS, W = B + 2 * G, Q = 2 };
#if RANK == 2
typedef double block[W][W];
typedef float many[Q][W][W];
#else
typedef double block[W][W][W];
typedef float many[Q][W][W][W];
#endif

static unsigned state;
static unsigned draw(void) { return state = state * 1664525u + 1013904223u, state >> 16; }

static int wanted(const ksm_mesh *m, int b, void *data) {
  (void)data;
  const unsigned drawn = draw() % 8;
  return m->leaves > MOST ? (drawn < 6 ? -1 : 0) : drawn < 2 ? m->level[b] < 3 : drawn < 4 ? -1 : 0;
}

static void print(const char *name, const void *data, size_t bytes) {
  const unsigned char *const at = data;
  unsigned long long hash = 14695981039346656037u;
  for (size_t n = 0; n < bytes; n++)
    hash = (hash ^ at[n]) * 1099511628211u;
  printf("%s %llx\n", name, hash);
}

typedef struct forest {
  ksm_mesh *mesh;
  block *u, *v;
  many *f, *g;
} forest;

static forest planted(unsigned seed) {
  state = seed;
  forest made;
  ksm_mesh *const m = made.mesh = ksm_create(&(ksm_domain){
      .rank = RANK, .roots = {2, 1, 2}, .periodic = {draw() % 2, draw() % 2, 0}, .cells = B, .ghosts = G});
  for (int round = 0; round < ROUNDS; round++)
    ksm_refine(m, wanted, NULL, KSM_LINEAR);
  ksm_add(m, "u", &made.u, sizeof *made.u, KSM_F64);
  ksm_add(m, "v", &made.v, sizeof *made.v, KSM_F64);
  ksm_add(m, "f", &made.f, sizeof *made.f, KSM_F32);
  ksm_add(m, "g", &made.g, sizeof *made.g, KSM_F32);
  for (int side = 0; side < 2 * RANK; side++) // g keeps what it has beyond the ends, f has some of it
    if (!m->domain.periodic[side / 2]) {
      ksm_ends(m, made.u, side, KSM_COPY + side % 3, 1.5 + side);
      ksm_ends(m, made.v, side, KSM_COPY + (side + 1) % 3, 2.5 + side);
      ksm_ends(m, made.f, side, side % 2 ? KSM_MIRROR : KSM_USER, 0);
    }
  for (size_t n = 0; n < (size_t)m->leaves * sizeof *made.u / sizeof(double); n++)
    ((double *)made.u)[n] = draw() / 65536.0;
  for (size_t n = 0; n < (size_t)m->leaves * sizeof *made.f / sizeof(float); n++)
    ((float *)made.f)[n] = draw() / 65536.0f;
  return made;
}

static void show(const forest *of) {
  const size_t leaves = (size_t)of->mesh->leaves;
  print("u", of->u, leaves * sizeof *of->u);
  print("v", of->v, leaves * sizeof *of->v);
  print("f", of->f, leaves * sizeof *of->f);
  print("g", of->g, leaves * sizeof *of->g);
}
