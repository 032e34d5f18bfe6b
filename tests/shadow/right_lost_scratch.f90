program right_lost_scratch
  integer :: a(10), b(10), c(10), k, i
  real, allocatable :: w(:)
  a = 1; b = 0; c = 7
  ! Nobody reads it.
  !$omp target map(to: a) map(tofrom: b)
  a = 5
  b = b + a
  !$omp end target
  ! The host stores anew before it reads.
  a = 3
  print *, sum(a), b(1)
  ! Each region stores all of it first, and it comes back in the end.
  do k = 1, 3
    !$omp target map(to: c)
    c = k
    !$omp end target
  end do
  !$omp target map(from: c)
  c = 9
  !$omp end target
  print *, c(1)
  do k = 1, 2
    allocate (w(20), source=1.0)
    if (sum(w) /= 20.0) error stop 1
    !$omp target map(to: w)
    w = 2.0
    !$omp end target
    deallocate (w)
  end do
  do i = 1, 2
    call work(i)
  end do
contains
  subroutine work(n)
    integer, intent(in) :: n
    integer :: t(30)
    t = 0
    if (sum(t) /= 0) error stop 2
    !$omp target map(to: t)
    t = n
    !$omp end target
  end subroutine
end program
