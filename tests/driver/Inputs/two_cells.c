#include "two.h"
#define HALF 0.5
double rate;
static double limited(double x) { return x > 10 ? 10 + HALF * (x - 10) : x; }
double flux(double left, double right) { return rate * limited(left) - HALF * HALF * right; }
void advance(int n, const double *from, double *to) {
  for (int i = 1; i < n - 1; i++)
    to[i] += HALF * from[i];
}
