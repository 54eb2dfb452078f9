# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kasane_translate(TARGET app SOURCES heat.c
#                  [STENCIL_TARGET openmp [opencl] [openacc] [cuda]] [MACHINE h200] [OPTIONS --depth=4 ...])
#
# Translates C sources with '#pragma stencil' and builds the result as part of a target of the same folder. A source
# that the target lists already is replaced. The target's include folders, definitions and C standard hold for the
# translation; it is made again when a header changes. MACHINE is a name that `kasane machines` lists, or a machine
# file, for whose changes it is made again, too. OPTIONS are options of kasane; give a flag of the compiler there, too,
# when the sources need it to be parsed and it is no include folder or definition of the target.
#
# For openacc the C compiler's own flags say for which card: gcc makes code for what it was installed for, or as
# CMAKE_C_FLAGS says, `-foffload=disable` or `-foffload=nvptx-none -foffload-options=nvptx-none=-misa=sm_80`.
#
# For cuda the toolkit's nvcc compiles the generated files; the project needs no CUDA language. CMAKE_CUDA_ARCHITECTURES
# says for which cards, when it is set; else code is made for the card of MACHINE where its file knows it, else for the
# card that is here.
#
# With --distribute=mpi among the OPTIONS the target joins the ranks of an MPI job: it gets kasane_mpi.c, and is linked
# with what find_package(MPI) finds.
#
# Cross-compiling: kasane runs on the build machine (found in PATH, or set KASANE_EXECUTABLE), and reads the sources as
# the target machine's compiler does; the package that find_package found gives the runtime for the target machine.
cmake_policy(VERSION 3.21...3.25)

set(_KASANE_STENCIL_TARGETS openmp opencl openacc cuda)
if(NOT _KASANE_MPI_SOURCE) # the package knows where it is installed
  set(_KASANE_MPI_SOURCE ${CMAKE_CURRENT_LIST_DIR}/../runtime/mpi/kasane_mpi.c)
endif()

# The executable to run on this machine.
function(_kasane_find_executable out)
  if(NOT KASANE_EXECUTABLE AND TARGET Kasane::kasane AND NOT CMAKE_CROSSCOMPILING)
    set(${out} Kasane::kasane PARENT_SCOPE)
    return()
  endif()
  find_program(KASANE_EXECUTABLE kasane NO_CMAKE_FIND_ROOT_PATH DOC "The translator, for the machine that builds")
  if(NOT KASANE_EXECUTABLE)
    message(FATAL_ERROR "kasane_translate: no kasane for this machine; install one or set KASANE_EXECUTABLE")
  endif()
  set(${out} ${KASANE_EXECUTABLE} PARENT_SCOPE)
endfunction()

# How the target's compiler reads a source, as far as Clang has to know.
function(_kasane_compiler_flags target source out)
  set(includes $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  set(standard $<TARGET_PROPERTY:${target},C_STANDARD>)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_C_FLAGS}")
  list(APPEND flags "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>"
       "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>" "$<$<BOOL:${standard}>:-std=gnu${standard}>")
  foreach(property IN ITEMS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS)
    get_source_file_property(values ${source} ${property})
    if(values)
      string(REPLACE INCLUDE_DIRECTORIES -I prefix ${property})
      string(REPLACE COMPILE_DEFINITIONS -D prefix ${prefix})
      string(REPLACE COMPILE_OPTIONS "" prefix "${prefix}")
      list(TRANSFORM values PREPEND "${prefix}")
      list(APPEND flags ${values})
    endif()
  endforeach()
  if(CMAKE_CROSSCOMPILING)
    set(triple "${CMAKE_C_COMPILER_TARGET}")
    if(NOT triple)
      execute_process(COMMAND ${CMAKE_C_COMPILER} -dumpmachine OUTPUT_VARIABLE triple OUTPUT_STRIP_TRAILING_WHITESPACE
                      ERROR_QUIET)
    endif()
    if(triple)
      list(APPEND flags --target=${triple})
    endif()
    if(CMAKE_SYSROOT)
      list(APPEND flags --sysroot=${CMAKE_SYSROOT})
    endif()
  endif()
  set(${out} "${flags}" PARENT_SCOPE)
