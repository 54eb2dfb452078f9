// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linked into a measured program by --wrap: its regions run while it holds the file that TUNING_TURN names. So programs
// that start, fill their arrays and open the device side by side still have it to themselves while they are timed.
// Where TUNING_TOUCH is set, all memory has its pages before: a few steps of a CPU take less time than their first use.
#define _GNU_SOURCE
#include "kasane_rt.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

int __real_ksn_begin(ksn_run *run);
int __real_ksn_end(ksn_run *run);
int __wrap_ksn_begin(ksn_run *run);
int __wrap_ksn_end(ksn_run *run);
int cudaFree(void *memory) __attribute__((weak));

static int turn = -1;

static void touchAll(void) {
  FILE *const maps = fopen("/proc/self/maps", "r");
  char line[512], rights[5];
  unsigned long from, to;
  while (maps && fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %4s", &from, &to, rights) == 3 && !strcmp(rights, "rw-p") && !strstr(line, "[stack]") &&
        madvise((void *)from, to - from, MADV_POPULATE_WRITE)) {
      perror("MADV_POPULATE_WRITE");
      exit(1);
    }
  if (maps)
    fclose(maps);
}

int __wrap_ksn_begin(ksn_run *run) {
  const char *const path = getenv("TUNING_TURN");
  if (cudaFree)
    (void)cudaFree(NULL); // opens the device
  if (path && ((turn = open(path, O_CREAT | O_RDWR, 0600)) < 0 || flock(turn, LOCK_EX))) {
    perror(path);
    exit(1);
  }
  if (getenv("TUNING_TOUCH"))
    touchAll();
  return __real_ksn_begin(run);
}

int __wrap_ksn_end(ksn_run *run) {
  const int how = __real_ksn_end(run);
  if (turn >= 0)
    (void)close(turn);
  turn = -1;
  return how;
}
