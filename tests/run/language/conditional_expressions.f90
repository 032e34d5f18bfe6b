! Conditional expressions and arguments of Fortran 2023: only what is chosen is evaluated, and a conditional argument is
! the variable itself.
module shapes_m
  implicit none
  type :: point
    integer :: x = 0
    integer, allocatable :: tail(:)
  end type
contains
  integer function loud(n)
    integer, intent(in) :: n
    print *, 'loud', n
    loud = n
  end function
  subroutine change(x, y)
    integer, intent(inout) :: x
    integer, optional, intent(in) :: y
    x = x + 100
    if (present(y)) x = x + y
  end subroutine
  integer function given(a, b, c)
    integer, optional, intent(in) :: a, b, c
    given = 0
    if (present(a)) given = given + 1
    if (present(b)) given = given + 10
    if (present(c)) given = given + 100
  end function
  subroutine grow(p)
    integer, allocatable, intent(inout) :: p(:)
    if (allocated(p)) then
      p = [p, 0]
    else
      p = [7]
    end if
  end subroutine
end module

program conditional_expressions
  use shapes_m
  implicit none
  integer :: a, b, i, v(3), w(2)
  integer, allocatable :: p(:), q(:)
  character(:), allocatable :: s
  type(point) :: x, y, z
  real, parameter :: c = (1 > 2 ? 1.5 : 2.5)
  complex :: u
  a = 3
  b = 4
  print *, (a > b ? a : b), (a > b ? 1.0 : a == 3 ? 2.0 : 3.0), c
  i = (a < b ? loud(1) : loud(2))
  print *, i
  s = (a > b ? 'first' : 'the second')
  print *, s, len(s), len((a < b ? 'ab' : 'abc')), '<'//(a < b ? trim('x  ') : 'yy')//'>'
  v = (a < b ? [1, 2, 3] : [4, 5, 6])
  w = [8, 9]
  print *, v, (a > b ? v : w), size((a > b ? v : w)), sum((a < b ? v*2 : w))
  print *, (a < b .and. size(v) > 2 ? v(3) : -1), 2*(b > a ? b : a) + 1
  x%x = 1
  x%tail = [1, 2]
  y%x = 2
  z = (a > b ? x : y)
  print *, z%x, allocated(z%tail)
  z = (a < b ? x : y)
  print *, z%x, z%tail
  u = (b == 4 ? (1.0, 2.0) : (0.0, 0.0))
  print *, u, (b /= 4 ? .true. : .false.)
  do i = 1, 3
    print *, (i == 1 ? 'one' : i == 2 ? 'two' : 'many')
  end do
  call change((a > b ? a : b))
  print *, a, b
  call change((a < b ? a : b), (a > 50 ? a : .nil.))
  print *, a, b
  call change(a, (a > 50 ? 5 : .nil.))
  print *, a
  print *, given((a > 0 ? a : .nil.), (a < 0 ? b : .nil.), (a > 0 ? 1 : .nil.)), given(c=(a < 0 ? 1 : .nil.))
  allocate (p(1), source=5)
  call grow((a > 0 ? p : q))
  call grow((a < 0 ? p : q))
  print *, p, q
end program
!>            4   2.00000000       2.50000000    
!>  loud           1
!>            1
!>  the second          10           2 <x>
!>            1           2           3           8           9           2          12
!>            3           9
!>            2 F
!>            1           1           2
!>              (1.00000000,2.00000000) F
!>  one
!>  two
!>  many
!>            3         104
!>          103         104
!>          208
!>          101           0
!>            5           0           7
