# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include(CMakePackageConfigHelpers)

# The runtime: what translated programs compile and link with. The mesh library, for programs of any compiler.
set(KASANE_INSTALLED_TARGETS kasane_rt kasane_mesh)
set(KASANE_WITH_OPENCL OFF)
if(TARGET kasane_rt_opencl)
  set(KASANE_WITH_OPENCL ON)
  list(APPEND KASANE_INSTALLED_TARGETS kasane_rt_opencl)
endif()
set(KASANE_WITH_OPENACC OFF)
if(TARGET kasane_rt_openacc)
  set(KASANE_WITH_OPENACC ON)
  list(APPEND KASANE_INSTALLED_TARGETS kasane_rt_openacc)
endif()
set(KASANE_WITH_CUDA OFF)
if(TARGET kasane_rt_cuda)
  set(KASANE_WITH_CUDA ON)
  list(APPEND KASANE_INSTALLED_TARGETS kasane_rt_cuda)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/mesh/include/kasane_mesh.h ${PROJECT_SOURCE_DIR}/runtime/include/kasane_ranks.h
              ${PROJECT_SOURCE_DIR}/runtime/include/kasane_rt.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
file(RELATIVE_PATH KASANE_PC_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p) # the installed tree may be moved
configure_file(${PROJECT_SOURCE_DIR}/runtime/kasane-rt.pc.in ${PROJECT_BINARY_DIR}/kasane-rt.pc @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/mesh/kasane-mesh.pc.in ${PROJECT_BINARY_DIR}/kasane-mesh.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/kasane-mesh.pc ${PROJECT_BINARY_DIR}/kasane-rt.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(KASANE_WITH_OPENCL)
  configure_file(${PROJECT_SOURCE_DIR}/runtime/kasane-rt-opencl.pc.in ${PROJECT_BINARY_DIR}/kasane-rt-opencl.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/kasane-rt-opencl.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
if(KASANE_WITH_OPENACC)
  configure_file(${PROJECT_SOURCE_DIR}/runtime/kasane-rt-openacc.pc.in ${PROJECT_BINARY_DIR}/kasane-rt-openacc.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/kasane-rt-openacc.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
if(KASANE_WITH_CUDA)
  get_target_property(KASANE_CUDA_LIBRARY CUDA::cudart_static IMPORTED_LOCATION)
  get_filename_component(KASANE_CUDA_LIBRARY_DIR ${KASANE_CUDA_LIBRARY} DIRECTORY)
  configure_file(${PROJECT_SOURCE_DIR}/runtime/kasane-rt-cuda.pc.in ${PROJECT_BINARY_DIR}/kasane-rt-cuda.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/kasane-rt-cuda.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# The translator, with Clang's own headers, without which it cannot read a source.
if(TARGET kasane)
  list(APPEND KASANE_INSTALLED_TARGETS kasane)
  install(DIRECTORY ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}/include/
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/kasane/clang/include FILES_MATCHING PATTERN "*.h")
  file(CREATE_LINK kasane ${PROJECT_BINARY_DIR}/kasane-cc SYMBOLIC) # a compiler of one word
  install(PROGRAMS ${PROJECT_BINARY_DIR}/kasane-cc DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/machines/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kasane/machines
          FILES_MATCHING PATTERN "*.yaml")
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/probe/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kasane/probe
          FILES_MATCHING PATTERN "*.[ch]")
  install(FILES ${PROJECT_SOURCE_DIR}/runtime/mpi/kasane_mpi.c DESTINATION ${CMAKE_INSTALL_DATADIR}/kasane/mpi)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/kasane RENAME copyright)
  install(FILES ${PROJECT_SOURCE_DIR}/docs/kasane.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_SOURCE_DIR}/tools/kasane/completion.bash
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME kasane)
endif()

# find_package(Kasane CONFIG): Kasane::mesh, Kasane::rt, Kasane::rt_opencl, Kasane::rt_openacc, Kasane::rt_cuda,
# Kasane::kasane, kasane_translate().
set(KASANE_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Kasane)
install(TARGETS ${KASANE_INSTALLED_TARGETS} EXPORT KasaneTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT KasaneTargets NAMESPACE Kasane:: DESTINATION ${KASANE_CMAKE_DIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/KasaneConfig.cmake.in ${PROJECT_BINARY_DIR}/KasaneConfig.cmake
                              INSTALL_DESTINATION ${KASANE_CMAKE_DIR} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/KasaneConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/KasaneConfig.cmake ${PROJECT_BINARY_DIR}/KasaneConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/KasaneTranslate.cmake
        DESTINATION ${KASANE_CMAKE_DIR})
