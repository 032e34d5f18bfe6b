module reduce
  implicit none
contains
  real(8) function total(a)
    real(8), intent(in) :: a(:)
    total = sum(a)
  end function
  real(8) function inner(a, b)
    real(8), intent(in) :: a(:), b(:)
    inner = dot_product(a, b)
  end function
  real(8) function largest(a)
    real(8), intent(in) :: a(:)
    largest = maxval(a)
  end function
  integer function place(a)
    real(8), intent(in) :: a(:)
    place = minloc(a, 1)
  end function
  integer function place_loop(n, a)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer :: i
    place_loop = 1
    do i = 2, n
      if (a(i) > a(place_loop)) place_loop = i
    end do
  end function
  real(8) function largest_loop(n, a)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer :: i
    largest_loop = a(1)
    do i = 2, n
      if (a(i) > largest_loop) largest_loop = a(i)
    end do
  end function
  subroutine columns(s, a)
    real(8), intent(out) :: s(:)
    real(8), intent(in) :: a(:, :)
    s = sum(a, 1)
  end subroutine
  subroutine rows(s, a)
    real(8), intent(out) :: s(:)
    real(8), intent(in) :: a(:, :)
    s = sum(a, 2)
  end subroutine
  integer function counted(a)
    real(8), intent(in) :: a(:)
    counted = count(a > 0.5d0)
  end function
  logical function found(a)
    real(8), intent(in) :: a(:)
    found = any(a > 2d0)
  end function
  real(8) function length(a)
    real(8), intent(in) :: a(:)
    length = norm2(a)
  end function
  real(8) function variance(a)
    real(8), intent(in) :: a(:)
    real(8) :: mean
    mean = sum(a) / size(a)
    variance = sum((a - mean)**2) / size(a)
  end function
  integer(8) function longs(a)
    integer, intent(in) :: a(:)
    integer :: i
    longs = 0
    do i = 1, size(a)
      longs = longs + a(i)
    end do
  end function
  real(8) function masked(a, b)
    real(8), intent(in) :: a(:), b(:)
    masked = sum(a, mask=b > 0.5d0)
  end function
  integer function search(n, a, key)
    integer, intent(in) :: n, a(n), key
    integer :: i
    search = 0
    do i = 1, n
      if (a(i) == key) then
        search = i
        exit
      end if
    end do
  end function
  subroutine running(n, a, b)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n)
    real(8), intent(in) :: b(n)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, n
      s = s + b(i)
      a(i) = s
    end do
  end subroutine
  subroutine histogram(n, k, h)
    integer, intent(in) :: n, k(n)
    integer, intent(inout) :: h(0:255)
    integer :: i
    do i = 1, n
      h(k(i)) = h(k(i)) + 1
    end do
  end subroutine
end module
