// RUN: %kasane suggest %s 2>&1 | FileCheck %s
// CHECK: {{^}}no loop here would gain: outside of headers, macros and regions no loops in each other store to arrays
int none;
