// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
int printf(const char *format, ...);
typedef double real;
struct pair {
  int a, b;
};
void types(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    typedef int real;
    for (int i = 1; i < n - 1; i++)
      b[i] = 2 * a[i];
    for (int i = 1; i < n - 1; i++)
      a[i] = (real)b[i];
    printf("%g\n", (double)(real)2.7);
    // CHECK: host_code_names.c:[[@LINE-1]]:5: error: host code needs 'real' here, which the step declares; declare it before the region
  }
}
void enumerators(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    enum { Even, Odd } kind = t % 2;
    for (int i = 1; i < n - 1; i++)
      b[i] = kind == Odd ? a[i] : 2 * a[i];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    printf("%d\n", kind == Odd);
    // CHECK: host_code_names.c:[[@LINE-1]]:5: error: host code needs 'Odd' here, which the step declares; declare it before the region
  }
}
struct file;
struct file *open_file(int t);
void write_file(struct file *f, const float *a);
void files(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    struct file *f = open_file(t);
    // CHECK: host_code_names.c:[[@LINE-1]]:5: error: host code needs 'f' here, which the step declares; declare it before the region
    for (int i = 1; i < n - 1; i++)
      b[i] = 2 * a[i];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    write_file(f, a);
  }
}
void titles(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    const char *title = "heat";
    // CHECK: host_code_names.c:[[@LINE-1]]:5: error: host code needs 'title' here, which the step declares
    for (int i = 1; i < n - 1; i++)
      b[i] = 2 * a[i];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    printf("%s %d\n", title, t);
  }
}
