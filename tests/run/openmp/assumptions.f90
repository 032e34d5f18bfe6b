! What a program says of its statements changes nothing of what they do, also where jumps lead out of these.
module state
  implicit none
  integer :: limit = 10
  !$omp assumes no_openmp_routines holds(limit > 0)
contains
  integer function first(a) result(k)
    integer, intent(in) :: a(:)
    !$omp assumes holds(limit < 100) holds(size(a) > 0) absent(target, teams)
    do k = 1, size(a)
      !$omp assume holds(k <= limit) contains(critical)
      if (a(k) > 3) return
      !$omp end assume
    end do
    k = 0
  end function
  recursive subroutine deep(n)
    integer, intent(in) :: n
    integer, allocatable :: w(:)
    !$omp allocators allocate(align(64): w)
    allocate (w(n))
    w = n
    !$omp assume no_parallelism holds(n >= 0)
    block
      if (n > 1) call deep(n - 1)
    end block
    !$omp end assume
    print *, sum(w)
  end subroutine
end module
program assumptions
  use state
  use iso_c_binding, only: c_loc, c_intptr_t
  implicit none
  integer :: i, k, s
  integer, allocatable, target :: a(:), b(:)
  print *, first([1, 2, 5, 7]), first([1, 2])
  call deep(3)
  s = 0
  outer: do i = 1, 10
    do k = 1, 10
      !$omp assume holds(i > 0) holds(k > 0) no_openmp
      if (k > i) cycle outer
      if (i > 6) exit outer
      s = s + k
      !$omp end assume
    end do
  end do outer
  print *, s
  !$omp parallel do reduction(+: s) num_threads(2)
  do i = 1, 10
    !$omp assume holds(i <= 10)
    if (mod(i, 2) == 0) cycle
    s = s + i
    !$omp end assume
  end do
  print *, s
  s = 0
  !$omp parallel num_threads(2)
  !$omp assume no_openmp_routines contains(do, barrier)
  !$omp do reduction(+: s)
  do i = 1, 10
    s = s + i
  end do
  !$omp end do
  !$omp end assume
  !$omp end parallel
  print *, s
  !$omp target map(tofrom: s)
  !$omp assume holds(s == 55)
  s = s + 1
  !$omp end assume
  !$omp end target
  print *, s
  !$omp assume holds(s > 0)
  if (s == 56) goto 10
  print *, 'no'
10 continue
  !$omp end assume
  !$omp allocate(a) align(256)
  !$omp allocate align(32)
  allocate (a(3), b(4))
  a = [1, 2, 3]
  b = 4
  print *, mod(transfer(c_loc(a), 0_c_intptr_t), 256_c_intptr_t), mod(transfer(c_loc(b), 0_c_intptr_t), 32_c_intptr_t), a, b
end program
!>            3           0
!>            1
!>            4
!>            9
!>           56
!>           81
!>           55
!>           56
!>                     0                    0           1           2           3           4           4           4           4
