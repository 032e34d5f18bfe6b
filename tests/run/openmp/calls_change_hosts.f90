! offload: default
! Variables of the host procedure that internal procedures change in a region.
program calls_change_hosts
  implicit none
  integer :: loc, arr(5), i
  loc = 1; arr = 2
  !$omp target map(tofrom:loc, arr)
  call inc()
  !$omp end target
  print *, loc, arr
  !$omp target
  call inca()
  !$omp end target
  print *, arr
  !$omp target teams distribute parallel do map(tofrom:arr)
  do i = 1, 5
    call one(i)
  end do
  print *, arr
  i = 7
  print *, once(), once()
contains
  subroutine inc()
    loc = loc + 1
    arr(2) = loc
  end subroutine
  subroutine inca()
    arr = arr + 1
  end subroutine
  subroutine one(k)
    integer, intent(in) :: k
    arr(k) = arr(k) * k
  end subroutine
  integer function once()
    integer, save :: c = 0
    !$omp target map(tofrom:c)
    call add(c)
    !$omp end target
    once = c
  end function
  subroutine add(x)
    integer, intent(inout) :: x
    x = x + 3
  end subroutine
end program
!>            2           2           2           2           2           2
!>            3           3           3           3           3
!>            3           6           9          12          15
!>            3           6
