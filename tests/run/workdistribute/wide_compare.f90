! Orderings of widened integers and constants; minima, maxima and magnitudes of them.
program wide_compare
  implicit none
  integer :: k(6), i, r(6)
  integer(2) :: h(6)
  integer(1) :: b(6)
  integer(8) :: l(6)
  real :: x(6)
  logical(1) :: l1(6)
  k = [-5,0,11,12,30,2000000000]; h = [-5,0,11,12,30,32767]; b = [-5,0,11,12,30,127]; x = [-5.,0.,11.,12.,1e30,-0.25]
  l = k
  !$omp target teams workdistribute
  r = merge(1, 0, int(h, 4) > 11)
  !$omp end target teams workdistribute
  print *, r
  !$omp target teams workdistribute
  r = merge(1, 0, int(b, 4) < 12)
  !$omp end target teams workdistribute
  print *, r
  !$omp target teams workdistribute
  r = merge(1, 0, real(x, 8) < 11.5d0)
  !$omp end target teams workdistribute
  print *, r
  !$omp target teams workdistribute
  r = merge(1, 0, real(x, 8) >= 1d35)
  !$omp end target teams workdistribute
  print *, r
  !$omp target teams workdistribute
  r = merge(1, 0, real(k) <= -1.0)
  !$omp end target teams workdistribute
  print *, r
  !$omp target teams workdistribute
  !$omp end target teams workdistribute
  print *, r
  !$omp target teams workdistribute
  r = int(max(int(k,8), 5_8)) + int(min(int(k,8), 7_8))
  !$omp end target teams workdistribute
  print *, r
  !$omp target teams workdistribute
  r = merge(1, 0, int(h, 8) > 11)
  !$omp end target teams workdistribute
  print *, r
  !$omp target teams workdistribute
  r = merge(1, 0, int(h, 2) < 11_2)
  !$omp end target teams workdistribute
  print *, r
  !$omp target teams workdistribute
  r = merge(1, 0, int(l) > 11) + merge(10,0, l > 11_8) + merge(100,0,iand(l, 31_8) > 4)
  !$omp end target teams workdistribute
  print *, r
  !$omp target teams workdistribute
  r = merge(1, 0, int(k,8)*2 > 11) + merge(10,0, int(k,8)-3 > 11_8) + merge(100,0,abs(int(k,8)) > 4)
  !$omp end target teams workdistribute
  print *, r
end program
!>            0           0           0           1           1           1
!>            1           1           1           0           0           0
!>            1           1           1           0           0           1
!>            0           0           0           0           0           0
!>            1           0           0           0           0           0
!>            1           0           0           0           0           0
!>            0           5          18          19          37  2000000007
!>            0           0           0           1           1           1
!>            1           1           0           0           0           0
!>          100           0         100         111         111          11
!>          100           0         101         101         111         111
