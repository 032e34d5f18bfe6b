! offload: default
module m
  implicit none
  type item
    integer :: n = 0
    real, pointer :: d(:) => null()
  end type
  type pack
    type(item) :: a(3)
    type(item), allocatable :: b(:)
    integer :: id = 0
  end type
  !$omp declare mapper(item :: t) map(t%n, t%d(1:t%n))
  !$omp declare mapper(ro: pack :: p) map(to: p%id, p%a, p%b)
  !$omp declare mapper(pack :: p) map(p%id, p%a(1:1), p%a(3:3), p%b)
end module
program mappers_of_packs
  use m
  implicit none
  type(pack) :: p(4)
  integer :: i, j, bad, s
  bad = 0
  do i = 1, 4
    p(i)%id = i
    do j = 1, 3
      allocate (p(i)%a(j)%d(4)); p(i)%a(j)%d = 10*i + j; p(i)%a(j)%n = j + 1
    end do
    if (i > 1) then
      allocate (p(i)%b(i))
      do j = 1, i
        allocate (p(i)%b(j)%d(2)); p(i)%b(j)%d = 100*i + j; p(i)%b(j)%n = 2
      end do
    end if
  end do
  !$omp target map(tofrom: p(1), p(4))
  p(1)%a(3)%d(4) = -1
  p(4)%b(3)%d(2) = -2
  p(4)%a(1)%d(1) = p(1)%a(1)%d(2)
  p(1)%id = 77
  !$omp end target
  if (p(1)%a(3)%d(4) /= -1 .or. p(4)%b(3)%d(2) /= -2 .or. p(4)%a(1)%d(1) /= 11 .or. p(1)%id /= 77) then
    print *, p(1)%a(3)%d, p(4)%b(3)%d, p(4)%a(1)%d, p(1)%id; bad = bad + 1
  end if
  s = 0
  !$omp target map(mapper(ro), to: p(2)) map(tofrom: s)
  s = int(p(2)%a(2)%d(1) + p(2)%b(2)%d(2)) + p(2)%id
  p(2)%id = 55
  !$omp end target
  if (s /= 22 + 202 + 2) then; print *, 's', s; bad = bad + 1; end if
  !$omp target data map(p(2:3))
  p(2)%b(1)%d = 5
  !$omp target update to(p(2)%b)
  !$omp target
  p(3)%a(1)%d(1) = p(2)%b(1)%d(2) + 1
  !$omp end target
  !$omp target update from(p(3:3))
  if (p(3)%a(1)%d(1) /= 6) then; print *, p(3)%a(1)%d; bad = bad + 1; end if
  !$omp end target data
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
