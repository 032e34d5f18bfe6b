module fields
  implicit none
  real(8), allocatable :: f(:, :)
contains
  subroutine init(n)
    integer, intent(in) :: n
    allocate (f(n, n))
    f = 1
    !$omp target enter data map(to: f)
  end subroutine
  subroutine advance(k)
    integer, intent(in) :: k
    !$omp target teams workdistribute
    f = f + k
    f(:, k) = f(k, :) * 2
    f(:, 1:2) = f(:, 2:1:-1)
    !$omp end target teams workdistribute
  end subroutine
  subroutine done
    !$omp target exit data map(from: f)
  end subroutine
end module
program enter_exit
  use fields
  implicit none
  integer :: k
  real(8) :: s
  call init(6)
  do k = 1, 5
    call advance(k)
  end do
  !$omp target teams workdistribute map(from: s)
  s = sum(f)
  !$omp end target teams workdistribute
  call done
  print '(f12.2)', s
  print '(6f8.1)', f
  deallocate (f)
end program
!>       882.00
!>     16.0    16.0    16.0    16.0    16.0    16.0
!>     20.0    24.0    20.0    20.0    20.0    20.0
!>     31.0    23.0    23.0    23.0    23.0    23.0
!>     27.0    35.0    41.0    27.0    27.0    27.0
!>     40.0    32.0    46.0    54.0    32.0    32.0
!>     16.0    16.0    16.0    16.0    16.0    16.0
