// RUN: env -u XDG_CONFIG_HOME -u HOME not %kasane probe 2>&1 | FileCheck %s
// CHECK: kasane: error: neither XDG_CONFIG_HOME nor HOME says where the file of this machine belongs; use -o FILE
