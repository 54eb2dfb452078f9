// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
// RUN: %kasane %s -o-dir %t -- -DFOLLOWED
#ifndef FOLLOWED
void back(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n - 1; i++) {
  again:
    // CHECK: goto_unclear.c:[[@LINE-1]]:3: error: this jump isn't followed; a 'goto' may lead to a label further down in the same block, directly behind the loop that it leaves, or to plain statements at the end of its function; write others as loops and 'if'
    b[i] = a[i - 1] - b[i];
    if (b[i] > 0)
      goto again;
  }
}
static int first(const float *a, int i) {
  int found = 0;
  for (int k = 0; k < 3; k++) {
    for (int m = 0; m < 3; m++) {
      if (a[i + m] > k)
        goto next; // out of one loop of two, over a statement
      // CHECK: goto_unclear.c:[[@LINE-1]]:9: error: this jump isn't followed
    }
    found += 1;
  next:
    found += 2;
  }
  return found;
}
void outer(int n, float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n - 3; i++)
    b[i] = first(a, i);
  // CHECK: goto_unclear.c:[[@LINE-1]]:12: note: 'first' is called here
}

#else // what it says to do
static int first(const float *a, int i) {
  int found = 0;
  for (int m = 0; m < 3; m++)
    if (a[i + m] > 1) {
      found = m;
      goto out;
    }
  found = 3;
out:
  found *= 2;
  return found;
}
void followed(int n, const float *a, float *b) {
#pragma stencil
  for (int i = 0; i < n - 3; i++)
    b[i] = first(a, i);
}
#endif
