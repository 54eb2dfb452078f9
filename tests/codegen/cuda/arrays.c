// RUN: rm -rf %t && %kasane %s --target=cuda --schedule=overlap --tile=5 --depth=2 -o-dir %t
// RUN: FileCheck %s < %t/arrays.kasane.cuda.cu
// RUN: %gxx -include %S/Inputs/words.h -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers %include -o %t/a.o -c -x c++ %t/arrays.kasane.cuda.cu
// Arrays of several types share one block of memory, each from a multiple of 16 bytes on. Words of C++ are no names there.
void both(int n, int steps, char *new, double *this) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      new[i] = (char)((new[i] + (int)this[i - 1] + (int)this[i + 1]) % 50);
    for (int i = 1; i < n - 1; i++)
      this[i] = this[i] + new[i - 1];
  }
}
// CHECK: ksn_arrays_{{[0-9a-f]+}}_both_1_pass2(const int8_t *__restrict__ new_, int8_t *__restrict__ new__next,
// CHECK: int8_t *const new__tile = (int8_t *)(ksn_shared);
// CHECK-NEXT: double *const this__tile = (double *)(ksn_shared + 16);