endfunction()

# Where the files of a source go: a folder of the target's, with the source's own below it.
function(_kasane_output_folder target source out)
  get_filename_component(folder ${source} DIRECTORY)
  file(RELATIVE_PATH below ${CMAKE_CURRENT_SOURCE_DIR} ${folder})
  if(below MATCHES "^\\.\\.")
    string(MD5 below ${folder})
  endif()
  cmake_path(SET path NORMALIZE ${CMAKE_CURRENT_BINARY_DIR}/kasane/${target}/${below})
  string(REGEX REPLACE "/$" "" path ${path})
  set(${out} ${path} PARENT_SCOPE)
endfunction()

# The rewritten file is compiled as the source was; generated files only as C.
function(_kasane_compile_properties source rewritten generated options)
  get_filename_component(folder ${source} DIRECTORY)
  foreach(property IN ITEMS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS)
    get_source_file_property(values ${source} ${property})
    if(values)
      set_property(SOURCE ${rewritten} PROPERTY ${property} ${values})
    endif()
  endforeach()
  set_property(SOURCE ${rewritten} APPEND PROPERTY COMPILE_OPTIONS -iquote${folder})
  set(fp "")
  if("--fp=strict" IN_LIST options)
    set(fp -ffp-contract=off)
    set_property(SOURCE ${rewritten} APPEND PROPERTY COMPILE_OPTIONS ${fp})
  elseif("--fp=fast" IN_LIST options)
    set(fp -ffast-math)
  endif()
  foreach(file IN LISTS generated)
    set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS -std=gnu11 -Wno-error ${fp})
    if(file MATCHES "\\.openmp\\.c$")
      set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS ${OpenMP_C_FLAGS})
    elseif(file MATCHES "\\.openacc\\.c$")
      set_property(SOURCE ${file} APPEND
                   PROPERTY COMPILE_OPTIONS $<$<C_COMPILER_ID:GNU>:-fno-openmp> ${OpenACC_C_OPTIONS})
    endif()
  endforeach()
endfunction()

# What the machine's file calls the card, sm_90; "" where it doesn't say.
function(_kasane_machine_architecture machine out)
  set(${out} "" PARENT_SCOPE)
  _kasane_find_executable(executable)
  if(TARGET "${executable}")
    get_target_property(executable ${executable} LOCATION)
  endif()
  execute_process(COMMAND ${executable} machines ${machine} OUTPUT_VARIABLE text ERROR_QUIET)
  if(text MATCHES "\narchitecture: *(sm_[0-9a-z]+)")
    set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

# nvcc's words for the cards of CMAKE_CUDA_ARCHITECTURES: 90 is code for these cards and for later ones. Else for the
# machine's card, else for the one that is here.
function(_kasane_cuda_architectures machine out)
  set(flags "")
  if(NOT CMAKE_CUDA_ARCHITECTURES AND machine)
    _kasane_machine_architecture(${machine} architecture)
    if(architecture)
      set(flags -arch=${architecture})
    endif()
  endif()
  if(NOT CMAKE_CUDA_ARCHITECTURES AND NOT flags AND (EXISTS /proc/driver/nvidia/gpus OR EXISTS /dev/nvidia0))
    set(flags -arch=native)
  endif()
  foreach(name IN LISTS CMAKE_CUDA_ARCHITECTURES)
    if(name MATCHES "^[a-z-]+$")
      list(APPEND flags -arch=${name})
    elseif(name MATCHES "^([0-9]+[af]?)(-real|-virtual)?$")
      set(codes "sm_${CMAKE_MATCH_1},compute_${CMAKE_MATCH_1}")
      if(CMAKE_MATCH_2 STREQUAL "-real")
        set(codes sm_${CMAKE_MATCH_1})
      elseif(CMAKE_MATCH_2)
        set(codes compute_${CMAKE_MATCH_1})
      endif()
      list(APPEND flags "--generate-code=arch=compute_${CMAKE_MATCH_1},code=[${codes}]")
    endif()
  endforeach()
  set(${out} "${flags}" PARENT_SCOPE)
endfunction()

