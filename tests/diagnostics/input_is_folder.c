// RUN: rm -rf %t && mkdir -p %t
// RUN: not %kasane %t 2>&1 | FileCheck %s
// CHECK: kasane: error: '{{.*}}' is a folder; give the C files in it
