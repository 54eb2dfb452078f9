// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane_trade.h"

double ksn_trade_time(double compute, double redundant, double transfer, double boundary, int64_t distance) {
  const double busy = compute + redundant;
  const double moved = transfer / (double)distance;
  return (busy > moved ? busy : moved) + boundary / (double)distance;
}
