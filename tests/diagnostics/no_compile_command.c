// RUN: rm -rf %t && mkdir -p %t
// RUN: echo [] > %t/compile_commands.json
// RUN: not %kasane %s -o-dir %t/out -p %t 2>&1 | FileCheck %s
// CHECK: kasane: error: '{{.*}}/compile_commands.json' has no entry for '{{.*}}no_compile_command.c'; give its flags after '--' instead
