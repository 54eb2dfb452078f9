// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Error.h"
#include "kasane_mesh.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static ksm_handler *handler;
static void *handlersData;

void ksm_on_error(ksm_handler *newHandler, void *data) {
  handler = newHandler;
  handlersData = data;
}

int ksm_fail(const char *format, ...) {
  char message[1024];
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(message, sizeof message, format, arguments) < 0)
    message[0] = 0;
  va_end(arguments);
  if (!handler) {
    (void)fprintf(stderr, "ksm: %s\n", message);
    exit(1);
  }
  handler(message, handlersData);
  return -1;
}
