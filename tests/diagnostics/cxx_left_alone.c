// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cpp && cp %s %t/a.C && cp %s %t/a.txt && cd %t
// RUN: %kasane cc -c a.cpp 2>&1 | FileCheck %s
// RUN: %kasane cc -c a.C 2>&1 | FileCheck %s
// RUN: %kasane cc -x c++ -c a.txt -o x.o 2>&1 | FileCheck %s
// RUN: %kasane cc -c a.cpp -Wno-stencil-untranslated 2>&1 | count 0
// RUN: not %kasane cc -c a.cpp -Werror=stencil-untranslated
// RUN: %kasane cc -E a.cpp -o a.ii 2>&1 | count 0
// RUN: %kasane cc -c a.ii 2>&1 | FileCheck %s --check-prefix=PREPROCESSED
#include <vector>
void twice(const std::vector<float> &a, std::vector<float> &b) {
#pragma stencil
  for (int i = 0; i < (int)a.size(); i++)
    b[i] = 2.0f * a[i];
}
// CHECK: a.{{[a-zA-Z]+}}:11:9: warning: this '#pragma stencil' stands in a C++ file and is not translated; write its loops in C, in a function of a .c file that is declared extern "C" here [-Wstencil-untranslated]
// PREPROCESSED: warning: 'a.ii' has a '#pragma stencil' but is preprocessed
