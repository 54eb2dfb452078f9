// RUN: rm -rf %t && mkdir -p %t
// RUN: not %kasane %s -o-dir %t/out -p %t 2>&1 | FileCheck %s
// CHECK: kasane: error: no usable compile_commands.json in '{{.*}}': 
