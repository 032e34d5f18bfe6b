! Members of common blocks and saved variables that are firstprivate.
! stripped: no
program private_common
  integer :: a(3), b
  common /blk/ a, b
  integer, save :: sv(2) = [1, 2]
  integer :: r(4)
  a = [1,2,3]; b = 4; r = 0
  !$omp target firstprivate(/blk/, sv) map(tofrom: r)
  a(1) = 100; b = 200; sv(2) = 300
  r = [sum(a), b, sum(sv), 0]
  !$omp end target
  print *, r, a, b, sv
  !$omp parallel firstprivate(/blk/, sv) num_threads(2)
  !$omp critical
  a(1) = a(1) + 100; b = b + 200; sv(2) = sv(2) + 300
  r(4) = r(4) + sum(a) + b + sum(sv)
  !$omp end critical
  !$omp end parallel
  print *, r, a, b, sv
  !$omp target teams firstprivate(/blk/, sv) num_teams(1) map(tofrom: r)
  a(1) = 100; b = 200; sv(2) = 300
  r = [sum(a), b, sum(sv), 0]
  !$omp end target teams
  print *, r, a, b, sv
  call other
  print *, a, b
contains
  subroutine other
    integer :: x(3), y, q(2)
    common /blk/ x, y
    q = 0
    !$omp target firstprivate(/blk/) map(tofrom: q)
    x = 0; y = 1
    q(1) = sum(x) + y
    !$omp end target
    print *, q, x, y
  end subroutine
end program
!>          105         200         301           0           1           2           3           4           1           2
!>          105         200         301        1226           1           2           3           4           1           2
!>          105         200         301           0           1           2           3           4           1           2
!>            1           0           1           2           3           4
!>            1           2           3           4
