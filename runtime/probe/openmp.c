// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `kasane probe` builds and runs to measure a processor: prints a machine file, in base units, for the threads
// that OpenMP runs. C11 with GNU's vectors; a few seconds. Exits with 1 and the reason on standard output.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__AVX512F__)
enum { kVector = 64 };
#elif defined(__AVX__)
enum { kVector = 32 };
#else
enum { kVector = 16 };
#endif

enum { kMostLevels = 4, kTrials = 7 };

typedef struct {
  int level, shared; // shared: by all threads
  long bytes;        // of each thread, or of all
  long ways;         // of those bytes; 0: not known
} cache;

static int fail(const char *why) {
  puts(why);
  return 1;
}

static int readLine(const char *path, char *line, int size) {
  FILE *const file = fopen(path, "r");
  const int read = file && fgets(line, size, file);
  if (file)
    fclose(file);
  if (read)
    line[strcspn(line, "\n")] = 0;
  return read;
}

// How many processors "0-3,8" lists.
static int countOf(const char *list) {
  int count = 0;
  while (*list) {
    char *end;
    const long first = strtol(list, &end, 10);
    const long last = *end == '-' ? strtol(end + 1, &end, 10) : first;
    count += (int)(last - first + 1);
    if (*end != ',')
      break;
    list = end + 1;
  }
  return count;
}

static int readCache(int index, int threads, cache *out) {
  char path[96], type[32], size[32], shared[256], level[16], ways[16];
  const struct {
    const char *name;
    char *text;
    int size;
  } files[] = {{"type", type, sizeof type},
               {"size", size, sizeof size},
               {"level", level, sizeof level},
               {"shared_cpu_list", shared, sizeof shared}};
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, files[f].name);
    if (!readLine(path, files[f].text, files[f].size))
      return 0;
  }
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/ways_of_associativity", index);
  const long ofAll = readLine(path, ways, sizeof ways) ? atol(ways) : 0;
  char *unit;
  const long number = strtol(size, &unit, 10);
  long bytes = number;
  if (*unit == 'K')
    bytes *= 1024;
  else if (*unit == 'M')
    bytes *= 1024 * 1024;
  const int sharers = countOf(shared);
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const int instances = sharers > 0 && processors > sharers ? (int)(processors / sharers) : 1;
  *out = (cache){.level = atoi(level), .shared = sharers > 2 || (instances == 1 && atoi(level) > 2)};
  if (out->shared) // all of them together; threads that fill no more of them see less
    out->bytes = bytes * (instances < threads ? instances : threads);
  else // two threads of a core halve it
    out->bytes = instances >= threads ? bytes : bytes * instances / threads;
  out->ways = out->shared || bytes <= 0 ? 0 : ofAll * out->bytes / bytes;
  return bytes > 0 && strcmp(type, "Instruction") != 0;
}

// From the one next to the cores outwards. Systems without the files may still know the sizes.
static int readCaches(int threads, cache *caches) {
  int count = 0;
  for (int index = 0; index < 10 && count < kMostLevels; index++)
    count += readCache(index, threads, &caches[count]);
#ifdef _SC_LEVEL1_DCACHE_SIZE
  const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
  for (int n = 0, none = count == 0; none && n < 3; n++)
    if (sysconf(names[n]) > 0)
      caches[count++] = (cache){n + 1, n == 2, sysconf(names[n])};
#endif
  return count;
}

// One pass of each thread over its own two arrays. The factor is 1, which the compiler doesn't know: a plain copy would
// become memcpy, which may go past the caches as generated code doesn't.
static void copy(float *restrict to, const float *restrict from, long cells, float factor) {
  for (long i = 0; i < cells; i++)
    to[i] = factor * from[i];
}

static double passesFor(double seconds, double atLeast) { return seconds < atLeast ? 2.0 * atLeast / seconds + 1 : 1; }

