! LOCAL_INIT copies the association of pointers, not their targets.
program main
  type t
    integer :: y = 44
  end type
  type(t), pointer :: x, y(:)
  type(t), pointer :: xs, ys(:)
  logical :: same(3)
  integer :: i
  allocate(x, y(3))
  xs => x
  ys => y
  x%y = 3
  y%y = [1, 2, 3]
  do concurrent (i = 1:3) local_init(x, y) shared(same, xs, ys)
    same(i) = associated(x, xs) .and. associated(y, ys) .and. x%y == 3
    if (i == 2) y(2)%y = 20
    x => null()
    y => ys(1:1)
  end do
  print *, same, associated(x, xs), associated(y, ys), y%y
end program
!>  T T T T T           1          20           3
