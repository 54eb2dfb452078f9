/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Linked before (with -DFIRST) and behind the objects whose variables many_runs.c restores. */
#ifdef FIRST
char many_data_begins[64] = {1}, many_zeros_begin[64];
#else
char many_data_ends[64] = {1}, many_zeros_end[64];
#endif
