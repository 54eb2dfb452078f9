// RUN: %kasane suggest %s 2>&1 | FileCheck %s
void seidel(int n, double (*u)[n]) {
  // CHECK: blocked_here.c:[[@LINE+1]]:3: remark: this loop can't be a region as it is written [-Wstencil-suggestion]
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      // CHECK: blocked_here.c:[[@LINE+1]]:17: note: 'u' is read here at a cell that this loop nest stores in another iteration
      u[j][i] = u[j][i - 1] + u[j][i + 1];
}
