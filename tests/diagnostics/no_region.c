// RUN: %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane -Werror %s -o-dir %t 2>&1 | FileCheck --check-prefix=ERROR %s
int nothing;
// CHECK: kasane: warning: no '#pragma stencil' in '{{.*}}no_region.c', so nothing is translated [-Wstencil-no-region]
// ERROR: kasane: error: no '#pragma stencil' in '{{.*}}no_region.c', so nothing is translated
