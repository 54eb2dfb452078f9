// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
union P {
  double alpha;
  int bits[2];
};
void f(int n, int nt, double *a, double *b, union P *p) {
#pragma stencil
  for (int t = 0; t < nt; t++) {
    for (int i = 1; i < n; i++)
      b[i] = p->alpha * a[i - 1];
    // CHECK: member_changed.c:[[@LINE-1]]:14: error: 'p->alpha' is a member that the region changes, and only plain variables change from step to step; copy it into one before the region, and back behind it
    double *w = a;
    a = b;
    b = w;
    p->alpha *= 0.99;
  }
}

struct line {
  double gain, v[40];
} lines[2];
void g(int nt) {
#pragma stencil
  for (int t = 0; t < nt; t++) {
    for (int i = 1; i < 39; i++)
      lines[1].v[i] = lines[1].gain * lines[0].v[i - 1];
    // CHECK: member_changed.c:[[@LINE-1]]:{{[0-9]+}}: error: 'lines[1].gain' is a member that the region changes
    for (int i = 1; i < 39; i++)
      lines[0].v[i] = lines[1].v[i];
    lines[1].gain *= 0.9;
  }
}

#else // what it says to do
struct sum {
  float all;
};
void followed(int n, struct sum *s, const float *a, float *b) {
  float all = s->all;
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
    b[i] = a[i - 1];
    all += b[i];
  }
  s->all = all;
}
#endif
