module mine
  use library, only: c_ptr, c_f_pointer
contains
  real(8) function half(x)
    real(8), intent(in) :: x
    half = x/2
  end function
  subroutine count_up(p, n)
    type(c_ptr), value :: p
    integer :: n, i
    integer, pointer :: a(:)
    call c_f_pointer(p, a, [n])
    a = a + [(i, i=1,n)]
  end subroutine
  subroutine passes_on(k)
    use library, only: option
    integer, optional :: k
    call option(2, k)
  end subroutine
end module
program user
  use library, renamed => third
  use mine
  implicit none
  type :: odd
    character(6) :: c
    character(4) :: d
  end type
  real :: x(6), m(3,4), r
  integer :: i, k
  integer, allocatable :: a(:), s
  integer, pointer :: p(:), q
  integer, target :: t(6)
  real(8), allocatable :: w(:,:)
  character(5) :: cs(4)
  type(odd) :: o(3)
  type(small) :: sm
  type(large) :: la
  type(node), target :: n1, n2
  type(handle) :: h
  print *, wp, primes, square(2,1), kind(renamed)
  print *, renamed == 1.0d0/3, huge8 == huge(1.0d0), tiny8 == -tiny(1.0d0), z
  print *, greeting, len(greeting), iachar(greeting(6:6))
  print *, origin%i, origin%x, none%id
  print *, counter, table(1,2), trim(label), ' ', state%name, state%n, state%flag
  call set_shared()
  print *, shared_n, shared_x, table(1,2), trim(label), ' ', state%name
  x = [1,2,3,4,5,6]
  call scale(x(1:6:2), 10.0)
  call scale(x(6:1:-4), 2.0)
  print '(6f6.1)', x
  m = reshape([(real(i), i=1,12)], [3,4])
  print *, total(m), total(m(1:2,::2)), total(m, m > 6), total(transpose(m))
  print *, ranks(5), ranks([1,2,3]), ranks(reshape([1,2,3,4], [2,2]))
  call fill(a, 4)
  print *, lbound(a), ubound(a), a
  call fill(a, 2)
  call grow(a)
  print *, size(a), a
  allocate(w(2,2))
  call drop(w)
  print *, allocated(w)
  call drop(w)
  call one(s)
  call one(s)
  print *, s
  call aim(p, 3)
  print *, associated(p), lbound(p), p
  p(5) = 101
  print *, storage(10), through(p)
  call aim(p, 0)
  print *, associated(p), through(p)
  t = [1,2,3,4,5,6]
  p => t(2::2)
  print *, through(p)
  p(-1:) => t
  print *, through(p)
  call aim_one(q)
  print *, q
  cs = [character(5) :: 'a', 'bb', 'ccc', '']
  print *, words(cs), words(cs(4:1:-1)), words(cs(:)(2:3))
  o%c = ['ab    ', 'abcd  ', 'abcdef']
  o%d = 'zz'
  print *, words(o%c), words(o%d)
  call option(4, 2)
  print *, counter
  call option(4)
  print *, counter
  call passes_on(7)
  print *, counter
  call passes_on()
  print *, counter
  print *, triple('q'), twice('abc'), len(twice('abcd'))
  print *, steps(3), sum(steps(4), 2)
  print *, names(3)
  sm = make_small(4)
  la = make_large(9)
  print *, sm%i, sm%x, la%n, la%x(5), la%name
  print *, value_small(sm), sm%i, value_large(la), la%n
  print *, rotate((1d0,2d0)), rotate4((3.0,4.0)), both(.true., .false.), both(.true., .true.)
  print *, cube([1d0, 2d0, 3d0])
  print *, apply(half, 3d0)
  call visit(count_up, 4)
  print *, counter
  i = 1
  r = 2
  call change(i)
  call change(r)
  call change(x(1:3))
  print *, i, r, x(1:3)
  sm = sm + small(1, 1.0)
  print *, sm%i, sm%x, [1.0,2.0] .dot. [3.0,4.0]
  h = 5
  print *, h%id
  n2%value = 10
  call link(n1, n2)
  print *, chain(n1), n1%last
  call outside(x(2:6:2), k)
  print '(i0,6f6.1)', k, x
  call more_of_it()
  x = 0
  call explicit(2, x(::3), x(2))
  print '(6f6.1)', x
contains
  subroutine more_of_it()
    use more, only: times, change, operator(+), handle, ieee_is_nan, ieee_value, ieee_quiet_nan, omp_get_max_threads, int64
    type(handle) :: a, b
    logical :: l
    real :: v(3)
    v = 2
    call times(v, 1.5)
    l = .true.
    call change(l)
    call change(v)
    a = none
    b%id = 5
    a = a + b
    print *, v, l, a%id, ieee_is_nan(ieee_value(1.0, ieee_quiet_nan)), omp_get_max_threads() > 0, int64
  end subroutine
end program
