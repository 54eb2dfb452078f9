// RUN: printf '{"version": 1, "regions": [{"name": "heat_heat_1", "function": "heat", "target": "openmp", "line": 7}]}' > %t.json
// RUN: %kasane explain %s --report=%t.json 2>&1 | FileCheck %s
// RUN: not %kasane explain %s --report=%t.json -- -Werror 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %kasane explain %s --report=%t.json -Wno-stencil-report 2>&1 | FileCheck %s --check-prefix=QUIET
// CHECK: warning: '{{.*}}.json' belongs to another program or target: it has no run of report_of_other_f_1 for openmp, but heat_heat_1 for openmp; its figures are left out [-Wstencil-report]
// CHECK-NOT: ran in
// ERROR: error: '{{.*}}.json' belongs to another program
// QUIET-NOT: belongs
void f(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n; i++)
    b[i] = a[i - 1];
}
