// RUN: not %kasane frobnicate 2>&1 | FileCheck %s
// CHECK: kasane: error: unknown command 'frobnicate'; known are translate, explain, suggest, cc
