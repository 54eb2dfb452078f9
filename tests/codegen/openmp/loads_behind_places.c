// RUN: rm -rf %t && %kasane %s --target=openmp --schedule=sweep --fp=strict -o-dir %t
// RUN: FileCheck %s < %t/loads_behind_places.kasane.openmp.c
// A place may be what keeps an index inside of the array: what it asks for isn't loaded ahead, whether it is in the row or the row's.
void f(int n, int steps, const double (*wind)[n], double (*u)[n], double (*v)[n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < n; j++)
      for (int i = 1; i < n - 1; i++)
        v[j][i] = j > 0 && wind[j][i] > 0 ? u[j - 1][i] : u[j][i];
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        u[j][i] = i > j && v[j][i] > 0 ? v[j - 1][i] : wind[j][i];
  }
}
// CHECK-NOT: _ahead
// CHECK: v[v_row + x] = ((int32_t)y > 0 && wind[wind_row + x] > (double)0) ? u[u_row + x - n] : u[u_row + x];
// CHECK: u[u_row + x] = ((int32_t)x > (int32_t)y && v[v_row + x] > (double)0) ? v[v_row + x - n] : wind[wind_row + x];
// CHECK-NOT: _ahead
