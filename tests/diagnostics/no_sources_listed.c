// RUN: rm -rf %t && mkdir %t && echo '[]' > %t/compile_commands.json
// RUN: not %kasane suggest -p %t 2>&1 | FileCheck %s
// CHECK: error: '{{.*}}/compile_commands.json' lists no C sources
