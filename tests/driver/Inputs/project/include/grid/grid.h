#ifndef GRID_H
#define GRID_H
#include "size.h"
void heat(int steps, float a[NY][NX], float b[NY][NX]);
void print_grid(float a[NY][NX]);
#endif
