! offload: default
! target update of members and strided sections of members of arrays of objects, with mapper & iterators
module m6
  implicit none
  type p3
    real :: r(3) = 0
    integer :: id = 0
    character(3) :: nm = '...'
  end type
  type grid
    type(p3), allocatable :: p(:, :)
    real, allocatable :: h(:, :, :)
  end type
  type vec
    integer :: n = 0
    integer, pointer :: d(:) => null()
  end type
  !$omp declare mapper(vec :: v) map(v, v%d(1:v%n))
end module
program updates_of_members
  use m6
  use omp_lib
  implicit none
  type(grid) :: g
  type(vec) :: v(3), w
  integer :: i, j, k, bad
  logical :: apart
  bad = 0
  apart = omp_get_num_devices() > 0
  allocate (g%p(4, 5), g%h(4, 5, 2))
  g%h = 0
  do i = 1, 3
    allocate (v(i)%d(5), source=i)
    v(i)%n = 5
  end do
  !$omp target enter data map(to: g, v)
  !$omp target
  do j = 1, 5
    do i = 1, 4
      g%p(i, j)%r = [i, j, i + j]
      g%p(i, j)%id = 10*i + j
      g%p(i, j)%nm = 'dev'
      g%h(i, j, :) = i * j
    end do
  end do
  !$omp end target
  !$omp target update from(g%p(2, 1:5:2)%id, g%p(1:4:3, 2)%r(2), g%h(::2, 2:4, 1), g%p(4, 4)%nm)
  if (apart) then
    do j = 1, 5
      do i = 1, 4
        if (g%p(i, j)%id /= merge(10*i + j, 0, i == 2 .and. mod(j, 2) == 1)) then; print *, 'id', i, j, g%p(i, j)%id; bad = bad + 1; end if
        if (g%p(i, j)%r(2) /= merge(j, 0, j == 2 .and. (i == 1 .or. i == 4))) then; print *, 'r', i, j, g%p(i, j)%r; bad = bad + 1; end if
        if (any(g%p(i, j)%r(1::2) /= 0)) bad = bad + 1
        if (g%p(i, j)%nm /= merge('dev', '...', i == 4 .and. j == 4)) then; print *, 'nm', i, j; bad = bad + 1; end if
        do k = 1, 2
          if (g%h(i, j, k) /= merge(i*j, 0, k == 1 .and. mod(i, 2) == 1 .and. j >= 2 .and. j <= 4)) then; print *, 'h', i, j, k; bad = bad + 1; end if
        end do
      end do
    end do
  end if
  g%p%id = -1
  !$omp target update to(g%p(3, 5:1:-2)%id)
  !$omp target update from(g)
  do j = 1, 5
    do i = 1, 4
      if (apart .and. g%p(i, j)%id /= merge(-1, 10*i + j, i == 3 .and. mod(j, 2) == 1)) then; print *, 'id2', i, j, g%p(i, j)%id; bad = bad + 1; end if
    end do
  end do
  v(2)%d = 50
  !$omp target update to(v(2:2))
  !$omp target
  do i = 1, 3
    v(i)%d(3) = v(i)%d(1) + 1
  end do
  !$omp end target
  !$omp target update from(iterator(ii = 1:3:2): v(ii)%d(2:3))
  if (apart) then
    if (v(1)%d(3) /= 2 .or. v(2)%d(3) /= 50 .or. v(3)%d(3) /= 4) then; print *, 'v', v(1)%d, v(2)%d, v(3)%d; bad = bad + 1; end if
  end if
  !$omp target exit data map(from: v) map(delete: g)
  if (v(2)%d(3) /= 51) then; print *, 'v2', v(2)%d; bad = bad + 1; end if
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
