! LINEAR arrays and allocatable variables: every iteration has the values that follow from its number.
program linear_arrays
  implicit none
  integer :: i, j, b(2:5), m(2, 0:2)
  integer(8) :: w(3)
  integer, allocatable :: a(:), k
  logical :: ok
  ok = .true.
  b = [1, 2, 3, 4]
  m = reshape([10, 20, 30, 40, 50, 60], [2, 3])
  w = [100_8, 200_8, 300_8]
  allocate (a(-1:1), k)
  a = 7
  k = 5
  !$omp parallel do num_threads(3) linear(b) linear(m:2) linear(w:-3) linear(a:4) linear(k:5) reduction(.and.: ok)
  do i = 0, 40
    ok = ok .and. all(b == [1, 2, 3, 4] + i) .and. all(m == reshape([10, 20, 30, 40, 50, 60], [2, 3]) + 2*i)
    ok = ok .and. all(w == [100, 200, 300] - 3*i) .and. all(a == 7 + 4*i) .and. k == 5 + 5*i
    ok = ok .and. lbound(b, 1) == 2 .and. lbound(a, 1) == -1 .and. allocated(k)
    b = b + 1
    m = m + 2
    w = w - 3
    a = a + 4
    k = k + 5
  end do
  print *, ok, b, a, k
  print *, m, w
  b = 0
  !$omp parallel do simd num_threads(2) linear(b:3) collapse(2) schedule(static, 2) reduction(.and.: ok)
  do i = 1, 5
    do j = 3, 6
      ok = ok .and. all(b == 3*((i - 1)*4 + j - 3))
      b = b + 3
    end do
  end do
  print *, ok, b
end program
!>  T          42          43          44          45         171         171         171         210
!>           92         102         112         122         132         142                  -23                   77                  177
!>  T          60          60          60          60
