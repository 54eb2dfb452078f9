// RUN: %kasane suggest %s --target=openmp 2>&1 | FileCheck %s
// With it go the rows note_understood, note_predicted and note_begins_anew.
void heat(int n, int steps, double (*a)[n], double (*b)[n]) {
  // CHECK: suggestion.c:[[@LINE+3]]:3: remark: '#pragma stencil' on the line before this loop is predicted to make it {{.*}} times as fast, for openmp on avx2 [-Wstencil-suggestion]
  // CHECK: note: understood: time loop t from 0 to steps; {{.*}}
  // CHECK: note: predicted for 4096 x 4094 cells, 100 steps{{.*}}
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = a[j][i - 1] + a[j][i + 1];
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        a[j][i] = b[j][i];
  }
}

void early(int n, int steps, double (*u)[n], double (*v)[n]) {
  // CHECK: suggestion.c:[[@LINE+3]]:5: remark: '#pragma stencil' on the line before this loop
  // CHECK: suggestion.c:[[@LINE+1]]:3: note: it begins anew in each round of this loop, which can't be the region itself:
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        v[j][i] = u[j][i - 1] + u[j][i + 1];
    if (t > 0 && v[1][1] > 1)
      return;
  }
}
