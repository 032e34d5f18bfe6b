! A scalar that is mapped is used behind assignments that may allocate, which the host does where the shape is another.
module q
  implicit none
  type o
    integer, allocatable :: a(:, :), c(:, :), x(:), y(:)
  end type
contains
  subroutine go(p, s, t, n, m)
    integer, intent(in) :: n, m
    type(o), intent(inout) :: p
    integer, intent(inout) :: s, t
    !$omp target teams workdistribute map(tofrom: s, t)
    p%a(1:n-1, 2:m) = s
    p%a = cshift(p%c, -1, 2)
    p%x = p%y + t
    p%x(1) = s
    t = s + p%x(n)
    !$omp end target teams workdistribute
  end subroutine
end module

program scalars_over_choices
  use q
  implicit none
  type(o) :: p
  integer :: s, t, n
  do n = 1, 3
    if (allocated(p%a)) deallocate (p%a, p%c, p%x, p%y)
    allocate (p%a(n, 2), p%c(n, 2), p%x(n), p%y(n))
    p%a = 1
    p%c = reshape([1, 2, 3, 4, 5, 6], [n, 2])
    p%x = 9
    p%y = 4
    s = 40 + n
    t = n
    call go(p, s, t, n, 2)
    print '(20i4)', s, t, p%a, p%x
    ! Another shape.
    deallocate (p%c, p%y)
    allocate (p%c(n, 3), p%y(n + 1))
    p%c = 3
    p%y = 5
    call go(p, s, t, n, 2)
    print '(20i4)', s, t, p%a, p%x
  end do
end program
!>   41  82   2   1  41
!>   41  82   3   3   3  41  87
!>   42  48   3   4   1   2  42   6
!>   42  95   3   3   3   3   3   3  42  53  53
!>   43  50   4   5   6   1   2   3  43   7   7
!>   43  98   3   3   3   3   3   3   3   3   3  43  55  55  55
