program p
  use store
  use omp_lib
  implicit none
  integer :: x, i, r
  integer :: a(3), b
  common /shared/ a, b
  !$omp declare target(/shared/)
  logical :: apart
  apart = omp_get_num_devices() > 0
  if (apart) then
    counter = -5; field = 0; a = 0; b = 0
  end if
  ! A region that is compiled for the host only, first.
  !$omp target
  write (*, *) 'host', counter, field(1)
  counter = counter + 1
  !$omp end target
  !$omp target map(from: r)
  call bump(3)
  r = counter
  !$omp end target
  print *, r
  call commons(x)
  print *, x
  !$omp target update from(a, b, counter)
  print *, a, b, counter
  !$omp target teams distribute parallel do
  do i = 1, 100
    field(i) = field(i) + i
  end do
  !$omp target update from(field(50:51))
  print *, field(50:51), field(1) == merge(0., 2.5, apart)
  allocate(al(10), source = 1.)
  !$omp target
  al(2) = 5
  !$omp end target
  print *, al(1:2)
  !$omp target enter data map(to: al)
  !$omp target
  al(3) = 6
  !$omp end target
  !$omp target update from(al(3:3))
  print *, al(3)
  call parallel_use
contains
  subroutine parallel_use
    integer :: k
    !$omp parallel do
    do k = 1, 4
      !$omp target
      !$omp atomic
      counter = counter + 1
      !$omp end target
    end do
    !$omp target update from(counter)
    print *, counter
  end subroutine
end program
