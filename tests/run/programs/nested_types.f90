! Sections through nested types, pointers to components.
program p
  implicit none
  type a_t
    integer :: c(3) = [1,2,3]
    real :: x = 1.5
    character(4) :: s = 'abcd'
  end type
  type b_t
    type(a_t) :: b(2)
    integer :: k = 7
  end type
  type c_t
    type(b_t), allocatable :: v(:)
  end type
  type(b_t), target :: w(3)
  type(c_t) :: z
  integer, pointer :: ip(:)
  real, pointer :: rp(:)
  character(4), pointer :: cp(:)
  integer :: i, j
  w(2)%b(1)%c(2) = 20
  print *, w(2)%b(1)%c, w(:)%k, w(1)%b(:)%x, w(:)%b(2)%c(3)
  w(:)%b(1)%x = [1.,2.,3.]
  w%k = w%k + [(i, i=1,3)]
  print *, w%b(1)%x, w%k, sum(w%b(2)%x)
  ip => w(2)%b(1)%c
  ip(1) = -1
  rp => w(:)%b(1)%x
  rp = rp * 10
  cp => w(1:3:2)%b(2)%s
  cp(2) = 'zz'
  print *, w(2)%b(1)%c(1), w(3)%b(1)%x, w(3)%b(2)%s, size(cp), cp(1)(2:3)
  allocate (z%v(2))
  z%v(2)%b(2)%c(3) = 99
  z%v(1) = w(2)
  print *, z%v(2)%b(2)%c, z%v(1)%b(1)%c, z%v%k
  call s(w%k, 3); print *, w%k
  call t(w(:)%b(1)%x); print *, w%b(1)%x
  call u(w%b(2)%s(2:3))
  w(1)%b = w(2)%b(2:1:-1)
  print *, w(1)%b(2)%c, w(1)%b%x
  w%k = [(i*i, i=1,3)]
  where (w%k > 2) w%k = 0
  print *, w%k, (w(i)%b(1)%s(1:1), i=1,3)
contains
  subroutine s(k, n); integer, intent(in) :: n; integer, intent(inout) :: k(n); k = k + 1; end subroutine
  subroutine t(x); real, intent(inout) :: x(:); x(2:) = 0; end subroutine
  subroutine u(c); character(*), intent(in) :: c(:); print *, len(c), c; end subroutine
end
!>            1          20           3           7           7           7   1.50000000       1.50000000               3           3           3
!>    1.00000000       2.00000000       3.00000000               8           9          10   4.50000000
!>           -1   30.0000000     zz             2 bc
!>            1           2          99          -1          20           3           9           7
!>            9          10          11
!>    10.0000000       0.00000000       0.00000000
!>            2 bcbcz
!>           -1          20           3   1.50000000       0.00000000
!>            1           0           0 aaa
