# What CMake is to know of the compiler whose id is Ferrotran: its options are gfortran's.
include(Compiler/GNU-Fortran)
set(CMAKE_Fortran_OSX_DEPLOYMENT_TARGET_FLAG "")
set(CMAKE_Fortran_COMPILE_OPTIONS_PIC "-fPIC")
set(CMAKE_Fortran_COMPILE_OPTIONS_PIE "-fPIE")
set(CMAKE_Fortran_LINK_OPTIONS_PIE -fPIE -pie)
set(CMAKE_Fortran_LINK_OPTIONS_NO_PIE -no-pie)
set(CMAKE_Fortran_COMPILE_OPTIONS_IPO "")
set(_CMAKE_Fortran_IPO_SUPPORTED_BY_CMAKE NO)
