module calls
  implicit none
  type :: pt
    real(8) :: x, y
  end type
contains
  elemental integer function collatz(n)
    integer, intent(in) :: n
    integer :: k
    k = n
    collatz = 0
    do while (k /= 1)
      if (mod(k, 2) == 0) then
        k = k / 2
      else
        k = 3 * k + 1
      end if
      collatz = collatz + 1
    end do
  end function
  elemental function grade(x) result(g)
    real(8), intent(in) :: x
    integer :: g
    select case (int(x))
    case (:2)
      g = 1
    case (3:5)
      g = 2
    case default
      g = 3
    end select
  end function
  elemental real(8) function norm(p)
    type(pt), intent(in) :: p
    norm = sqrt(p%x**2 + p%y**2)
  end function
  elemental type(pt) function rot(p, k)
    type(pt), intent(in) :: p
    integer, intent(in) :: k
    rot = p
    if (mod(k, 2) == 1) rot = pt(-p%y, p%x)
  end function
  elemental subroutine swap2(a, b)
    real(8), intent(inout) :: a, b
    real(8) :: t
    t = a
    a = b
    b = t
  end subroutine
  pure real(8) function horner(c, x)
    real(8), intent(in) :: c(4), x
    integer :: i
    horner = 0
    do i = 4, 1, -1
      horner = horner * x + c(i)
    end do
  end function
end module
program pure_calls
  use calls
  implicit none
  integer :: n(30), i, g(30)
  real(8) :: x(30), y(30), c(4)
  type(pt) :: p(30)
  n = [(i, i = 1, 30)]
  x = n * 0.3d0
  c = [1d0, 0.5d0, 0.25d0, 0.125d0]
  p = [(pt(1d0*i, 2d0), i = 1, 30)]
  y = 0
  !$omp target teams workdistribute
  g = grade(x)
  p = rot(p, n)
  y = norm(p) + x * 3
  call swap2(x(1:10), y(1:10))
  x(11) = horner(c, 2d0)
  !$omp end target teams workdistribute
  print '(30i2)', g
  print '(4f12.5)', sum(x), sum(y), x(11), sum(p%x)
  !$omp target teams workdistribute
  n = collatz(n)
  !$omp end target teams workdistribute
  print '(15i5)', n
end program
!>  1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 3
!>    232.99581   797.62414     4.00000   210.00000
!>     0    1    7    2    5    8   16    3   19    6   14    9    9   17   17
!>     4   12   20   20    7    7   15   15   10   23   10  111   18   18   18
