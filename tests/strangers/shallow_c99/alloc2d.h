#ifndef ALLOC2D_H
#define ALLOC2D_H
double **alloc2d(int n, int m);
void free2d(double **a);
#endif
