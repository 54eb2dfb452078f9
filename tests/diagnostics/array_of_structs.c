// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
struct cell {
  float u;
  int flag;
#ifndef FOLLOWED
  struct cell *next;
#endif
};
void pointers(int n, struct cell *a) {
#pragma stencil
  for (int i = 0; i < n; i++)
    a[i].u = 2.0f * a[i].u;
    // CHECK: array_of_structs.c:[[@LINE-1]]:21: error: 'struct cell', an array's element, has members that are no numbers (pointers, unions, bit-fields), packed ones, or too many; keep these in arrays of their own
}

struct packed {
  char kind;
  double u;
#ifdef FOLLOWED
};
#else
} __attribute__((packed));
#endif
void gapless(int n, struct packed *a) {
#pragma stencil
  for (int i = 0; i < n; i++)
    a[i].u = 2.0 * a[i].u;
    // CHECK: array_of_structs.c:[[@LINE-1]]:20: error: 'struct packed', an array's element, has members
}

struct bits {
  double u;
#ifndef FOLLOWED
  unsigned solid : 1;
  union {
    int i;
    float f;
  } any;
#endif
};
void bits(int n, struct bits *a) {
#pragma stencil
  for (int i = 0; i < n; i++)
    a[i].u = 2.0 * a[i].u;
    // CHECK: array_of_structs.c:[[@LINE-1]]:20: error: 'struct bits', an array's element, has members
}
