// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir %t -- -DBETWEEN 2>&1 | FileCheck %s --check-prefix=BETWEEN
void chosen(int n, int steps, int option, const int *kind, float *a) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#ifdef BETWEEN
    switch (option) {
      // BETWEEN: switch_labels.c:[[@LINE-1]]:5: error: a label of this 'switch' stands inside of another statement, or its cases fall through into too much; write it with 'if' and 'else'
    case 0:
      if (t > 3) {
      case 1:
        for (int i = 0; i < n; i++)
          a[i] = 0;
      }
    }
#endif
    for (int i = 0; i < n; i++)
      switch (kind[i]) {
        // CHECK: switch_labels.c:[[@LINE-1]]:7: error: a label of this 'switch' stands inside of another statement, or its cases fall through into too much; write it with 'if' and 'else'
      case 0:
        if (a[i] > 1) {
        case 1:
          a[i] = 2;
        }
      }
  }
}
