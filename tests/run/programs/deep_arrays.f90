! Arrays whose elements have allocatable components: constructors, assignment, masks.
program p
  implicit none
  type item
    character(:), allocatable :: name
    integer, allocatable :: v(:)
    integer :: k = 5
  end type
  type box
    type(item), allocatable :: items(:)
    type(item) :: fixed(2)
  end type
  type(item), allocatable :: a(:), b(:)
  type(item) :: c(3), it
  type(box) :: bx, by
  type(box), allocatable :: bs(:)
  integer :: i
  allocate(a(0))
  do i = 1, 4
    a = [a, item(repeat('x', i), [integer ::], i)]
    a(i)%v = [(i, i=1,size(a))]
  end do
  do i = 1, 4
    print *, a(i)%name, a(i)%v, a(i)%k
  end do
  b = a(4:1:-1)
  a = a(4:1:-1)
  a(1)%name = 'changed'
  print *, (b(i)%name, ' ', a(i)%name, ' ', i=1,4)
  c = a([1,3,1])
  c(1)%v(1) = 99
  print *, (c(i)%name, c(i)%v, i=1,3), a(1)%v
  c = mk('fn')
  print *, (c(i)%name, c(i)%k, i=1,3)
  c(2:3) = c(1:2)
  c = [item('p', [1], 1), mk('q'), a(1)]
  print *, (c(i)%name, c(i)%v, i=1,3)
  where (c%k > 3) c = it
  print *, (allocated(c(i)%name), c(i)%k, i=1,3)
  bx%items = mka(3)
  bx%fixed(1) = bx%items(2)
  by = bx
  by%items(1)%v(1) = -1
  print *, bx%items(1)%v, by%items(1)%v, by%fixed(1)%name
  bs = [bx, by]
  bs = [bs, bs(1)]
  bs(3)%items = bs(3)%items(2:)
  print *, size(bs), size(bs(1)%items), size(bs(3)%items), bs(3)%items(1)%name
  a = pack(a, a%k > 2)
  print *, size(a), a%k
  b = [(item(achar(64+i), [i,i], i), i = 1, 3)]
  print *, (b(i)%name, b(i)%v, i=1,3)
  b = [(b(i), i=3,1,-1)]
  print *, (b(i)%name, b(i)%v, i=1,3)
contains
  function mk(n) result(r)
    character(*), intent(in) :: n
    type(item) :: r
    r%name = n; r%v = [7,8]
  end function
  function mka(n) result(r)
    integer, intent(in) :: n
    type(item), allocatable :: r(:)
    integer :: i
    allocate(r(n))
    do i = 1, n
      r(i) = mk('m' // achar(48+i))
    end do
  end function
end program
!>  x           1           1
!>  xx           1           2           2
!>  xxx           1           2           3           3
!>  xxxx           1           2           3           4           4
!>  xxxx changed xxx xxx xx xx x x
!>  changed          99           2           3           4 xx           1           2 changed           1           2           3           4           1           2           3           4
!>  fn           5 fn           5 fn           5
!>  p           1 q           7           8 changed           1           2           3           4
!>  T           1 F           5 F           5
!>            7           8          -1           8 m2
!>            3           3           2 m2
!>            2           4           3
!>  A           1           1 B           2           2 C           3           3
!>  C           3           3 B           2           2 A           1           1
