! A Matrix Market reader, sparse matrices and a hash table with type-bound procedures.
module kinds_mod
  use iso_fortran_env, only: dp => real64, i8 => int64
  implicit none
end module
module hash_mod
  use kinds_mod
  implicit none
  private
  type, public :: hash_t
    private
    integer :: n = 0
    character(:), allocatable :: keys(:)
    integer, allocatable :: vals(:)
    logical, allocatable :: used(:)
  contains
    procedure :: put
    procedure :: get
    procedure :: count => hcount
    procedure, private :: grow, slot
  end type
contains
  integer function hcount(this)
    class(hash_t), intent(in) :: this
    hcount = this%n
  end function
  pure integer function hash(s, m)
    character(*), intent(in) :: s
    integer, intent(in) :: m
    integer :: i
    integer(i8) :: h
    h = 5381_i8
    do i = 1, len_trim(s)
      h = iand(h*33_i8 + iachar(s(i:i)), 2147483647_i8)
    end do
    hash = int(mod(h, int(m, i8))) + 1
  end function
  integer function slot(this, k)
    class(hash_t), intent(in) :: this
    character(*), intent(in) :: k
    slot = hash(k, size(this%vals))
    do while (this%used(slot))
      if (this%keys(slot) == k) return
      slot = mod(slot, size(this%vals)) + 1
    end do
  end function
  recursive subroutine put(this, k, v)
    class(hash_t), intent(inout) :: this
    character(*), intent(in) :: k
    integer, intent(in) :: v
    integer :: i
    if (.not. allocated(this%vals)) call this%grow(4)
    if (2*this%n >= size(this%vals)) call this%grow(2*size(this%vals))
    i = this%slot(k)
    if (.not. this%used(i)) this%n = this%n + 1
    this%used(i) = .true.; this%keys(i) = k; this%vals(i) = v
  end subroutine
  recursive subroutine grow(this, m)
    class(hash_t), intent(inout) :: this
    integer, intent(in) :: m
    character(:), allocatable :: ok(:)
    integer, allocatable :: ov(:)
    logical, allocatable :: ou(:)
    integer :: i
    if (allocated(this%vals)) then
      call move_alloc(this%keys, ok); call move_alloc(this%vals, ov); call move_alloc(this%used, ou)
    end if
    allocate (character(16) :: this%keys(m))
    allocate (this%vals(m), this%used(m))
    this%used = .false.; this%n = 0
    if (allocated(ov)) then
      do i = 1, size(ov)
        if (ou(i)) call this%put(trim(ok(i)), ov(i))
      end do
    end if
  end subroutine
  subroutine get(this, k, v, found)
    class(hash_t), intent(in) :: this
    character(*), intent(in) :: k
    integer, intent(out) :: v
    logical, intent(out), optional :: found
    integer :: i
    v = 0
    if (present(found)) found = .false.
    if (.not. allocated(this%vals)) return
    i = this%slot(k)
    if (this%used(i)) then
      v = this%vals(i)
      if (present(found)) found = .true.
    end if
  end subroutine
end module
module sparse_mod
  use kinds_mod
  implicit none
  type csr
    integer :: n = 0, nnz = 0
    integer, allocatable :: rp(:), ci(:)
    real(dp), allocatable :: v(:)
  contains
    procedure :: matvec
    generic :: operator(*) => matvec
  end type
  interface csr
    module procedure from_coo
  end interface
