// RUN: printf '{"version": 1, "regions": [{"name": "report_is_older_f_1", "function": "f", "target": "openmp", "line": 3}]}' > %t.json
// RUN: %kasane explain %s --report=%t.json 2>&1 | FileCheck %s
// CHECK: warning: '{{.*}}.json' belongs to another state of this source: report_is_older_f_1 stood in line 3 and now stands in line [[#@LINE+3]]; compile and run it again; its figures are left out [-Wstencil-report]
// CHECK-NOT: ran in
void f(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n; i++)
    b[i] = a[i - 1];
}
