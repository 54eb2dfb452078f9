/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The main of a program that many_runs.py runs many times: its own main is called for each line of the standard input,
   and each time finds its variables as a fresh process does. What OpenCL's library has read and compiled is kept.

   A line is FOLDER<tab>SETTING=VALUE<tab>..<tab><tab>ARGUMENT<tab>..; what the run prints goes to FOLDER/out and
   FOLDER/err. The answer is a line with its status. Where the program exits there is none. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 256, HANDLERS = 64 };

/* The linker puts the variables that are restored between these (many_ends.c). */
extern char many_data_begins[], many_data_ends[], many_zeros_begin[], many_zeros_end[];
int __real_main(int argc, char **argv, char **env);
int __real_atexit(void (*handler)(void));
extern char **environ;

static void (*handlers[HANDLERS])(void);
static int handlerCount;

static void endRun(void) {
  while (handlerCount > 0)
    handlers[--handlerCount]();
  (void)fflush(NULL);
}

/* Handlers are called when a run has ended. */
int __wrap_atexit(void (*handler)(void)) {
  if (handlerCount == HANDLERS)
    return 1;
  handlers[handlerCount++] = handler;
  return 0;
}

static int writesTo(const char *folder, const char *name, int stream) {
  char path[4096];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  return file >= 0 && dup2(file, stream) >= 0 && close(file) == 0;
}

static void forgetSettings(void) {
  for (char **variable = environ; *variable;) {
    char name[256];
    const size_t length = strcspn(*variable, "=");
    if (strncmp(*variable, "KASANE_", 7) != 0 || length >= sizeof name) {
      variable++;
      continue;
    }
    memcpy(name, *variable, length);
    name[length] = 0;
    (void)unsetenv(name); /* which moves the others down */
  }
}

/* One run; 0 where the line can't be understood. */
static int run(char *line, char *program, int *status) {
  char *words[WORDS + 1];
  int count = 0, argc = 1;
  for (char *word = line; word && count < WORDS;)
    words[count++] = strsep(&word, "\t\n");
  if (count < 2 || !writesTo(words[0], "out", 1) || !writesTo(words[0], "err", 2))
    return 0;
  forgetSettings();
  int at = 1;
  for (; at < count && *words[at]; at++)
    if (putenv(strdup(words[at])))
      return 0;
  char *argv[WORDS + 1] = {program};
  while (++at < count && *words[at])
    argv[argc++] = words[at];
  *status = __real_main(argc, argv, environ);
  endRun();
  return 1;
}

int __wrap_main(int argc, char **argv) {
  (void)argc;
  const size_t length = (size_t)(many_data_ends - many_data_begins);
  char *const kept = malloc(length), *line = NULL;
  size_t room = 0;
  const int answers = dup(1);
  FILE *const lines = fdopen(dup(0), "r");
  if (!kept || answers < 0 || !lines || __real_atexit(endRun))
    return 125;
  (void)dup2(open("/dev/null", O_RDONLY), 0);
  memcpy(kept, many_data_begins, length);
  while (getline(&line, &room, lines) > 0) {
    memcpy(many_data_begins, kept, length);
    memset(many_zeros_begin, 0, (size_t)(many_zeros_end - many_zeros_begin));
    int status = 0;
    if (!run(line, argv[0], &status))
      return 125;
    (void)dprintf(answers, "%d\n", status & 255);
  }
  _exit(0);
}
