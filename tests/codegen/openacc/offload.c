// REQUIRES: nvptx
// RUN: rm -rf %t && %kasane %s --target=openacc --fp=strict --tile=64x4 -o-dir %t/strict
// RUN: %kasane %s --target=openacc --tile=1x1 -o-dir %t/contract
// RUN: cd %t && %gcc -O2 -Wall -Wextra -Werror %nvptx -save-temps -fdump-tree-omplower %include strict/offload.c strict/offload.kasane.openacc.c %runtime -pthread -lm -o exact
// RUN: cat %t/exact.xnvptx-none.mkoffload.s | FileCheck %s
// RUN: cat %t/*.omplower | grep "child fn: ksn_offload_" | FileCheck %s --check-prefix=HANDED --implicit-check-not=omp_data
// RUN: %gcc -O0 -Wall -Wextra -Werror %nvptx %include %t/contract/offload.c %t/contract/offload.kasane.openacc.c %runtime -pthread -lm -o %t/program
// RUN: env ACC_DEVICE_TYPE=host %t/exact
// RUN: env KASANE_DEVICE=host KASANE_VERIFY=1 %t/program
// gcc compiles it for a card; under strict with no product on its own. The program still runs on the host. Kernels are handed no
// arguments: for those gcc's library would take memory of the card's with every launch.
static float A[40][50], B[40][50];
int main(void) {
  for (int j = 0; j < 40; j++)
    for (int i = 0; i < 50; i++)
      A[j][i] = B[j][i] = (float)(i * j % 7);
#pragma stencil
  for (int t = 0; t < 10; t++) {
    for (int j = 1; j < 39; j++)
      for (int i = 1; i < 49; i++)
        B[j][i] = 0.3f * A[j][i - 1] + 0.2f * A[j + 1][i] / 4.0f;
    for (int j = 1; j < 39; j++)
      for (int i = 1; i < 49; i++)
        A[j][i] = B[j][i];
  }
  return A[3][3] > 0.0f ? 0 : 1;
}
// CHECK: //:FUNC_MAP
// CHECK-NOT: mul.f32
// CHECK-NOT: mul.f64
// HANDED-DAG: oacc_parallel {{.*}}_sweep0._omp_fn.0 (???)
// HANDED-DAG: oacc_parallel {{.*}}_sweep1._omp_fn.0 (???)
