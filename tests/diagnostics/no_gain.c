// RUN: %kasane suggest --all %s 2>&1 | FileCheck %s
// RUN: %kasane suggest %s 2>&1 | FileCheck %s --check-prefix=COUNTED --implicit-check-not=remark
// COUNTED: no loop here would gain: 1 region would be no faster (--all lists them)
static float small[8][8], others[8][8];
void few(void) {
  // CHECK: no_gain.c:[[@LINE+1]]:3: remark: this loop could be a region, which is not predicted to be faster [-Wstencil-suggestion]
  for (int j = 1; j < 7; j++)
    for (int i = 1; i < 7; i++)
      others[j][i] = small[j][i - 1] + small[j][i + 1];
}
