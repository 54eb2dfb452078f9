// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// Integers that count by tests select arrays like those that count by a remainder; one that moves on in some steps picks rows.
static float u[3][60], normal[4][60];
void rotate(int steps, int now, int season) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    int next = now + 1;
    if (next == 3)
      next = 0;
    for (int i = 1; i < 59; i++)
      u[next][i] = 0.5f * (u[now][i - 1] + u[now][i + 1]) + normal[season][i];
    if (++now == 3)
      now = 0;
    if (t % 5 == 4) {
      if (season == 0)
        season = 3;
      else
        season--;
    }
  }
}
// CHECK: stencil ksn_counters_{{[0-9a-f]+}}_rotate_1 rank 1
// CHECK-NEXT: param steps : i32 = steps
// CHECK-NEXT: param now_first : i32 = now
// CHECK-NEXT: variable season : i32 = season
// CHECK-NEXT: variable now : i32 = now
// CHECK-NEXT: field u_now_first : f32 at &u[now][0]
// CHECK-NEXT: field u_now_plus_1 : f32 at &u[((now + 1) % 3)][0]
// CHECK-NEXT: field u_now_plus_2 : f32 at &u[((now + 2) % 3)][0]
// CHECK-NEXT: field normal_table : f32 at &normal[0][0]
// CHECK: u_now_plus_1[+0] := ((0.5 * (u_now_first[-1] + u_now_first[+1])) + {{.*}}normal_table[((i64(season) * 60) + index0)]
// CHECK: set season = (((time % 5) == 4) ? ((season == 0) ? 3 : (season - 1)) : season)
// CHECK-NEXT: then u_now_first <- u_now_plus_1
