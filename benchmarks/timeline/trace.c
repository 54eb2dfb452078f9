// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that CUDA loads into a program: it writes one line of JSON for each kernel, copy and NVTX range to the file
// that TRACE names. CUPTI's records have nanoseconds of one clock.
#include <cupti.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *out;

static void check(CUptiResult result, const char *what) {
  if (result == CUPTI_SUCCESS)
    return;
  const char *why = "?";
  cuptiGetResultString(result, &why);
  fprintf(stderr, "trace: %s: %s\n", what, why);
  exit(1);
}

static void CUPTIAPI lend(uint8_t **buffer, size_t *size, size_t *records) {
  *size = 1 << 20;
  *records = 0;
  *buffer = aligned_alloc(8, *size);
  if (!*buffer)
    exit(1);
}

static void write_one(const CUpti_Activity *record) {
  if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
    const CUpti_ActivityKernel10 *kernel = (const void *)record;
    fprintf(out, "{\"kind\": \"kernel\", \"start\": %" PRIu64 ", \"end\": %" PRIu64 ", \"name\": \"%s\"}\n",
            kernel->start, kernel->end, kernel->name);
  } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
    const CUpti_ActivityMemcpy6 *copy = (const void *)record;
    const char *way = copy->copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD   ? "to"
                      : copy->copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH ? "from"
                                                                          : "within";
    fprintf(out,
            "{\"kind\": \"%s\", \"start\": %" PRIu64 ", \"end\": %" PRIu64 ", \"bytes\": %" PRIu64 "}\n", way,
            copy->start, copy->end, copy->bytes);
  } else if (record->kind == CUPTI_ACTIVITY_KIND_MARKER) {
    const CUpti_ActivityMarker2 *marker = (const void *)record;
    const int begins = (marker->flags & CUPTI_ACTIVITY_FLAG_MARKER_START) != 0;
    fprintf(out, "{\"kind\": \"%s\", \"at\": %" PRIu64 ", \"id\": %u, \"name\": \"%s\"}\n",
            begins ? "begin" : "end", marker->timestamp, marker->id, marker->name ? marker->name : "");
  }
}

static void CUPTIAPI take(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid) {
  (void)context, (void)stream, (void)size;
  CUpti_Activity *record = NULL;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS)
    write_one(record);
  free(buffer);
}

static void finish(void) {
  (void)cuptiActivityFlushAll(1);
  fclose(out);
}

// CUDA calls this, where CUDA_INJECTION64_PATH names the library.
int InitializeInjection(void) {
  out = fopen(getenv("TRACE") ? getenv("TRACE") : "trace.jsonl", "w");
  if (!out)
    return 0;
  check(cuptiActivityRegisterCallbacks(lend, take), "callbacks");
  const CUpti_ActivityKind kinds[] = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                                      CUPTI_ACTIVITY_KIND_MARKER};
  for (int k = 0; k < 3; k++)
    check(cuptiActivityEnable(kinds[k]), "enabling");
  atexit(finish);
  return 1;
}
