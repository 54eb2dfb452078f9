// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What switches the mutants of a file: `KSN_MUTANT=17` the one of that number. `KSN_MUTANT_LOG` names a file that takes
// the numbers of the places that a process comes to. Only scripts/mutate includes this, into its copy of the code.
#ifndef KASANE_TESTS_MUTANT_H
#define KASANE_TESTS_MUTANT_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { KSN_MUTANTS = 4096 };

static void ksnReached(const char *log, int number) {
  static char seen[KSN_MUTANTS];
  if (number >= KSN_MUTANTS || seen[number])
    return;
  seen[number] = 1;
  char text[16];
  const int length = snprintf(text, sizeof text, "%d\n", number);
  const int file = open(log, O_WRONLY | O_APPEND | O_CREAT, 0666);
  if (file < 0 || write(file, text, (size_t)length) != length)
    abort();
  (void)close(file);
}

static __attribute__((unused)) int ksnMutant(int number) {
  static int active = -1;
  static const char *log = NULL;
  if (active < 0) {
    const char *const chosen = getenv("KSN_MUTANT");
    log = getenv("KSN_MUTANT_LOG");
    active = chosen ? atoi(chosen) : 0;
  }
  if (log)
    ksnReached(log, number);
  return active == number;
}

#endif
