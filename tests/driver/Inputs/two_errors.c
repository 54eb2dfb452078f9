void first(int n, float *A) {
#pragma stencil
  for (int i = 1; i < n; i++)
    A[i] = A[i - 1];
}
void second(int n, float *A) {
#pragma stencil
  for (int i = 1; i < n; i++)
    A[i] = A[i - 1];
}
