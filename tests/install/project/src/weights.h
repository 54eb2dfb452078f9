// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define SIDE 0.125f
