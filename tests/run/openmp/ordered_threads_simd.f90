! ORDERED with THREADS and SIMD keeps the order of the iterations among threads.
program order
  implicit none
  integer, parameter :: n = 1000
  integer :: a(0:n), b(0:n), i, r, bad
  b(0) = 1
  do i = 1, n
    b(i) = mod(b(i-1) * 3 + i, 1009)
  end do
  bad = 0
  do r = 1, 100
    a = 0
    a(0) = 1
    !$omp parallel do simd ordered num_threads(2) schedule(static, 1)
    do i = 1, n
      !$omp ordered threads simd
      a(i) = mod(a(i-1) * 3 + i, 1009)
      !$omp end ordered
    end do
    if (any(a /= b)) bad = bad + 1
    a(1:) = 0
    !$omp parallel num_threads(2)
    !$omp do simd ordered schedule(dynamic)
    do i = 1, n
      !$omp ordered simd threads
      a(i) = mod(a(i-1) * 3 + i, 1009)
      !$omp end ordered
    end do
    !$omp end parallel
    if (any(a /= b)) bad = bad + 1
    a(1:) = 0
    !$omp simd
    do i = 1, n
      !$omp ordered simd
      a(i) = mod(a(i-1) * 3 + i, 1009)
      !$omp end ordered
    end do
    if (any(a /= b)) bad = bad + 1
  end do
  print *, bad
end program
!>            0
