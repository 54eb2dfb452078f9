// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Streamed.h"
#include "KernelArrays.h"

#include <gtest/gtest.h>
#include <list>
#include <pthread.h>
extern "C" {
#include "device/Device.h"
}

namespace {

const Case *running; // what the kernels know

enum { kFrom, kTo, kFactors, kBegin, kEnd, kShifts }; // arguments

uint32_t *bufferOf(void *const *values, int n) { return bufferAt(values, n, running->shifts ? kShifts : 0); }

template <class Cell> void overPlanes(int64_t tiles, void *const *values, const Cell &cell) {
  const Grid &grid = running->shape;
  const auto from = argument<int64_t>(values, kBegin), until = argument<int64_t>(values, kEnd);
  EXPECT_EQ(tiles, (until - from + grid.tile - 1) / grid.tile);
  for (int64_t plane = from; plane < until; plane++)
    for (int64_t x = 0; x < grid.width; x++)
      cell(plane, x, plane * grid.width + x);
}

bool isInner(int64_t plane) { return running->ring || (plane >= running->shape.lo && plane < running->shape.hi); }

uint32_t mixed(const Grid &grid, const uint32_t *from, int64_t at, uint32_t factor) {
  return from[at] * factor + from[at - grid.back * grid.width] * 5 + from[at + grid.ahead * grid.width] * 7 + 1;
}

uint32_t mixedOnRing(const Grid &grid, const uint32_t *from, int64_t at, uint32_t factor) {
  const int64_t cells = grid.planes * grid.width, back = at - grid.back % grid.planes * grid.width,
                ahead = at + grid.ahead * grid.width;
  return from[at] * factor + from[(back + cells) % cells] * 5 + from[ahead % cells] * 7 + 1;
}

KernelArrays arraysOf(const Grid &grid) { return noisyArrays(grid.width * grid.planes, grid.width); }

bool reads(const Case &c) { return c.way == Way::Reads || c.way == Way::ReadsLast; }
bool turns(const Case &c) { return c.way == Way::Swap || c.way == Way::Last; }

// The kernels' steps on plain arrays.
KernelArrays onHost(const Case &c, int64_t steps) {
  KernelArrays is = arraysOf(c.shape);
  const auto update = [&](const std::vector<uint32_t> &from, std::vector<uint32_t> &to, bool adds) {
    for (int64_t at = c.shape.lo * c.shape.width; at < c.shape.hi * c.shape.width; at++) {
      uint32_t &cell = to[static_cast<size_t>(at)];
      const uint32_t factor = is.factors[static_cast<size_t>(at % c.shape.width)], old = adds ? cell : 0;
      cell = (c.ring ? mixedOnRing : mixed)(c.shape, from.data(), at, factor) + old;
    }
  };
  for (int64_t step = 0; step < steps; step++) {
    if (c.way == Way::Spare) {
      std::vector<uint32_t> next = is.a;
      update(is.a, next, false);
      is.a = next;
      continue;
    }
    if (c.way == Way::Renewed) {
      is.b = is.a;
      update(is.a, is.b, false);
      update(is.b, is.a, true);
      continue;
    }
    if (reads(c))
      update(is.c, is.a, true);
    if (c.way == Way::ReadsLast && step == c.steps - 1) {
      is.d = is.a;
      update(is.a, is.d, false);
    }
    const bool isBack = turns(c) && step % 2;
    if (c.way == Way::Last && step == c.steps - 1) {
      is.c = isBack ? is.b : is.a;
      update(isBack ? is.b : is.a, is.c, false);
    }
    update(isBack ? is.b : is.a, isBack ? is.a : is.b, true);
    if (c.way == Way::InPlace || reads(c))
      update(is.b, is.a, true);
  }
  return is;
}

ksn_field fieldOf(const Case &c, std::vector<uint32_t> &home, const char *name) {
  ksn_field field = {};
  field.name = name;
  field.type = KSN_U32;
  field.home = home.data();
  for (int axis = 0; axis < 3; axis++)
    field.hi[axis] = 1;
  if (c.rank > 1) {
    field.hi[0] = c.shape.width;
    field.stride[0] = 1;
  }
  field.hi[c.rank - 1] = c.shape.planes;
  field.stride[c.rank - 1] = c.rank > 1 ? c.shape.width : 1;
  if (c.rank == 3)
    field.stride[1] = c.shape.width;
  field.last = c.shape.width * c.shape.planes - 1;
  field.written = 1;
  return field;
}

ksn_field factorsOf(const Case &c, std::vector<uint32_t> &home) {
  ksn_field field = fieldOf(c, home, "factors");
  field.stride[c.rank - 1] = 0;
  field.last = c.shape.width - 1;
  field.written = 0;
  return field;
}

} // namespace

