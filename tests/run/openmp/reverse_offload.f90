! A region of the host in one of a device has the host's variables: values cross where ALWAYS says so, and what no clause
! names is firstprivate with the value of the region around it.
program reverse_offload
  !$omp requires reverse_offload
  use omp_lib
  implicit none
  integer :: a(4), s, seen
  logical :: apart
  a = 0
  s = 0
  apart = .false.
  !$omp target map(to: a, s) map(from: apart)
  a = a + 5
  s = 5
  apart = .not. omp_is_initial_device()
  !$omp target device(ancestor: 1) map(to: a)
  a = a + 1
  !$omp end target
  apart = apart .and. a(1) == 5 .and. a(4) == 5
  !$omp end target
  print *, all(a == 1) .or. .not. apart
  a = 0
  seen = 0
  !$omp target map(tofrom: a, s, seen)
  s = 7
  !$omp target device(ancestor: 1) map(always, tofrom: a, seen)
  s = s + 1
  a = a + s
  seen = s
  !$omp end target
  a = a + 10
  !$omp end target
  print *, a, s, seen
  call own_of_region
contains
  ! What the region has for itself crosses, each variable by its own map.
  subroutine own_of_region
    integer :: r(3), b, c
    b = 1
    c = 1
    !$omp target map(from: r) map(tofrom: b, c)
    block
      integer, allocatable :: list(:), one
      integer :: fixed(4), n
      list = [23, 35, 86, 43]
      allocate (one)
      one = 64
      fixed = [1, 2, 3, 4]
      n = 7
      !$omp target device(ancestor: 1) map(tofrom: list, one, fixed, n) map(always, tofrom: c)
      list = list + 1
      one = one + 1
      fixed = fixed + 1
      n = n + 1
      c = c + 1
      !$omp end target
      r = [list(4), one, fixed(4) * 100 + n]
      c = c + 1
    end block
    !$omp end target
    print *, r, c
  end subroutine
end program
!>  T
!>           18          18          18          18           7           8
!>           44          65         508           3