# Objects of the generated files that the C compiler can't read.
function(_kasane_cuda_objects files options machine out)
  set(fp "")
  if("--fp=strict" IN_LIST options)
    set(fp -fmad=false -prec-div=true -prec-sqrt=true -ftz=false -Xcompiler=-ffp-contract=off)
  elseif("--fp=fast" IN_LIST options)
    set(fp -use_fast_math -Xcompiler=-ffast-math)
  endif()
  _kasane_cuda_architectures("${machine}" architectures)
  set(objects "")
  foreach(file IN LISTS files)
    add_custom_command(
      OUTPUT ${file}.o
      COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} -O3 -std=c++20 -Xcompiler=-fPIC ${architectures} ${fp}
              "-I$<JOIN:$<TARGET_PROPERTY:Kasane::rt,INTERFACE_INCLUDE_DIRECTORIES>,;-I>" -c ${file} -o ${file}.o
      DEPENDS ${file}
      COMMENT "Compiling the kernels of ${file}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects ${file}.o)
  endforeach()
  set(${out} "${objects}" PARENT_SCOPE)
endfunction()

function(_kasane_replace_source target source)
  get_target_property(listed ${target} SOURCES)
  if(NOT listed)
    return()
  endif()
  set(kept "")
  foreach(item IN LISTS listed)
    get_filename_component(absolute "${item}" ABSOLUTE)
    if(NOT absolute STREQUAL source)
      list(APPEND kept ${item})
    endif()
  endforeach()
  set_property(TARGET ${target} PROPERTY SOURCES ${kept})
endfunction()

function(_kasane_translate_one target source stencil_targets options machine machine_file)
  _kasane_find_executable(executable)
  _kasane_compiler_flags(${target} ${source} flags)
  _kasane_output_folder(${target} ${source} folder)
  get_filename_component(name ${source} NAME)
  get_filename_component(stem ${source} NAME_WLE)
  set(rewritten ${folder}/${name})
  set(generated ${stencil_targets})
  list(TRANSFORM generated REPLACE "(.+)" "${folder}/${stem}.kasane.\\1.c")
  list(TRANSFORM generated REPLACE "\\.cuda\\.c$" ".cuda.cu")
  list(JOIN stencil_targets "," names)
  add_custom_command(
    OUTPUT ${rewritten} ${generated}
    COMMAND ${executable} ${source} -o-dir ${folder} --target=${names} ${options} -Werror=stencil-no-region
            -MMD -MF ${folder}/${stem}.d -MT ${rewritten} -- ${flags}
    DEPENDS ${source} ${executable} ${machine_file}
    DEPFILE ${folder}/${stem}.d
    COMMENT "Translating stencils of ${name}"
    COMMAND_EXPAND_LISTS VERBATIM)
  set(for_nvcc ${generated})
  list(FILTER for_nvcc INCLUDE REGEX "\\.cu$")
  list(FILTER generated EXCLUDE REGEX "\\.cu$")
  _kasane_compile_properties(${source} ${rewritten} "${generated}" "${options}")
  set(objects "")
  if(for_nvcc)
    _kasane_cuda_objects("${for_nvcc}" "${options}" "${machine}" objects)
  endif()
  _kasane_replace_source(${target} ${source})
  target_sources(${target} PRIVATE ${rewritten} ${generated} ${objects})
endfunction()

# As target_link_libraries(.. PRIVATE ..), which CMake refuses where the project has called it without a keyword.
function(_kasane_link_privately target library)
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${library})
  get_target_property(type ${target} TYPE)
  if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES $<LINK_ONLY:${library}>)
  endif()
endfunction()

