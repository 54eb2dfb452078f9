/* heat.kasane.opencl.c, written by kasane 0.1.0: --target=opencl --schedule=overlap --tile=32x8 --depth=2 --fp=strict
 */
#include "kasane_rt.h"

/* Must stay as it stands in heat.c. */
struct ksn_heat_1a2b_main_1_args {
  void *call[8];
  void *p0, *p1;
  long long n_nx, n_ny;
  double f_c;
  long long t_lo, t_hi;
};
int ksn_heat_1a2b_main_1_opencl(struct ksn_heat_1a2b_main_1_args *a);

static const char *const ksn_heat_1a2b_main_1_source[] = {
    "#pragma OPENCL FP_CONTRACT OFF\n",
    "/* One step: reads A, writes B. */\n"
    "__kernel void ksn_heat_1a2b_main_1_d1(__global const float *restrict A, __global float *restrict B, long nx,\n"
    "                                      long ny, float c) {\n"
    "  const long i = 1 + get_global_id(0), j = 1 + get_global_id(1);\n"
    "  if (i < nx - 1 && j < ny - 1)\n"
    "    B[j * nx + i] = A[j * nx + i] + c * (A[j * nx + i - 1] + A[j * nx + i + 1] + A[(j - 1) * nx + i] +\n"
    "                                         A[(j + 1) * nx + i] - 4.0f * A[j * nx + i]);\n"
    "}\n",
    "/* Two steps of a tile: reads A (and B where it isn't updated), writes the level t+2 to A2 and t+1 to B1,\n"
    "   the edge too. */\n"
    "__kernel __attribute__((reqd_work_group_size(32, 8, 1))) void ksn_heat_1a2b_main_1_d2(\n"
    "    __global const float *restrict A, __global const float *restrict B, __global float *restrict A2,\n"
    "    __global float *restrict B1, long nx, long ny, float c) {\n"
    "  __local float l1[10 * 34];\n"
    "  const long ti = 32 * (long)get_group_id(0), tj = 8 * (long)get_group_id(1);\n"
    "  for (int n = get_local_id(1) * 32 + get_local_id(0); n < 10 * 34; n += 256) {\n"
    "    const long i = ti - 1 + n % 34, j = tj - 1 + n / 34;\n"
    "    if (i >= 0 && i < nx && j >= 0 && j < ny)\n"
    "      l1[n] = j >= 1 && j < ny - 1 && i >= 1 && i < nx - 1\n"
    "                  ? A[j * nx + i] + c * (A[j * nx + i - 1] + A[j * nx + i + 1] + A[(j - 1) * nx + i] +\n"
    "                                         A[(j + 1) * nx + i] - 4.0f * A[j * nx + i])\n"
    "                  : B[j * nx + i];\n"
    "  }\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  const long i = ti + get_local_id(0), j = tj + get_local_id(1);\n"
    "  if (i < nx && j < ny) {\n"
    "    __local const float *const l = l1 + (get_local_id(1) + 1) * 34 + get_local_id(0) + 1;\n"
    "    B1[j * nx + i] = l[0];\n"
    "    A2[j * nx + i] = j >= 1 && j < ny - 1 && i >= 1 && i < nx - 1\n"
    "                         ? l[0] + c * (l[-1] + l[1] + l[-34] + l[34] - 4.0f * l[0])\n"
    "                         : A[j * nx + i];\n"
    "  }\n"
    "}\n"};

int ksn_heat_1a2b_main_1_opencl(struct ksn_heat_1a2b_main_1_args *a) {
  static const ksn_info info = {.abi = KSN_ABI,
                                .name = "heat_main_1",
                                .function = "main",
                                .file = "heat.c",
                                .line = 19,
                                .target = "opencl",
                                .family = "overlap",
                                .tile = {32, 8, 1},
                                .rank = 2,
                                .depth = 2,
                                .placement = "in core",
                                .fp = "strict",
                                .flops_per_cell = 7,
                                .bytes_per_cell = 8,
                                .source = ksn_heat_1a2b_main_1_source,
                                .source_count = 3,
                                .group = {32, 8, 1},
                                .local_bytes = 10 * 34 * sizeof(float),
                                .uses_double = 0};
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
  ksn_run run = {.device = &ksn_opencl_device,
                 .info = &info,
                 .call = a->call,
                 .fields = fields,
                 .field_count = 2,
                 .spares = spares,
                 .spare_count = 2,
                 .steps = a->t_hi - a->t_lo,
                 .cells = (double)(nx - 2) * (double)(ny - 2)};
  int how = ksn_begin(&run);
  if (how != KSN_GO)
    return how;
  const size_t group[3] = {32, 8, 1}; /* and so many of them: */
  const size_t groups[3] = {ksn_groups(nx, 32), ksn_groups(ny, 8), 1};
  int at[] = {0, 1}; /* A, B: which field's memory the name means at this step */
  for (int64_t s = 0; s < run.steps;) {
    if (run.steps - s >= 2) {
      ksn_pass(&run, 2);
      const ksn_arg args[] = {KSN_ARG(fields[at[0]].mem),
                              KSN_ARG(fields[at[1]].mem),
                              KSN_ARG(spares[0].mem),
                              KSN_ARG(spares[1].mem),
                              KSN_ARG(nx),
                              KSN_ARG(ny),
                              KSN_ARG(c)};
      ksn_launch(&run, "ksn_heat_1a2b_main_1_d2", groups, group, 7, args);
      ksn_flip(&run, at[0], 0);
      ksn_flip(&run, at[1], 1);
      s += 2; /* an even number of swaps: at stays */
    } else {
      ksn_pass(&run, 1);
      const ksn_arg args[] = {KSN_ARG(fields[at[0]].mem), KSN_ARG(fields[at[1]].mem), KSN_ARG(nx), KSN_ARG(ny),
                              KSN_ARG(c)};
      ksn_launch(&run, "ksn_heat_1a2b_main_1_d1", groups, group, 5, args);
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
