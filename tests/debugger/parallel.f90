program t
  implicit none
  integer :: i, total, own, scale
  real :: a(4)
  total = 0
  scale = 3
  a = 1.0
  own = 7
  call fill(a, scale)
contains
  subroutine fill(b, factor)
    real, intent(inout) :: b(4)
    integer, intent(in) :: factor
    integer :: k, mine, seen
    seen = 5
    !$omp parallel num_threads(1) private(mine)
    mine = factor + 1
    seen = seen + mine !region
    !$omp end parallel
    !$omp parallel do num_threads(1)
    do k = 1, 4
      b(k) = b(k) * factor !loop
    end do
    print *, b, seen !after
  end subroutine
end program
