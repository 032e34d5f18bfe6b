! Strictly structured blocks of target, teams and workdistribute, with variables of their own.
program strict_blocks
  implicit none
  integer :: a(4), n
  real, allocatable :: z(:)
  real :: y(6)
  a = 1; n = 6; y = 2
  !$omp target teams workdistribute
  block
    a = a + 1
    where (a > 1) a = a * 2
    z = y(1:n-1) + 1
  end block
  print *, a, z
  !$omp target
  !$omp teams
  !$omp workdistribute
  block
    a = a + 1
  end block
  !$omp end workdistribute
  !$omp end teams
  !$omp end target
  print *, a
  !$omp target teams
  block
    !$omp workdistribute
    a = a + 1
    !$omp end workdistribute
  end block
  print *, a
  !$omp target
  block
    !$omp teams
    block
      !$omp workdistribute
      block
        a = a + 1
        y = sqrt(y)
      end block
    end block
  end block
  print *, a
  !$omp target teams workdistribute
  block
    real :: t(6), s
    integer :: k(n)
    t = y * 2
    s = sum(t)
    k = int(t) + 3
    y = t(6:1:-1) + k + s
  end block
  !$omp end target teams workdistribute
  print '(6f9.4)', y
end program
!>            4           4           4           4   3.00000000       3.00000000       3.00000000       3.00000000       3.00000000
!>            5           5           5           5
!>            6           6           6           6
!>            7           7           7           7
!>   24.7990  24.7990  24.7990  24.7990  24.7990  24.7990
