// RUN: not %kasane transalte %s 2>&1 | FileCheck %s
// CHECK: kasane: error: unknown command 'transalte'; did you mean 'translate'?
