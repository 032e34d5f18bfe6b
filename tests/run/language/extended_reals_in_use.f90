! Reals and complex numbers of kinds 10 and 16 as components, arguments, results, in arrays and in input and output.
module m
  implicit none
  integer, parameter :: q = 16, e = 10
  type t
    real(q) :: a = 1.5_q
    complex(e) :: z = (1, 2)
    real(e), allocatable :: v(:)
  end type
  real(q), parameter :: pi = acos(-1.0_q)
  real(e), parameter :: c(3) = [1.0_e, 2.0_e, 3.0_e]/7
  interface g
    module procedure g4, g8, g10, g16
  end interface
contains
  integer function g4(x); real(4), intent(in) :: x; g4 = 4; end function
  integer function g8(x); real(8), intent(in) :: x; g8 = 8; end function
  integer function g10(x); real(10), intent(in) :: x; g10 = 10; end function
  integer function g16(x); real(16), intent(in) :: x; g16 = 16; end function
  real(q) function f(x, y)
    real(q), value :: x
    real(e), value :: y
    f = x*y
  end function
  complex(q) function cf(z)
    complex(q), intent(in) :: z
    cf = z*(0, 1)
  end function
  complex(e) function ce(z)
    complex(e), value :: z
    ce = z*(0, 1)
  end function
  recursive real(e) function fact(n) result(r)
    integer, intent(in) :: n
    if (n <= 1) then
      r = 1
    else
      r = n*fact(n-1)
    end if
  end function
  elemental real(q) function sq(x)
    real(q), intent(in) :: x
    sq = x*x
  end function
  subroutine opt(x, y)
    real(q), optional :: x
    real(e), optional, intent(in) :: y(:)
    if (present(x)) x = x + 1
    if (present(y)) print *, size(y), sum(y)
  end subroutine
end module
program p
  use m
  use iso_fortran_env
  implicit none
  type(t) :: o
  real(q), allocatable :: a(:,:), b(:,:)
  real(e) :: ar(4)
  real(q) :: r, s, x(5)
  complex(q) :: z
  class(*), allocatable :: u
  integer :: i
  integer(16) :: big
  character(60) :: str
  namelist /nl/ r, z, ar
  print *, real_kinds, real128, selected_real_kind(18), selected_real_kind(19), &
    selected_real_kind(33,4931), selected_real_kind(40)
  print *, pi, c
  allocate(o%v(3), source=[1.0_e, 2.0_e, 4.0_e])
  print *, o%a, o%z, o%v
  print *, g(1.0), g(1d0), g(1.0_e), g(1.0_q), g(real(1,16)*1.0_4)
  print *, f(2.0_q, 1.5_e), cf((1.0_q, 2.0_q)), ce((1.0_e, 2.0_e))
  print *, fact(25)
  x = [(real(i,q), i=1,5)]
  print *, sq(x), x(5:1:-1)
  allocate(a(2,3), b(3,2))
  a = reshape([(1.0_q/i, i=1,6)], [2,3])
  b = transpose(a)
  print *, matmul(a, b)
  print *, sum(a, dim=1), maxval(a, dim=2), maxloc(a), findloc(x, 3.0_q), count(a > 0.3_q), any(a>0.9_q), all(a<2)
  r = 1.0_q
  call opt(r, ar(1:0))
  call opt(y=[1.0_e, 2.5_e])
  print *, r
  allocate(u, source=3.25_q)
  select type (u)
  type is (real(8)); print *, 'no'
  type is (real(16)); print *, 'quad', u
  end select
  big = 2_16**100
  r = big
  print *, r, int(r, 16), nint(1e25_q, 16), int(-7.9_e, 1)
  print *, transfer(1.0_q, 1_16), transfer(1_16, 1.0_q), storage_size(1.0_e), &
    storage_size((1.0_e,1.0_e)), sizeof(1.0_e)
  r = 1.25_q; z = (1, -1); ar = [1.0_e, 2.0_e, 2.0_e, 3.5_e]
  write(*, nl)
  write(str, '(f30.25)') 1/3.0_q
  read(str, '(f30.25)') s
  print *, s
  r = 0
  do i = 1, 10; r = r + 0.1_q; end do
  print *, r == 1, r - 1, 0.1_q*10 == 1
  select case (int(r*10)); case (10); print *, 'ten'; case default; print *, 'other'; end select
  do while (r > 0.5_q); r = r / 2; end do
  print *, r
  print *, cmplx(1.0_q, 2.0_e, q), real(z), dble(z), z%re, z%im, (1.0_q, 2.0_q) == (1, 2)
  print *, merge(1.0_q, 2.0_q, .false.), dim(3.0_e, 1.0_e), hypot(3.0_q, 4.0_q), atan2(1.0_q, -1.0_q)
  print *, gamma(5.5_q), erf(0.5_e), bessel_j0(1.0_q), log_gamma(10.0_e)
  print *, pack(x, x > 2.5_q), cshift(x, 2), eoshift(x, 1), spread([1.0_e, 2.0_e], 1, 2)
  print *, unpack([9.0_q], [.true., .false.], [0.0_q, 1.0_q])
  where (x > 3) x = -x
  print *, x
  forall (i = 1:5) x(i) = x(i)*i
  print *, x
  open(10, status='scratch', form='unformatted')
  write(10) x, ar, z
  rewind(10)
  x = 0; ar = 0; z = 0
  read(10) x, ar, z
  print *, x, ar, z
  print *, huge(1.0_q), -huge(1.0_e), tiny(1.0_e), tiny(1.0_q)/2**10, 1/tiny(1.0_q)
  print '(5f12.4)', x
  print '(b0)', 1.0_e
  call random_number(x)
  print *, all(x >= 0 .and. x < 1)
end program
