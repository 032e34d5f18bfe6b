!=== if condition is an integer
program p
  integer :: i
  if (i) then !! logical
  end if
end program
!=== if condition is an array
program p
  logical :: l(3)
  if (l) print *, 1 !! scalar
end program
!=== else if after else
program p
  logical :: l
  if (l) then
  else
  else if (l) then !! ELSE
  end if
end program
!=== else without if
program p
  else !! ELSE
end program
!=== end if without if
program p
  print *, 1
  end if !! END IF
end program
!=== if block not closed
program p
  logical :: l
  if (l) then
    print *, 1
end program !! this IF construct is not closed
!=== do not closed
program p
  integer :: i
  do i = 1, 3
    print *, i
end program !! this DO construct is not closed
!=== do variable is real array
program p
  real :: a(3)
  do a = 1, 3 !! a
  end do
end program
!=== do variable is logical
program p
  logical :: l
  do l = 1, 3 !! l
  end do
end program
!=== do bound is character
program p
  integer :: i
  do i = 1, 'a' !! bound
  end do
end program
!=== do step is zero
program p
  integer :: i
  do i = 1, 3, 0 !! zero
  end do
end program
!=== do variable assigned in the loop
program p
  integer :: i
  do i = 1, 3
    i = i + 1 !! i
  end do
end program
!=== do variable used again by an inner loop
program p
  integer :: i
  do i = 1, 3
    do i = 1, 3 !! i
    end do
  end do
end program
!=== do variable read in the loop
program p
  integer :: i
  do i = 1, 3
    read *, i !! i
  end do
end program
!=== do variable passed to intent(out)
program p
  integer :: i
  do i = 1, 3
    call s(i) !! i
  end do
contains
  subroutine s(k)
    integer, intent(out) :: k
    k = 1
  end subroutine
end program
!=== exit outside a loop
program p
  exit !! EXIT
end program
!=== cycle outside a loop
program p
  logical :: l
  if (l) then
    cycle !! CYCLE
  end if
end program
!=== exit names no construct
program p
  integer :: i
  do i = 1, 3
    exit outer !! outer
  end do
end program
!=== cycle names a construct that is no loop
program p
  integer :: i
  do i = 1, 3
    blk: if (i > 1) then
      cycle blk !! this names another construct
    end if blk
  end do
end program
!=== construct name missing at the end
program p
  integer :: i
  a: do i = 1, 3
  end do !! a
end program
!=== construct name at the end differs
program p
  integer :: i
  a: do i = 1, 3
  end do b !! b
end program
!=== construct name at the end of an unnamed loop
program p
  integer :: i
  do i = 1, 3
  end do b !! this DO construct has no name
end program
!=== construct name used twice
program p
  integer :: i
  a: do i = 1, 3
  end do a
  a: do i = 1, 3 !! a
  end do a
end program
!=== goto a label that does not exist
program p
  goto 10 !! 10
end program
!=== goto into a loop
program p
  integer :: i
  goto 10 !! 10
  do i = 1, 3
10  print *, i
  end do
end program
!=== label defined twice
program p
10 print *, 1
10 print *, 2 !! 10
end program
!=== goto a format
program p
  goto 10 !! 10
10 format (i5)
end program
!=== label too long
program p
123456 print *, 1 !! label
end program
!=== arithmetic if of a logical
program p
  logical :: l
  if (l) 10, 20, 30 !! arithmetic IF needs a scalar integer or real
10 continue
20 continue
30 continue
end program
!=== computed goto with a real
program p
  real :: x
  goto (10, 20), x !! integer
10 continue
20 continue
end program
!=== select case of a real
program p
  real :: x
  select case (x) !! integer
  case (1)
  end select
end program
!=== case of another type
program p
  integer :: i
  select case (i)
  case ('a') !! type
  end select
end program
!=== case values overlap
program p
  integer :: i
  select case (i)
  case (1:5)
  case (3) !! overlap
  end select
end program
!=== case value twice
program p
  character(2) :: c
  select case (c)
  case ('ab')
  case ('ab') !! overlap
  end select
end program
!=== case of logical as a range
program p
  logical :: l
  select case (l)
  case (.false.:.true.) !! logical
  end select
end program
!=== two default cases
program p
  integer :: i
  select case (i)
  case default
  case default !! default
  end select
end program
!=== case that is not constant
program p
  integer :: i, j
  select case (i)
  case (j) !! constant
  end select
