// RUN: rm -rf %t && mkdir -p %t/a %t/b
// RUN: cp %s %t/a/x.c && cp %s %t/b/x.c
// RUN: not %kasane %t/a/x.c %t/b/x.c -o-dir %t/out 2>&1 | FileCheck %s
// CHECK: kasane: error: '{{.*}}/a/x.c' and '{{.*}}/b/x.c' would both be written to '{{.*}}/out/x.c'; translate them into different folders
