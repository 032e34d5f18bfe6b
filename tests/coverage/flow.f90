! The count of a line that can run stands behind `!=`.
module shapes
  implicit none
  type :: shape
    integer :: sides = 0
  end type
  type, extends(shape) :: square
  end type
  integer :: total = 0
contains
  subroutine add(n) !=10
    integer, intent(in) :: n
    if (n > 3) then !=10
      total = total + n !=7
    else if (n == 2) then !=3
      total = total + 100 !=1
    else
      total = total - 1 !=2
    end if
  end subroutine
  pure integer function twice(n) !=6
    integer, intent(in) :: n
    twice = 2 * n !=6
  end function
  elemental real function half(x) !=8
    real, intent(in) :: x
    half = x / 2 !=8
  end function
  recursive integer function fact(n) result(r) !=5
    integer, intent(in) :: n
    if (n <= 1) then !=5
      r = 1 !=1
      return !=1
    end if
    r = n * fact(n - 1) !=4
  end function
  integer function kind_of(s) !=3
    class(shape), intent(in) :: s
    select type (s) !=3
    type is (shape)
      kind_of = 1 !=2
    class is (square)
      kind_of = 2 !=1
    class default
      kind_of = 3 !=0
    end select
  end function
end module

program flow !=1
  use shapes
  implicit none
  integer :: i, j, k, unused
  real :: a(8)
  character(3) :: word
  type(shape) :: s
  type(square) :: q
  do i = 1, 10 !=11
    call add(i) !=10
  end do
  j = 0 !=1
  do while (j < 5) !=6
    j = j + 1 !=5
    if (j == 3) cycle !=5
    select case (j) !=4
    case (1)
      total = total + 1 !=1
    case (2, 4)
      total = total + 2 !=2
    case default
      total = total + 3 !=1
    end select
  end do
  k = 0 !=1
  outer: do !=4
    k = k + 1 !=4
    do i = 1, 3 !=11
      if (i == 2 .and. k == 2) cycle outer !=9
      if (k == 4) exit outer !=8
      total = total + 1 !=7
    end do
    total = total + 1000 !=2
  end do outer
  do i = 3, 1 !=1
    unused = i !=0
  end do
  do i = 1, 4 !=5
    write (word, '(i3)') i !=4
    select case (adjustl(word)) !=4
    case ('1':'2')
      total = total + 1 !=2
    case ('4')
      total = total + 1 !=1
    end select
  end do
  i = 0 !=1
10 continue
  i = i + 1 !=4
  if (i < 4) goto 10 !=4
  go to (20, 30, 20), i - 2 !=1
  total = total + 1 !=0
20 total = total + 1 !=0
30 total = total + 1 !=1
  do i = 1, 3 !=4
    if (i - 2) 40, 50, 60 !=3
40  total = total + 1 !=1
50  total = total + 1 !=2
60  total = total + 1 !=3
  end do
  a = 1.0 !=1
  where (a > 0.5) !=1
    a = 2.0
  end where
  a = half(a) !=1
  k = 0 !=1
  do i = 1, 6 !=7
    k = k + twice(3) !=6
  end do
  k = fact(5) !=1
  k = kind_of(s) !=1
  k = kind_of(s) !=1
  k = kind_of(q) !=1
  block
    integer :: own
    own = 1 !=1
    if (own == 1) then; total = total + 1; else; total = 0; end if !=1
  end block
  name: block
    if (k == 2) exit name !=1
    total = 0 !=0
  end block name
  associate (n => total) !=1
    n = n + 1 !=1
  end associate
  do concurrent (i = 1:4) !=1
    a(i) = real(i) !=4
  end do
  read (*, *, end=70) i !=1
  total = 0 !=0
70 k = 0 !=1
  !$omp parallel do num_threads(4) reduction(+:k)
  do i = 1, 1000
    k = k + 1 !=1000
    if (mod(i, 10) == 0) then !=1000
      k = k + 1 !=100
    end if
  end do
  !$omp parallel num_threads(3)
  !$omp single
  total = total + 1 !=1
  !$omp end single
  !$omp critical
  total = total + 1 !=3
  !$omp end critical
  !$omp end parallel
  print *, k, total !=1
  call finish(0) !=1
  call finish(1) !=1
  total = -1 !=0
contains
  subroutine finish(how) !=2
    integer, intent(in) :: how
    if (how == 0) return !=2
    stop !=1
    total = 1 !=0
  end subroutine
end program