void coverNext(int64_t tiles, void *const *values) {
  const uint32_t *const a = bufferOf(values, kFrom), *const factors = bufferOf(values, kFactors);
  uint32_t *const next = bufferOf(values, kTo);
  overPlanes(tiles, values, [&](int64_t plane, int64_t x, int64_t at) {
    next[at] = isInner(plane) ? mixed(running->shape, a, at, factors[x]) : a[at];
  });
}

static void write(int64_t tiles, void *const *values) {
  const uint32_t *const from = bufferOf(values, kFrom), *const factors = bufferOf(values, kFactors);
  uint32_t *const to = bufferOf(values, kTo);
  overPlanes(tiles, values, [&](int64_t plane, int64_t x, int64_t at) {
    if (isInner(plane))
      to[at] += mixed(running->shape, from, at, factors[x]);
  });
}

static int64_t planesOf(void *const *values) {
  return argument<int64_t>(values, kEnd) - argument<int64_t>(values, kBegin);
}

void writeOther(int64_t tiles, void *const *values) {
  EXPECT_FALSE(running->ring);
  EXPECT_GT(planesOf(values), running->brief);
  write(tiles, values);
}

void writeEndless(int64_t tiles, void *const *values) {
  EXPECT_TRUE(running->ring);
  EXPECT_GT(planesOf(values), running->brief);
  write(tiles, values);
}

void writeQuick(int64_t tiles, void *const *values) {
  EXPECT_LE(planesOf(values), running->brief);
  write(tiles, values);
}

Streamed::Streamed(const Case &c, const ksn_device &device, const ksn_kernel *kernels)
    : case_(c), covering_{{int(c.shape.back), int(c.shape.ahead), 0, 0, 0}, {0, 0, KSN_COVERS, 0, 0}, {}},
      other_{{int(c.shape.back), int(c.shape.ahead), 0, 0, 0}, {0, 0, KSN_WRITES, 0, 0}, {}},
      windows_{{"cover", int(c.shape.tile), c.rank - 1, 0, kBegin, c.shifts ? kShifts : 0, 3, covering_, 0, 0, 0, 0,
                nullptr, 0, c.ring ? "cover" : nullptr},
               {"other", int(c.shape.tile), c.rank - 1, 0, kBegin, c.shifts ? kShifts : 0, 3, other_, 0, 0, 0, 0,
                c.brief ? "quick" : nullptr, c.brief, c.ring ? "endless" : nullptr},
               {}} {
  windows_[2] = windows_[1];
  windows_[2].kernel = "quick";
  windows_[2].brief = nullptr;
  running = &case_;
  KernelArrays begin = arraysOf(c.shape);
  a = std::move(begin.a);
  b = std::move(begin.b);
  this->c = std::move(begin.c);
  d = std::move(begin.d);
  factors = std::move(begin.factors);
  info_.abi = KSN_ABI;
  info_.name = info_.function = info_.file = "streamed";
  info_.target = device.target;
  info_.family = c.way == Way::Spare ? "overlap" : "sweep";
  info_.rank = c.rank;
  info_.depth = 1;
  info_.predicted_ns = 1;
  info_.placement = c.placement;
  info_.fp = "contract";
  info_.kernels = kernels;
  info_.kernel_count = 4;
  info_.window_count = c.brief ? 3 : 2;
  info_.windows = windows_;
  static const unsigned char kUsual[] = {1, 1, 1, /* C */ 0};
  static const unsigned char kUsualOfFive[] = {1, 1, 1, 1, /* D */ 0};
  info_.usual = c.way == Way::Last ? kUsual : c.way == Way::ReadsLast ? kUsualOfFive : nullptr;
  info_.slab = c.slab;
  info_.visit_steps = c.visit;
  for (int axis = 0; axis < 3; axis++)
    info_.tile[axis] = info_.group[axis] = 1;
  fields = {fieldOf(c, a, "A"), factorsOf(c, factors)};
  if (c.way != Way::Spare)
    fields.push_back(fieldOf(c, b, "B"));
  fields.back().renewed = c.way == Way::Renewed;
  if (reads(c) || c.way == Way::Last) {
    fields.push_back(fieldOf(c, this->c, "C"));
    fields.back().written = c.way == Way::Last;
  }
  if (c.way == Way::ReadsLast)
    fields.push_back(fieldOf(c, d, "D"));
  run.device = &device;
  run.info = &info_;
  run.call = call_;
  run.fields = fields.data();
  run.field_count = static_cast<int>(fields.size());
  run.spares = &spare_;
  run.spare_count = c.way == Way::Spare;
  run.steps = c.steps;
  run.cells = static_cast<double>(a.size());
}

