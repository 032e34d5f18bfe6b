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
  case (6)
    ! Data that was on the device before: an earlier kernel of the region has changed it when the loop is cut.
    allocate (a(1000, 1))
    a = 1
    !$omp target data map(tofrom:a) map(tofrom:k)
    !$omp target teams distribute parallel do
    do i = 1, 1000
      a(i, 1) = a(i, 1) + i
    end do
    !$omp target teams workdistribute
    a = a*2
    !$omp end target teams workdistribute
    !$omp target map(tofrom:k)
    a(:, 1) = a(:, 1)*3
    do i = 1, n
      k = k + a(1 + mod(i, 1000), 1)/a(1 + mod(i, 1000), 1)
    end do
    a(:, 1) = a(:, 1) + k
    !$omp end target
    !$omp target teams distribute parallel do
    do i = 1, 1000
      a(i, 1) = a(i, 1) - 6
    end do
    !$omp end target data
    print *, k == n .and. all(a(:, 1) == [(6*i + n, i=1, 1000)])
  case (7)
    ! The host asks for what the loop gives, and goes on until it likes it.
    allocate (a(10, 1))
    a = 0
    !$omp target map(tofrom:a, k)
    do while (k < 3*n)
      do i = 1, n
        k = k + 1
      end do
      !$omp parallel do
      do j = 1, 10
        a(j, 1) = a(j, 1) + 1
      end do
    end do
    !$omp end target
    print *, k == 3*n .and. all(a == 3)
  case (8)
    ! Elements in order.
    allocate (a(n, 2))
    a(:, 1) = [(mod(i, 3), i=1, n)]
    !$omp target teams workdistribute map(tofrom:a)
    a(:, 2) = 0
    a(1:n/3, 2) = pack(a(:, 1), a(:, 1) == 2, [(9, i=1, n)])
    !$omp end target teams workdistribute
    print *, count(a(:, 2) == 2) == count(a(:, 1) == 2) .or. n > 0 .and. count(a(1:n/3, 2) == 2) >= n/3 - 1
  case (9)
    ! Memory of the device alone cannot be given back: here nothing of it is used by the loop.
    allocate (a(n, 3), x(n, 2))
    a = reshape([(i, i=1, 3*n)], [n, 3])
    x = 2
    !$omp target teams workdistribute map(tofrom:a, x) map(from:s)
    x(:, 1) = x(:, 1) + matmul(a(:, 1:2), [1, 1])
    s = maxloc(a(:, 1:2), dim=1, mask=mod(a(:, 1:2), 5) == 0)
    x(1:2, 2) = matmul(transpose(x(:, 1:2)), x(:, 2))
    !$omp end target teams workdistribute
    print *, x(n, 1) == 3.0d0*n + 2 .and. s(1) == n/5*5 .and. &
      abs(x(2, 2) - 4.0d0*n) < 1 .and. x(3, 2) == 2
  end select
end program
