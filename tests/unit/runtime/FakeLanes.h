// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device in the host's memory whose lanes put off what they are asked for. It is done when somebody waits, in any
// order that lanes and marks allow: where the runtime relies on an order that nothing promises, results are wrong
// sooner or later. What is allocated is filled with noise, and ends where it ends,
// so that a sanitizer sees what goes beyond.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <pthread.h>
#include <random>
#include <vector>
extern "C" {
#include "device/Device.h"
}

// `function` of a ksn_kernel: the work-groups along the axis that has most, and the arguments' values.
using LaneKernel = void (*)(int64_t tiles, void *const *values);

struct FakeLanes {
  std::mt19937 random; // the order
  size_t freeBytes = 1 << 30;
  size_t bytes = 0, peak = 0; // allocated, in blocks of 2 MiB if they are large, and the most there were
  int64_t granule = 0;  // bytes; memory of a multiple lies twice in a row, where it is asked for; 0: there is none such
  int64_t resident = 0; // work-groups at a time; 0: it doesn't say, and slabs are worked at one by one
  int cards = 1;        // each with lanes of its own; memory is known to be one's
  bool crew = false;    // each has a thread that asks for what it does
  std::atomic<int64_t> across = 0; // bytes that went from card to card
  int allocations = 0;             // that live
  std::atomic<int> marks = 0;      // that live
  int64_t moved[2] = {};           // bytes home, and to the device
  std::vector<int64_t> arrived;    // the latter, whenever all is finished
  std::map<void *, size_t> locked; // page-locked ranges
};
extern FakeLanes fakeLanes;
extern const ksn_device fakeLanesDevice;
void haveAddresses(bool isSo); // others than kernels may follow its blocks' addresses
