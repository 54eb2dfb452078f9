/* heat.kasane.openmp.c, written by kasane 0.1.0: --target=openmp --schedule=overlap --tile=32x8 --depth=2 --fp=strict
 */
#include "kasane_rt.h"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#elif defined __GNUC__
#pragma GCC optimize("fp-contract=off")
#endif

/* Must stay as it stands in heat.c. */
struct ksn_heat_1a2b_main_1_args {
  void *call[8];
  void *p0, *p1;
  long long n_nx, n_ny;
  double f_c;
  long long t_lo, t_hi;
};
int ksn_heat_1a2b_main_1_openmp(struct ksn_heat_1a2b_main_1_args *a);

/* One step: reads A, writes B. */
static void ksn_heat_1a2b_main_1_d1(const float *restrict A, float *restrict B, int64_t nx, int64_t ny, float c) {
#pragma omp parallel for schedule(static)
  for (int64_t j = 1; j < ny - 1; j++)
#pragma omp simd
    for (int64_t i = 1; i < nx - 1; i++)
      B[j * nx + i] = A[j * nx + i] + c * (A[j * nx + i - 1] + A[j * nx + i + 1] + A[(j - 1) * nx + i] +
                                           A[(j + 1) * nx + i] - 4.0f * A[j * nx + i]);
}

/* Two steps of a tile: reads A (and B where it isn't updated), writes the level t+2 to A2 and t+1 to B1, the edge too.
 */
static void ksn_heat_1a2b_main_1_d2(const ksn_run *run, const float *restrict A, const float *restrict B,
                                    float *restrict A2, float *restrict B1, int64_t nx, int64_t ny, float c) {
#pragma omp parallel
  {
    float *restrict const l1 = ksn_scratch(run, ksn_thread()); /* level t+1: (8 + 2) x (32 + 2) */
#pragma omp for collapse(2) schedule(static)
    for (int64_t tj = 0; tj < ny; tj += 8)
      for (int64_t ti = 0; ti < nx; ti += 32) {
        const int64_t j1 = ksn_min(tj + 8, ny), i1 = ksn_min(ti + 32, nx);
        for (int64_t j = ksn_max(tj - 1, 0); j < ksn_min(j1 + 1, ny); j++)
          for (int64_t i = ksn_max(ti - 1, 0); i < ksn_min(i1 + 1, nx); i++)
            l1[(j - tj + 1) * 34 + (i - ti + 1)] =
                j >= 1 && j < ny - 1 && i >= 1 && i < nx - 1
                    ? A[j * nx + i] + c * (A[j * nx + i - 1] + A[j * nx + i + 1] + A[(j - 1) * nx + i] +
                                           A[(j + 1) * nx + i] - 4.0f * A[j * nx + i])
                    : B[j * nx + i];
        for (int64_t j = tj; j < j1; j++)
#pragma omp simd
          for (int64_t i = ti; i < i1; i++) {
            const float *const l = l1 + (j - tj + 1) * 34 + (i - ti + 1);
            B1[j * nx + i] = l[0];
            A2[j * nx + i] = j >= 1 && j < ny - 1 && i >= 1 && i < nx - 1
                                 ? l[0] + c * (l[-1] + l[1] + l[-34] + l[34] - 4.0f * l[0])
                                 : A[j * nx + i];
          }
      }
  }
}

int ksn_heat_1a2b_main_1_openmp(struct ksn_heat_1a2b_main_1_args *a) {
  static const ksn_info info = {.abi = KSN_ABI,
                                .name = "heat_main_1",
                                .function = "main",
                                .file = "heat.c",
                                .line = 19,
                                .target = "openmp",
                                .family = "overlap",
                                .tile = {32, 8, 1},
                                .rank = 2,
                                .depth = 2,
                                .placement = "in core",
                                .fp = "strict",
                                .flops_per_cell = 7,
                                .bytes_per_cell = 8};
  const int64_t nx = a->n_nx, ny = a->n_ny;
  const float c = (float)a->f_c;
  if (!(nx >= 2))
    return ksn_decline(&info, a->call, "A[j][i - 1] may lie outside of the array unless nx >= 2");
  ksn_field fields[] = {{.name = "A",
                         .type = KSN_F32,
                         .home = a->p0,
                         .lo = {0, 0, 0},
                         .hi = {nx, ny, 1},
                         .stride = {1, nx, 0},
                         .first = 0,
                         .last = nx * ny - 1,
                         .written = 1},
                        {.name = "B",
                         .type = KSN_F32,
                         .home = a->p1,
                         .lo = {0, 0, 0},
                         .hi = {nx, ny, 1},
                         .stride = {1, nx, 0},
                         .first = 0,
                         .last = nx * ny - 1,
                         .written = 1}};
  if (!ksn_disjoint(fields, 0, 1))
    return ksn_decline(&info, a->call, "A and B overlap");
  ksn_spare spares[] = {{.like = 0}, {.like = 0}}; /* A and B rotate: one pool */
  ksn_run run = {.device = &ksn_host_device,
                 .info = &info,
                 .call = a->call,
                 .fields = fields,
                 .field_count = 2,
                 .spares = spares,
                 .spare_count = 2,
                 .threads = ksn_max_threads(),
                 .scratch_bytes = 10 * 34 * sizeof(float),
                 .steps = a->t_hi - a->t_lo,
                 .cells = (double)(nx - 2) * (double)(ny - 2)};
  int how = ksn_begin(&run);
  if (how != KSN_GO)
    return how;
  int at[] = {0, 1}; /* A, B: which field's memory the name means at this step */
  for (int64_t s = 0; s < run.steps;) {
    if (run.steps - s >= 2) {
      ksn_pass(&run, 2);
      ksn_heat_1a2b_main_1_d2(&run, fields[at[0]].mem, fields[at[1]].mem, spares[0].mem, spares[1].mem, nx, ny, c);
      ksn_flip(&run, at[0], 0);
      ksn_flip(&run, at[1], 1);
      s += 2; /* an even number of swaps: at stays */
    } else {
      ksn_pass(&run, 1);
      ksn_heat_1a2b_main_1_d1(fields[at[0]].mem, fields[at[1]].mem, nx, ny, c);
      const int swapped = at[0];
      at[0] = at[1];
      at[1] = swapped;
      s += 1;
    }
  }
  how = ksn_end(&run);
  a->p0 = fields[at[0]].home;
  a->p1 = fields[at[1]].home;
  return how;
}
