program allocatable_pointer
  implicit none
  real(8), allocatable :: a(:), b(:, :)
  real(8), pointer :: p(:), q(:)
  real(8), target :: t(40)
  integer :: i
  allocate(a(-3:26), b(5, 0:5))
  a = [(i*1.5d0, i = 1, 30)]
  b = 1.0d0
  t = [(real(i, 8), i = 1, 40)]
  p => t(2:40:2)
  q => t(1:20)
  !$omp target teams workdistribute
  a(-3:0) = a(23:26)
  a = a + sum(a)
  b(:, 0) = a(-3:1)
  b = b * 2.0d0
  p = p + 100.0d0
  q = q * 2.0d0
  p(2:20) = p(1:19)
  !$omp end target teams workdistribute
  print '(2f14.4)', sum(a), sum(b)
  print '(10f8.1)', t
  print *, lbound(a), ubound(b)
end program
!>     26458.5000     8942.0000
!>      2.0   204.0     6.0   204.0    10.0   208.0    14.0   212.0    18.0   216.0
!>     22.0   220.0    26.0   224.0    30.0   228.0    34.0   232.0    38.0   236.0
!>     21.0   240.0    23.0   122.0    25.0   124.0    27.0   126.0    29.0   128.0
!>     31.0   130.0    33.0   132.0    35.0   134.0    37.0   136.0    39.0   138.0
!>           -3           5           5
