// RUN: not %kasane --target=openmp 2>&1 | FileCheck %s
// CHECK: kasane: error: no source file given; 'kasane file.c' translates one, and --help lists the options
