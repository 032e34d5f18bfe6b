! options: -fsame-bits
! Host loops have the functions of kernels: no element differs, whichever device the region runs on.
program same_bits
  implicit none
  integer, parameter :: n = 2000
  real :: x(n), a(n), b(n), c(n)
  double precision :: u(n), v(n), w(n)
  integer :: i, differ
  do i = 1, n
    x(i) = 0.013*i - 9
    u(i) = 0.013d0*i - 9
  end do
  !$omp target teams workdistribute map(to: x) map(from: a)
  a = sin(x) + cos(x)*exp(x) + tanh(x) + log(abs(x)) + abs(x)**0.3
  !$omp end target teams workdistribute
  b = sin(x) + cos(x)*exp(x) + tanh(x) + log(abs(x)) + abs(x)**0.3
  do i = 1, n
    c(i) = sin(x(i)) + cos(x(i))*exp(x(i)) + tanh(x(i)) + log(abs(x(i))) + abs(x(i))**0.3
  end do
  differ = count(transfer(a, 0, n) /= transfer(b, 0, n)) + count(transfer(a, 0, n) /= transfer(c, 0, n))
  print *, differ
  !$omp target teams workdistribute map(to: u) map(from: v)
  v = sin(u) + cos(u)*exp(u) + tanh(u) + log(abs(u)) + abs(u)**0.3d0
  !$omp end target teams workdistribute
  w = sin(u) + cos(u)*exp(u) + tanh(u) + log(abs(u)) + abs(u)**0.3d0
  print *, count(transfer(v, 0_8, n) /= transfer(w, 0_8, n))
end program
!>            0
!>            0
