program right_recursion
  integer :: x
  x = f(4)
  print *, x
contains
  recursive integer function f(n) result(r)
    integer, intent(in) :: n
    integer :: w(10), i
    w = n
    !$omp target data map(tofrom: w)
    !$omp target
    do i = 1, 10
      w(i) = w(i) + i
    end do
    !$omp end target
    r = 0
    if (n > 0) r = f(n - 1)
    !$omp target update from(w)
    r = r + sum(w)
    !$omp end target data
  end function
end program
