// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// Time loops other than `for` upwards: what the variable is worth in each place.
void counted(int n, float *a, float *b, float *s, int t, int left) {
#pragma stencil
  while (left-- > 0) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] * left;
    for (int i = 0; i < n; i++)
      a[i] = b[i];
  }
  // CHECK: time left from -left_first to 0 step 1
  // CHECK: b[+0] := (a[+0] * f32((-(time) - 1)))
#pragma stencil
  do {
    t += 3;
    for (int i = 0; i < n; i++)
      b[i] = a[i] * t;
    for (int i = 0; i < n; i++)
      a[i] = b[i];
  } while (t <= 2 * n);
  // CHECK: param t_end : i64 = (2 * n + 1 > t ? 2 * n + 1 : t + 1)
  // CHECK-NOT: guard
  // CHECK: time t from t_first to t_end step 3
  // CHECK: b[+0] := (a[+0] * f32((time + 3)))
#pragma stencil
  for (int k = n; k > 1; k--) {
    for (int i = 0; i < n; i++)
      s[i] = a[i] + k;
    for (int i = 0; i < n; i++)
      a[i] = s[i];
  }
  // CHECK: time k from -n to -1 step 1
  // CHECK: s[+0] := (a[+0] + f32(-(time)))
}

// The parity of a loop that counts down.
void levels(int n, int steps, float (*u)[n]) {
#pragma stencil
  for (int t = steps; t > 0; t--)
    for (int i = 1; i < n - 1; i++)
      u[(t + 1) % 2][i] = u[t % 2][i - 1];
  // CHECK: field u_0 : f32 at &u[((-steps) % 2 + 2) % 2][0]
  // CHECK: field u_1 : f32 at &u[((-steps + 1) % 2 + 2) % 2][0]
}

// Integers that select: their later values are other parameters.
void selected(int n, int steps, float (*u)[n], int cur, int a, int b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[(cur + 2) % 3][i] = u[cur][i - 1];
    cur = (cur + 2) % 3;
  }
  // CHECK: field u_cur_first : f32 at &u[cur][0]
  // CHECK: field u_cur_plus_2 : f32 at &u[((cur + 2) % 3)][0]
  // CHECK: field u_cur_plus_1 : f32 at &u[((cur + 1) % 3)][0]
  // CHECK: guard cur_first >= 0
  // CHECK: guard -cur_first + 2 >= 0
  // CHECK: then u_cur_first <- u_cur_plus_2
  // CHECK: then u_cur_plus_2 <- u_cur_plus_1
  // CHECK: then u_cur_plus_1 <- u_cur_first
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      u[b][i] = u[a][i - 1];
    int c = a;
    a = b;
    b = c;
  }
  // CHECK: then u_a_first <- u_b_first
  // CHECK: then u_b_first <- u_a_first
}
