// A one-dimensional heat equation by swap; LEFT is a macro so that -D matters.
#ifndef LEFT
#define LEFT 1
#endif
void heat(int nx, int steps, float *A, float *B) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = LEFT; i < nx - 1; i++)
      B[i] = 0.25f * (A[i - LEFT] + A[i + 1]) + 0.5f * A[i];
    float *swap = A;
    A = B;
    B = swap;
  }
}
