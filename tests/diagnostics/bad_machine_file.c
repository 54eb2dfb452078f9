// RUN: sed 's/^launch: /launhc: /' %S/../../machines/h200.yaml > %t.yaml
// RUN: not %kasane %s --machine=%t.yaml 2>&1 | FileCheck %s
// CHECK: kasane: error: {{.*}}.yaml:[[#]]:1: unknown key 'launhc'; did you mean 'launch'?
// RUN: sed 's/^memory:/memry:/' %S/../../machines/h200.yaml > %t.memry.yaml
// RUN: not %kasane %s --machine=%t.memry.yaml 2>&1 | FileCheck %s --check-prefix=MISSPELT
// MISSPELT: kasane: error: {{.*}}.yaml:{{.*}}: missing required key 'memory'; line {{[0-9]+}} has 'memry'
// RUN: not %kasane %s --machine=./no-such.yaml 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: kasane: error: ./no-such.yaml: cannot be read: No such file or directory
