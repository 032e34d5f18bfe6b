! Arrays of strings whose length only the run knows, in the array intrinsics.
program p
 implicit none
 character(:), allocatable :: a(:), r(:), grid(:, :)
 integer :: n
 n = 2
 call fill(n)
 r = cshift(a, 1)
 print *, r
 r = eoshift(a, -1)
 print '(*(a,"|"))', r
 r = eoshift(a, 1, boundary='zz')
 print *, r
 r = pack(a, [.true., .false., .true.])
 print *, r
 r = merge([character(2) :: 'bb', '--', 'cc'], a, [.true., .false., .true.])
 print *, r, maxloc(a), minloc(a, dim=1), findloc(a, 'aa')
 grid = reshape([a, a], [3, 2])
 grid = eoshift(grid, [1, -1])
 print '(*(a,"|"))', grid
 grid = transpose(grid)
 print *, shape(grid), len(grid), minval(grid(1, :2))
 r = spread(a(1), 1, 2)
 print *, r, size(r)
contains
 subroutine fill(n)
  integer, intent(in) :: n
  a = [character(n) :: 'bb', 'aa', 'cc']
 end subroutine
end program
!>  aaccbb
!>   |bb|aa|
!>  aacczz
!>  bbcc
!>  bbaacc           3           2           2
!> aa|cc|  |  |bb|aa|
!>            2           3           2 aa
!>  bbbb           2
