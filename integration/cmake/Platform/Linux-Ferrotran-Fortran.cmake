# Linking on Linux with the compiler whose id is Ferrotran: as with gfortran.
include(Platform/Linux-GNU-Fortran)
