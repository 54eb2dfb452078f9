// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// Rows that look at what they or earlier rows have counted, and rows that set a variable again behind their cells: the
// parts of such a nest can't be made one after the other.
void counted_in_cells(int n, float (*u)[n], float (*v)[n], int *out) {
  int count = 0;
#pragma stencil
  for (int j = 1; j < n - 1; j++) {
    v[j][0] = count;
    // CHECK: row_variables.c:[[@LINE-1]]:15: error: 'count' is read here before the same cell or step has set it
    for (int i = 1; i < n - 1; i++) {
      v[j][i] = u[j][i - 1];
      if (u[j][i] > 0)
        count++;
    }
  }
  *out = count;
}

void counted_behind_cells(int n, float (*u)[n], float (*v)[n], int *out) {
  int count = 0;
#pragma stencil
  for (int j = 1; j < n - 1; j++) {
    for (int i = 1; i < n - 1; i++)
      v[j][i] = u[j][i - 1];
    v[j][0] = count;
    count++;
    // CHECK: row_variables.c:[[@LINE-1]]:5: error: this statement follows an inner loop
  }
  *out = count;
}

void summed_twice(int n, float (*u)[n], float (*v)[n], float *out) {
  float sum = 0;
#pragma stencil
  for (int j = 1; j < n - 1; j++) {
    for (int i = 1; i < n - 1; i++) {
      v[j][i] = u[j][i - 1];
      sum += u[j][i];
    }
    sum += 0.25f * j;
    // CHECK: row_variables.c:[[@LINE-1]]:5: error: this statement follows an inner loop
  }
  *out = sum;
}

void set_again(int n, float (*u)[n], float (*v)[n], float *out) {
  float factor = 0;
#pragma stencil
  for (int j = 1; j < n - 1; j++) {
    factor = 0.5f * j;
    // CHECK: row_variables.c:[[@LINE-1]]:5: error: 'factor' is read after the region, and it can't be seen which cell
    for (int i = 1; i < n - 1; i++)
      v[j][i] = factor * u[j][i - 1];
    v[j][0] = factor;
    factor = -1;
    v[j][n - 1] = 0;
  }
  *out = factor;
}