// Bytes a second of all threads, each with `bytes` of data; 0: not enough memory. Three are moved for each that is
// copied: what is read, what is written, and that again before, since a line comes in before it is stored to.
static double bandwidthOf(long bytes, int threads) {
  static volatile float one = 1.0f;
  const float factor = one;
  const long cells = bytes / 2 / (long)sizeof(float) / 64 * 64;
  double best = 0, passes = 1;
  int failed = 0;
#pragma omp parallel num_threads(threads)
  {
    float *const from = aligned_alloc(4096, (size_t)(cells + 1024) * sizeof(float) / 4096 * 4096 + 4096);
    float *const to = aligned_alloc(4096, (size_t)(cells + 1024) * sizeof(float) / 4096 * 4096 + 4096);
#pragma omp atomic
    failed |= !from || !to;
#pragma omp barrier
    if (!failed) {
      for (long i = 0; i < cells; i++)
        from[i] = 1.0f, to[i] = 0.0f;
      for (int trial = 0; trial <= kTrials; trial++) { // the first says how many passes last long enough
#pragma omp barrier
        const double begin = omp_get_wtime();
        for (long p = 0; p < (long)passes; p++)
          copy(to, from, cells, factor), copy(from, to, cells, factor);
#pragma omp barrier
#pragma omp single
        {
          const double seconds = omp_get_wtime() - begin;
          const double speed = 6.0 * (double)cells * sizeof(float) * (double)(long)passes * threads / seconds;
          best = trial && speed > best ? speed : best;
          passes = trial ? passes : passesFor(seconds, 0.03);
        }
      }
    }
    free(from);
    free(to);
  }
  return failed ? 0 : best;
}

// Of this thread's processor, so that other programs don't count.
static double threadTime(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Operations a second of all threads: ten chains hide the latency, and each step is a multiplication and an addition
// (of integers, which processors multiply at many speeds, an addition and an exclusive or).
#define RATE(name, element, step)                                                                                      \
  static double name(int threads) {                                                                                    \
    typedef element vector __attribute__((vector_size(kVector)));                                                      \
    static volatile element given = 1;                                                                                 \
    const long rounds = 2000000;                                                                                       \
    const double operations = 20.0 * (double)rounds * kVector / sizeof(element);                                       \
    double best = 0, kept = 0;                                                                                         \
    for (int trial = 0; trial < kTrials; trial++) {                                                                    \
      double speed = 0;                                                                                                \
      _Pragma("omp parallel num_threads(threads) reduction(+ : kept, speed)") {                                        \
        const vector a = (vector){0} + given, b = (vector){0} + given;                                                 \
        vector c0 = a, c1 = a, c2 = a, c3 = a, c4 = a, c5 = a, c6 = a, c7 = a, c8 = a, c9 = a;                         \
        const double begin = threadTime();                                                                             \
        for (long r = 0; r < rounds; r++) {                                                                            \
          c0 = step(c0), c1 = step(c1), c2 = step(c2), c3 = step(c3), c4 = step(c4);                                   \
          c5 = step(c5), c6 = step(c6), c7 = step(c7), c8 = step(c8), c9 = step(c9);                                   \
        }                                                                                                              \
        speed += operations / (threadTime() - begin);                                                                  \
        c0 = c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9;                                                          \
        kept += (double)c0[0];                                                                                         \
      }                                                                                                                \
      best = speed > best ? speed : best;                                                                              \
    }                                                                                                                  \
    return kept == 0.5 ? 0 : best; /* never; what was computed is looked at */                                         \
  }

#define MULTIPLY_ADD(c) ((c) * a + b)
#define ADD_XOR(c) (((c) + a) ^ b)
RATE(rateOfFloats, float, MULTIPLY_ADD)
RATE(rateOfDoubles, double, MULTIPLY_ADD)
RATE(rateOfInts, uint32_t, ADD_XOR)

// Seconds from one parallel loop to the next.
static double launchTime(int threads) {
  enum { kLoops = 400 };
  double best = 1;
  int cells[64] = {0};
  for (int trial = 0; trial < 3 * kTrials; trial++) {
    const double begin = omp_get_wtime();
    for (int loop = 0; loop < kLoops; loop++) {
#pragma omp parallel for num_threads(threads) schedule(static)
      for (int i = 0; i < 64; i++)
        cells[i] += i;
    }
    const double seconds = (omp_get_wtime() - begin) / kLoops;
    best = seconds < best ? seconds : best;
  }
  return best;
}

static void printTitle(int threads) {
  char line[256] = "", name[128] = "a processor";
  FILE *const file = fopen("/proc/cpuinfo", "r");
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
      snprintf(name, sizeof name, "%.120s", strchr(line, ':') + 2);
      break;
    }
  if (file)
    fclose(file);
  for (char *c = name; *c; c++)
    if (*c == '"' || *c == '\\' || *c == '\n' || *c < ' ')
      *c = *c == '\n' ? 0 : ' ';
  char date[32] = "";
  const time_t now = time(NULL);
  struct tm day;
  if (localtime_r(&now, &day))
    strftime(date, sizeof date, " on %Y-%m-%d", &day);
  printf("title: \"%s, %d thread%s\"\n", name, threads, threads == 1 ? "" : "s");
  printf("source: \"measured (by kasane probe%s)\"\n", date);
}

