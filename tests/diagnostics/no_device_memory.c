// RUN: not %kasane --target=openmp %s -o-dir %t 2>&1 | FileCheck %s
void no_device_memory(int n, float *a, float *b) {
#pragma stencil outofcore
  // CHECK: no_device_memory.c:[[@LINE-1]]:17: error: target openmp works in the host's memory, so that nothing is streamed through a device; translate for a target with a memory of its own, as with --target=cuda, or drop 'outofcore'
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}

void published(int n, float *a, float *b) {
#pragma tpace init
#pragma tpace pipeline targetinout(b) targetin(a) halo([1:1])
  // CHECK: no_device_memory.c:[[@LINE-1]]:15: error: target openmp works in the host's memory, so {{.*}}, or drop 'tpace pipeline'
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
}
