// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: sed 's/^  STENCIL/#pragma stencil/' %s > %t.line.c
// RUN: %kasane %t.line.c -o-dir %t
#define STENCIL _Pragma("stencil")
void macro(int n, float *a, float *b) {
  STENCIL
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
// CHECK: directive_in_macro.c:[[@LINE-4]]:3: error: this directive comes out of a macro or of '_Pragma'; write '#pragma stencil' as a line of its own before the loop
