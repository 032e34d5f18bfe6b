! Elemental functions under a mask, one of whose arguments is the same for all elements.
module functions
contains
  elemental real function less(a, b)
    real, intent(in) :: a, b
    less = a - mod(b, 4.0)
  end function
end module
program where_elemental
  use functions
  integer :: k(7) = [1, 2, 3, 4, 5, 6, 7]
  real :: x(7) = 2, y(7) = 0, c = 7
  where (k > 2)
    y = mod(less(x, c), 128.0)
  end where
  print *, y
  !$omp target teams workdistribute
  where (k < 5)
    y(7:1:-1) = less(x, merge(c, x(2), k(3) > 2))
  elsewhere
    y(7:1:-1) = less(x, x(k(2)))
  end where
  !$omp end target teams workdistribute
  print *, y
end program
!>    0.00000000       0.00000000      -1.00000000      -1.00000000      -1.00000000      -1.00000000      -1.00000000
!>    0.00000000       0.00000000       0.00000000      -1.00000000      -1.00000000      -1.00000000      -1.00000000
