! Mappers of arrays, nested and iterated; a region changes what the bounds of its maps depend on.
module m
  type :: in
    integer :: n = 0
    real, pointer :: p(:) => null()
  end type
  type :: out
    type(in) :: a, b
    type(in), allocatable :: l(:)
    integer :: tag = 0
  end type
  !$omp declare mapper(in :: x) map(x%n, x%p(1:x%n))
  !$omp declare mapper(only_n : in :: x) map(x%n)
  !$omp declare mapper(out :: y) map(y%tag, y%a) map(mapper(only_n): y%b) map(y%l)
end module
program q
  use m
  use omp_lib
  implicit none
  type(out) :: o
  type(in) :: arr(4)
  real, target :: store(40), s2(12)
  integer :: i, bad
  bad = 0
  store = 1; s2 = 2
  do i = 1, 4
    arr(i)%n = 3 * i - 2
    arr(i)%p => store(10*(i-1)+1:10*i)
  end do
  !$omp target map(tofrom: arr)
  arr(1)%p(1) = 10
  arr(2)%p(4) = 20
  arr(3)%p(1:7) = 30
  arr(4)%p(10) = arr(4)%n
  arr(4)%n = 99
  !$omp end target
  if (store(1) /= 10 .or. store(14) /= 20 .or. any(store(21:27) /= 30) .or. any(store(28:30) /= 1) .or. store(40) /= 10) bad = bad + 1
  if (arr(4)%n /= 99) bad = bad + 2
  arr(4)%n = 10
  o%a%n = 5; o%a%p => s2(1:5)
  o%b%n = 6; o%b%p => s2(6:11)
  allocate(o%l(2))
  o%l(1)%n = 1; o%l(1)%p => s2(12:12)
  o%l(2)%n = 2; o%l(2)%p => store(1:2)
  o%tag = 8
  !$omp target
  o%tag = o%tag + 1
  o%a%p = o%a%p * 2
  o%b%n = 16
  o%l(1)%p(1) = 44
  o%l(2)%p(2) = 45
  !$omp end target
  if (o%tag /= 9 .or. o%b%n /= 16) bad = bad + 4
  if (any(s2(1:5) /= 4) .or. any(s2(6:11) /= 2)) bad = bad + 8
  if (s2(12) /= 44 .or. store(2) /= 45) bad = bad + 16
  !$omp target enter data map(iterator(i = 1:4:3), mapper(default), to: arr(i))
  !$omp target
  arr(1)%p(1) = 1000
  arr(4)%p(1:2) = 2000
  !$omp end target
  !$omp target exit data map(iterator(i = 1:4:3), mapper(default), from: arr(i))
  if (store(1) /= 1000 .or. any(store(31:32) /= 2000)) bad = bad + 32
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
