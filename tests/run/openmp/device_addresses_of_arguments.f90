! Addresses on the device of arguments without a size, and of those that a variant needs.
module m
  implicit none
contains
  subroutine base(a, x, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(*), x
    !$omp declare variant(variant) match(construct={dispatch}) adjust_args(need_device_addr: a, x)
    a(1:n) = -1
    x = -1
  end subroutine
  subroutine variant(a, x, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(*), x
    integer :: i
    !$omp target has_device_addr(a(:n), x)
    do i = 1, n
      a(i) = a(i) + 1000
    end do
    x = x + n
    !$omp end target
  end subroutine
end module
program device_addresses_of_arguments
  use m
  implicit none
  integer :: b(10), c(4, 5), i, k
  b = [(i, i = 1, 10)]
  c = 1
  !$omp target data map(tofrom: b, c)
  !$omp target data use_device_addr(b, c)
  call s(b, 10)
  call t(b, 10)
  call u(c, 4, 5)
  !$omp end target data
  !$omp end target data
  print '(10i5)', b
  print *, sum(c), c(2, 3)
  k = 5
  !$omp target data map(tofrom: b, k)
  !$omp dispatch
  call base(b, k, 10)
  !$omp target data use_device_addr(b)
  !$omp dispatch has_device_addr(b)
  call base(b, k, 3)
  !$omp end target data
  !$omp end target data
  print '(10i5)', b
  print *, k
  !$omp dispatch novariants(k > 0)
  call base(b, k, 2)
  print '(11i5)', b, k
contains
  subroutine s(b, n)
    integer, intent(in) :: n
    integer :: b(*)
    integer :: i
    !$omp target has_device_addr(b(:n))
    do i = 1, n
      b(i) = b(i) + 100
    end do
    !$omp end target
    !$omp target teams distribute parallel do has_device_addr(b)
    do i = 1, n
      b(i) = 2*b(i)
    end do
  end subroutine
  subroutine t(b, n)
    integer, intent(in) :: n
    integer :: b(0:*)
    integer :: i
    !$omp target teams loop is_device_ptr(b)
    do i = 0, n - 1
      b(i) = b(i) + i
    end do
  end subroutine
  subroutine u(c, n, m)
    integer, intent(in) :: n, m
    integer :: c(n, *)
    integer :: i, j
    !$omp target teams distribute parallel do collapse(2) has_device_addr(c(:, :m))
    do j = 1, m
      do i = 1, n
        c(i, j) = c(i, j) + i*j
      end do
    end do
  end subroutine
end program
!>   202  205  208  211  214  217  220  223  226  229
!>          170           7
!>  2202 2205 2208 1211 1214 1217 1220 1223 1226 1229
!>           18
!>    -1   -1 2208 1211 1214 1217 1220 1223 1226 1229   -1
