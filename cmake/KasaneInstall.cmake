# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The runtime: what translated programs compile and link with.
set(KASANE_RUNTIME_TARGETS kasane_rt)
if(TARGET kasane_rt_opencl)
  list(APPEND KASANE_RUNTIME_TARGETS kasane_rt_opencl)
endif()
install(TARGETS ${KASANE_RUNTIME_TARGETS} EXPORT KasaneTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${PROJECT_SOURCE_DIR}/runtime/include/kasane_rt.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
file(RELATIVE_PATH KASANE_PC_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p) # the installed tree may be moved
configure_file(${PROJECT_SOURCE_DIR}/runtime/kasane-rt.pc.in ${PROJECT_BINARY_DIR}/kasane-rt.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/kasane-rt.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
