// RUN: rm -rf %t && mkdir %t && cd %t && %kasane suggest %s -o some.patch 2>&1 | FileCheck %s && ls some.patch
// CHECK: {{^}}1 suggestion in 1 file; 'patch -p1 < some.patch' or 'git apply some.patch' puts them in
void run(int n, double (*a)[n], double (*b)[n]) {
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      b[j][i] = a[j][i - 1] + a[j][i + 1];
}
