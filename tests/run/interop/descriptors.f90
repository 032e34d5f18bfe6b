! Interoperable procedures with descriptors on both sides: shapes, ranks, strings of assumed length, allocatables.
module procs
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine shapes(a, b) bind(c)
    integer(c_int), intent(inout) :: a(:, 0:)
    integer(c_int), intent(in), optional :: b(:)
    print '(8i4)', shape(a), lbound(a), ubound(a), sum(a), a(1, 0)
    if (present(b)) print '(9i4)', lbound(b), ubound(b), b
    a(2, 1) = -a(2, 1)
  end subroutine
  subroutine any_rank(x) bind(c)
    real(c_double), intent(in) :: x(..)
    print '(i2,9i4)', rank(x), shape(x), lbound(x)
    select rank (x)
    rank (0)
      print '(a,f5.1)', 'scalar', x
    rank (2)
      print '(a,9f5.1)', 'matrix', x
    end select
  end subroutine
  subroutine text(s, n) bind(c)
    character(kind=c_char, len=*), intent(inout) :: s
    integer(c_int), value :: n
    print '(i3,3a)', len(s), '[', s, ']'
    s(n:n) = '#'
    n = 0
  end subroutine
  subroutine grow(a) bind(c)
    integer(c_int), allocatable, intent(inout) :: a(:)
    if (allocated(a)) then
      a = [a, size(a)]
    else
      allocate (a(3:4), source=7)
    end if
  end subroutine
  function pick(p, k) bind(c) result(r)
    type(c_ptr), value :: p
    integer(c_int), value :: k
    type(c_ptr) :: r
    integer(c_int), pointer :: v(:)
    call c_f_pointer(p, v, [k])
    r = c_loc(v(k))
  end function
end module
program descriptors
  use procs
  implicit none
  integer(c_int), target :: m(3, 4)
  integer(c_int), allocatable :: a(:)
  integer(c_int), pointer :: one
  character(len=7) :: s = 'letters'
  integer :: i
  m = reshape([(i, i=1, 12)], [3, 4])
  call shapes(m)
  call shapes(m(1:3:2, 2:4), m(2, :))
  print '(12i4)', m
  call any_rank(2.5d0)
  call any_rank(reshape([1d0, 2d0, 3d0, 4d0], [2, 2]))
  call any_rank([1d0, 2d0])
  i = 2
  call text(s, i)
  call text(s(3:5), 1)
  print '(a,i3)', s, i
  call grow(a)
  print '(9i3)', a, lbound(a)
  call grow(a)
  print '(9i3)', a, lbound(a)
  call c_f_pointer(pick(c_loc(m), 5), one)
  one = 99
  print '(12i4)', m
end program
!>    3   4   1   0   3   3  78   1
!>    2   3   1   0   2   2  48   4
!>    1   4   2  -5   8  11
!>    1   2   3   4  -5   6   7   8  -9  10  11  12
!>  0
!> scalar  2.5
!>  2   2   2   1   1
!> matrix  1.0  2.0  3.0  4.0
!>  1   2   1
!>   7[letters]
!>   3[tte]
!> l##ters  2
!>   7  7  3
!>   7  7  2  1
!>    1   2   3   4  99   6   7   8  -9  10  11  12
