// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choosing and opening the cards: KASANE_DEVICES, or KASANE_DEVICE (a number, or a part of the name), else the first.
// Ranks of one machine take one each, in turn.
#include "base/Error.h"
#include "device/Choice.h"
#include "device/cuda/Cuda.h"
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static ksn_cuda_cards theCards; // none: not opened yet

static int refuse(const char *what, cudaError_t error, ksn_why *why) {
  return ksn_because(why, "%s: error %d, %s", what, (int)error, cudaGetErrorString(error));
}

static int countDevices(ksn_why *why) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0)
    return ksn_because(why, "no CUDA device was found (error %d, %s); install NVIDIA's driver", (int)error,
                       cudaGetErrorString(error));
  return count;
}

// Numbers and names of the cards.
static int choose(ksn_cuda_cards *cards, ksn_why *why) {
  const int count = countDevices(why);
  if (count < 0)
    return -1;
  char(*const names)[256] = ksn_allocate((size_t)count, sizeof *names);
  for (int d = 0; d < count; d++) {
    struct cudaDeviceProp properties; // a device without a name can be chosen by its number
    if (cudaGetDeviceProperties(&properties, d) == cudaSuccess)
      (void)snprintf(names[d], sizeof *names, "%.255s", properties.name);
  }
  cards->count = ksn_choose_devices("CUDA", count, names, cards->numbers, why);
  if (cards->count > 0)
    cards->list = ksn_allocate((size_t)cards->count, sizeof *cards->list);
  for (int c = 0; c < cards->count; c++) {
    ksn_cuda *const card = &cards->list[c];
    card->index = cards->numbers[c];
    if (cards->count > 1)
      (void)snprintf(card->name, sizeof card->name, "device %d, %.200s", card->index, names[card->index]);
    else
      (void)snprintf(card->name, sizeof card->name, "%s", names[card->index]);
  }
  free(names);
  return cards->count;
}

static int readLimits(ksn_cuda *device, ksn_why *why) {
  const struct {
    enum cudaDeviceAttr attribute;
    int *value;
  } limits[] = {{cudaDevAttrMaxThreadsPerBlock, &device->group_size},
                {cudaDevAttrMaxBlockDimX, &device->group_extent[0]},
                {cudaDevAttrMaxBlockDimY, &device->group_extent[1]},
                {cudaDevAttrMaxBlockDimZ, &device->group_extent[2]},
                {cudaDevAttrMaxGridDimX, &device->grid_extent[0]},
                {cudaDevAttrMaxGridDimY, &device->grid_extent[1]},
                {cudaDevAttrMaxGridDimZ, &device->grid_extent[2]},
                {cudaDevAttrMaxSharedMemoryPerBlockOptin, &device->local_bytes},
                {cudaDevAttrMaxPitch, &device->max_pitch},
                {cudaDevAttrMultiProcessorCount, &device->units}};
  for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
    const cudaError_t error = cudaDeviceGetAttribute(limits[l].value, limits[l].attribute, device->index);
    if (error != cudaSuccess)
      return refuse("the device does not say what its limits are", error, why);
  }
  return 0;
}

static int openCard(ksn_cuda *card, ksn_why *why) {
  const int refused = pthread_mutex_init(&card->mutex, NULL);
  if (refused)
    ksn_fail("pthread_mutex_init failed with error %d", refused);
  cudaError_t error = cudaSetDevice(card->index);
  if (error != cudaSuccess)
    return ksn_because(why, "%s cannot be used: error %d, %s; choose another device with KASANE_DEVICE", card->name,
                       (int)error, cudaGetErrorString(error));
  if (readLimits(card, why))
    return -1;
  int least = 0, most = 0;
  (void)cudaDeviceGetStreamPriorityRange(&least, &most);
  for (int lane = 0; lane < KSN_LANES; lane++) {
    error = cudaStreamCreateWithPriority(&card->streams[lane], cudaStreamNonBlocking,
                                         lane == KSN_LANE_AHEAD ? most : least);
    if (error != cudaSuccess) {
      card->streams[lane] = NULL;
      return refuse("the device gives no stream", error, why);
    }
  }
  return 0;
}

// All of them or none.
static int openAll(ksn_why *why) {
  ksn_cuda_cards cards = {0};
  int failed = choose(&cards, why) < 0;
  for (int c = 0; c < cards.count && !failed; c++)
    failed = openCard(&cards.list[c], why);
  if (failed) {
    for (int n = 0; n < cards.count * KSN_LANES; n++)
      if (cards.list[n / KSN_LANES].streams[n % KSN_LANES])
        (void)cudaStreamDestroy(cards.list[n / KSN_LANES].streams[n % KSN_LANES]);
    free(cards.list);
    return -1;
  }
  theCards = cards;
  ksn_cuda_find_ways(&theCards);
  return 0;
}

const ksn_cuda_cards *ksn_cuda_open(ksn_why *why) {
  ksn_lock(&opening);
  int failed = !theCards.count && openAll(why);
  ksn_unlock(&opening);
  const cudaError_t error = failed ? cudaSuccess : cudaSetDevice(theCards.list[0].index); // each thread has its own
  if (error != cudaSuccess)
    failed = refuse("the device cannot be used", error, why);
  return failed ? NULL : &theCards;
}
