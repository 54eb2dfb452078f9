// RUN: rm -rf %t && %kasane %s --target=opencl -o-dir %t
// RUN: FileCheck %s < %t/nothing_read.kasane.opencl.c
// What is predicted of a stream that loads nothing is a number: the generated file compiles.
void set(float (*a)[1]) {
#pragma stencil schedule(pipeline) tile(1, 1) depth(1)
  for (int j = 0; j < 2 - 1; j++)
    for (int i = 0; i < 1; i++)
      a[j][i] = 0.01386f;
}
// CHECK: .predicted_ns = {{-?[0-9]}}
