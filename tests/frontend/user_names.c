// Messages name what the user wrote, and not what stands for it in the translator. What an option asks for is said of
// the directive alone, since the loops behind it are right.
// RUN: not %kasane %s -o-dir %t --schedule=overlap -- -DTAKEN 2>&1 | FileCheck --check-prefix=FAR %s
// RUN: not %kasane %s -o-dir %t --depth=3 -- -DONCE 2>&1 | FileCheck --check-prefix=DEPTH %s
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
struct grid {
  int nx, ny, shift;
  double *u, *v;
};
#ifdef TAKEN
void far(struct grid *p, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < p->nx - p->shift; i++)
      p->v[i] = p->u[i] + p->u[i + p->shift];
    // FAR: error: this element of 'p->u' lies at a distance of p->shift along 'i', which tiles
    double *w = p->u;
    p->u = p->v;
    p->v = w;
  }
}
#elif defined ONCE
void once(struct grid *p) {
#pragma stencil
  // DEPTH: user_names.c:[[@LINE-1]]:9: error: depth 3 needs a time loop
  // DEPTH-NEXT: #pragma stencil
  // DEPTH-NEXT: {{^ *\| *\^~*$}}
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++)
      p->v[j * p->nx + i] = p->u[j * p->nx + i];
}
#else
void outside(struct grid *p, int cur, double t[2][20][30]) {
#pragma stencil
  for (int j = 0; j < 20; j++)
    for (int i = 0; i < 30; i++)
      t[cur + 1][j][i] = t[cur][j][i + 1];
  // CHECK: error: this subscript of 't' along 'i' reaches 30, outside of the array by 1
}
#endif
