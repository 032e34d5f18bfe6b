! Strings of deferred length, as variables and as components.
! offload: default
program strings_on_devices
  implicit none
  type t
    character(:), allocatable :: s, v(:)
    character(4) :: f = 'abcd'
  end type
  character(:), allocatable :: c, d(:)
  type(t) :: o, a(3)
  integer :: i, bad, n
  bad = 0
  c = 'hello world'
  !$omp target map(tofrom: c) map(from: n)
  n = len(c)
  c(1:5) = 'HELLO'
  !$omp end target
  if (n /= 11 .or. c /= 'HELLO world') then; print *, 'c', n, c; bad = bad + 1; end if
  allocate(character(3) :: d(4))
  d = 'xyz'
  !$omp target teams distribute parallel do map(tofrom: d)
  do i = 1, 4
    d(i)(2:2) = achar(iachar('0') + i)
  end do
  if (d(1) /= 'x1z' .or. d(4) /= 'x4z') then; print *, 'd', d; bad = bad + 1; end if
  o%s = 'component'
  allocate(character(2) :: o%v(3)); o%v = 'pq'
  !$omp target map(tofrom: o)
  o%s(1:4) = 'COMP'
  o%v(2)(1:1) = 'Z'
  o%f(4:4) = '!'
  !$omp end target
  if (o%s /= 'COMPonent' .or. o%v(2) /= 'Zq' .or. o%v(1) /= 'pq' .or. o%f /= 'abc!') then; print *, 'o ', o%s, o%v, o%f; bad = bad + 1; end if
  !$omp target enter data map(to: c, o)
  !$omp target
  c(11:11) = 'D'
  o%s(9:9) = c(11:11)
  !$omp end target
  !$omp target update from(c, o%s)
  if (c /= 'HELLO worlD' .or. o%s /= 'COMPonenD') then; print *, c, o%s; bad = bad + 1; end if
  !$omp target exit data map(delete: c, o)
  do i = 1, 3
    a(i)%s = repeat(achar(96 + i), i)
  end do
  !$omp target teams distribute parallel do map(tofrom: a)
  do i = 1, 3
    a(i)%s(i:i) = '*'
  end do
  if (a(1)%s /= '*' .or. a(3)%s /= 'cc*') then; print *, a(1)%s, a(2)%s, a(3)%s; bad = bad + 1; end if
  if (bad == 0) print *, 'pass'
end program
!>  pass
