// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the cards of several processes straight to each other's, by NVIDIA's library for collective communication, which
// is opened when it is asked for. Its kernels run in a lane of their own that comes before the others: else they would
// begin when the middle has ended.
#include "base/Error.h"
#include "base/State.h"
#include "device/cuda/Cuda.h"
#include <dlfcn.h>
#include <stdlib.h>

enum { kIdBytes = 128, kChar = 0 }; // as the library's interface has them
enum { kNoRoom = 1000 };            // beside its codes

typedef struct identity {
  char bytes[kIdBytes];
} identity;

typedef struct library {
  int (*id)(identity *id);
  int (*init)(void **communicator, int count, identity id, int rank);
  int (*abort)(void *communicator);
  int (*begin)(void);
  int (*end)(void);
  int (*send)(const void *data, size_t count, int type, int to, void *communicator, cudaStream_t stream);
  int (*receive)(void *data, size_t count, int type, int from, void *communicator, cudaStream_t stream);
  const char *(*text)(int code);
} library;

static library nccl;
static void *communicator;
static cudaStream_t stream;
static cudaEvent_t ready, left;
static enum { kNotAsked, kOpen, kRefused } state;
static ksn_why refusal;

static int find(void) {
  void *const file = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
  const struct {
    const char *name;
    void *place; // of a pointer to a function
  } functions[] = {{"ncclGetUniqueId", &nccl.id},   {"ncclCommInitRank", &nccl.init},  {"ncclCommAbort", &nccl.abort},
                   {"ncclGroupStart", &nccl.begin}, {"ncclGroupEnd", &nccl.end},       {"ncclSend", &nccl.send},
                   {"ncclRecv", &nccl.receive},     {"ncclGetErrorString", &nccl.text}};
  for (size_t f = 0; file && f < sizeof functions / sizeof *functions; f++)
    if (!(*(void **)functions[f].place = dlsym(file, functions[f].name)))
      return 0;
  return file != NULL;
}

static void check(const ksn_run *run, int code) {
  if (code)
    ksn_fail_region(run->info, "planes between the ranks' cards: NCCL's error %d, %s", code, nccl.text(code));
}

static cudaError_t makeLane(void) {
  int least = 0, most = 0;
  cudaError_t error = cudaDeviceGetStreamPriorityRange(&least, &most);
  if (error == cudaSuccess)
    error = cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, most);
  if (error == cudaSuccess)
    error = cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  return error == cudaSuccess ? cudaEventCreateWithFlags(&left, cudaEventDisableTiming) : error;
}

// To the next rank and the one before, round a ring: the first message to a rank takes a second, and comes now.
static int connect(const ksn_network *network) {
  const int count = network->count, others[] = {(network->rank + 1) % count, (network->rank + count - 1) % count};
  char *memory = NULL;
  if (cudaMalloc((void **)&memory, 4) != cudaSuccess)
    return kNoRoom;
  int code = nccl.begin();
  for (int n = 0; n < (others[0] == others[1] ? 1 : 2) && !code; n++) {
    code = nccl.send(memory + n, 1, kChar, others[n], communicator, stream);
    if (!code)
      code = nccl.receive(memory + 2 + n, 1, kChar, others[n], communicator, stream);
  }
  const int ended = nccl.end();
  const cudaError_t error = cudaStreamSynchronize(stream);
  (void)cudaFree(memory);
  return code ? code : ended ? ended : error != cudaSuccess ? kNoRoom : 0;
}

// All ranks come here, and each learns whether all can.
static int begin(const ksn_network *network, ksn_why *why) {
  struct {
    int code;
    identity id;
  } first = {0};
  if (network->most(!find()))
    return ksn_because(why, "libnccl.so.2 is not found on all ranks");
  (void)setenv("NCCL_NVLS_ENABLE", "0", 0);       // messages need no multicast, which takes memory
  (void)setenv("NCCL_MAX_P2P_NCHANNELS", "8", 0); // nor as many channels as there may be, which take more
  if (network->rank == 0)
    first.code = nccl.id(&first.id);
  network->share(&first, sizeof first, 0);
  int code = first.code;
  if (!code)
    code = nccl.init(&communicator, network->count, first.id, network->rank);
  if (!code && makeLane() != cudaSuccess)
    code = kNoRoom;
  int64_t worst = network->most(code);
  if (!worst)
    worst = network->most(code = connect(network));
  if (worst && communicator)
    (void)nccl.abort(communicator);
  return worst ? ksn_because(why, "NCCL's error %d, %s", (int)worst,
                             worst == kNoRoom ? "the card has no room for it" : nccl.text((int)worst))
               : 0;
}

static int openLinks(const ksn_run *run, const ksn_network *network, ksn_why *why) {
  (void)run;
  if (state == kNotAsked)
    state = begin(network, &refusal) ? kRefused : kOpen;
  if (state == kRefused)
    *why = refusal;
  return state == kOpen ? 0 : -1;
}

static cudaStream_t laneOf(const ksn_run *run, int lane) {
  const ksn_opened *const opened = run->state->device;
  const ksn_cuda_cards *const cards = opened->device;
  return cards->list[ksn_card_of(lane)].streams[lane % KSN_LANES];
}

static int beginGroup(const ksn_run *run, int lane) {
  cudaError_t error = cudaEventRecord(ready, laneOf(run, lane));
  if (error == cudaSuccess)
    error = cudaStreamWaitEvent(stream, ready, 0);
  check(run, nccl.begin());
  return (int)error;
}

static int endGroup(const ksn_run *run, int lane) {
  check(run, nccl.end());
  const cudaError_t error = cudaEventRecord(left, stream);
  return (int)(error == cudaSuccess ? cudaStreamWaitEvent(laneOf(run, lane), left, 0) : error);
}

static void sendTo(const ksn_run *run, const void *data, int64_t bytes, int to) {
  check(run, nccl.send(data, (size_t)bytes, kChar, to, communicator, stream));
}

static void receiveFrom(const ksn_run *run, void *data, int64_t bytes, int from) {
  check(run, nccl.receive(data, (size_t)bytes, kChar, from, communicator, stream));
}

const ksn_links ksn_cuda_links = {
    .name = "nccl", .open = openLinks, .begin = beginGroup, .end = endGroup, .send = sendTo, .receive = receiveFrom};
