/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * How far apart two exchanges with the next slower memory should be: `distance` steps are made on what one transfer
 * brings, and what neighbours would have sent meanwhile is computed again. The same trade for the steps of a tile on
 * chip, of a slab on the device and of a rank between halos. The translator links it, too. */
#ifndef KASANE_TRADE_H
#define KASANE_TRADE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds of one step. `transfer` and `boundary` are those of a whole visit of `distance` steps. */
double ksn_trade_time(double compute, double redundant, double transfer, double boundary, int64_t distance);

#ifdef __cplusplus
}
#endif
#endif
