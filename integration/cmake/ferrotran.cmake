# A toolchain file: cmake -DCMAKE_TOOLCHAIN_FILE=.../ferrotran.cmake
#
# CMake finds its way without it as well (`FC=ferrotran cmake ...`), and then takes the compiler for gfortran, whose
# options and macros it has. With this file it is a compiler of its own: CMAKE_Fortran_COMPILER_ID is "Ferrotran".

if(NOT CMAKE_Fortran_COMPILER)
  if(DEFINED ENV{FC})
    set(CMAKE_Fortran_COMPILER "$ENV{FC}")
  else()
    set(CMAKE_Fortran_COMPILER ferrotran)
  endif()
endif()
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
set(CMAKE_Fortran_COMPILER_ID_RUN 1)
set(CMAKE_Fortran_COMPILER_ID Ferrotran)
if(NOT CMAKE_Fortran_COMPILER_VERSION)
  execute_process(COMMAND "${CMAKE_Fortran_COMPILER}" -dumpversion
    OUTPUT_VARIABLE CMAKE_Fortran_COMPILER_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
# FindOpenMP knows no flag of a compiler of this id.
set(OpenMP_Fortran_FLAGS "-fopenmp" CACHE STRING "Fortran compiler flags for OpenMP parallelization")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CMAKE_MODULE_PATH)
