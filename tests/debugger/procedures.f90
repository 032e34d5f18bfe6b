module hidden
  implicit none
  integer :: shown = 3, secret = 4, original = 11
end module
module lib
  implicit none
  integer :: total = 20
contains
  subroutine work(n, a, b, c, s, d)
    integer, intent(in) :: n
    real, intent(in) :: a(n, *), b(:), c(0:)
    character(len=*), intent(in) :: s
    character(len=2), intent(in) :: d(:)
    integer :: local(0:n)
    local = 7
    print *, b(1), c(0), d(1)
    total = total + 1
    block
      integer :: inside
      character(len=n) :: word
      inside = 2 * n
      word = s
      print *, inside, word !block
    end block
    associate (alias => a(1, 1:2), sum2 => local(1) + n)
      print *, alias, sum2 !associate
    end associate
    call inner(5)
  contains
    subroutine inner(k)
      integer, value :: k
      integer :: own
      own = k + n
      local(1) = own
    end subroutine
  end subroutine
  integer function twice(i) result(res)
    integer, intent(in) :: i
    res = 2 * i
  end function
end module
program main
  use lib
  use hidden, only: shown, other => original
  implicit none
  real :: matrix(3, 2), vector(6)
  integer :: k
  matrix = 1
  vector = [1, 4, 3, 4, 5, 6]
  k = twice(3)
  call work(3, matrix, vector(2:6:2), vector(3:), 'hello', ['ab', 'cd'])
  print *, k, shown, other, total
end program
