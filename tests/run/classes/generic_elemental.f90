! Type-bound generics: a specific that is not elemental wins, and an elemental subroutine with array arguments defines
! no scalars (15.5.5.2, 15.8.3).
module generic_elemental_m
  implicit none
  type :: box
    integer :: n = 0
  contains
    procedure :: set_each
    procedure :: set_sum
    generic :: set => set_each, set_sum
    procedure :: plus_each
    procedure :: plus_list
    generic :: operator(+) => plus_each, plus_list
  end type
  interface assign
    procedure :: give_each, give_sum
  end interface
contains
  elemental subroutine set_each(this, k)
    class(box), intent(inout) :: this
    integer, intent(in) :: k
    this%n = k
  end subroutine
  subroutine set_sum(this, k)
    class(box), intent(inout) :: this
    integer, intent(in) :: k(:)
    this%n = sum(k)
  end subroutine
  elemental function plus_each(this, k) result(m)
    class(box), intent(in) :: this
    integer, intent(in) :: k
    integer :: m
    m = this%n + k
  end function
  function plus_list(this, k) result(m)
    class(box), intent(in) :: this
    integer, intent(in) :: k(:)
    integer :: m
    m = 1000 + this%n + sum(k)
  end function
  elemental subroutine give_each(x, k)
    integer, intent(out) :: x
    integer, intent(in) :: k
    x = k
  end subroutine
  subroutine give_sum(x, k)
    integer, intent(out) :: x
    integer, intent(in) :: k(:)
    x = sum(k)
  end subroutine
end module
program generic_elemental
  use generic_elemental_m
  implicit none
  type(box) :: x, y(3)
  integer :: i, j(3)
  call x%set([1, 2, 3])
  call y%set([1, 2, 3])
  print *, x%n, y%n
  call y%set(5)
  print *, y%n
  print *, x + 1, x + [1, 2], y + [1, 2, 3]
  call assign(i, [4, 5, 6])
  call assign(j, [4, 5, 6])
  print *, i, j
end program
!>            6           1           2           3
!>            5           5           5
!>            7        1009           6           7           8
!>           15           4           5           6
