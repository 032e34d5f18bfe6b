module m
  implicit none
  integer :: shared(4)[*] = 0
  type :: part
    integer :: k = 0
    real(8) :: x(3) = 0
  end type
  type :: holder
    integer, allocatable :: p(:)
    character(:), allocatable :: s
  end type
contains
  subroutine fill(c, n)
    integer, intent(in) :: n
    integer, intent(inout) :: c(n)[*]
    integer :: left
    left = merge(num_images(), this_image() - 1, this_image() == 1)
    c(1:n)[left] = this_image() * 100
  end subroutine
end module
program t
  use m
  implicit none
  integer, save :: a[*]
  real(8), allocatable :: b(:,:)[:]
  type(part), save :: q[*]
  type(holder), save :: h[*]
  character(5), save :: c(2)[*]
  integer :: me, n, next, i, k(2), errors
  real(8) :: r(2,2)
  me = this_image(); n = num_images(); errors = 0
  next = merge(1, me + 1, me == n)
  a = me
  sync all
  if (a[next] /= next) errors = errors + 1
  sync all
  a[next] = 10 * me
  sync all
  if (a /= 10 * merge(n, me - 1, me == 1)) errors = errors + 1
  allocate(b(4,4)[*])
  b = me
  b(2,3) = me + 0.5d0
  sync all
  r = b(1:4:2, 2:3)[next]
  if (any(r /= next)) errors = errors + 1
  r = b(2:3, 2:3)[next]
  if (r(1,2) /= next + 0.5d0) errors = errors + 1
  sync all
  b(1:4:3, 4)[next] = [me * 1d0, me * 2d0]
  sync all
  i = merge(n, me - 1, me == 1)
  if (b(1,4) /= i .or. b(4,4) /= 2 * i .or. b(2,4) /= me) errors = errors + 1
  k = [4, 2]
  r(:,1) = b(k, 3)[next]
  if (r(2,1) /= next + 0.5d0) errors = errors + 1
  call fill(shared, 4)
  sync all
  if (any(shared /= 100 * next)) errors = errors + 1
  q%k = me; q%x = me * [1, 2, 3]
  c = 'x'
  allocate(h%p(me), source=me)
  h%s = repeat('z', me)
  sync all
  if (q[next]%k /= next .or. any(q[next]%x(2:3) /= next * [2, 3])) errors = errors + 1
  if (size(h[next]%p(:)) /= next) errors = errors + 1
  if (h[next]%p(next) /= next) errors = errors + 1
  if (sum(h[next]%p(1:next)) /= next*next) errors = errors + 1
  if (.not. allocated(h[next]%p) .or. len(h[next]%s) /= next) errors = errors + 1
  if (n > 1) then
    sync all
    if (me == 1) deallocate(h%p)
    sync all
    if (allocated(h[1]%p) .or. .not. allocated(h[2]%p)) errors = errors + 1
    sync all
    if (me == 1) allocate(h%p(1), source=1)
  end if
  sync all
  c(2)[next] = 'abcdefg'
  q[next]%x(2) = -me
  h[next]%p(1) = -me
  sync all
  if (c(2) /= 'abcde' .or. c(1) /= 'x') errors = errors + 1
  if (q%x(2) /= -i .or. h%p(1) /= -i) errors = errors + 1
  if (this_image(a, 1) /= me .or. ucobound(a, 1) /= n .or. image_index(a, [n]) /= n .or. image_index(a, [n+1]) /= 0) errors = errors + 1
  deallocate(b)
  if (errors /= 0) print *, 'image', me, 'errors', errors
  sync all
  if (me == 1) print *, 'done', n > 0
end program
