// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/Call.h"

static const ksn_round *roundOf(void *const *call) { return call[0]; }
static const ksn_halt *haltOf(void *const *call) { return call[1]; }

int ksn_verifying(void **call) { return roundOf(call) != NULL; }

int ksn_verify_first_round(void **call) { return !roundOf(call) || roundOf(call)->is_first; }

int64_t ksn_verify_made(void **call) { return roundOf(call)->made; }

int ksn_point_of(void *const *call) { return haltOf(call) ? haltOf(call)->point : 0; }

int64_t ksn_suspended_steps(void *const *call) { return haltOf(call) ? haltOf(call)->done - haltOf(call)->behind : 0; }
