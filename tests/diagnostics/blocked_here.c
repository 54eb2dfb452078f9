// RUN: %kasane suggest %s 2>&1 | FileCheck %s
void ahead(int n, int w, double (*u)[n]) {
  // CHECK: blocked_here.c:[[@LINE+1]]:3: remark: this loop can't be a region as it is written [-Wstencil-suggestion]
  for (int j = 1; j < n - 1; j++)
    for (int i = w; i < n - 1; i++)
      // CHECK: blocked_here.c:[[@LINE+1]]:17: note: 'u' is read here at a cell that this loop nest stores in another iteration
      u[j][i] = u[j][i - w] + u[j][i + 1];
}
