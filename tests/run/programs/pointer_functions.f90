! Pointer-valued functions as variables, targets and arguments.
module m
  implicit none
  integer, target :: store(10) = 0
  type node
    integer :: k
    type(node), pointer :: next => null()
  end type
contains
  function at(i) result(p)
    integer, intent(in) :: i
    integer, pointer :: p
    nullify(p)
    if (i > 0) p => store(i)
  end function
  function sec(a, b) result(p)
    integer, intent(in) :: a, b
    integer, pointer :: p(:)
    p(a:) => store(a:b)
  end function
  function find(h, k) result(p)
    type(node), target, intent(in) :: h
    integer, intent(in) :: k
    type(node), pointer :: p
    p => h
    do while (associated(p))
      if (p%k == k) return
      p => p%next
    end do
  end function
  subroutine inc(i)
    integer, intent(inout) :: i
    i = i + 100
  end subroutine
  subroutine incv(i)
    integer, intent(inout) :: i(2)
    i = i + 100
  end subroutine
  subroutine show(q)
    integer, pointer, intent(in) :: q(:)
    print *, lbound(q), ubound(q), q
  end subroutine
end module
program p
  use m
  implicit none
  integer, pointer :: q, v(:)
  type(node), target :: a, b
  type(node), pointer :: n
  at(3) = 7
  sec(5, 7) = [1, 2, 3]
  q => at(3)
  q = q + 1
  print *, store, sum(sec(5,7)), at(3) + 1
  v => sec(5,7); print *, lbound(v), v
  print *, associated(at(0)), associated(at(1)), associated(at(2), store(2))
  q => at(-1); print *, associated(q)
  call inc(at(10)); call incv(sec(8,9)); print *, store
  call show(sec(2, 4))
  a%k = 1; b%k = 2; a%next => b
  n => find(a, 2); print *, n%k, associated(n, b)
  n => find(a, 3); print *, associated(n)
end
!>            0           0           8           0           1           2           3           0           0           0           6           9
!>            5           1           2           3
!>  F T T
!>  F
!>            0           0           8           0           1           2           3         100         100         100
!>            2           4           0           8           0
!>            2 T
!>  F
