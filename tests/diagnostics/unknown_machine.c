// RUN: not %kasane %s --machine=xyzzyplugh 2>&1 | FileCheck %s
// RUN: not %kasane machines xyzzyplugh 2>&1 | FileCheck %s
// CHECK: kasane: error: unknown machine 'xyzzyplugh'; known are a100, avx2, {{.*}}v100, and a name with '/' or '.yaml' in it is a file's
