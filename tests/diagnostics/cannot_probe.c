// RUN: rm -f %t.yaml
// RUN: env KASANE_CC=false not %kasane probe -o %t.yaml 2>&1 | FileCheck %s
// CHECK: kasane: error: this machine cannot be measured for target openmp: the program that measures could not be built; KASANE_CC names the C compiler
// RUN: not %kasane probe --device=0 -o %t.yaml 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: kasane: error: this machine cannot be measured for target openmp: --device chooses among OpenCL's; add --target=opencl
// RUN: not ls %t.yaml
