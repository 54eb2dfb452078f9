#include <stdio.h>
void heat(int nx, int steps, float *A, float *B);
void heat2(int nx, int steps, float *A, float *B);
int main(void) {
  static float a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = i % 7;
  heat(100, 10, a, b);
  heat2(100, 4, a, b);
  for (int i = 0; i < 100; i++)
    printf("%a ", a[i]);
  printf("\n");
  return 0;
}
