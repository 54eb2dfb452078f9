// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memories of a field and of a spare are exchanged, on any device.
#include "base/Error.h"
#include "box/Field.h"

void ksn_flip(ksn_run *run, int field, int spare) {
  if (field < 0 || field >= run->field_count || spare < 0 || spare >= run->spare_count ||
      !ksn_same_shape(&run->fields[field], &run->fields[run->spares[spare].like]) || !run->fields[field].written)
    ksn_fail_region(run->info, "internal: field %d cannot be flipped with spare %d", field, spare);
  void *const former = run->fields[field].mem;
  run->fields[field].mem = run->spares[spare].mem;
  run->spares[spare].mem = former;
}
