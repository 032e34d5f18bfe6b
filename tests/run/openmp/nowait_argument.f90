! NOWAIT with an argument: constructs of which it is false are waited for, also where that is known when they run only.
program nowait_argument
  implicit none
  integer :: x, k, i, s, a(100)
  logical :: later
  do k = 1, 4
    later = mod(k, 2) == 0
    x = k
    !$omp target map(tofrom: x) nowait(later)
    x = x * 3
    !$omp end target
    if (later) then
      !$omp taskwait
    end if
    if (x /= 3 * k) error stop 1
    x = k
    !$omp target map(tofrom: x) nowait(.false.) depend(inout: x)
    x = x + 1
    !$omp end target
    if (x /= k + 1) error stop 2
  end do
  s = 0
  !$omp parallel num_threads(4)
  !$omp do
  do i = 1, 100
    a(i) = i
  end do
  !$omp end do nowait(.false.)
  !$omp do reduction(+: s)
  do i = 1, 100
    s = s + a(101 - i)
  end do
  !$omp end do
  !$omp end parallel
  print *, s
end program
!>         5050
