#ifndef TWO_H
#define TWO_H
#define N 300
extern double rate;
double flux(double left, double right);
void advance(int n, const double *from, double *to);
#endif
