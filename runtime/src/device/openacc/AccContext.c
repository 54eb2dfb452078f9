// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choosing and opening the device: KASANE_DEVICE (a number, or a part of the name), else ACC_DEVICE_TYPE and
// ACC_DEVICE_NUM, else the first. Cards come first, the host is the last.
#include "base/Env.h"
#include "base/Error.h"
#include "device/Choice.h"
#include "device/openacc/Acc.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
  const char *name; // as ACC_DEVICE_TYPE has it
  acc_device_t type;
} kTypes[] = {{"nvidia", acc_device_nvidia}, {"host", acc_device_host}};
enum { kTypeCount = sizeof kTypes / sizeof *kTypes };

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static ksn_acc theDevice = {.mutex = PTHREAD_MUTEX_INITIALIZER};

// gcc's linker puts this table into programs with code for a card. To launch a kernel without would end the program.
#if defined __GNUC__ && !defined __clang__ && !defined __NVCOMPILER
extern const void *const __OFFLOAD_TABLE__[] __attribute__((weak, visibility("hidden")));
static int hasDeviceCode(void) { return __OFFLOAD_TABLE__ != NULL; }
#else
static int hasDeviceCode(void) { return 1; }
#endif

static int countOf(int type) {
  if (kTypes[type].type == acc_device_host)
    return 1;
  const int count = hasDeviceCode() ? acc_get_num_devices(kTypes[type].type) : 0;
  return count > 0 ? count : 0;
}

// The list's number of the device that OpenACC's own variables ask for; -1: there is none.
static int usualDevice(ksn_why *why) {
  const char *const wanted = getenv("ACC_DEVICE_TYPE"), *const number = getenv("ACC_DEVICE_NUM");
  const int any = !wanted || !*wanted || !strcasecmp(wanted, "default");
  const long index = number ? strtol(number, NULL, 10) : 0;
  for (int t = 0, before = 0; t < kTypeCount; before += countOf(t), t++) {
    if (any ? !countOf(t) : strcasecmp(wanted, kTypes[t].name) != 0)
      continue;
    if (index >= 0 && index < countOf(t))
      return before + (int)index;
    if (countOf(t))
      return ksn_because(why, "ACC_DEVICE_NUM=%s, but the OpenACC devices of type %s are %d, numbered from 0", number,
                         kTypes[t].name, countOf(t));
    return hasDeviceCode() ? ksn_because(why, "ACC_DEVICE_TYPE=%s, but no such OpenACC device was found", wanted)
                           : ksn_because(why,
                                         "ACC_DEVICE_TYPE=%s, but this program has code for the host only; compile and "
                                         "link it with -foffload=nvptx-none",
                                         wanted);
  }
  return ksn_because(why, "ACC_DEVICE_TYPE=%s is neither nvidia nor host", wanted);
}

static void nameOf(int type, int number, char (*name)[256]) {
  const char *const said = kTypes[type].type == acc_device_host
                               ? NULL
                               : acc_get_property_string(number, kTypes[type].type, acc_property_name);
  (void)snprintf(*name, sizeof *name, "%s%s%.200s", kTypes[type].name, said ? ": " : "", said ? said : "");
}

// A card takes memory for each queue, and for events none: the queues are there before what is free is asked for.
static void openQueues(void) {
  char one = 0, *const there = acc_malloc(sizeof one);
  static const int kLanes[] = {KSN_LANE_WORK, KSN_LANE_IN, KSN_LANE_OUT};
  for (size_t k = 0; there && k < sizeof kLanes / sizeof *kLanes; k++) {
    acc_memcpy_to_device_async(there, &one, sizeof one, KSN_QUEUE + kLanes[k]);
    acc_wait(KSN_QUEUE + kLanes[k]);
  }
  acc_free(there);
}

static int openDevice(ksn_acc *device, ksn_why *why) {
  int count = 0, listed = 0;
  for (int t = 0; t < kTypeCount; t++)
    count += countOf(t);
  char(*const names)[256] = ksn_allocate((size_t)count, sizeof *names);
  for (int t = 0; t < kTypeCount; t++)
    for (int n = 0; n < countOf(t); n++)
      nameOf(t, n, &names[listed++]);
  const int usual = ksn_environment()->device ? 0 : usualDevice(why);
  int chosen = usual < 0 ? -1 : ksn_choose_device("OpenACC", count, names, usual, why);
  if (chosen >= 0)
    (void)snprintf(device->name, sizeof device->name, "%s", names[chosen]);
  free(names);
  if (chosen < 0)
    return -1;
  int type = 0;
  for (; chosen >= countOf(type); type++)
    chosen -= countOf(type);
  device->type = kTypes[type].type;
  device->number = chosen;
  device->is_open = 1;
  if (device->type == acc_device_nvidia) {
    acc_set_device_num(device->number, device->type);
    openQueues();
  }
  return 0;
}

ksn_acc *ksn_acc_open(ksn_why *why) {
  ksn_lock(&opening);
  const int failed = !theDevice.is_open && openDevice(&theDevice, why);
  ksn_unlock(&opening);
  if (failed)
    return NULL;
  acc_set_device_num(theDevice.number, theDevice.type); // each thread has its own
  return &theDevice;
}
