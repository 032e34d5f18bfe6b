! Names and types that other declarations make known: VOLATILE for what the host declares, entry points in each other,
! types that contain each other, lengths in the bounds of a result, intrinsics and the function itself as targets.
module m
  implicit none
  integer :: shared = 1
  type :: list
    type(node), pointer :: first => null()
  end type
  type :: node
    type(list) :: rest
    integer :: v = 7
  end type
  type :: holder
    integer :: i
    procedure(step), pointer :: f
  end type
  interface operator(*)
    module procedure outer
  end interface
contains
  subroutine touch
    volatile :: shared
    shared = shared + 1
  end subroutine
  function step(h) result(r)
    class(holder) :: h
    type(holder) :: r
    r = holder(h%i + 1, step)
  end function
  pure function outer(a, b) result(c)
    real, intent(in) :: a(:), b(:,:)
    real :: c(size(b, 2))
    c = matmul(a, b)
  end function
  function stars(s) result(r)
    character(*), intent(in) :: s
    character(5) :: r(len(r) - 3)
    r = s
  end function
  subroutine maybe(a, b)
    integer, intent(in) :: a
    integer, intent(in), optional :: b
    print *, a, present(b)
  end subroutine
  subroutine bounds(x)
    integer, intent(in) :: x(..)
    if (rank(x) == 2) then
      print *, shape(x) - [1, 1], all(ubound(x) == [2, 3])
    end if
  end subroutine
  subroutine dynamic(x)
    integer, intent(in) :: x(..)
    call unlimited(x)
  end subroutine
  subroutine unlimited(x)
    class(*), intent(in) :: x(..)
    select rank (x)
    rank (0)
      select type (x)
      type is (integer)
        print *, 'scalar', x
      end select
    rank (1)
      select type (x)
      type is (integer)
        print *, 'vector', x
      end select
    end select
  end subroutine
  integer function fac(n)
    integer, intent(in) :: n
    integer :: i, k
    procedure(integer), pointer :: absolute
    absolute => iabs
    k = absolute(-1)
    fac = k
    do i = 2, n
      fac = fac * i
    end do
  end function
end module
integer recursive function alpha(i, j) result(r)
  integer :: i, j
  r = i
  if (i < 3) r = beta(i, j)
  return
  entry beta(i, j) result(r)
  r = 10 * i + j
end function
program main
  use m
  implicit none
  type(list) :: l
  type(holder) :: h
  integer, target, save :: goal = 5
  integer, pointer :: p
  integer :: v(6)
  integer, external :: alpha, beta
  real(4) :: x(2), y(2, 2)
  procedure(real), pointer :: trig => null()
  data p /goal/
  data v([1, 3]), v([2, 4, 5, 6]) /2*1, 4*2/
  call touch
  print *, shared, p, v
  allocate (l%first)
  print *, l%first%v, associated(l%first%rest%first)
  h = holder(1, step)
  h = h%f()
  h = h%f()
  print *, h%i
  x = [1, 2]
  y = reshape([1, 2, 3, 4], [2, 2])
  print *, x * y
  print *, stars('ab')
  call maybe(1, null())
  call maybe(2, 3)
  call bounds(reshape([1, 2, 3, 4, 5, 6], [2, 3]))
  call dynamic(3)
  call dynamic([4, 5])
  print *, fac(4), alpha(1, 2), alpha(5, 2), beta(3, 4)
  trig => cos
  print *, trig(0.0)
  call length(len, 'hello')
contains
  subroutine length(f, s)
    integer, external :: f
    character(*), intent(in) :: s
    print *, f(s)
  end subroutine
end program
!>            2           5           1           2           1           2           2           2
!>            7 F
!>            3
!>    5.00000000       11.0000000    
!>  ab   ab   
!>            1 F
!>            2 T
!>            1           2 T
!>  scalar           3
!>  vector           4           5
!>           24          12           5          34
!>    1.00000000    
!>            5
