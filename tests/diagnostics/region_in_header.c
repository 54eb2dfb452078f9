// RUN: not %kasane %s -o-dir %t 2>&1 | FileCheck %s
#include "Inputs/region_in_header.h"
// CHECK: Inputs/region_in_header.h:3:9: error: '#pragma stencil' stands in a header; move the loop into the source file that is translated
