program right_objects
  type t
    integer, allocatable :: v(:)
    integer :: n = 2
  end type
  type(t) :: o(3)
  integer :: i, j, s
  do i = 1, 3
    allocate (o(i)%v(i)); o(i)%v = i
  end do
  !$omp target enter data map(to: o)
  o(2)%v = 9
  !$omp target update to(o(2)%v)
  !$omp target teams distribute parallel do private(j)
  do i = 1, 3
    do j = 1, size(o(i)%v)
      o(i)%v(j) = o(i)%v(j) * 2
    end do
    o(i)%n = i
  end do
  !$omp target update from(o)
  s = 0
  do i = 1, 3
    s = s + sum(o(i)%v) + o(i)%n
  end do
  print *, s
  !$omp target exit data map(delete: o)
end program
