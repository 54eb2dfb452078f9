/* heat.c, translated by kasane 0.1.0: --target=openmp,opencl --schedule=overlap --tile=32x8 --depth=2 --fp=strict */
struct ksn_heat_1a2b_main_1_args {
  void *call[8];        /* the runtime's */
  void *p0, *p1;        /* A, B: element (0, 0) before the region; the call sets them to where they end */
  long long n_nx, n_ny; /* extents */
  double f_c;           /* scalars */
  long long t_lo, t_hi; /* the time loop */
};
int ksn_heat_1a2b_main_1_openmp(struct ksn_heat_1a2b_main_1_args *);
int ksn_heat_1a2b_main_1_opencl(struct ksn_heat_1a2b_main_1_args *);
int ksn_select(const char *);
int ksn_verify_step(void **);
void ksn_verify_pointer(void **, const char *, const void *, const void *);
int ksn_verify_again(void **);
#line 1 "heat.c"
#include <stdio.h>
#include <stdlib.h>

#define RADIUS 1

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 64, ny = argc > 2 ? atoi(argv[2]) : 64, steps = argc > 3 ? atoi(argv[3]) : 10;
  const float c = 0.1f;
  float(*A)[nx] = malloc((size_t)nx * (size_t)ny * sizeof(float));
  float(*B)[nx] = malloc((size_t)nx * (size_t)ny * sizeof(float));
  if (!A || !B)
    return 1;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      A[j][i] = (float)((i * 7 + j * 13) % 101) / 101.0f;
      B[j][i] = (float)((i * 5 + j * 3) % 17) / 17.0f;
    }
  int t;
  {
    struct ksn_heat_1a2b_main_1_args ksn_a = {
        .p0 = A, .p1 = B, .n_nx = nx, .n_ny = ny, .f_c = c, .t_lo = 0, .t_hi = steps};
    _Static_assert((RADIUS) == 1, "heat.c:19: kasane translated this file with RADIUS == 1");
    int (*const ksn_region)(struct ksn_heat_1a2b_main_1_args *) =
        ksn_select("openmp,opencl") == 0 ? ksn_heat_1a2b_main_1_openmp : ksn_heat_1a2b_main_1_opencl;
    const int ksn_how = ksn_region(&ksn_a);
    if (ksn_how == 1) {
      A = ksn_a.p0;
      B = ksn_a.p1;
      t = steps > 0 ? steps : 0;
    } else if (ksn_how == 2) { /* KASANE_VERIFY: the original loops too, compared by the runtime */
      void *const ksn_p0 = A, *const ksn_p1 = B;
      do {
        A = ksn_p0;
        B = ksn_p1;
        for (t = 0; t < steps; t++) {
          if (!ksn_verify_step(ksn_a.call))
            break;
          for (int j = RADIUS; j < ny - RADIUS; j++)
            for (int i = RADIUS; i < nx - RADIUS; i++)
              B[j][i] = A[j][i] + c * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i] - 4.0f * A[j][i]);
          float(*swap)[nx] = A;
          A = B;
          B = swap;
        }
        ksn_verify_pointer(ksn_a.call, "A", ksn_a.p0, A);
        ksn_verify_pointer(ksn_a.call, "B", ksn_a.p1, B);
        ksn_a.p0 = ksn_p0;
        ksn_a.p1 = ksn_p1;
      } while (ksn_verify_again(ksn_a.call) && ksn_region(&ksn_a) == 2);
    } else
#line 19 "heat.c"
#pragma stencil
      for (t = 0; t < steps; t++) {
        for (int j = RADIUS; j < ny - RADIUS; j++)
          for (int i = RADIUS; i < nx - RADIUS; i++)
            B[j][i] = A[j][i] + c * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i] - 4.0f * A[j][i]);
        float(*swap)[nx] = A;
        A = B;
        B = swap;
      }
  }
#line 28 "heat.c"
  unsigned long long hash = 1469598103934665603ull;
  for (int k = 0; k < 2; k++) {
    const unsigned char *bytes = (const unsigned char *)(k ? B : A);
    for (size_t n = 0; n < (size_t)nx * (size_t)ny * sizeof(float); n++)
      hash = (hash ^ bytes[n]) * 1099511628211ull;
  }
  printf("%d %016llx\n", t, hash);
  free(A);
  free(B);
  return 0;
}
