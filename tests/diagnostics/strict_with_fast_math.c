// RUN: not %kasane %s --fp=strict -o-dir %t -- -ffast-math 2>&1 | FileCheck %s
// CHECK: kasane: error: --fp=strict cannot hold with '-ffast-math'; drop one of them
