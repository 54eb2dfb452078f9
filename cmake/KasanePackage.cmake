# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What cpack makes of an installed tree: a Debian package and an archive that may be unpacked anywhere. scripts/package
# calls it, with KASANE_STATIC, and makes the wheel of the same tree.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME kasane)
set(CPACK_PACKAGE_VENDOR Kasane)
set(CPACK_PACKAGE_CONTACT "the Kasane project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_FILE_NAME kasane-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "gcc, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ocl-icd-opencl-dev, gcc-offload-nvptx, nvidia-cuda-toolkit, libopenmpi-dev, cmake")
include(CPack)
