! Primes by the sieve of Eratosthenes.
program sieve
  implicit none
  integer, parameter :: n = 5000000
  logical, allocatable :: prime(:)
  integer :: i, j, rep, count_
  real(8) :: t0, t1
  allocate (prime(n))
  count_ = 0
  call cpu_time(t0)
  do rep = 1, 5
    do i = 1, n
      prime(i) = .true.
    end do
    prime(1) = .false.
    i = 2
    do while (i * i <= n)
      if (prime(i)) then
        do j = i * i, n, i
          prime(j) = .false.
        end do
      end if
      i = i + 1
    end do
    count_ = 0
    do i = 1, n
      if (prime(i)) count_ = count_ + 1
    end do
  end do
  call cpu_time(t1)
  print *, 'primes', count_
  print '(f12.6)', t1 - t0
end program
