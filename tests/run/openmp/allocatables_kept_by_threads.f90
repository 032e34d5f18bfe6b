! regions: on the device
! stripped: no
! What an iteration of a thread allocates its later ones find allocated.
program kept
  implicit none
  integer, allocatable :: w(:)
  integer :: i, a(8)
  !$omp target teams distribute parallel do private(w) num_teams(1) num_threads(2) map(from: a)
  do i = 1, 8
    if (.not. allocated(w)) then
      allocate (w(3))
      w = 0
    end if
    w = w + 1
    a(i) = w(1)
  end do
  print '(8i5)', a
  !$omp target parallel do private(w) num_threads(2) map(from: a) schedule(static)
  do i = 1, 8
    if (allocated(w)) then
      w(2) = w(2) + 1
    else
      allocate (w(3), source = 5)
    end if
    a(i) = w(2)
  end do
  print '(8i5)', a
  !$omp target teams distribute parallel do private(w) num_teams(1) num_threads(2) map(from: a)
  do i = 1, 8
    if (i == 1 .or. i == 5) then
      allocate (w(i))
      w = i
    end if
    a(i) = w(1) + size(w)
  end do
  print '(8i5)', a
  !$omp target parallel private(w) num_threads(2) map(from: a)
  !$omp do
  do i = 1, 8
    if (.not. allocated(w)) then
      allocate (w(i))
      w = i
    end if
    a(i) = w(1) + size(w)
  end do
  !$omp end target parallel
  print '(8i5)', a
end program
!>     1    2    3    4    1    2    3    4
!>     5    6    7    8    5    6    7    8
!>     2    2    2    2   10   10   10   10
!>     2    2    2    2   10   10   10   10
