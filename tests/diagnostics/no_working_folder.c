// RUN: rm -rf %t && mkdir -p %t && cd %t && rmdir %t
// RUN: not %kasane %s -o-dir %t.out 2>&1 | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: not %kasane explain %s 2>&1 | FileCheck %s --check-prefixes=CHECK,ONE
// CHECK: kasane: error: the working directory cannot be read: No such file or directory; change to one that exists
// ONE-NOT: error
