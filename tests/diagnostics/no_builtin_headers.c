// RUN: env KASANE_RESOURCE_DIR=%t.missing not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// CHECK: kasane: error: the compiler's own headers (stddef.h, ..) are not in '{{.*}}/include'; install libclang-common-19-dev, or set KASANE_RESOURCE_DIR to the folder that 'clang-19 -print-resource-dir' prints
