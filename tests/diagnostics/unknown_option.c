// RUN: not %kasane %s --frobnicate=2 2>&1 | FileCheck %s
// CHECK: kasane: error: unknown option '--frobnicate=2'; compiler flags go after '--', and --help lists the options
