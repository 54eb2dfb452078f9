# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DSOURCE=.. -DOUT=.. -P KasaneCommit.cmake: a header that says from which commit the translator was built. It is
# written only where that has changed. Without git, or outside of a clone, it says nothing.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=10 --match v[0-9]*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define KASANE_COMMIT \"${commit}\"\n")
