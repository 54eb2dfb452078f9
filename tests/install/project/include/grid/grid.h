// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef GRID_H
#define GRID_H
void heat(int steps, float a[HEIGHT][WIDTH], float b[HEIGHT][WIDTH]);
#endif
