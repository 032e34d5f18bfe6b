! What an elemental subroutine defines: the targets of pointer functions, and sections with vector subscripts
! (F2018 15.5.2.4 forbids these to other procedures only).
module m
  implicit none
  type t
    integer :: v = 0
    real :: r = 0
  end type
  interface assignment(=)
    procedure :: from_int, plus
  end interface
  type(t), target :: store(5)
  integer, target :: is(4) = [1, 2, 3, 4]
contains
  elemental subroutine from_int(l, r)
    type(t), intent(out) :: l
    integer, intent(in) :: r
    l%v = r
  end subroutine
  elemental subroutine plus(l, r)
    type(t), intent(inout) :: l
    type(t), intent(in) :: r
    l%v = r%v + 1000
  end subroutine
  elemental subroutine swap(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a; a = b; b = t
  end subroutine
  elemental subroutine mark(s)
    character(*), intent(inout) :: s
    s(1:1) = '#'
  end subroutine
  function part(i, j) result(p)
    integer, intent(in) :: i, j
    type(t), pointer :: p(:)
    p => store(i:j)
  end function
  function ints(i, j) result(p)
    integer, intent(in) :: i, j
    integer, pointer :: p(:)
    p => is(i:j)
  end function
end module
program p
  use m
  implicit none
  type(t) :: y(3)
  integer :: k(4) = [10, 20, 30, 40], r(2) = [5, 6], n = 2
  character(3) :: c(3) = ['abc', 'def', 'ghi']
  part(3, 5) = [8, 9, 10]
  print *, store%v
  part(1, 2) = part(4, 5)
  print *, store%v
  call swap(ints(1, 2), r)
  print *, is, r
  call swap(ints(1, n), ints(3, 4))
  print *, is
  y = [1, 2, 3]
  y([2, 1]) = y([1, 3])
  print *, y%v
  y([3, n])%r = [1.5, 2.5]
  print *, y%r
  call swap(k([4, 1]), k([2, 3]))
  print *, k
  call swap(y([3, 1])%v, k(1:2))
  print *, y%v, k
  call mark(c([3, 1]))
  print *, c
  where (y%v > 50) y = 7
  print *, y%v
end program
!>            0           0           8           9          10
!>         1009        1010           8           9          10
!>            5           6           3           4           1           2
!>            3           4           5           6
!>         1003        1001           3
!>    0.00000000       2.50000000       1.50000000
!>           30          40          10          20
!>           40        1001          30           3        1003          10          20
!>  #bcdef#hi
!>           40           7          30
