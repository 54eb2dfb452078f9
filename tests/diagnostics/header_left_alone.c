// RUN: rm -rf %t && mkdir -p %t/inc && cp %s %t/twice.h && cp %s %t/inc/far.h && cd %t
// RUN: echo '#include "twice.h"' > a.c && %kasane cc -c a.c 2>&1 | FileCheck %s
// RUN: echo '#include <far.h>' > b.c && %kasane cc -Iinc -c b.c 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: echo 'int none;' > c.c && %kasane cc -include twice.h -c c.c 2>&1 | FileCheck %s
// RUN: %kasane cc -c a.c -Wno-stencil-untranslated 2>&1 | count 0
// RUN: not %kasane cc -c a.c -Werror=stencil-untranslated
// RUN: nm a.o | FileCheck %s --check-prefix=SYMBOLS
static inline void twice(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * a[i];
}
void four(int n, float *a, float *b) {
  twice(n, a, b);
}
// CHECK: twice.h:9:9: warning: this '#pragma stencil' stands in a header and is not translated; move its loop into the source file that includes it [-Wstencil-untranslated]
// FAR: inc/far.h:9:9: warning: this '#pragma stencil' stands in a header
// SYMBOLS: T four
