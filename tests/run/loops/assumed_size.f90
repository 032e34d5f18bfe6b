! options: -O3 -march=x86-64
! The last extent of an array of assumed size is not known: elements of it that only some iterations load are not
! loaded for others.
module arrays
  implicit none
contains
  subroutine one(n, k, a, b, x)
    integer, intent(in) :: n, k
    integer, intent(in) :: a(n), x(*)
    integer, intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (a(i) > 0) b(i) = a(i) + x(k)
    end do
  end subroutine
  subroutine row(n, k, a, b, x)
    integer, intent(in) :: n, k
    integer, intent(in) :: a(n), x(*)
    integer, intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (a(i) > 0) b(i) = a(i) + x(i + k)
    end do
  end subroutine
end module

program assumed_size
  use arrays
  implicit none
  procedure(one), pointer :: first, second
  integer :: a(100), b(100), i
  integer, save :: x(200)
  ! Which ones they are nobody knows before: they see nothing of `x`.
  first => one
  second => row
  if (command_argument_count() > 1000) then
    first => row
    second => one
  end if
  x = [(i, i = 1, 200)]
  a = -1
  b = 7
  call first(100, 2000000000, a, b, x)
  call second(100, 2000000000, a, b, x)
  print '(2i6)', b(1), sum(b)
  a(1:100:3) = 1
  call first(100, 5, a, b, x)
  print '(2i6)', b(1), sum(b)
  call second(100, 100, a, b, x)
  print '(2i6)', b(1), sum(b)
end program

!>      7   700
!>      6   666
!>    102  5613
