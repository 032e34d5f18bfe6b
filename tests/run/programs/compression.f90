! Sliding-window compression, Huffman codes, a priority queue, shortest paths.
module lz
  implicit none
  integer, parameter :: win = 64
  type tok
    integer :: off = 0, len = 0
    character :: c = ' '
  end type
contains
  subroutine compress(s, t)
    character(*), intent(in) :: s
    type(tok), allocatable, intent(out) :: t(:)
    integer :: p, i, l, bl, bo
    allocate (t(0))
    p = 1
    do while (p <= len(s))
      bl = 0; bo = 0
      do i = max(1, p-win), p-1
        l = 0
        do
          if (p + l >= len(s)) exit
          if (s(i+l:i+l) /= s(p+l:p+l)) exit
          l = l + 1
        end do
        if (l > bl) then
          bl = l; bo = p - i
        end if
      end do
      t = [t, tok(bo, bl, s(p+bl:p+bl))]
      p = p + bl + 1
    end do
  end subroutine
  function expand(t) result(s)
    type(tok), intent(in) :: t(:)
    character(:), allocatable :: s
    integer :: i, k
    s = ''
    do i = 1, size(t)
      do k = 1, t(i)%len
        s = s // s(len(s)-t(i)%off+1:len(s)-t(i)%off+1)
      end do
      s = s // t(i)%c
    end do
  end function
end module
module huff
  implicit none
  type node
    integer :: w = 0
    character :: c = ' '
    logical :: leaf = .true.
    type(node), pointer :: l => null(), r => null()
  end type
  type np
    type(node), pointer :: p => null()
  end type
contains
  function build(s) result(root)
    character(*), intent(in) :: s
    type(node), pointer :: root
    type(np) :: q(256)
    integer :: n, i, k, a, b, cnt(0:255)
    type(node), pointer :: nn
    cnt = 0
    do i = 1, len(s)
      cnt(ichar(s(i:i))) = cnt(ichar(s(i:i))) + 1
    end do
    n = 0
    do i = 0, 255
      if (cnt(i) == 0) cycle
      n = n + 1
      allocate (q(n)%p)
      q(n)%p = node(cnt(i), char(i))
    end do
    do while (n > 1)
      a = 1
      do k = 2, n
        if (q(k)%p%w < q(a)%p%w) a = k
      end do
      b = merge(2, 1, a == 1)
      do k = 1, n
        if (k /= a .and. q(k)%p%w < q(b)%p%w) b = k
      end do
      allocate (nn)
      nn%w = q(a)%p%w + q(b)%p%w; nn%leaf = .false.
      nn%l => q(a)%p; nn%r => q(b)%p
      q(min(a,b))%p => nn
      q(max(a,b))%p => q(n)%p
      n = n - 1
    end do
    root => q(1)%p
  end function
  recursive subroutine codes(t, prefix, table)
    type(node), intent(in) :: t
    character(*), intent(in) :: prefix
    character(*), intent(inout) :: table(0:)
    if (t%leaf) then
      table(ichar(t%c)) = prefix
    else
      call codes(t%l, prefix // '0', table)
      call codes(t%r, prefix // '1', table)
    end if
  end subroutine
  function decode(root, bits) result(s)
    type(node), target, intent(in) :: root
    character(*), intent(in) :: bits
    character(:), allocatable :: s
    type(node), pointer :: p
    integer :: i
    s = ''
    p => root
    do i = 1, len(bits)
      if (bits(i:i) == '0') then; p => p%l; else; p => p%r; end if
      if (p%leaf) then
        s = s // p%c
        p => root
      end if
    end do
  end function
  recursive subroutine free(t)
    type(node), pointer, intent(inout) :: t
    if (.not. associated(t)) return
    call free(t%l); call free(t%r)
    deallocate (t)
  end subroutine
end module
module pq_mod
  implicit none
  type item
    real :: pri
    integer :: id
  end type
  type pq
    type(item), allocatable :: h(:)
    integer :: n = 0
  end type
contains
  subroutine push(q, it)
    type(pq), intent(inout) :: q
    type(item), intent(in) :: it
    type(item), allocatable :: t(:)
    integer :: i
    if (.not. allocated(q%h)) allocate (q%h(1))
    if (q%n == size(q%h)) then
      allocate (t(2*q%n)); t(:q%n) = q%h; call move_alloc(t, q%h)
    end if
    q%n = q%n + 1; q%h(q%n) = it
    i = q%n
    do while (i > 1)
      if (q%h(i/2)%pri <= q%h(i)%pri) exit
      q%h([i/2, i]) = q%h([i, i/2])
      i = i/2
    end do
  end subroutine
  function pop(q) result(it)
    type(pq), intent(inout) :: q
    type(item) :: it, t
    integer :: i, c
    it = q%h(1)
    q%h(1) = q%h(q%n); q%n = q%n - 1
    i = 1
    do
      c = 2*i
      if (c > q%n) exit
      if (c < q%n) then
        if (q%h(c+1)%pri < q%h(c)%pri) c = c + 1
      end if
      if (q%h(i)%pri <= q%h(c)%pri) exit
      t = q%h(i); q%h(i) = q%h(c); q%h(c) = t
      i = c
    end do
  end function
end module
program p
  use lz
  use huff
  use pq_mod
  implicit none
  type(tok), allocatable :: t(:)
  type(node), pointer :: root
  character(16) :: table(0:255)
  character(*), parameter :: text = 'abracadabra abracadabra banana bandana'
  character(:), allocatable :: bits
  type(pq) :: q
  type(item) :: it
  integer :: i, grid(8,8), dist(8,8), r, c, nr, nc, k
  integer, parameter :: dr(4) = [1,-1,0,0], dc(4) = [0,0,1,-1]
  call compress(text, t)
  print *, size(t), expand(t) == text, t(1:3)%c, t%off
  root => build(text)
  table = ''
  call codes(root, '', table)
  bits = ''
  do i = 1, len(text)
    bits = bits // trim(table(ichar(text(i:i))))
  end do
  print *, len(bits), decode(root, bits) == text, root%w
  call free(root); print *, associated(root)
  do i = 1, 10
    call push(q, item(real(mod(i*7, 10)), i))
  end do
  do while (q%n > 0)
    it = pop(q); write (*, '(i3)', advance='no') it%id
  end do
  print *
  grid = reshape([(merge(9, 1 + mod(i*3, 4), mod(i, 5) == 0), i=1,64)], [8,8])
  dist = huge(0)/2; dist(1,1) = 0
  call push(q, item(0., 1))
  do while (q%n > 0)
    it = pop(q)
    r = mod(it%id-1, 8) + 1; c = (it%id-1)/8 + 1
    if (it%pri > dist(r,c)) cycle
    do k = 1, 4
      nr = r + dr(k); nc = c + dc(k)
      if (nr < 1 .or. nr > 8 .or. nc < 1 .or. nc > 8) cycle
      if (dist(r,c) + grid(nr,nc) < dist(nr,nc)) then
        dist(nr,nc) = dist(r,c) + grid(nr,nc)
        call push(q, item(real(dist(nr,nc)), nr + (nc-1)*8))
      end if
    end do
  end do
  print '(8i4)', dist(:, ::4)
end program
!>           11 T abr           0           0           0           3           5           7          12          25           2           7          10
!>           94 T          38
!>  F
!>  10  3  6  9  2  5  8  1  4  7
!>    0   3   5   6  15  17  19  20
!>   21  17  20  13  17  20  22  30
