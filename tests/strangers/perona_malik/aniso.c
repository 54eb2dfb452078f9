#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Edge-preserving smoothing. Option 1 and 2 are the two conductivities of the original paper.

static float conduct(float d, float kappa, int option) {
  if (option == 1)
    return expf(-(d / kappa) * (d / kappa));
  return 1.0f / (1.0f + (d / kappa) * (d / kappa));
}

void aniso(float *restrict img, int w, int h, int iterations, float lambda, float kappa, int option) {
  assert(option == 1 || option == 2);
  float *next = malloc(sizeof(float) * w * h);
  memcpy(next, img, sizeof(float) * w * h);
  float *cur = img;
#pragma stencil
  for (int it = 0; it < iterations; it++) {
    for (int y = 1; y < h - 1; y++) {
      const float *up = cur + (y - 1) * w, *row = cur + y * w, *down = cur + (y + 1) * w;
      float *dst = next + y * w;
      for (int x = 1; x < w - 1; x++) {
        float c = row[x];
        float n = up[x] - c, s = down[x] - c, e = row[x + 1] - c, o = row[x - 1] - c;
        dst[x] = c + lambda * (conduct(n, kappa, option) * n + conduct(s, kappa, option) * s +
                               conduct(e, kappa, option) * e + conduct(o, kappa, option) * o);
      }
    }
    float *t = cur;
    cur = next;
    next = t;
  }
  if (cur != img) {
    memcpy(img, cur, sizeof(float) * w * h);
    next = cur;
  }
  free(next);
}

int main(void) {
  enum { w = 66, h = 44 };
  float *img = malloc(sizeof(float) * w * h);
  for (int o = 1; o <= 2; o++) {
    for (int i = 0; i < w * h; i++)
      img[i] = (i % w > w / 3 ? 180.f : 40.f) + (float)((i * 7919) % 41);
    aniso(img, w, h, 9 + o, 0.2f, 25.f, o);
    float sum = 0;
    for (int i = 0; i < w * h; i += 11)
      sum += img[i];
    printf("option %d: %.7g %.7g %.7g\n", o, img[10 * w + 10], img[20 * w + 23], sum);
  }
  free(img);
  return 0;
}
