module generic_elemental_m
  implicit none
  interface swap
    module procedure swapr, swapi
  end interface
  interface norm
    procedure n1, n2
  end interface
contains
  elemental subroutine swapr(a, b)
    real, intent(inout) :: a, b
    real :: t
    t = a; a = b; b = t
  end subroutine
  elemental subroutine swapi(a, b)
    integer, intent(inout) :: a, b
    a = ieor(a, b); b = ieor(a, b); a = ieor(a, b)
  end subroutine
  pure real function n1(v) 
    real, intent(in) :: v(:)
    n1 = sqrt(sum(v*v))
  end function
  pure real function n2(v)
    real, intent(in) :: v(:,:)
    integer :: j
    n2 = 0
    do j = 1, size(v, 2)
      n2 = max(n2, n1(v(:, j)))
    end do
  end function
  pure subroutine sort3(x, y, z)
    real, intent(inout) :: x, y, z
    if (x > y) call swap(x, y)
    if (y > z) call swap(y, z)
    if (x > y) call swap(x, y)
  end subroutine
  elemental subroutine esort3(x, y, z)
    real, intent(inout) :: x, y, z
    call sort3(x, y, z)
  end subroutine
  elemental function digits_sum(n) result(s)
    integer, intent(in) :: n
    integer :: s, k
    s = 0; k = n
    digit: do
      if (k == 0) exit digit
      s = s + mod(k, 10)
      k = k / 10
    end do digit
  end function
end module
program generic_elemental
  use generic_elemental_m
  implicit none
  real :: a(5), b(5), c(5), x, m(3,3)
  integer :: i, k(5), l(5)
  a = [5.,1.,4.,2.,3.]; b = [9.,8.,1.,7.,2.]; c = [0.,3.,2.,8.,1.]
  k = [123, 45, 9999, 0, 70707]; l = [1,2,3,4,5]; m = reshape([(i*1.,i=1,9)],[3,3])
  !$omp target teams workdistribute map(from: x)
  call swap(a, b)
  call swap(k, l)
  call swap(a(1:4:3), c(2:5:3))
  call esort3(a, b, c)
  x = norm(a) + norm(m)
  k = digits_sum(l) + digits_sum(k)
  call swap(m(1,:), m(:,3))
  a = norm(m(2:3, ::2)) * a
  !$omp end target teams workdistribute
  print '(5f9.3)', a, b, c, x, m
  print *, k, l
end program
!>     0.000    4.123    4.123    4.123    8.246
!>     3.000    8.000    2.000    2.000    3.000
!>     5.000    9.000    4.000    8.000    7.000
!>    16.574    7.000    2.000    3.000    8.000
!>     5.000    6.000    9.000    4.000    1.000
!>            7          11          39           4          26         123          45        9999           0       70707
