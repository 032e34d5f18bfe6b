! offload: default
! The arrays that maps with iterators name in subscripts have, in target tasks, the values of the place where these are met.
program iterators_of_deferred_maps
  use omp_lib
  implicit none
  integer :: a(100), b(30), idx(3), own(3), x, i, bad, lo, hi
  integer :: n(3)
  logical :: apart
  bad = 0
  apart = omp_get_num_devices() > 0
  a = 1; b = 0; x = 0; lo = 31; hi = 35
  idx = [1, 11, 21]
  own = idx
  n = 4
  !$omp target enter data map(to: a)
  a = 2
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task depend(out: x)
  call wait_a_little
  !$omp end task
  !$omp target update to(iterator(k = 1:3): a(idx(k):idx(k)+4)) to(a(lo:hi)) depend(inout: x) nowait
  !$omp target enter data map(iterator(k = 1:3), to: b(idx(k):idx(k)+n(k))) depend(inout: x) nowait
  !$omp target map(iterator(k = 1:3), tofrom: b(own(k):own(k)+4)) depend(inout: x) nowait firstprivate(i)
  do i = 1, 5
    b(i) = i; b(10 + i) = 10 * i; b(20 + i) = 100 * i
  end do
  !$omp end target
  !$omp target exit data map(iterator(k = 1:3), from: b(idx(k):idx(k)+4)) depend(inout: x) nowait
  idx = 51
  own = 3
  n = 40
  lo = 61; hi = 62
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  if (any(b /= [[(i, i = 1, 5)], spread(0, 1, 5), [(10*i, i = 1, 5)], spread(0, 1, 5), [(100*i, i = 1, 5)], spread(0, 1, 5)])) then
    print *, 'b', b; bad = bad + 1
  end if
  a = 3
  !$omp target update from(a)
  if (apart) then
    do i = 1, 100
      if (a(i) /= merge(2, 1, (i <= 25 .and. mod(i - 1, 10) < 5) .or. (i >= 31 .and. i <= 35))) then
        print *, i, a(i); bad = bad + 1
      end if
    end do
  end if
  !$omp target exit data map(delete: a)
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
contains
  subroutine wait_a_little
    real(8) :: t
    t = omp_get_wtime()
    do while (omp_get_wtime() - t < 0.02d0)
    end do
  end subroutine
end program
!> OK
