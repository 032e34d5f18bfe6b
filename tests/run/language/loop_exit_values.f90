! What a DO variable has after its loop, where the distance of the bounds and the step leave its kind.
program p
  implicit none
  call integers(0, 1, huge(0))
  call integers(-2000000000, 1000000000, 1000000000)
  call integers(5, -2000000000, 1)
  call integers(1, 0, -huge(0))
  call integers(-5, 2000000000, 700000000)
  call bytes(-100_1, 20_1, 90_1)
  call bytes(100_1, -20_1, -90_1)
contains
  subroutine integers(from, to, by)
    integer, intent(in) :: from, to, by
    integer :: i, n
    n = 0
    do i = from, to, by
      n = n + 1
      if (i > 1900000000) exit
    end do
    print *, n, i
  end subroutine
  subroutine bytes(from, to, by)
    integer(1), intent(in) :: from, to, by
    integer(1) :: i
    integer :: n
    n = 0
    do i = from, to, by
      n = n + 1
    end do
    print *, n, i
  end subroutine
end program
!>            1  2147483647
!>            4  2000000000
!>            0           5
!>            1 -2147483646
!>            3  2099999995
!>            2   80
!>            2  -80
