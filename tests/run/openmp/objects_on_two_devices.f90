! Objects and declared variables on two devices.
! devices: 2
module m
  implicit none
  integer :: cnt = 0
  !$omp declare target enter(cnt)
  type t
    integer :: k = 0
    real, allocatable :: v(:)
  end type
end module
program objects_on_two_devices
  use m
  use omp_lib
  implicit none
  type(t) :: o(0:1)
  integer :: d, n, bad, r
  bad = 0
  n = omp_get_num_devices()
  if (n == 2) then
    do d = 0, 1
      o(d)%k = d; allocate(o(d)%v(4)); o(d)%v = d
      !$omp target enter data map(to: o(d)) device(d)
    end do
    !$omp parallel do num_threads(2) private(r)
    do d = 0, 1
      do r = 1, 5
        !$omp target device(d)
        o(d)%v = o(d)%v + 1
        o(d)%k = o(d)%k + 10
        cnt = cnt + d + 1
        !$omp end target
      end do
    end do
    do d = 0, 1
      !$omp target exit data map(from: o(d)) device(d)
      if (o(d)%k /= 50 + d .or. any(o(d)%v /= d + 5)) then; print *, d, o(d)%k, o(d)%v; bad = bad + 1; end if
      !$omp target update from(cnt) device(d)
      if (cnt /= 5 * (d + 1)) then; print *, 'cnt', d, cnt; bad = bad + 1; end if
    end do
  end if
  if (bad == 0) print *, 'pass'
end program
!>  pass
