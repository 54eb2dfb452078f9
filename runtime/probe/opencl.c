// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `kasane probe --target=opencl` builds and runs; the measuring is in the library, which has OpenCL's headers.
int ksn_probe_opencl(void);

int main(void) { return ksn_probe_opencl(); }
