// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the same names in Rules.c and here must agree: bits of ghosts don't tell which made them.
#include "Rows.h"
#include <string.h>

// Written once, for both types. A column of short rows, which most boxes are, has no calls in it.
#define KSM_ROWS(T)                                                                                                    \
  static void copy_##T(const int *n, const T *from, const ptrdiff_t *fs, T *to, const ptrdiff_t *ts) {                 \
    const size_t bytes = (size_t)n[0] * sizeof(T);                                                                     \
    for (int k = 0; k < n[2]; k++) {                                                                                   \
      const T *f = from + k * fs[2];                                                                                   \
      T *t = to + k * ts[2];                                                                                           \
      if (n[0] == 1)                                                                                                   \
        for (int j = 0; j < n[1]; j++, f += fs[1], t += ts[1])                                                         \
          t[0] = f[0];                                                                                                 \
      else if (n[0] == 2)                                                                                              \
        for (int j = 0; j < n[1]; j++, f += fs[1], t += ts[1]) {                                                       \
          const T a = f[0], b = f[1];                                                                                  \
          t[0] = a;                                                                                                    \
          t[1] = b;                                                                                                    \
        }                                                                                                              \
      else                                                                                                             \
        for (int j = 0; j < n[1]; j++, f += fs[1], t += ts[1])                                                         \
          memcpy(t, f, bytes);                                                                                         \
    }                                                                                                                  \
  }                                                                                                                    \
  static void between_##T(const int *n, const T *a, const T *b, T theta, const ptrdiff_t *fs, T *to,                   \
                          const ptrdiff_t *ts) {                                                                       \
    for (int k = 0; k < n[2]; k++)                                                                                     \
      for (int j = 0; j < n[1]; j++)                                                                                   \
        for (int i = 0; i < n[0]; i++) {                                                                               \
          const ptrdiff_t at = k * fs[2] + j * fs[1] + i;                                                              \
          to[k * ts[2] + j * ts[1] + i] = (1 - theta) * a[at] + theta * b[at];                                         \
        }                                                                                                              \
  }                                                                                                                    \
  static void beyond_##T(const int *n, const T *a, ptrdiff_t c, const ptrdiff_t *fs, T *to, const ptrdiff_t *ts) {     \
    for (int k = 0; k < n[2]; k++)                                                                                     \
      for (int j = 0; j < n[1]; j++)                                                                                   \
        for (int i = 0; i < n[0]; i++) {                                                                               \
          const T *const at = a + k * fs[2] + j * fs[1] + i;                                                           \
          to[k * ts[2] + j * ts[1] + i] = at[0] + (at[0] - at[c]);                                                     \
        }                                                                                                              \
  }                                                                                                                    \
  static void mean2_##T(const int *n, const T *from, const ptrdiff_t *fs, T *to, const ptrdiff_t *ts) {                \
    for (int j = 0; j < n[1]; j++)                                                                                     \
      for (int i = 0; i < n[0]; i++) {                                                                                 \
        const T *const at = from + 2 * j * fs[1] + 2 * i;                                                              \
        T sum = 0;                                                                                                     \
        sum += at[0];                                                                                                  \
        sum += at[1];                                                                                                  \
        sum += at[fs[1]];                                                                                              \
        sum += at[fs[1] + 1];                                                                                          \
        to[j * ts[1] + i] = sum * (T)0.25;                                                                             \
      }                                                                                                                \
  }                                                                                                                    \
  static void mean3_##T(const int *n, const T *from, const ptrdiff_t *fs, T *to, const ptrdiff_t *ts) {                \
    for (int k = 0; k < n[2]; k++)                                                                                     \
      for (int j = 0; j < n[1]; j++)                                                                                   \
        for (int i = 0; i < n[0]; i++) {                                                                               \
          const T *const at = from + 2 * k * fs[2] + 2 * j * fs[1] + 2 * i;                                            \
          T sum = 0;                                                                                                   \
          sum += at[0];                                                                                                \
          sum += at[1];                                                                                                \
          sum += at[fs[1]];                                                                                            \
          sum += at[fs[1] + 1];                                                                                        \
          sum += at[fs[2]];                                                                                            \
          sum += at[fs[2] + 1];                                                                                        \
          sum += at[fs[2] + fs[1]];                                                                                    \
          sum += at[fs[2] + fs[1] + 1];                                                                                \
          to[k * ts[2] + j * ts[1] + i] = sum * (T)0.125;                                                              \
        }                                                                                                              \
  }                                                                                                                    \
  static void linear_##T(int rank, const int *n, const int *first, const T *from, const ptrdiff_t *fs, T *to,          \
                         const ptrdiff_t *ts) {                                                                        \
    for (int k = 0; k < n[2]; k++)                                                                                     \
      for (int j = 0; j < n[1]; j++) {                                                                                 \
        const T *const row = from + (first[2] + k) / 2 * fs[2] + (first[1] + j) / 2 * fs[1];                           \
        const T y = (first[1] + j) % 2 ? (T)0.125 : (T) - 0.125, z = (first[2] + k) % 2 ? (T)0.125 : (T) - 0.125;      \
        for (int i = 0; i < n[0]; i++) {                                                                               \
          const T *const at = row + (first[0] + i) / 2;                                                                \
          T value = at[0];                                                                                             \
          value += ((first[0] + i) % 2 ? (T)0.125 : (T) - 0.125) * (at[1] - at[-1]);                                   \
          value += y * (at[fs[1]] - at[-fs[1]]);                                                                       \
          if (rank == 3)                                                                                               \
            value += z * (at[fs[2]] - at[-fs[2]]);                                                                     \
          to[k * ts[2] + j * ts[1] + i] = value;                                                                       \
        }                                                                                                              \
      }                                                                                                                \
  }

KSM_ROWS(float)
KSM_ROWS(double)

void ksm_copy_box(ksm_type type, const int *n, const void *from, const ptrdiff_t *from_stride, void *to,
                  const ptrdiff_t *to_stride) {
  if (type == KSM_F32)
    copy_float(n, from, from_stride, to, to_stride);
  else
    copy_double(n, from, from_stride, to, to_stride);
}

void ksm_between_box(ksm_type type, const int *n, const void *a, const void *b, double theta,
                     const ptrdiff_t *from_stride, void *to, const ptrdiff_t *to_stride) {
  if (type == KSM_F32)
    between_float(n, a, b, (float)theta, from_stride, to, to_stride);
  else
    between_double(n, a, b, theta, from_stride, to, to_stride);
}

void ksm_beyond_box(ksm_type type, const int *n, const void *a, ptrdiff_t c, const ptrdiff_t *from_stride, void *to,
                    const ptrdiff_t *to_stride) {
  if (type == KSM_F32)
    beyond_float(n, a, c, from_stride, to, to_stride);
  else
    beyond_double(n, a, c, from_stride, to, to_stride);
}

void ksm_mean_box(ksm_type type, int rank, const int *n, const void *from, const ptrdiff_t *from_stride, void *to,
                  const ptrdiff_t *to_stride) {
  if (type == KSM_F32)
    (rank == 2 ? mean2_float : mean3_float)(n, from, from_stride, to, to_stride);
  else
    (rank == 2 ? mean2_double : mean3_double)(n, from, from_stride, to, to_stride);
}

void ksm_linear_box(ksm_type type, int rank, const int *n, const int *first, const void *from,
                    const ptrdiff_t *from_stride, void *to, const ptrdiff_t *to_stride) {
  if (type == KSM_F32)
    linear_float(rank, n, first, from, from_stride, to, to_stride);
  else
    linear_double(rank, n, first, from, from_stride, to, to_stride);
}
