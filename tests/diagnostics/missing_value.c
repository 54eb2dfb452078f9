// RUN: not %kasane %s -o 2>&1 | FileCheck %s
// CHECK: kasane: error: '-o' needs a value
