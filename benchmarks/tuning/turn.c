// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linked into a measured program by --wrap: its regions run while it holds the file that TUNING_TURN names. So programs
// that start, fill their arrays and open the device side by side still have it to themselves while they are timed.
#include "kasane_rt.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

int __real_ksn_begin(ksn_run *run);
int __real_ksn_end(ksn_run *run);
int __wrap_ksn_begin(ksn_run *run);
int __wrap_ksn_end(ksn_run *run);
int cudaFree(void *memory) __attribute__((weak));

static int turn = -1;

int __wrap_ksn_begin(ksn_run *run) {
  const char *const path = getenv("TUNING_TURN");
  if (cudaFree)
    (void)cudaFree(NULL); // opens the device
  if (path && ((turn = open(path, O_CREAT | O_RDWR, 0600)) < 0 || flock(turn, LOCK_EX))) {
    perror(path);
    exit(1);
  }
  return __real_ksn_begin(run);
}

int __wrap_ksn_end(ksn_run *run) {
  const int how = __real_ksn_end(run);
  if (turn >= 0)
    (void)close(turn);
  turn = -1;
  return how;
}