// What a shared level holds for us, since others on the machine use it, too:
// the largest data that are as fast as smaller ones.
static double speedOfShared(long inside, long *each, int threads) {
  const double kAsFast = 0.85;
  double best = 0;
  long held = 0;
  for (long data = 2 * inside; data <= *each; data *= 2) {
    const double speed = bandwidthOf(data, threads);
    if (speed < kAsFast * best)
      break;
    best = speed > best ? speed : best;
    held = data;
  }
  if (held && 4 * held <= *each) // else it has all of it; what lies above a half is shared with what else there is
    *each = 2 * held;
  return best;
}

static long bytesOfThread(const cache *level, int threads) {
  return level->shared ? level->bytes / threads : level->bytes;
}

// From memory inwards, as the file lists them. Data of half a level, but of no less than twice the one inside it.
static void printCaches(const cache *caches, int count, int threads, double slowest) {
  printf("caches:%s\n", count ? "" : " []");
  for (int c = count; c-- > 0;) {
    long each = bytesOfThread(&caches[c], threads);
    const long inside = c == 0 ? 0 : bytesOfThread(&caches[c - 1], threads);
    double speed = caches[c].shared && inside ? speedOfShared(inside, &each, threads) : 0;
    if (speed == 0)
      speed = bandwidthOf(each / 2 > inside ? each / 2 : (each + inside) / 2, threads);
    slowest = speed > slowest ? speed : slowest; // no level is slower than the one behind it
    printf("  - name: L%d\n    bytes: %ld\n    shared: %s\n    bandwidth: %.3g\n", caches[c].level,
           caches[c].shared ? each * threads : each, caches[c].shared ? "true" : "false", slowest);
    if (caches[c].ways)
      printf("    ways: %ld\n", caches[c].ways);
  }
}

// The buffers of a tile stay in the largest cache that a core has of its own.
static void printLocal(const cache *caches, int count) {
  long bytes = 0;
  for (int c = 0; c < count; c++)
    bytes = caches[c].shared ? bytes : caches[c].bytes;
  if (bytes)
    printf("local:\n  bytes: %ld\n  per_unit: %ld\n", bytes, bytes);
}

int main(void) {
  const int threads = omp_get_max_threads();
  const long page = sysconf(_SC_PAGESIZE), free = sysconf(_SC_AVPHYS_PAGES) * page;
  const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)page;
  cache caches[kMostLevels];
  const int count = readCaches(threads, caches);
  long last = 32L << 20; // of the outermost cache, all of it
  for (int c = 0; c < count; c++) {
    const long all = caches[c].shared ? caches[c].bytes : caches[c].bytes * threads;
    last = all > last ? all : last;
  }
  const long data = 4 * last < free / 2 ? 4 * last : free / 2;
  const double speed = bandwidthOf(data / threads, threads);
  if (speed <= 0 || data < 4096L * threads)
    return fail("there is not enough free memory to measure its speed");
  printTitle(threads);
  printf("class: cpu\nunits: %d\nwidth: %d\n", threads, (int)kVector);
  printf("operations:\n  f32: %.3g\n  f64: %.3g\n  i32: %.3g\n", rateOfFloats(threads), rateOfDoubles(threads),
         rateOfInts(threads));
  printLocal(caches, count);
  printCaches(caches, count, threads, speed);
  printf("memory:\n  bytes: %.0f\n  bandwidth: %.3g\nlaunch: %.3g\n", memory, speed, launchTime(threads));
  return fflush(stdout) ? 1 : 0;
}
