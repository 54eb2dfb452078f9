// RUN: rm -rf %t && mkdir -p %t
// RUN: not sh -c 'cd %t && rmdir %t && %kasane %s -o-dir %t.out' 2>&1 | FileCheck %s
// RUN: mkdir -p %t
// RUN: not sh -c 'cd %t && rmdir %t && %kasane explain %s' 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: kasane: error: the working directory cannot be read: No such file or directory; change to one that exists
// CHECK-NOT: error
