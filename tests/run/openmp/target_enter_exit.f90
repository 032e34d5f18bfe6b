module store
  implicit none
  real(8), allocatable :: w(:)
contains
  subroutine setup(n)
    integer, intent(in) :: n
    allocate(w(n))
    w = 1
    !$omp target enter data map(to: w)
  end subroutine
  subroutine bump(f)
    real(8), intent(in) :: f
    !$omp target teams workdistribute
    w = w * f + 1
    !$omp end target teams workdistribute
  end subroutine
  subroutine finish
    !$omp target exit data map(from: w)
  end subroutine
end module
program target_enter_exit
  use store
  implicit none
  real(8) :: b(100), c(100)
  integer :: i
  logical :: on
  b = [(i*0.5d0, i = 1, 100)]
  call setup(100)
  do i = 1, 4
    call bump(0.5d0 * i)
  end do
  !$omp target update from(w(1:50))
  print '(2f12.5)', w(1), w(50)
  w(1:10) = 7
  !$omp target update to(w(1:10))
  call bump(2d0)
  call finish
  print '(3f12.5)', w(1), w(11), sum(w)
  deallocate(w)
  on = .true.
  !$omp target data map(tofrom: b) map(from: c) if(on)
  !$omp target teams workdistribute
  c = b * 2
  !$omp end target teams workdistribute
  !$omp target teams workdistribute if(on)
  b = c + 1
  !$omp end target teams workdistribute
  !$omp end target data
  print '(2f12.4)', sum(b), sum(c)
  !$omp target enter data map(to: b(11:20)) map(alloc: c(1:10))
  !$omp target teams workdistribute
  c(1:10) = b(11:20) + 1
  !$omp end target teams workdistribute
  !$omp target exit data map(from: c(1:10)) map(delete: b(11:20))
  print '(2f12.4)', c(1), c(10)
end program
!>     10.50000    10.50000
!>     15.00000    22.00000  2130.00000
!>    5150.0000   5050.0000
!>      13.0000     22.0000