end program
!=== statement before the first case
program p
  integer :: i
  select case (i)
  print *, 1 !! CASE
  case (1)
  end select
end program
!=== case outside select
program p
  case (1) !! CASE
end program
!=== select not closed
program p
  integer :: i
  select case (i)
  case (1)
end program !! this SELECT construct is not closed
!=== where mask is not logical
program p
  real :: a(3)
  where (a) a = 1 !! logical
end program
!=== where mask is a scalar
program p
  real :: a(3)
  logical :: l
  where (l) !! array
    a = 1
  end where
end program
!=== where of different shapes
program p
  real :: a(3), b(4)
  where (a > 0)
    b = 1 !! mask and variable of WHERE have different shapes
  end where
end program
!=== where with another statement
program p
  real :: a(3)
  where (a > 0)
    print *, a !! WHERE
  end where
end program
!=== elsewhere with mask after elsewhere
program p
  real :: a(3)
  where (a > 0)
    a = 1
  elsewhere
    a = 2
  elsewhere (a < 0) !! ELSEWHERE
    a = 3
  end where
end program
!=== forall assigns its index
program p
  integer :: i
  real :: a(3)
  forall (i = 1:3)
    i = 2 !! i
  end forall
end program
!=== forall with another statement
program p
  integer :: i
  real :: a(3)
  forall (i = 1:3)
    print *, a(i) !! FORALL
  end forall
end program
!=== forall index is real
program p
  real :: x
  real :: a(3)
  forall (x = 1:3) a(1) = x !! x
end program
!=== forall calls an impure function
program p
  integer :: i
  real :: a(3)
  forall (i = 1:3) a(i) = f(i) !! pure
contains
  real function f(k)
    integer, intent(in) :: k
    print *, k
    f = k
  end function
end program
!=== do concurrent with an exit
program p
  integer :: i
  do concurrent (i = 1:3)
    exit !! EXIT
  end do
end program
!=== do concurrent with a return
subroutine s()
  integer :: i
  do concurrent (i = 1:3)
    return !! RETURN
  end do
end subroutine
!=== do concurrent with an impure call
program p
  integer :: i
  do concurrent (i = 1:3)
    call s(i) !! pure
  end do
contains
  subroutine s(k)
    integer, intent(in) :: k
    print *, k
  end subroutine
end program
!=== do concurrent leaves by goto
program p
  integer :: i
  do concurrent (i = 1:3)
    goto 10 !! 10
  end do
10 continue
end program
!=== do concurrent local of an unknown name
program p
  implicit none
  integer :: i
  do concurrent (i = 1:3) local(x) !! x
    print *, i
  end do
end program
!=== do concurrent index assigned
program p
  integer :: i
  do concurrent (i = 1:3)
    i = 1 !! i
  end do
end program
!=== associate name assigned though its selector is an expression
program p
  integer :: i
  associate (k => i + 1)
    k = 3 !! k
  end associate
end program
!=== associate not closed
program p
  integer :: i
  associate (k => i)
    k = 3
end program !! this ASSOCIATE construct is not closed
!=== associate name twice
program p
  integer :: i
  associate (k => i, k => i) !! k
    print *, k
  end associate
end program
!=== end do for an if
program p
  logical :: l
  if (l) then
    print *, 1
  end do !! does not close this IF construct
end program
!=== stop code is real
program p
  stop 1.5 !! stop
end program
!=== while condition is an integer
program p
  integer :: i
  do while (i) !! logical
  end do
end program
!=== logical if with a do
program p
  integer :: i
  if (i > 1) do i = 1, 3 !! IF
end program
!=== end of a labelled loop before its start
program p
  integer :: i
10 continue
  do 10 i = 1, 3 !! 10
end program
!=== critical with exit
program p
  integer :: i
  do i = 1, 3
    critical
      exit !! EXIT
    end critical
  end do
end program
!=== select rank of something that is not assumed rank
subroutine s(x)
  real :: x(:)
  select rank (x) !! selector of SELECT RANK must be of assumed rank
  rank (1)
  end select
end subroutine
!=== a procedure called in SELECT CASE changes the variable of the loop
program p
  integer :: i
  do i = 1, 3
    select case (i)
    case (2)
      call s() !! `s` changes `i`, the variable of the loop that it is called in
    end select
  end do
contains
  subroutine s()
    i = 5
  end subroutine
end program
