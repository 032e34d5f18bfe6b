! Declared reductions: arrays without initializer, several types in one clause, strings of any length, operators that have
! another name here, initializers that read the original variable. Allocatable variables in reductions.
module sums
  implicit none
  type pair
    integer :: n = 0
  end type
  interface operator(.plus.)
    module procedure joined
  end interface
!$omp declare reduction(.plus. : pair : omp_out = omp_out .plus. omp_in)
contains
  type(pair) function joined(a, b)
    type(pair), intent(in) :: a, b
    joined%n = a%n + b%n
  end function
end module
program declared_reductions_more
  use sums, only: pair, operator(.with.) => operator(.plus.)
  implicit none
!$omp declare reduction(total : integer(4), integer(8), real(8) : omp_out = omp_out + omp_in)
!$omp declare reduction(longest : character(len=*) : &
!$omp & omp_out = merge(omp_out, omp_in, len_trim(omp_out) >= len_trim(omp_in))) initializer(omp_priv = '')
!$omp declare reduction(same : integer : omp_out = omp_out + omp_in - 7) initializer(omp_priv = omp_orig)
  integer :: i, grid(2:3, -1:1), base
  integer(8) :: big
  real(8) :: x
  character(len=6) :: word
  type(pair) :: p
  integer, allocatable :: list(:), one
  grid = 0; big = 0; x = 0; word = ''; base = 7
  !$omp parallel do num_threads(3) reduction(total : grid, big, x) reduction(longest : word) reduction(.with. : p) &
  !$omp & reduction(same : base)
  do i = 1, 30
    grid = grid + i
    big = big + 2 * i
    x = x + 0.5_8
    if (len_trim(word) < mod(i, 7)) word = repeat('*', mod(i, 7))
    p = p .with. pair(i)
    base = base + 1
  end do
  print '(6i5,i6,f7.2,1x,a,i5,i5)', grid, big, x, word, p%n, base
  allocate (list(-2:1), one)
  list = 1
  one = 2
  !$omp parallel do num_threads(4) reduction(+ : list) reduction(* : one)
  do i = 1, 8
    list = list + [1, 2, 3, i]
    if (.not. allocated(list) .or. lbound(list, 1) /= -2) list(:) = -1000
    if (mod(i, 4) == 0) one = one * 3
  end do
  print '(4i5,i5,i4)', list, one, lbound(list, 1)
  grid = 0
  !$omp simd reduction(max : grid)
  do i = 1, 9
    grid = max(grid, i)
  end do
  print '(6i3)', grid
end program
!>   465  465  465  465  465  465   930  15.00 ******  465   37
!>     9   17   25   37   18  -2
!>   9  9  9  9  9  9
