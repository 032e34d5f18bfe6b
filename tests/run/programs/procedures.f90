! Procedure pointers, generics, optional arguments, sections as arguments.
module m_proc
  implicit none
  abstract interface
    function rfun(x) result(y)
      real, intent(in) :: x
      real :: y
    end function
    pure function pred(i) result(l)
      integer, intent(in) :: i
      logical :: l
    end function
  end interface
  type op_t
    character(10) :: name
    procedure(rfun), pointer, nopass :: f => null()
  end type
  interface swap
    procedure swap_i, swap_r, swap_c
  end interface
  interface sort
    module procedure sort_i, sort_r
  end interface
contains
  subroutine swap_i(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a; a = b; b = t
  end subroutine
  subroutine swap_r(a, b)
    real, intent(inout) :: a, b
    real :: t
    t = a; a = b; b = t
  end subroutine
  subroutine swap_c(a, b)
    character(*), intent(inout) :: a, b
    character(len(a)) :: t
    t = a; a = b; b = t
  end subroutine
  recursive subroutine sort_i(a)
    integer, intent(inout) :: a(:)
    integer :: p, i, j
    if (size(a) <= 1) return
    p = a((1+size(a))/2)
    i = 0; j = size(a) + 1
    do
      do
        i = i + 1; if (a(i) >= p) exit
      end do
      do
        j = j - 1; if (a(j) <= p) exit
      end do
      if (i >= j) exit
      call swap(a(i), a(j))
    end do
    call sort(a(:j))
    call sort(a(j+1:))
  end subroutine
  subroutine sort_r(a)
    real, intent(inout) :: a(:)
    integer :: i
    do i = 2, size(a)
      block
        real :: k
        integer :: j
        k = a(i); j = i - 1
        do while (j >= 1)
          if (a(j) <= k) exit
          a(j+1) = a(j)
          j = j - 1
        end do
        a(j+1) = k
      end block
    end do
  end subroutine
  real function sq(x) result(y)
    real, intent(in) :: x
    y = x*x
  end function
  function cube(x) result(y)
    real, intent(in) :: x
    real :: y
    y = x**3
  end function
  function integrate(f, a, b, n) result(s)
    procedure(rfun) :: f
    real, intent(in) :: a, b
    integer, intent(in), optional :: n
    real :: s, h
    integer :: i, m
    m = 100
    if (present(n)) m = n
    h = (b - a)/m
    s = 0.5*(f(a) + f(b))
    do i = 1, m-1
      s = s + f(a + i*h)
    end do
    s = s*h
  end function
  function choose(name) result(p)
    character(*), intent(in) :: name
    procedure(rfun), pointer :: p
    select case (name)
    case ('sq'); p => sq
    case ('cube'); p => cube
    case default; p => null()
    end select
  end function
  pure logical function even(i)
    integer, intent(in) :: i
    even = mod(i, 2) == 0
  end function
  pure function filter(a, f) result(r)
    integer, intent(in) :: a(:)
    procedure(pred) :: f
    integer, allocatable :: r(:)
    integer :: i
    logical :: mask(size(a))
    do i = 1, size(a)
      mask(i) = f(a(i))
    end do
    r = pack(a, mask)
  end function
  subroutine opt(a, b, c)
    integer, intent(in) :: a
    integer, intent(in), optional :: b
    character(*), intent(out), optional :: c
    print *, a, present(b), present(c)
    if (present(c)) c = 'filled'
    if (present(b)) then
      print *, b
    end if
  end subroutine
end module
program p
  use m_proc
  implicit none
  procedure(rfun), pointer :: f
  type(op_t) :: ops(2)
  integer :: a(10) = [3, 9, 1, 7, 2, 8, 10, 4, 6, 5], i
  real :: r(5) = [2.5, -1.0, 3.25, 0.0, 1.5]
  character(10) :: c1 = 'one', c2 = 'two'
  f => sq
  print *, f(3.0), associated(f), associated(f, sq)
  f => choose('cube')
  print *, f(3.0)
  f => choose('none')
  print *, associated(f)
  ops(1)%name = 'square'; ops(1)%f => sq
  ops(2) = op_t('cube', cube)
  do i = 1, 2
    print *, ops(i)%name, ops(i)%f(2.0)
  end do
  print '(f8.4)', integrate(sq, 0., 3.), integrate(n=10, b=1., a=0., f=cube)
  call sort(a); print *, a
  call sort(r); print *, r
  call swap(c1, c2); print *, c1, c2
  print *, filter(a, even)
  call opt(1); call opt(1, c=c1); print *, c1; call opt(1, 2)
  call sort(a(10:1:-1)); print *, a
  call sort(a(::2)); print *, a
end program
!>    9.00000000     T T
!>    27.0000000
!>  F
!>  square       4.00000000
!>  cube         8.00000000
!>   9.0004
!>   0.2525
!>            1           2           3           4           5           6           7           8           9          10
!>   -1.00000000       0.00000000       1.50000000       2.50000000       3.25000000
!>  two       one
!>            2           4           6           8          10
!>            1 F F
!>            1 F T
!>  filled
!>            1 T F
!>            2
!>           10           9           8           7           6           5           4           3           2           1
!>            2           9           4           7           6           5           8           3          10           1
