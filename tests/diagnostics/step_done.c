// RUN: %kasane --verbose %s -o-dir %t 2>&1 | FileCheck %s
void twice(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * a[i];
}
// CHECK: {{.*}}step_done.c: frontend: {{.*}} ms)
// CHECK: {{.*}}step_done.c: lower: {{.*}} ms)
