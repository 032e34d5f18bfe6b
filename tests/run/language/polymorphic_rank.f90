module m
  implicit none
  type a
    integer :: i = 1
  end type
  type, extends(a) :: b
    real :: x = 2.5
  end type
contains
  subroutine rk(x)
    class(*), intent(in) :: x(..)
    print *, rank(x), shape(x), size(x)
    call again(x)
    select rank (x)
    rank (0)
      select type (x)
      type is (integer); print *, 'int', x
      type is (character(*)); print *, 'chr ', x, len(x)
      class is (a); print *, 'a or b', x%i
      class default; print *, 'other'
      end select
    rank (1)
      select type (x)
      type is (integer); print *, 'ints', x
      type is (real); print *, 'reals', x(2:)
      type is (b); print *, 'bs', x%x, x(2)%i
      end select
    rank default
      print *, 'rank', rank(x)
    end select
  end subroutine
  subroutine again(y)
    class(*), intent(in), optional :: y(..)
    print *, present(y), rank(y)
  end subroutine
  subroutine change(x)
    class(a), intent(inout) :: x(..)
    select rank (z => x)
    rank (0)
      z%i = z%i + 10
      select type (z)
      type is (b); z%x = -1.
      end select
    rank (2)
      z(2, 1)%i = 77
    end select
  end subroutine
end module
program p
  use m
  implicit none
  type(b) :: s, v(3), w(2, 2)
  class(a), allocatable :: c
  integer :: i
  v%i = [(i * 3, i = 1, 3)]
  call rk(5); call rk('text'); call rk([1, 2]); call rk([1.5, 2.5, 3.5]); call rk(reshape([1, 2], [1, 2])); call rk(2d0)
  call rk(s); call rk(v); call rk(v(3:1:-1)); call rk(v%i)
  call change(s); print *, s; call change(w); print *, w%i
  allocate(b :: c); call change(c); call rk(c)
end program
!>            0           1
!>  T           0
!>  int           5
!>            0           1
!>  T           0
!>  chr text           4
!>            1           2           2
!>  T           1
!>  ints           1           2
!>            1           3           3
!>  T           1
!>  reals   2.50000000       3.50000000
!>            2           1           2           2
!>  T           2
!>  rank           2
!>            0           1
!>  T           0
!>  other
!>            0           1
!>  T           0
!>  a or b           1
!>            1           3           3
!>  T           1
!>  bs   2.50000000       2.50000000       2.50000000               6
!>            1           3           3
!>  T           1
!>  bs   2.50000000       2.50000000       2.50000000               6
!>            1           3           3
!>  T           1
!>  ints           3           6           9
!>           11  -1.00000000
!>            1          77           1           1
!>            0           1
!>  T           0
!>  a or b          11
