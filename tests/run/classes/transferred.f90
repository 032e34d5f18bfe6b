! TRANSFER from and to polymorphic objects; reductions of strings of deferred length.
program p
 implicit none
 type :: base
  integer :: i = 0
 end type
 type, extends(base) :: ext
  integer :: j = 0
 end type
 class(base), allocatable :: c, d
 class(*), allocatable :: any, many(:)
 type(base) :: b
 type(ext) :: e
 integer :: two(2), bits
 character(:), allocatable :: words(:), w, grid(:, :)
 allocate (ext :: c)
 two = [5, 6]
 d = transfer(two, c)
 select type (d)
 type is (ext)
  print *, 'ext', d%i, d%j
 class default
  print *, 'other'
 end select
 b = transfer(d, b)
 print *, b%i
 e = transfer(d, e)
 print *, e%i, e%j, transfer(d, two)
 any = 1.0
 bits = transfer(any, bits)
 print *, bits
 many = [1, 2, 3, 4]
 print *, transfer(many, 0_8, 2) == transfer([1, 2, 3, 4], 0_8, 2)
 print *, transfer(copy(many), [0])
 words = ['bb', 'aa', 'cc']
 w = minval(words)
 print *, w, len(w), maxval(words, mask=[.true., .true., .false.])
 grid = reshape([words, words], [3, 2])
 print *, maxval(grid), minval(grid, dim=1), maxval(grid, dim=2)
 words = maxval(grid, dim=2)
 print *, words, size(words), len(words)
contains
 function copy(x) result(r)
  class(*), intent(in) :: x(:)
  class(*), allocatable :: r(:)
  allocate (r, source=x)
 end function
end program
!>  ext           5           6
!>            5
!>            5           6           5           6
!>   1065353216
!>  T T
!>            1           2           3           4
!>  aa           2 bb
!>  ccaaaabbaacc
!>  bbaacc           3           2
