// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of each round of KASANE_VERIFY=1. Of a region's calls that agree the first is told at once, all are counted.
#include "report/Report.h"
#include "verify/Verify.h"

int ksn_verify_again(void **call) {
  const ksn_info *info = NULL;
  if (ksn_verify_round(call, &info))
    return 1;
  ksn_verify_agree(call, ksn_record_verified(info) == 1); // further calls: one line at exit
  return 0;
}
