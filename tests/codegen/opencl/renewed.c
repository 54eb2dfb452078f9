// RUN: rm -rf %t && %kasane %s --target=opencl --schedule=overlap --tile=16x8 --depth=2 -o-dir %t/overlap
// RUN: FileCheck %s --check-prefixes=CHECK,TILES < %t/overlap/renewed.kasane.opencl.c
// RUN: %kasane %s --target=opencl --schedule=pipeline --tile=24x32 --depth=2 -o-dir %t/pipeline
// RUN: FileCheck %s --check-prefixes=CHECK,TILES < %t/pipeline/renewed.kasane.opencl.c
// RUN: %kasane %s --target=opencl --schedule=sweep --tile=16x8 -o-dir %t/sweep
// RUN: FileCheck %s --check-prefixes=CHECK,SWEEP < %t/sweep/renewed.kasane.opencl.c
// Arrays that each step stores anew before it reads them: kernels of several steps have nothing of them but where the last one
// stores them, and sweeps cover them.

// The second nest stays inside, so that no cell of flux is read that isn't stored.
void inside(int nx, int ny, int steps, float (*u)[nx], float (*flux)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx; i++)
        flux[j][i] = u[j][i] - u[j][i - 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = u[j][i] + 0.1f * (flux[j][i + 1] - flux[j][i]);
  }
}
// TILES-NOT: = flux[
// TILES-LABEL: void ksn_renewed_{{[0-9a-f]+}}_inside_1_pass2(
// TILES-NOT: __global {{.*}}flux
// TILES: __kernel
// TILES-LABEL: void ksn_renewed_{{[0-9a-f]+}}_inside_1_last1(
// TILES: __global float *{{.*}}flux,
// TILES-NOT: = flux[
// TILES: ksn_info
// SWEEP: inside_1_sweep0_reach[] = {
// SWEEP: .writes = KSN_COVERS}, /* flux */
// CHECK: .name = "flux",
// CHECK: .renewed = 1

// An edge of flux is read, and never stored.
void edge(int nx, int ny, int steps, float (*u)[nx], float (*flux)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        flux[j][i] = u[j][i] - u[j][i - 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = u[j][i] + 0.1f * (flux[j][i + 1] - flux[j][i]);
  }
}
// TILES-LABEL: void ksn_renewed_{{[0-9a-f]+}}_edge_1_pass2{{(_body)?}}(
// TILES: __global const float *{{.*}}flux,
// TILES: = flux[
// SWEEP: edge_1_sweep0_reach[] = {
// SWEEP: .writes = KSN_WRITES}, /* flux */
// CHECK: .name = "flux",
// CHECK-NOT: .renewed
// CHECK: ksn_end

// Some cells of flux keep what they had.
void some(int nx, int ny, int steps, float (*u)[nx], float (*flux)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        if (u[j][i] > 0.5f)
          flux[j][i] = u[j][i] - u[j][i - 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = u[j][i] + 0.1f * flux[j][i];
  }
}
// TILES-LABEL: void ksn_renewed_{{[0-9a-f]+}}_some_1_pass2{{(_body)?}}(
// TILES: __global const float *{{.*}}flux,
// TILES: = flux[
// SWEEP: some_1_sweep0_reach[] = {
// SWEEP: .writes = KSN_WRITES}, /* flux */
// CHECK: .name = "flux",
// CHECK-NOT: .renewed
// CHECK: ksn_end

// Two nests store it, each a part.
void parts(int nx, int ny, int steps, float (*u)[nx], float (*flux)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < 3; j++)
      for (int i = 1; i < nx - 1; i++)
        flux[j][i] = u[j][i] - u[j][i - 1];
    for (int j = 3; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        flux[j][i] = u[j][i] + u[j][i - 1];
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = u[j][i] + 0.1f * flux[j][i];
  }
}
// TILES-LABEL: void ksn_renewed_{{[0-9a-f]+}}_parts_1_pass2{{(_body)?}}(
// TILES: __global const float *{{.*}}flux,
// TILES: = flux[
// SWEEP: parts_1_sweep0_reach[] = {
// SWEEP: .writes = KSN_WRITES}, /* flux */
// CHECK: .name = "flux",
// CHECK-NOT: .renewed
// CHECK: ksn_end