contains
  function from_coo(n, i, j, v) result(a)
    integer, intent(in) :: n, i(:), j(:)
    real(dp), intent(in) :: v(:)
    type(csr) :: a
    integer :: k, p, nxt(n)
    a%n = n; a%nnz = size(v)
    allocate (a%rp(n+1), a%ci(a%nnz), a%v(a%nnz))
    a%rp = 0
    do k = 1, size(i)
      a%rp(i(k)+1) = a%rp(i(k)+1) + 1
    end do
    a%rp(1) = 1
    do k = 1, n
      a%rp(k+1) = a%rp(k+1) + a%rp(k)
    end do
    nxt = a%rp(:n)
    do k = 1, size(i)
      p = nxt(i(k))
      a%ci(p) = j(k); a%v(p) = v(k)
      nxt(i(k)) = p + 1
    end do
  end function
  pure function matvec(this, x) result(y)
    class(csr), intent(in) :: this
    real(dp), intent(in) :: x(:)
    real(dp) :: y(this%n)
    integer :: i
    do concurrent (i = 1:this%n)
      y(i) = sum(this%v(this%rp(i):this%rp(i+1)-1)*x(this%ci(this%rp(i):this%rp(i+1)-1)))
    end do
  end function
  subroutine read_mm(u, a, info)
    integer, intent(in) :: u
    type(csr), intent(out) :: a
    integer, intent(out) :: info
    character(256) :: line, obj, fmt, field, sym
    character(20) :: head
    integer :: m, n, nz, k, cnt, ii, jj
    real(dp) :: vv
    integer, allocatable :: i(:), j(:)
    real(dp), allocatable :: v(:)
    read (u, '(a)', iostat=info) line
    if (info /= 0) return
    read (line, *, iostat=info) head, obj, fmt, field, sym
    if (info /= 0 .or. head /= '%%MatrixMarket') then
      info = -100; return
    end if
    do
      read (u, '(a)', iostat=info) line
      if (info /= 0) return
      if (line(1:1) /= '%') exit
    end do
    read (line, *) m, n, nz
    allocate (i(2*nz), j(2*nz), v(2*nz))
    cnt = 0
    do k = 1, nz
      read (u, *, iostat=info) ii, jj, vv
      if (info /= 0) return
      cnt = cnt + 1
      i(cnt) = ii; j(cnt) = jj; v(cnt) = vv
      if (sym == 'symmetric' .and. ii /= jj) then
        cnt = cnt + 1
        i(cnt) = jj; j(cnt) = ii; v(cnt) = vv
      end if
    end do
    a = csr(n, i(:cnt), j(:cnt), v(:cnt))
  end subroutine
  subroutine solve(a, b, x, iters)
    type(csr), intent(in) :: a
    real(dp), intent(in) :: b(:)
    real(dp), allocatable, intent(out) :: x(:)
    integer, intent(out) :: iters
    real(dp), dimension(size(b)) :: r, p, q
    real(dp) :: rho, rho0, alpha
    allocate (x(size(b)), source=0._dp)
    r = b - a*x; p = r; rho = dot_product(r, r)
    do iters = 0, 100
      if (sqrt(rho) < 1e-12_dp) exit
      q = a*p
      alpha = rho/dot_product(p, q)
      x = x + alpha*p
      r = r - alpha*q
      rho0 = rho; rho = dot_product(r, r)
      p = r + (rho/rho0)*p
    end do
  end subroutine
end module
program main
  use hash_mod
  use sparse_mod
  use kinds_mod, only: dp
  implicit none
  type(hash_t) :: h
  type(csr) :: a
  real(dp), allocatable :: x(:), b(:)
  integer :: u, info, it, i, v
  logical :: f
  character(8) :: key
  character(*), parameter :: text = 'the cat and the dog and the bird saw the cat'
  integer :: p, q
  open (newunit=u, status='scratch')
  write (u, '(a)') '%%MatrixMarket matrix coordinate real symmetric', '% comment', '5 5 9'
  do i = 1, 5
    write (u, '(2i4,es12.4)') i, i, 4.0
    if (i < 5) write (u, '(2i4,f8.3)') i+1, i, -1.0
  end do
  rewind u
  call read_mm(u, a, info)
  close (u)
  print *, info, a%n, a%nnz, a%rp
  allocate (b(5), source=[(real(i, dp), i=1,5)])
  call solve(a, b, x, it)
  print '(5f12.8,i4)', x, it
  print *, maxval(abs(a*x - b)) < 1e-10
  p = 1
  do while (p <= len(text))
    q = index(text(p:), ' ')
    if (q == 0) q = len(text) - p + 2
    call h%get(text(p:p+q-2), v)
    call h%put(text(p:p+q-2), v + 1)
    p = p + q
  end do
  call h%get('the', v, f); print *, v, f, h%count()
  call h%get('cat', v, f); print *, v, f
  call h%get('cow', v, f); print *, v, f
  do i = 1, 100
    write (key, '(a,i0)') 'k', i
    call h%put(key, i*i)
  end do
  call h%get('k77', v, f); print *, v, f, h%count()
end program
!>            0           5          13           1           3           6           9          12          14
!>   0.49615385  0.98461538  1.44230769  1.78461538  1.69615385   5
!>  T
!>            4 T           6
!>            2 T
!>            0 F
!>         5929 T         106
