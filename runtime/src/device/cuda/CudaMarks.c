// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks of lanes are events, which a card makes once and uses again and again: a round of parts needs several, and to
// make and destroy one takes half as long as a launch. What waits for an event waits for what it was when that began.
#include "base/Error.h"
#include "device/cuda/Cuda.h"

struct ksn_cuda_mark {
  cudaEvent_t event;
  ksn_cuda *card;
  int is_timed;
  ksn_cuda_mark *next; // of those that are free
};

static ksn_cuda_mark *takeFree(ksn_cuda *card, int isTimed) {
  ksn_lock(&card->mutex);
  ksn_cuda_mark *const mark = card->marks[isTimed];
  if (mark)
    card->marks[isTimed] = mark->next;
  ksn_unlock(&card->mutex);
  return mark;
}

void ksn_cuda_forget(ksn_cuda_mark *mark) {
  ksn_lock(&mark->card->mutex);
  mark->next = mark->card->marks[mark->is_timed];
  mark->card->marks[mark->is_timed] = mark;
  ksn_unlock(&mark->card->mutex);
}

// Events are made of the card that is the thread's.
static cudaError_t make(ksn_cuda *card, int isTimed, ksn_cuda_mark **made) {
  cudaEvent_t event = NULL;
  cudaError_t error = cudaSetDevice(card->index);
  if (error == cudaSuccess)
    error = cudaEventCreateWithFlags(&event, isTimed ? cudaEventDefault : cudaEventDisableTiming);
  if (error != cudaSuccess)
    return error;
  *made = ksn_allocate(1, sizeof **made);
  **made = (ksn_cuda_mark){.event = event, .card = card, .is_timed = isTimed};
  return cudaSuccess;
}

cudaError_t ksn_cuda_mark_lane(ksn_cuda *card, cudaStream_t stream, int isTimed, ksn_cuda_mark **mark) {
  *mark = takeFree(card, isTimed);
  const cudaError_t error = *mark ? cudaSuccess : make(card, isTimed, mark);
  return error == cudaSuccess ? cudaEventRecord((*mark)->event, stream) : error;
}

cudaEvent_t ksn_cuda_event_of(const ksn_cuda_mark *mark) { return mark->event; }
