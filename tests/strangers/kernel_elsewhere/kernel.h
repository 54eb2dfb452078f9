#ifndef KERNEL_H
#define KERNEL_H
void sweep(int n, double (*restrict dst)[n], double (*restrict src)[n], double alpha);
#endif
