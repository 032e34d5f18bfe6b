! A section of an argument that is absent maps nothing, wherever it begins.
module parts
contains
  subroutine fixed(n, x)
    integer, intent(in) :: n
    integer, optional, intent(inout) :: x(5)
    !$omp target map(tofrom: x(2:3))
    if (present(x)) x(2) = x(2) + n
    !$omp end target
  end subroutine
  subroutine shaped(n, x)
    integer, intent(in) :: n
    integer, optional, intent(inout) :: x(:)
    !$omp target enter data map(to: x(2:n))
    !$omp target
    if (present(x)) x(3) = x(3) * n
    !$omp end target
    !$omp target exit data map(from: x(2:n))
  end subroutine
end module
program absent_sections
  use parts
  implicit none
  integer :: a(5)
  a = [1, 2, 3, 4, 5]
  call fixed(10)
  call fixed(10, a)
  call shaped(4)
  call shaped(4, a)
  print *, a
end program
!>            1          12          12           4           5
