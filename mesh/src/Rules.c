// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"

const ksm_rule ksm_constant = {0}, ksm_linear = {0}; // told apart by their addresses

// Written once, for both types.
#define KSM_RULES(T)                                                                                                   \
  static T linearOf_##T(int rank, const T *at, const ptrdiff_t *stride, const int *side) {                             \
    T value = at[0];                                                                                                   \
    for (int a = 0; a < rank; a++)                                                                                     \
      value += (T)side[a] * (T)0.125 * (at[stride[a]] - at[-stride[a]]);                                               \
    return value;                                                                                                      \
  }                                                                                                                    \
  static T meanOf_##T(int rank, const T *at, const ptrdiff_t *stride) {                                                \
    T sum = 0;                                                                                                         \
    for (int k = 0; k < (rank == 2 ? 1 : 2); k++)                                                                      \
      for (int j = 0; j < 2; j++)                                                                                      \
        for (int i = 0; i < 2; i++)                                                                                    \
          sum += at[(k ? stride[2] : 0) + j * stride[1] + i * stride[0]];                                              \
    return sum * (rank == 2 ? (T)0.25 : (T)0.125);                                                                     \
  }                                                                                                                    \
  static void between_##T(int count, const T *a, const T *b, T theta, T *made) {                                       \
    for (int c = 0; c < count; c++)                                                                                    \
      made[c] = (1 - theta) * a[c] + theta * b[c];                                                                     \
  }                                                                                                                    \
  static void beyond_##T(int count, const T *a, const T *b, const T *c, T *made) {                                     \
    for (int n = 0; n < count; n++)                                                                                    \
      made[n] = a[n] + (b[n] - c[n]);                                                                                  \
  }

KSM_RULES(float)
KSM_RULES(double)

void ksm_linear_from(ksm_type type, int rank, const void *at, const ptrdiff_t *stride, const int *side, void *made) {
  if (type == KSM_F32)
    *(float *)made = linearOf_float(rank, at, stride, side);
  else
    *(double *)made = linearOf_double(rank, at, stride, side);
}

void ksm_mean_of(ksm_type type, int rank, const void *at, const ptrdiff_t *stride, void *made) {
  if (type == KSM_F32)
    *(float *)made = meanOf_float(rank, at, stride);
  else
    *(double *)made = meanOf_double(rank, at, stride);
}

void ksm_between(ksm_type type, int count, const void *a, const void *b, double theta, void *made) {
  if (type == KSM_F32)
    between_float(count, a, b, (float)theta, made);
  else
    between_double(count, a, b, theta, made);
}

void ksm_beyond(ksm_type type, int count, const void *a, const void *b, const void *c, void *made) {
  if (type == KSM_F32)
    beyond_float(count, a, b, c, made);
  else
    beyond_double(count, a, b, c, made);
}