function(_kasane_link target stencil_targets)
  _kasane_link_privately(${target} Kasane::rt)
  if("opencl" IN_LIST stencil_targets)
    if(NOT TARGET Kasane::rt_opencl)
      message(FATAL_ERROR "kasane_translate: this Kasane was built without OpenCL; STENCIL_TARGET opencl cannot be")
    endif()
    _kasane_link_privately(${target} Kasane::rt_opencl)
  endif()
  if("openacc" IN_LIST stencil_targets)
    find_package(OpenACC COMPONENTS C)
    if(NOT TARGET Kasane::rt_openacc OR NOT OpenACC_C_FOUND)
      message(FATAL_ERROR "kasane_translate: this Kasane was built without OpenACC, or the C compiler has none; "
                          "STENCIL_TARGET openacc cannot be")
    endif()
    _kasane_link_privately(${target} Kasane::rt_openacc)
  endif()
  set(OpenACC_C_OPTIONS "${OpenACC_C_OPTIONS}" PARENT_SCOPE)
  if("cuda" IN_LIST stencil_targets)
    if(NOT TARGET Kasane::rt_cuda OR NOT CUDAToolkit_NVCC_EXECUTABLE)
      message(FATAL_ERROR "kasane_translate: this Kasane was built without CUDA, or there is no nvcc; "
                          "STENCIL_TARGET cuda cannot be")
    endif()
    _kasane_link_privately(${target} Kasane::rt_cuda)
  endif()
  if("openmp" IN_LIST stencil_targets)
    find_package(OpenMP REQUIRED COMPONENTS C)
    # Only for the link: the user's own '#pragma omp' stay as the project wants them.
    _kasane_link_privately(${target} $<LINK_ONLY:OpenMP::OpenMP_C>)
  endif()
  set(OpenMP_C_FLAGS "${OpenMP_C_FLAGS}" PARENT_SCOPE)
endfunction()

# Before the program begins: no shared library can do that.
function(_kasane_join_ranks target)
  get_target_property(type ${target} TYPE)
  if(type MATCHES "^(SHARED|MODULE)_LIBRARY$")
    message(FATAL_ERROR "kasane_translate: ${target} is a shared library, which can't be distributed over MPI ranks; "
                        "leave --distribute=mpi to programs and static libraries")
  endif()
  find_package(MPI REQUIRED COMPONENTS C)
  target_sources(${target} PRIVATE ${_KASANE_MPI_SOURCE})
  _kasane_link_privately(${target} MPI::MPI_C)
endfunction()

function(kasane_translate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;MACHINE" "SOURCES;STENCIL_TARGET;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "kasane_translate: '${arg_UNPARSED_ARGUMENTS}${arg_KEYWORDS_MISSING_VALUES}' not understood; "
                        "write kasane_translate(TARGET t SOURCES a.c .. [STENCIL_TARGET openmp ..] [MACHINE m] "
                        "[OPTIONS ..])")
  endif()
  if(NOT TARGET "${arg_TARGET}" OR NOT arg_SOURCES)
    message(FATAL_ERROR "kasane_translate: TARGET must name a target (it is '${arg_TARGET}'), SOURCES its C files")
  endif()
  if(NOT arg_STENCIL_TARGET)
    set(arg_STENCIL_TARGET openmp)
  endif()
  foreach(name IN LISTS arg_STENCIL_TARGET)
    if(NOT name IN_LIST _KASANE_STENCIL_TARGETS)
      message(FATAL_ERROR "kasane_translate: unknown STENCIL_TARGET '${name}'; known are ${_KASANE_STENCIL_TARGETS}")
    endif()
  endforeach()
  set(machine_file "")
  if(arg_MACHINE MATCHES "/|\\.yaml$")
    get_filename_component(machine_file ${arg_MACHINE} ABSOLUTE)
    set(arg_MACHINE ${machine_file})
  endif()
  if(arg_MACHINE)
    list(APPEND arg_OPTIONS --machine=${arg_MACHINE})
  endif()
  _kasane_link(${arg_TARGET} "${arg_STENCIL_TARGET}")
  if("--distribute=mpi" IN_LIST arg_OPTIONS)
    _kasane_join_ranks(${arg_TARGET})
  endif()
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(absolute ${source} ABSOLUTE)
    if(NOT EXISTS ${absolute})
      message(FATAL_ERROR "kasane_translate: no such file: ${absolute}")
    endif()
    _kasane_translate_one(${arg_TARGET} ${absolute} "${arg_STENCIL_TARGET}" "${arg_OPTIONS}" "${arg_MACHINE}"
                          "${machine_file}")
  endforeach()
endfunction()
