// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that are whole or not there: written beside the place, under a name of the process's own, and renamed.
#include "report/Whole.h"
#include "base/Error.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// 0, or an errno.
static int putInto(FILE *file, void (*put)(FILE *)) {
  put(file);
  const int failed = fflush(file) || ferror(file) ? errno : 0;
  return fclose(file) && !failed ? errno : failed;
}

static int putInPlace(const char *path, void (*put)(FILE *)) {
  FILE *const file = fopen(path, "w");
  return file ? putInto(file, put) : errno;
}

static int putBeside(const char *path, const char *beside, const struct stat *before, void (*put)(FILE *)) {
  (void)remove(beside); // of a process of the same number that was killed
  FILE *const file = fopen(beside, "wx");
  if (!file)
    return putInPlace(path, put); // a folder that takes no new files
  if (before)
    (void)fchmod(fileno(file), before->st_mode & 07777);
  int error = putInto(file, put);
  if (!error && rename(beside, path))
    error = errno;
  if (error)
    (void)remove(beside);
  return error;
}

int ksn_write_whole(const char *path, void (*put)(FILE *)) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, usual;
  (void)sigaction(SIGXFSZ, &ignore, &usual); // beyond the limit of a file's size writing fails then
  struct stat before;
  const int exists = !lstat(path, &before);
  int error = 0;
  if (exists && !S_ISREG(before.st_mode)) { // a device, a pipe, a link
    error = putInPlace(path, put);
  } else {
    const size_t size = strlen(path) + 32;
    char *const beside = ksn_allocate(size, 1);
    (void)snprintf(beside, size, "%s.%ld.tmp", path, (long)getpid());
    error = putBeside(path, beside, exists ? &before : NULL, put);
    free(beside);
  }
  (void)sigaction(SIGXFSZ, &usual, NULL);
  return error;
}
