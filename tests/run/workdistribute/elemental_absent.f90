program elemental_absent
  real :: a(6), c(6)
  a = 2; c = [(i, i=1,6)]
  !$omp target teams workdistribute
  call both(c(6:1:-1), a)
  call both(a, c, a)
  call both(a(1:5), a(2:6), c(1:5))
  !$omp end target teams workdistribute
  print '(6f12.1)', a, c
contains
  elemental subroutine both(x, y, z)
    real, intent(in) :: x
    real, intent(out) :: y
    real, intent(inout), optional :: z
    y = x*x
    if (present(z)) z = z + y
  end subroutine
end program
!>       1332.0   1774224.0************************    Infinity    Infinity
!>    1775520.0************************    Infinity    Infinity         1.0
