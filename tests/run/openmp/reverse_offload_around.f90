! offload: default
! A region of the host in a region of a device sees the host's values of what only a construct around has brought there.
program reverse_offload_around
  !$omp requires reverse_offload
  use omp_lib
  implicit none
  integer :: a(4), b(3), c, seen(3)
  logical :: apart
  a = 1
  b = 2
  c = 3
  seen = 0
  apart = omp_get_num_devices() > 0
  !$omp target data map(tofrom: a, b, c)
  a = 10
  b = 20
  c = 30
  call region(a, b, c, seen)
  if (apart) then
    print *, seen(1) == 10, seen(2) == 20, a(1) == 11, all(b == 20)
  else
    print *, seen(1) == 15, seen(2) == 20, a(1) == 16, all(b == 20)
  end if
  !$omp end target data
  print *, apart .and. a(1) == 6 .or. .not. apart .and. a(1) == 16, c == merge(4, 31, apart)
contains
  subroutine region(a, b, c, seen)
    integer, intent(inout) :: a(:), b(:), c, seen(:)
    integer :: i
    !$omp target map(tofrom: c)
    i = 1
10  continue
    a = a + 5
    i = i + 1
    if (i > 1) goto 20
    goto 10
20  continue
    c = c + 1
    !$omp target device(ancestor: 1) map(to: a, b, seen)
    seen(1) = a(1)
    seen(2) = b(1)
    a = a + 1
    !$omp end target
    !$omp end target
  end subroutine
end program
!>  T T T T
!>  T T
