// RUN: not %kasane %s -o 2>&1 | FileCheck %s
// CHECK: kasane: error: '-o' needs a value
// RUN: not %kasane %s -o '' 2>&1 | FileCheck %s
// RUN: not %kasane %s -o-dir '' 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not %kasane %s --target= --size=, --tile= 2>&1 | FileCheck %s --check-prefix=JOINED
// RUN: not %kasane cc -c %s --target= 2>&1 | FileCheck %s --check-prefix=CC
// FOLDER: kasane: error: '-o-dir' needs a value
// JOINED: kasane: error: '--target=' needs a value
// JOINED: kasane: error: '--size=' needs a value
// JOINED: kasane: error: '--tile=' needs a value
// JOINED-NOT: error
// CC: kasane: error: '--target=' needs a value
