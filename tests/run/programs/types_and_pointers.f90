! Sequence types, parameters of derived type, submodules, bounds remapping.
module nums
  implicit none
  integer, parameter :: rk = kind(1d0)
  type t
    sequence
    integer :: a = 1
    real(rk) :: b(2) = [1.5_rk, 2.5_rk]
    character(4) :: c = 'init'
  end type
  type, public :: nested
    type(t) :: x, y(2)
    integer, pointer :: p(:) => null()
  end type
  type(t), parameter :: const = t(7, [3._rk, 4._rk], 'para')
  type(t), parameter :: carr(2) = [t(1, 0._rk, 'a'), t(2, 1._rk, 'b')]
  type(nested), save :: gl
  integer, target, save :: tgt(5) = [1,2,3,4,5]
  enum, bind(c)
    enumerator :: red = 1, green, blue = 10, violet
  end enum
  integer, protected, save :: counter = 0
  real(rk), parameter :: mat(2,2) = reshape([1,2,3,4], [2,2])
  interface
    module subroutine sub1(n)
      integer, intent(in) :: n
    end subroutine
    module function f1(x) result(y)
      real(rk), intent(in) :: x
      real(rk) :: y
    end function
  end interface
contains
  subroutine tick(); counter = counter + 1; end subroutine
  impure elemental subroutine show(i)
    integer, intent(in) :: i
    print *, 'show', i
  end subroutine
  elemental real(rk) function half(x)
    real(rk), intent(in) :: x
    half = x / 2
  end function
end module
submodule (nums) impl
  integer :: hidden = 5
contains
  module subroutine sub1(n)
    integer, intent(in) :: n
    hidden = hidden + n
    print *, 'sub1', hidden
  end subroutine
  module procedure f1
    y = x * hidden
  end procedure
end submodule
program d4
  use nums, only: t, nested, const, carr, gl, tgt, red, green, blue, violet, tick, cnt => counter, show, half, sub1, f1, rk, mat
  implicit none
  type(nested) :: n
  type(t) :: u, v(3)
  integer, pointer :: p(:), q(:,:), r
  integer, target :: m(3,4), flat(6)
  integer :: i
  print *, n%x%a, n%x%b, n%x%c, n%y%a, associated(n%p)
  n%y(2) = const
  print *, n%y(2)%c, n%y(2)%b, const%b(2), carr(2)%c, carr%a
  n%p => tgt(2:4)
  n%p(1) = 20
  print *, tgt, n%p, lbound(n%p)
  p(0:) => tgt(::2)
  print *, p(0), lbound(p), ubound(p), p
  m = reshape([(i, i=1,12)], [3,4])
  flat = [1,2,3,4,5,6]; q(1:2,1:3) => flat
  print *, q
  p => m(2, :)
  p = p * 10
  print *, m
  r => m(3,3); r = -1
  print *, m(3,:), associated(r, m(3,3)), associated(p, m(2,:))
  print *, red, green, blue, violet
  call tick; call tick()
  print *, cnt
  call show([1,2,3])
  print *, half([1._rk, 2._rk]), half(3._rk)
  call sub1(3); print *, f1(2._rk)
  v%a = [1,2,3]; v(2)%b(1) = 9; v%c = 'same'
  print *, v%a, v%b(1), v(:)%c
  u = v(2)
  v(1:2) = v(2:3)
  print *, v%a, u%a, mat(1,:), mat(:,2)
  gl%x = t(c='kw', a=3)
  print *, gl%x%a, gl%x%b, gl%x%c
  print *, storage_size(u), size(transfer(1_8, [1_1]))
end program
!>            1   1.5000000000000000        2.5000000000000000      init           1           1 F
!>  para   3.0000000000000000        4.0000000000000000        4.0000000000000000      b              1           2
!>            1          20           3           4           5          20           3           4           1
!>            1           0           2           1           3           5
!>            1           2           3           4           5           6
!>            1          20           3           4          50           6           7          80           9          10         110          12
!>            3           6          -1          12 T T
!>            1           2          10          11
!>            2
!>  show           1
!>  show           2
!>  show           3
!>   0.50000000000000000        1.0000000000000000        1.5000000000000000
!>  sub1           8
!>    16.000000000000000
!>            1           2           3   1.5000000000000000        9.0000000000000000        1.5000000000000000      samesamesame
!>            2           3           3           2   1.0000000000000000        3.0000000000000000        3.0000000000000000        4.0000000000000000
!>            3   1.5000000000000000        2.5000000000000000      kw
!>          256           8
