! What is stored of a matrix product depends on scalars that the device has: the host reads them for the bounds of the
! section, and what depends on them alone is computed once, in front of the kernel.
!> 0 13 11 15 16 14 0
program matmul_of_device_scalars
  implicit none
  call work(5, 2)
contains
  subroutine work(n, k)
    integer, intent(in) :: n, k
    integer(8) :: a(5, 3), b(3), v(7)
    integer :: q
    a = reshape([integer(8) :: (mod(q, 3), q = 1, 15)], [5, 3])
    b = [1, 2, 3]
    v = 0
    !$omp target teams workdistribute defaultmap(tofrom: scalar)
    v(k:n + 1) = mod(matmul(a, b) + [integer(8) :: (int(q, 8) + n, q = 1, 5)], 1000_8)
    !$omp end target teams workdistribute
    print '(*(i0,1x))', v
  end subroutine
end program
