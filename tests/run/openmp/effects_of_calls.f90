! offload: default
! What a call changes and reads, directly and through others, in regions and between statements.
! stripped: no
module g
  implicit none
  integer :: c = 1, d = 2
  real :: tab(4) = [1.,2.,3.,4.]
contains
  subroutine lvl1(); call lvl2(); end subroutine
  subroutine lvl2(); c = c + 10; tab(2) = tab(2) + c; end subroutine
  integer function look(); look = look2() + 1; end function
  integer function look2(); look2 = c + d; end function
  integer function tick(); c = c + 1; tick = c; end function
  recursive subroutine rec(n)
    integer, intent(in) :: n
    if (n > 0) then
      d = d + n
      call rec(n-1)
    end if
  end subroutine
end module
program effects_of_calls
  use g
  implicit none
  integer :: x, y, i, s
  abstract interface
    subroutine noarg()
    end subroutine
  end interface
  procedure(noarg), pointer :: pp
  x = c; call lvl1(); y = c
  print *, x, y, tab(2)
  x = look(); c = 50; y = look(); d = 7
  print *, x, y, look()
  s = 0
  do i = 1, 5
    s = s + c
    call lvl1()
    s = s + look()
  end do
  print *, s, c, tab
  print *, tick() + c * 0, tick(), c
  c = 1
  !$omp target map(tofrom: s)
  s = c
  call lvl1()
  s = s + look()
  !$omp end target
  print *, c, s, tab(2)
  c = 1
  !$omp target firstprivate(c) map(tofrom: s)
  c = c + 1000
  call lvl1()
  s = c
  !$omp end target
  print *, c, s
  d = 0
  !$omp target
  call rec(4)
  !$omp end target
  print *, d
  pp => lvl1
  c = 3
  !$omp target
  call pp()
  !$omp end target
  print *, c
  c = 0; s = 0
  !$omp target teams distribute parallel do reduction(+:s)
  do i = 1, 10
    s = s + look()
  end do
  print *, s
  c = 4
  !$omp target data map(tofrom: c)
  !$omp target
  call lvl1()
  !$omp end target
  !$omp target update from(c)
  print *, c
  c = 100
  !$omp target update to(c)
  !$omp target
  call lvl1()
  !$omp end target
  !$omp end target data
  print *, c
  c = 0
  !$omp parallel num_threads(3)
  !$omp single
  call lvl1()
  !$omp end single
  !$omp atomic
  c = c + 1
  !$omp end parallel
  print *, c
  !$omp task shared(c)
  call lvl1()
  !$omp end task
  !$omp taskwait
  print *, c
end program
!>            1          11   13.0000000    
!>           14          53          58
!>          790         100   1.00000000       413.000000       3.00000000       4.00000000    
!>          101         102         102
!>           11          20   424.000000    
!>           11        1001
!>           10
!>           13
!>          110
!>           14
!>          110
!>           13
!>           23
