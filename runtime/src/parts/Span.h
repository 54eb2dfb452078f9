// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of planes: those from `from` to before `end`, none where these don't leave any.
#ifndef KASANE_RT_SPAN_H
#define KASANE_RT_SPAN_H

#include "base/Base.h"

typedef struct ksn_span {
  int64_t from, end;
} ksn_span;

static inline int ksn_is_none(ksn_span span) { return span.from >= span.end; }

static inline ksn_span ksn_common(ksn_span a, ksn_span b) {
  return (ksn_span){ksn_max(a.from, b.from), ksn_min(a.end, b.end)};
}

// The shortest one with all planes of both.
static inline ksn_span ksn_hull(ksn_span a, ksn_span b) {
  if (ksn_is_none(a))
    return b;
  if (ksn_is_none(b))
    return a;
  return (ksn_span){ksn_min(a.from, b.from), ksn_max(a.end, b.end)};
}

static inline int ksn_contains(ksn_span span, ksn_span part) {
  return ksn_is_none(part) || (span.from <= part.from && part.end <= span.end);
}

#endif
// Tests: tests/unit/runtime/RoundTest.cpp
