! What procedures read and write through arguments, module variables, COMMON, EQUIVALENCE, pointers, hosts and each other:
! values that are in memory are used again only where no call changed them.
!> common 5 7 5
!> equivalence 3.0 9.0
!> target 1 8
!> pointee 2 20
!> component 4 6
!> host 11 22 33
!> host array 1 5 3
!> host allocatable 3 7
!> sibling 42
!> recursion 1 120
!> sequence 0 0 3 4
!> allocated 4 1
!> moved 2 9
!> address taken 1 2
!> volatile 1 2
!> element 1 10 3
!> result 3 5
!> twice 8 13
!> string ab xb
!> section 1 9 3
!> unused 1
!> saved 1 2 3
module shared_data
  implicit none
  integer :: counter = 1
  integer, target :: aim = 1
  integer, pointer :: aimed => null()
  integer, allocatable :: list(:)
  integer, volatile :: watched = 1
  type node
    integer :: n = 4
    integer, pointer :: p => null()
    integer, allocatable :: a(:)
  end type
  type(node), target :: root
  character(2) :: word = 'ab'
contains
  subroutine in_common(k)
    integer, intent(in) :: k
    integer :: a, b
    common /box/ a, b
    b = k
  end subroutine
  subroutine through_aimed(k)
    integer, intent(in) :: k
    aimed = k
  end subroutine
  subroutine set(x, k)
    integer, intent(inout) :: x
    integer, intent(in) :: k
    x = k
  end subroutine
  subroutine through_root(k)
    integer, intent(in) :: k
    root%p = k
  end subroutine
  recursive subroutine factorial(n)
    integer, intent(in) :: n
    if (n > 1) then
      counter = counter*n
      call other(n - 1)
    end if
  end subroutine
  recursive subroutine other(n)
    integer, intent(in) :: n
    call factorial(n)
  end subroutine
  subroutine four(x)
    integer, intent(inout) :: x(*)
    x(1:2) = [3, 4]
  end subroutine
  subroutine grow(a)
    integer, allocatable, intent(inout) :: a(:)
    deallocate(a)
    allocate(a(4))
    a = 1
  end subroutine
  subroutine through_local(a)
    integer, allocatable, intent(inout), target :: a(:)
    integer, allocatable, target :: own(:)
    call move_alloc(a, own)
    own(1) = 9
    call move_alloc(own, a)
  end subroutine
  subroutine apply(f)
    interface
      subroutine f
      end subroutine
    end interface
    call f
  end subroutine
  subroutine next
    counter = counter + 1
  end subroutine
  subroutine watch
    watched = watched + 1
  end subroutine
  integer function total(a)
    integer, intent(in) :: a(:)
    integer :: i
    total = counter
    do i = 1, size(a)
      total = total + a(i)
    end do
  end function
  subroutine spell
    word(1:1) = 'x'
  end subroutine
  integer function stepped()
    integer, save :: n = 0
    n = n + 1
    stepped = n
  end function
  integer function noisy(k)
    integer, intent(in) :: k
    noisy = k
    counter = counter + k
  end function
end module
program effects_of_calls
  use shared_data
  implicit none
  integer :: ca, cb, i, j, k, h1, h2, h3, arr(3), seq(4), bag(3)
  integer, allocatable :: al(:)
  integer, allocatable, target :: mv(:)
  integer, pointer :: q(:)
  integer, target :: t
  common /box/ ca, cb
  real :: e1, e2(2)
  equivalence (e1, e2(2))
  ca = 5; cb = 1
  i = ca
  call in_common(7)
  print '(a,3(1x,i0))', 'common', i, cb, ca
  e1 = 3.0
  e2(1) = e1
  call nine(e2)
  print '(a,2(1x,f0.1))', 'equivalence', e2(1), e1
  aimed => aim
  i = aim
  call through_aimed(8)
  print '(a,2(1x,i0))', 'target', i, aim
  t = 2
  aimed => t
  i = t
  call through_aimed(20)
  print '(a,2(1x,i0))', 'pointee', i, t
  root%p => root%n
  i = root%n
  call through_root(6)
  print '(a,2(1x,i0))', 'component', i, root%n
  h1 = 1; h2 = 2; h3 = 3
  call hosted
  print '(a,3(1x,i0))', 'host', h1, h2, h3
  arr = [1, 2, 3]
  i = arr(1)
  call hosted_array
  print '(a,3(1x,i0))', 'host array', i, arr(2:3)
  al = [1, 2, 3]
  i = size(al)
  call hosted_allocatable
  print '(a,2(1x,i0))', 'host allocatable', i, size(al)
  h1 = 1
  call first_sibling
  print '(a,1x,i0)', 'sibling', h1
  counter = 1
  i = counter
  call factorial(5)
  print '(a,2(1x,i0))', 'recursion', i, counter
  seq = 0
  i = seq(4)
  call four(seq(3))
  print '(a,4(1x,i0))', 'sequence', i, seq(2), seq(3:4)
  al = [1, 2]
  i = size(al)
  call grow(al)
  print '(a,2(1x,i0))', 'allocated', size(al), al(i)
  mv = [2, 3]
  q => mv
  i = q(1)
  call through_local(mv)
  print '(a,2(1x,i0))', 'moved', i, mv(1)
  counter = 1
  i = counter
  call apply(next)
  print '(a,2(1x,i0))', 'address taken', i, counter
  i = watched
  call watch
  print '(a,2(1x,i0))', 'volatile', i, watched
  bag = [1, 2, 3]
  do k = 1, 3
    if (k == 2) call set(bag(k), 10)
  end do
  print '(a,3(1x,i0))', 'element', bag
  counter = 1
  bag = [1, 1, 0]
  i = total(bag)
  counter = 3
  j = total(bag)
  print '(a,2(1x,i0))', 'result', i, j
  i = total(bag) + total(bag(1:2)) - 2
  bag(3) = 5
  j = total(bag) + total(bag(2:2)) - 1
  print '(a,2(1x,i0))', 'twice', i, j
  call spelled
  bag = [1, 2, 3]
  call set_middle(bag(2:2))
  print '(a,3(1x,i0))', 'section', bag
  counter = 0
  i = noisy(1)
  print '(a,1x,i0)', 'unused', counter
  print '(a,3(1x,i0))', 'saved', stepped(), stepped(), stepped()
contains
  subroutine nine(x)
    real, intent(inout) :: x(2)
    x(2) = 9.0
  end subroutine
  subroutine hosted
    h1 = 11
    call hosted_more
  end subroutine
  subroutine hosted_more
    h2 = 22
    h3 = 33
  end subroutine
  subroutine hosted_array
    arr(2) = 5
  end subroutine
  subroutine hosted_allocatable
    deallocate(al)
    allocate(al(7))
  end subroutine
  subroutine first_sibling
    integer :: before
    before = h1
    call second_sibling
    h1 = h1 + before
  end subroutine
  subroutine second_sibling
    h1 = 41
  end subroutine
  subroutine spelled
    character(2) :: before
    before = word
    call spell
    print '(a,2(1x,a))', 'string', before, word
  end subroutine
  subroutine set_middle(x)
    integer, intent(inout) :: x(:)
    x = 9
  end subroutine
end program
