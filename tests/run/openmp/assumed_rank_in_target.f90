! Absent, assumed-size, assumed-rank and assumed-shape arguments in maps, SELECT RANK in and around a region.
module m
contains
  subroutine opt(a, b, n)
    integer, intent(inout), optional :: a(:), n
    integer, intent(inout) :: b
    !$omp target map(tofrom: a, n, b)
    b = 0
    if (present(a)) then
      a = a + 1
      b = b + 1
    end if
    if (present(n)) then
      n = n + 1
      b = b + 2
    end if
    !$omp end target
  end subroutine
  subroutine assumed_size(a, n)
    integer :: n
    integer :: a(*)
    integer :: i
    !$omp target map(tofrom: a(:n))
    do i = 1, n
      a(i) = a(i) * 2
    end do
    !$omp end target
    !$omp target enter data map(to: a(2:n-1))
    !$omp target
    do i = 2, n-1
      a(i) = a(i) + 1
    end do
    !$omp end target
    !$omp target exit data map(from: a(2:n-1))
  end subroutine
  subroutine assumed_rank(a)
    integer :: a(..)
    select rank (a)
    rank (1)
      !$omp target map(tofrom: a)
      a = a + 10
      !$omp end target
    rank (2)
      !$omp target
      a(2,:) = 20
      !$omp end target
    rank (0)
      !$omp target map(tofrom: a)
      a = 30
      !$omp end target
    rank default
      stop 3
    end select
  end subroutine
  subroutine whole_rank(a)
    integer :: a(..)
    !$omp target data map(tofrom: a)
    !$omp target
    select rank (a)
    rank (1)
      a = a + 10
    rank (2)
      a(2,:) = 20
    end select
    !$omp end target
    !$omp end target data
  end subroutine
  subroutine shape_(a, lo)
    integer :: lo
    integer :: a(lo:, :)
    !$omp target
    a(lo, :) = a(lo+1, :)
    a(ubound(a,1), 1) = 99
    !$omp end target
  end subroutine
end module
program p
  use m
  implicit none
  integer :: x(6), y(3,4), s, n, bad, b
  bad = 0
  x = 1; n = 5
  call opt(x, b, n); if (b /= 3 .or. any(x /= 2) .or. n /= 6) bad = bad + 1
  call opt(b=b); if (b /= 0) bad = bad + 2
  call opt(x(1:6:2), b); if (b /= 1 .or. any(x /= [3,2,3,2,3,2])) bad = bad + 4
  call assumed_size(x, 6)
  if (any(x /= [6,5,7,5,7,4])) bad = bad + 8
  y = 0; s = 0; x = 0
  call assumed_rank(x(::5)); call assumed_rank(y); call assumed_rank(s)
  if (any(x /= [10,0,0,0,0,10]) .or. any(y(2,:) /= 20) .or. any(y(1::2,:) /= 0) .or. s /= 30) bad = bad + 16
  call whole_rank(x(2:3)); y = 0; call whole_rank(y)
  if (any(x /= [10,10,10,0,0,10]) .or. any(y(2,:) /= 20) .or. any(y(1::2,:) /= 0)) bad = bad + 32
  y(2,:) = [1,2,3,4]; y(3,:) = 7
  call shape_(y(2:3, 4:1:-1), 5)
  if (any(y(2,:) /= 7) .or. any(y(1,:) /= 0) .or. any(y(3,:) /= [7,7,7,99])) bad = bad + 64
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad, x, y; end if
end program
!> OK
