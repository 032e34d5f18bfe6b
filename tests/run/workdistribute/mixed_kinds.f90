program mixed_kinds
  use iso_fortran_env, only: int8, int16, int32, int64, real32, real64
  implicit none
  integer, parameter :: n = 64
  integer(int8) :: i1(n)
  integer(int16) :: i2(n)
  integer(int32) :: i4(n)
  integer(int64) :: i8(n)
  real(real32) :: r4(n)
  real(real64) :: r8(n)
  integer :: i
  i4 = [(i*3 - 90, i = 1, n)]
  !$omp target teams workdistribute map(tofrom: i1, i2, i4, i8, r4, r8)
  i1 = int(mod(i4, 50), int8)
  i2 = i1 * 100_int16 + int(i4, int16)
  i8 = int(i2, int64) * 1000000007_int64 + i4
  r4 = i8
  r8 = r4 / 3.0_real64 + i1
  i4 = int(r8 / 1.0e6_real64) + nint(r4 * 1.0e-8)
  i1 = i1 + 1_int8
  !$omp end target teams workdistribute
  print *, sum(int(i1)), sum(int(i2)), sum(i4), sum(i8)
  print '(2es16.7)', sum(real(r4, real64)), sum(r8)
  print *, i1(5:60:11), i2(5:60:11)
end program
!>          244       18480     6344798       18480000129840
!>    1.8480000E+13   6.1600000E+12
!>   -24  -41   -8   25    8   41  -2575  -4242   -909   2424    757   4090
