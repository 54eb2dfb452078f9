// RUN: not %kasane %s -o-dir %t -- more.c 2>&1 | FileCheck %s
// CHECK: kasane: error: 'more.c' after '--' is no compiler flag; sources go before the '--'
