module zm
  implicit none
  type t
    integer, allocatable :: a(:)
    integer :: k = 0
  end type
contains
  subroutine s(n, x, r)
    integer, intent(in) :: n
    integer, intent(in), optional :: x(:)
    integer, intent(out) :: r
    integer :: i
    r = 0
    do i = 1, n
      r = r + x(i)
    end do
  end subroutine
  subroutine u(n, p, r)
    integer, intent(in) :: n
    type(t), pointer :: p
    integer, intent(out) :: r
    integer :: i
    r = 0
    do i = 1, n
      r = r + p%a(i) + p%k
    end do
  end subroutine
  subroutine v(n, r, m)
    integer, intent(in) :: n
    integer, intent(out) :: r
    integer, intent(in), optional :: m
    integer :: i
    r = 0
    do i = 1, n
      r = r + m
    end do
  end subroutine
end module
program z
  use zm
  integer :: r
  type(t), pointer :: p
  nullify(p)
  call s(0, r=r)
  print *, r
  call u(0, p, r)
  print *, r
  call v(0, r)
  print *, r
end program
!>            0
!>            0
!>            0
