// RUN: cp %s %t.cpp
// RUN: not %kasane %t.cpp -o-dir %t 2>&1 | FileCheck %s
// CHECK: kasane: error: '{{.*}}.cpp' is not C; kasane translates C sources
