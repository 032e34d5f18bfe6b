! Loops longer than some drivers let an invocation run. The argument chooses the loop and gives its length.
program long_loops
  implicit none
  integer :: which, n, i, j, k
  integer, allocatable :: a(:, :)
  integer :: s(2)
  real(8), allocatable :: x(:, :)
  real(8) :: t(2)
  character(12) :: word
  call get_command_argument(1, word)
  read (word, *) which
  call get_command_argument(2, word)
  read (word, *) n
  k = 0
  select case (which)
  case (1)
    ! A loop that ends by its count.
    !$omp target map(tofrom:k)
    do i = 1, n
      k = k + mod(i, 2)
    end do
    !$omp end target
    print *, k == (n + 1)/2
  case (2)
    ! Nested loops, each of them short.
    !$omp target map(tofrom:k)
    do i = 1, n/100
      do j = 1, 100
        k = k + 1
      end do
    end do
    !$omp end target
    print *, k == n/100*100
  case (3)
    ! A loop that is left in the middle.
    !$omp target map(tofrom:k)
    do
      k = k + 1
      if (k >= n) exit
    end do
    !$omp end target
    print *, k == n
  case (4)
    ! Columns that are summed up, two kinds in one region.
    allocate (a(n, 2), x(n, 2))
    a = 1
    x = 1
    !$omp target teams workdistribute map(from:s, t) map(to:a, x)
    s = sum(a, dim=1)
    t = sum(x, dim=1)
    !$omp end target teams workdistribute
    print *, all(s == n) .and. all(t == n)
  case (5)
    ! One iteration of many is long, and the others leave early.
    allocate (a(1000, 1))
    a = 0
    !$omp target teams distribute parallel do private(j) map(tofrom:a)
    do i = 1, 1000
      if (i /= 777) cycle
      do j = 1, n
        a(i, 1) = a(i, 1) + 1
      end do
    end do
    print *, a(777, 1) == n .and. sum(a) == n
  end select
end program
