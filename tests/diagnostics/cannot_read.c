// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: python3 -c "import socket; socket.socket(socket.AF_UNIX).bind('x.c')"
// RUN: not %kasane x.c 2>&1 | FileCheck %s
// CHECK: kasane: error: cannot read 'x.c': 
