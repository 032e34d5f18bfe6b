! offload: default
! Private and firstprivate allocatables of target regions, which allocate and deallocate them.
program private_allocatables
  integer, allocatable :: a(:), s, u(:,:)
  integer :: r(6)
  a = [1,2,3]; allocate(s); s = 5
  r = 0
  !$omp target firstprivate(a, s, u) map(tofrom: r)
  a = [10, 20, 30, 40]
  s = s + 1
  allocate(u(2, 2)); u = 1
  r(1:4) = [size(a), sum(a), s, sum(u)]
  !$omp end target
  print *, r, a, s, allocated(u)
  !$omp target private(a, s, u) map(tofrom: r)
  r(1) = merge(size(a), -1, allocated(a))
  r(2) = merge(1, 0, allocated(s)); r(3) = merge(1, 0, allocated(u))
  a = 7; s = 8
  r(4) = sum(a) + s
  !$omp end target
  print *, r, a, s, allocated(u)
  !$omp target firstprivate(a) map(tofrom: r)
  deallocate(a)
  r(1) = merge(1, 0, allocated(a))
  !$omp end target
  print *, r(1), a
  !$omp target teams workdistribute firstprivate(a) map(tofrom: r)
  a = a * 2
  r(1:3) = a
  !$omp end target teams workdistribute
  print *, r(1:3), a
  !$omp target parallel firstprivate(a) num_threads(1) map(tofrom: r)
  a = a * 2
  r(1:3) = a
  !$omp end target parallel
  print *, r(1:3), a
  !$omp target defaultmap(firstprivate: allocatable) map(tofrom: r)
  a = [a, a]
  r(1) = size(a)
  !$omp end target
  print *, r(1), a
end program
!>            4         100           6           4           0           0           1           2           3           5 F
!>            3           1           0          29           0           0           1           2           3           5 F
!>            0           1           2           3
!>            2           4           6           1           2           3
!>            2           4           6           1           2           3
!>            6           1           2           3
