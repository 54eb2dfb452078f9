// A ptxas that knows no card at all. Where gcc has no code for cards, there is nothing to say.
// RUN: rm -rf %t && mkdir %t && echo 'exit 255' > %t/ptxas && chmod +x %t/ptxas && sed -i '1i#!/bin/sh' %t/ptxas && cp %s %t/a.c && cd %t
// RUN: sh -c 'PATH=%t:$PATH %kasane cc -### --target=openacc a.c 2>&1' | FileCheck %s
void twice(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n; i++)
    b[i] = 2.0f * a[i];
}
// REQUIRES: nvptx
// CHECK: warning: the ptxas in PATH knows no card that '{{.*}}' makes OpenACC code for, so the regions run on the host; put the one of CUDA 12 into PATH, or none [-Wstencil-offload]
// CHECK: gcc {{.*}}-foffload=disable {{.*}}a.kasane.openacc.c
// CHECK: gcc {{.*}}-foffload=disable {{.*}}libkasane_rt.a