void Streamed::launch(const char *kernel, void *&from, void *&to) {
  const int64_t begin = 0, end = case_.shape.planes, shift = 0;
  const size_t one[3] = {1, 1, 1};
  size_t groups[3] = {1, 1, 1};
  groups[case_.rank - 1] = ksn_groups(end, case_.shape.tile);
  const ksn_arg args[] = {KSN_ARG(from), KSN_ARG(to),    KSN_ARG(fields[1].mem), KSN_ARG(begin),
                          KSN_ARG(end),  KSN_ARG(shift), KSN_ARG(shift),         KSN_ARG(shift)};
  ksn_launch(&run, kernel, groups, one, case_.shifts ? 8 : 5, args);
}

void Streamed::stepAgain() {
  launch("cover", fields[0].mem, spare_.mem);
  ksn_flip(&run, 0, 0);
}

void Streamed::step(int64_t number) {
  ksn_pass(&run, 1);
  if (case_.way == Way::Spare)
    return stepAgain();
  if (reads(case_))
    launch("other", fields[3].mem, fields[0].mem);
  if (case_.way == Way::ReadsLast && number == case_.steps - 1)
    launch("cover", fields[0].mem, fields[4].mem);
  const bool isBack = turns(case_) && number % 2;
  if (case_.way == Way::Last && number == case_.steps - 1)
    launch("cover", fields[isBack ? 2 : 0].mem, fields[3].mem);
  launch(case_.way == Way::Renewed ? "cover" : "other", fields[isBack ? 2 : 0].mem, fields[isBack ? 0 : 2].mem);
  if (!turns(case_))
    launch("other", fields[2].mem, fields[0].mem);
}

void Streamed::showSomeOfA() {
  if (!fields[0].written)
    return;
  const auto from = static_cast<long long>(a.size() / 3), count = static_cast<long long>(a.size() / 2);
  std::fill_n(a.begin() + from, count, 0xDEADBEEF);
  ksn_home_end(ksn_home("some of A", a.data(), from, count, sizeof a[0], -1, 1));
}

void Streamed::expectAfter(int64_t steps) const {
  const KernelArrays want = onHost(case_, steps);
  EXPECT_EQ(a, want.a);
  EXPECT_EQ(b, want.b);
  EXPECT_EQ(c, want.c);
  EXPECT_EQ(d, want.d);
  EXPECT_EQ(factors, want.factors);
}

void expectStreams(const Case &c, const ksn_device &device, const ksn_kernel *kernels) {
  Streamed streamed(c, device, kernels);
  std::list<Apart> homes;
  for (ksn_field &field : streamed.fields)
    for (std::vector<uint32_t> *cells : {&streamed.a, &streamed.b, &streamed.c, &streamed.d, &streamed.factors})
      if (c.apart > 1 && field.home == cells->data())
        homes.emplace_back(field, *cells, c.apart);
  ASSERT_EQ(ksn_begin(&streamed.run), KSN_GO);
  for (int64_t step = 0; step < c.steps; step++)
    streamed.step(step);
  ASSERT_EQ(ksn_end(&streamed.run), KSN_RAN);
  for (const Apart &home : homes)
    home.collect();
  streamed.expectAfter(c.steps);
}
