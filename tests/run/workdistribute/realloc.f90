! offload: default
program realloc
  implicit none
  integer, allocatable :: a(:), b(:), m(:, :)
  integer :: i, k
  a = [(i, i = 1, 10)]
  do k = 1, 3
    !$omp target teams workdistribute
    b = a * 2
    a = [a, b(1:k)]
    m = reshape(b, [2, 5])
    b = pack(a, mod(a, 2) == 0)
    !$omp end target teams workdistribute
    print *, size(a), size(b), shape(m), sum(a), sum(b), sum(m)
  end do
end program
!>           11           6           2           5          57          32         110
!>           13           8           2           5          63          38         110
!>           16          11           2           5          75          50         110
