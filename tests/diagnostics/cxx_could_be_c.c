// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cc && cp %s %t/a.txt && cd %t
// RUN: not %kasane cc -c a.cc 2>&1 | FileCheck %s
// RUN: not %kasane cc -x c++ -c a.txt 2>&1 | FileCheck %s
// RUN: not ls a.o
// The way out works:
// RUN: echo '#include <cstdio>' > main.cpp
// RUN: echo 'extern "C" void twice(int n, float *a, float *b);' >> main.cpp
// RUN: echo 'int main() { float a[3] = {1, 2, 3}, b[3]; twice(3, a, b); std::printf("%%g\n", b[2]); }' >> main.cpp
// RUN: cp %s a.c && %kasane cc main.cpp a.c -o a -lstdc++ 2>&1 | count 0
// RUN: env KASANE_REPORT=report.json ./a && grep '"ran": true' report.json
#include <math.h>
void twice(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * fabsf(a[i]);
}
// CHECK: a.{{[a-z]+}}:13:9: error: this '#pragma stencil' stands in a C++ file and is not translated, though its region is C; move the function into a .c file, and declare it extern "C" here
