// RUN: %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir %t -Werror=stencil-misspelt-directive
void step(int n, float *a, float *b) {
#pragma stensil depth(4)
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
  // CHECK: misspelt_directive.c:[[@LINE-3]]:9: warning: '#pragma stensil' is unknown; did you mean '#pragma stencil'? [-Wstencil-misspelt-directive]
  // CHECK-NEXT: #pragma stensil depth(4)
  // CHECK-NEXT: ^~~~~~~
  // CHECK-NEXT: {{^ +}}|{{ +}}stencil{{$}}
  // CHECK-NOT: warning
#pragma something else
#pragma stencil
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma tpacee pipeline
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
  // CHECK: misspelt_directive.c:[[@LINE-3]]:9: warning: '#pragma tpacee' is unknown; did you mean '#pragma tpace'? [-Wstencil-misspelt-directive]
}
