! offload: default
! Regions that no device can run (they print, jump or have an absent argument) use the values of the device as far as they
! use variables that are there; what they do not use, and the host's own values, stay as they are.
program borrowed
  implicit none
  integer :: a(4), b(4), buf(4), acc(4), k, it
  logical :: shared
  integer, allocatable :: w(:)
  it = 0
  !$omp target map(to: it)
  it = 1
  !$omp end target
  shared = it == 1

  ! Not used at all.
  buf = 1; acc = 0
  !$omp target enter data map(to: buf, acc)
  do it = 1, 3
    buf = it*10
    !$omp target
    print '(a)', 'step'
    !$omp end target
    !$omp target
    acc = acc + buf
    !$omp end target
    !$omp target update to(buf)
  end do
  !$omp target exit data map(from: acc) map(delete: buf)
  call expect('acc', acc, [31, 31, 31, 31])

  ! Read and written.
  a = 1; b = 0
  allocate (w(4))
  w = 5
  !$omp target enter data map(to: a, w)
  a = 100; w = 6
  !$omp target map(tofrom: b) map(from: k)
  k = 1
5 if (k > 4) goto 6
  b(k) = a(k) + w(k)
  a(k) = a(k) + 1
  w(k) = w(k) + 1
  k = k + 1
  goto 5
6 continue
  !$omp end target
  call expect('host a', a, [100, 100, 100, 100])
  call expect('host w', w, [6, 6, 6, 6])
  call expect('b', b, [6, 6, 6, 6])
  !$omp target map(tofrom: b)
  b = a + w
  !$omp end target
  call expect('device a, w', b, [8, 8, 8, 8])
  ! A copy that the clause asks for.
  !$omp target map(always, tofrom: a)
  print '(a)', 'always'
  a = a + 1
  !$omp end target
  call expect('host a again', a, [101, 101, 101, 101])
  !$omp target map(tofrom: b)
  b = a
  !$omp end target
  call expect('device a again', b, [101, 101, 101, 101])
  ! In a procedure, of which it is not known what it uses.
  a = 0
  !$omp target map(tofrom: a)
  call shown(a)
  !$omp end target
  call expect('host a', a, [0, 0, 0, 0])
  !$omp target exit data map(from: a, w)
  call expect('a at the end', a, [102, 102, 102, 102])
  call expect('w at the end', w, [6, 6, 6, 6])

  a = 1
  !$omp target data map(tofrom: a)
  !$omp target
  a = a + 1
  !$omp end target
  call optional(a)
  !$omp target
  a = a + 1
  !$omp end target
  ! By its `if` clause on the host, with the host's values.
  b = 0
  !$omp target if(.false.) map(tofrom: b)
  print '(a)', 'on the host'
  b = 1
  !$omp end target
  !$omp end target data
  call expect('absent', a, [1003, 1012, 1003, 1003])
  print '(a)', 'done'
contains
  subroutine shown(x)
    integer :: x(4)
    character(20) :: text
    write (text, '(4i4)') x
    x = x + 1
    if (len_trim(text) == 0) print '(a)', 'nothing'
  end subroutine

  subroutine optional(x, p, q)
    integer :: x(4)
    integer, optional, allocatable :: p(:)
    integer, optional, pointer :: q(:)
    integer :: s, i
    s = 0
    !$omp target map(tofrom: x)
    if (present(p)) then
      x(1) = p(1)
    else
      x(2) = x(2) + 9
    end if
    !$omp end target
    !$omp target teams distribute parallel do reduction(+: s) map(tofrom: s)
    do i = 1, 4
      if (present(q)) then
        s = s + q(i)
      else
        s = s + x(i)
        x(i) = x(i) + 1000
      end if
    end do
    print '(a,i0)', 'sum ', s
  end subroutine

  subroutine expect(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got(4), want(4)
    if (shared) return
    if (any(got /= want)) print *, 'FAIL ', what, got
  end subroutine
end program
!> step
!> step
!> step
!> always
!> sum 17
!> on the host
!> done
