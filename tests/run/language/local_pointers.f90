program p
  implicit none
  type t
    integer :: k = 0
    type(t), pointer :: n => null()
  end type
  type(t), pointer :: a, b, c
  type(t), target :: x, y
  integer, pointer :: q
  integer, target :: v(3) = [1, 2, 3]
  integer :: i, m
  logical :: ok
  nullify(a, b, c)
  a => x
  b => a
  x%k = 3
  print *, associated(a, b), associated(a), associated(c), b%k
  a => y
  a%n => x
  print *, associated(b, x), associated(a%n, b), a%n%k
  do i = 1, 3
    q => v(i)
    q = q * 10
    if (mod(i, 2) == 0) nullify(q)
    print *, associated(q)
  end do
  print *, v
  m = 0
  do i = 1, 10
    if (mod(i, 3) == 0) m = m + i
    if (i > 8) m = m - 1
    ok = m > 10
    if (ok) then
      m = m - 7
      ok = .false.
    end if
  end do
  print *, m, ok
  allocate(c)
  c%k = 9
  c%n => c
  print *, c%n%n%k
  deallocate(c)
  print *, associated(c)
end program
!>  T T F           3
!>  T T           3
!>  T
!>  F
!>  T
!>           10          20          30
!>            9 F
!>            9
!>  F
