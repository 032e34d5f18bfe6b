! Variables of one type whose private copies differ: bounds, attributes, presence, lengths, operations.
! stripped: no
module sums
  implicit none
contains
  subroutine first_of(x, y)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: y(:)
    x(lbound(x, 1)) = x(lbound(x, 1)) + sum(y)
  end subroutine
end module

program copies_of_like_variables
  use sums
  implicit none
  !$omp declare reduction(joined: integer: omp_out = omp_out*10 + omp_in) initializer(omp_priv = 0)
  !$omp declare reduction(counted: integer: omp_out = omp_out + omp_in) initializer(omp_priv = omp_orig*0)
  !$omp declare reduction(ends: integer: omp_out(ubound(omp_out, 1)) = omp_out(ubound(omp_out, 1)) + &
  !$omp& omp_in(ubound(omp_in, 1))) initializer(omp_priv = 0)
  integer :: a, b, c, d, i, low(0:2), high(5:7), plain(3)
  integer, allocatable :: al
  integer, pointer :: p
  integer, target :: t
  character(3) :: s3, s3too
  character(:), allocatable :: sd
  a = 1; b = 1; c = 3; d = 0
  low = 1; high = 1; plain = 1
  allocate(al, source=7)
  t = 9
  p => t
  s3 = 'abc'; s3too = 'xyz'; sd = 'long string'
  !$omp parallel num_threads(2) firstprivate(a, al, p, s3, sd) private(b, s3too) reduction(+: c) reduction(joined: d)
  a = a + 1
  b = a
  al = al + a
  c = c + al + b
  d = 1
  s3 = s3(2:)
  s3too = s3
  sd = sd//s3too
  !$omp critical
  p = p + len(sd)
  !$omp end critical
  !$omp end parallel
  print *, a, b, c, d, al, t, s3, s3too, sd
  !$omp parallel num_threads(3)
  !$omp do reduction(ends: low, high, plain) firstprivate(a) lastprivate(a, b) collapse(1)
  do i = 1, 6
    low(2) = low(2) + i
    high(7) = high(7) + i*10
    plain(3) = plain(3) + i*100
    a = i
    b = i + a
  end do
  !$omp end do
  !$omp sections lastprivate(s3, sd) reduction(counted: c) reduction(max: d)
  !$omp section
  c = c + 1
  s3 = 'one'
  sd = 'first'
  !$omp section
  c = c + 2
  d = 12
  s3 = 'two'
  sd = 'second one'
  !$omp end sections
  !$omp end parallel
  print *, low, high, plain
  print *, a, b, c, d, s3, ' ', sd
  call maybe(a)
  call maybe(a, b)
  call simd_and_tasks()
contains
  subroutine maybe(x, y)
    integer :: x
    integer, optional :: y
    integer :: n
    n = 0
    !$omp parallel num_threads(2) firstprivate(x, y) reduction(+: n)
    x = x + 1
    if (present(y)) then
      y = y + x
      n = y
    end if
    !$omp end parallel
    print *, x, n, present(y)
    !$omp task firstprivate(x, y)
    x = 0
    if (present(y)) y = 0
    !$omp end task
    !$omp taskwait
    !$omp taskloop firstprivate(y) shared(x) num_tasks(1)
    do n = n, n
      if (present(y)) x = x + y
    end do
    print *, x, n
  end subroutine

  subroutine simd_and_tasks()
    integer :: k, last, total(2:3), more, text_lengths
    real :: r(4)
    character(2) :: c2
    total = 0
    more = 0
    text_lengths = 0
    r = [1., 2., 3., 4.]
    c2 = 'ab'
    !$omp simd reduction(+: total) lastprivate(last)
    do k = 1, 10
      total(2) = total(2) + k
      total(3) = total(3) + 2*k
      last = k
    end do
    print *, total, k, last
    !$omp parallel do simd reduction(+: more) default(private) shared(text_lengths) num_threads(2)
    do k = 1, 9
      last = k
      more = more + last
    end do
    print *, more, k
    !$omp parallel num_threads(2)
    !$omp single private(last) firstprivate(r, c2)
    last = 3
    r = r*last
    !$omp taskloop firstprivate(r, c2) lastprivate(last) reduction(+: text_lengths, more) num_tasks(3)
    do k = 1, 5
      c2(2:2) = 'c'
      r(1) = r(1) + k
      last = k
      text_lengths = text_lengths + len_trim(c2)
      more = more + nint(r(2))
    end do
    print *, last, nint(r), c2, text_lengths, more
    !$omp end single
    !$omp end parallel
  end subroutine
end program
!>            1           1          25          11           7          37 abcxyzlong string
!>            1           1          22           1           1         211           1           1        2101
!>            6          12          28          12 two second one
!>            6           0 F
!>            6           0
!>            6          38 T
!>           18          38
!>           55         110          11          10
!>           45          10
!>            5           3           6           9          12 ab          10          75
