! offload: default
! Which way ALWAYS brings values at the begin and at the end of a region of the host in one of a device, whatever the maps of the
! latter copy: the host keeps what its region leaves.
program reverse_offload_ways
  !$omp requires reverse_offload
  use omp_lib
  implicit none
  type t
    integer, allocatable :: v(:)
    integer :: n = 1
  end type
  integer :: a(4), b(4), c(4), d(4), r(4), bad
  integer, allocatable :: l(:)
  type(t) :: o
  logical :: apart
  apart = omp_get_num_devices() > 0
  bad = 0
  allocate (l(2), o%v(3))
  a = 1; b = 2; c = 3; d = 4; l = 5; o%v = 6
  r = 0
  !$omp target map(to: a, l) map(from: c) map(tofrom: b, d, o) map(from: r)
  a = a + 10
  b = b + 10
  c = 30
  d = d + 10
  l = l + 10
  o%v = o%v + 10
  !$omp target device(ancestor: 1) map(always, tofrom: a, l, o) map(always, to: b) map(always, from: c) map(alloc: d)
  a(2:3) = a(2:3) + 100
  b(2:3) = b(2:3) + 100
  c(2:3) = c(2:3) + 100
  d(2:3) = d(2:3) + 100
  l(2) = l(2) + 100
  o%v(2) = o%v(2) + 100
  !$omp end target
  r = [a(2), b(2), c(2), d(2)]
  o%v(1) = l(2)
  o%v(3) = l(1)
  !$omp end target
  if (apart) then
    call check(1, a, [11, 111, 111, 11])
    call check(2, r, [111, 12, 103, 14])
    ! At its end the region copies b, c and d.
    call check(3, b, [12, 12, 12, 12])
    call check(4, c, [3, 103, 103, 3])
    call check(5, d, [14, 14, 14, 14])
    call check(6, l, [15, 115])
  else
    call check(1, a, [11, 111, 111, 11])
    call check(2, r, [111, 112, 130, 114])
    call check(6, l, [15, 115])
  end if
  call check(7, o%v, [115, 116, 15])

  ! The variables stay on the device.
  a = 1; b = 2; c = 3
  !$omp target data map(to: a, b, c)
  !$omp target
  a = 11; b = 12; c = 13
  !$omp target device(ancestor: 1) map(always, to: a) map(always, from: b) map(always, tofrom: c)
  a(1) = a(1) + 100
  b(1) = b(1) + 100
  c(1) = c(1) + 100
  !$omp end target
  a(4) = a(1); b(4) = b(1); c(4) = c(1)
  !$omp end target
  if (apart) then
    call check(11, a, [111, 11, 11, 11])
    call check(12, b, [102, 2, 2, 2])
    call check(13, c, [113, 13, 13, 13])
    !$omp target update from(a, b, c)
    call check(14, a, [11, 11, 11, 11])
    call check(15, b, [102, 2, 2, 102])
    call check(16, c, [113, 13, 13, 113])
  end if
  !$omp end target data

  ! The same where the region falls back.
  a = 1; b = 2; c = 3; d = 4
  !$omp target data map(to: a, b, c, d)
  call falls_back(a, b, c, d)
  if (apart) then
    call check(21, a, [111, 11, 11, 11])
    call check(22, b, [102, 2, 2, 2])
    call check(23, c, [113, 13, 13, 13])
    call check(24, d, [104, 4, 4, 4])
    !$omp target update from(a, b, c, d)
    call check(25, a, [11, 11, 11, 11])
    call check(26, b, [102, 2, 2, 102])
    call check(27, c, [113, 13, 13, 113])
    call check(28, d, [14, 14, 14, 14])
  end if
  !$omp end target data
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
contains
  subroutine falls_back(a, b, c, d)
    integer, intent(inout) :: a(:), b(:), c(:), d(:)
    integer :: i
    !$omp target
    i = 0
10  i = i + 1
    a(i) = 11; b(i) = 12; c(i) = 13; d(i) = 14
    if (i < 4) go to 10
    !$omp target device(ancestor: 1) map(always, to: a) map(always, from: b) map(always, tofrom: c)
    a(1) = a(1) + 100
    b(1) = b(1) + 100
    c(1) = c(1) + 100
    d(1) = d(1) + 100
    !$omp end target
    a(4) = a(1); b(4) = b(1); c(4) = c(1); d(4) = d(1)
    !$omp end target
  end subroutine
  subroutine check(what, x, y)
    integer, intent(in) :: what, x(:), y(:)
    if (any(x /= y)) then
      print *, what, x
      bad = bad + 1
    end if
  end subroutine
end program
!> OK
