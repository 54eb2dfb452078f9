// RUN: rm -rf %t && mkdir -p %t && %gcc -E %s -o %t/twice.i
// RUN: %kasane cc -c %t/twice.i -o %t/twice.o 2>&1 | FileCheck %s
// RUN: %kasane cc -x c -c - -o %t/stdin.o < %s 2>&1 | FileCheck %s --check-prefix=STDIN
// RUN: nm %t/twice.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: nm %t/stdin.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: not %kasane cc -c %t/twice.i -o %t/no.o -Werror=stencil-untranslated
// RUN: echo 'int once(void) { return 1; }' | %kasane cc -x c -c - -o %t/once.o 2>&1 | count 0
// RUN: nm %t/once.o | FileCheck %s --check-prefix=ONCE
// RUN: %kasane cc -x c -E - -o %t/again.i < %s 2>&1 | count 0
// RUN: echo 'int once(void) { return 1; }' > %t/once.i && %kasane cc -c %t/once.i -o %t/once2.o 2>&1 | count 0
void twice(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * a[i];
}
// CHECK: kasane: warning: '{{.*}}twice.i' has a '#pragma stencil' but is preprocessed, so its loops are not translated; compile the C source file itself [-Wstencil-untranslated]
// STDIN: kasane: warning: '-' has a '#pragma stencil' but is read from standard input, so its loops are not translated; compile the C source file itself [-Wstencil-untranslated]
// SYMBOLS: T twice
// ONCE: T once
