// Opening of a grey image: n erosions, then n dilations, 3 x 3, borders by the nearest pixel.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned short gray;

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

static gray *make(int w, int h) {
  gray *p = (gray *)calloc(w * h, sizeof(gray));
  if (!p) {
    perror("calloc");
    exit(EXIT_FAILURE);
  }
  return p;
}

static void erode(const gray *a, gray *b, int w, int h) {
  for (int y = 0; y < h; ++y) {
    int up = max(y - 1, 0), down = min(y + 1, h - 1);
    for (int x = 0; x < w; ++x) {
      int left = max(x - 1, 0), right = min(x + 1, w - 1);
      gray least = a[y * w + x];
      if (a[up * w + x] < least) least = a[up * w + x];
      if (a[down * w + x] < least) least = a[down * w + x];
      if (a[y * w + left] < least) least = a[y * w + left];
      if (a[y * w + right] < least) least = a[y * w + right];
      b[y * w + x] = least;
    }
  }
}

static void dilate(const gray *a, gray *b, int w, int h) {
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      int best = 0;
      for (int j = max(y - 1, 0); j <= min(y + 1, h - 1); ++j)
        for (int i = max(x - 1, 0); i <= min(x + 1, w - 1); ++i)
          best = max(best, a[j * w + i]);
      b[y * w + x] = best;
    }
}

int main(int argc, char **argv) {
  int w = 75, h = 58, n = argc > 1 ? atoi(argv[1]) : 4;
  gray *a = make(w, h), *b = make(w, h);
  unsigned s = 5;
  for (int i = 0; i < w * h; i++) {
    s = s * 69069u + 1u;
    a[i] = (s >> 16) % 1000;
  }
#pragma stencil
  for (int i = 0; i < n; i++) {
    erode(a, b, w, h);
    gray *t = a;
    a = b;
    b = t;
  }
#pragma stencil
  for (int i = 0; i < n; i++) {
    dilate(a, b, w, h);
    gray *t = a;
    a = b;
    b = t;
  }
  FILE *f = fopen("opened.pgm", "w");
  fprintf(f, "P2\n%d %d\n999\n", w, h);
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      fprintf(f, "%d ", a[y * w + x]);
    fprintf(f, "\n");
  }
  fclose(f);
  free(a);
  free(b);
  return 0;
}
