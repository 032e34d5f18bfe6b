! gfortran -c library.f90 makes library.mod (version 15). Programs of this compiler use it; tests/gfortran.rs.
module library
  use iso_c_binding
  implicit none
  private :: hidden
  integer, parameter :: wp = 8, primes(4) = [2, 3, 5, 7], square(2,2) = reshape([1,2,3,4], [2,2])
  real(wp), parameter :: third = 1.0_wp/3, huge8 = huge(1.0_wp), tiny8 = -tiny(1.0_wp)
  complex, parameter :: z = (1.5, -2.0)
  character(*), parameter :: greeting = 'don''t'//achar(9)//'panic'
  type :: small
    integer :: i = 7
    real :: x = 0.5
  end type
  type :: large
    real(wp) :: x(5) = 1
    integer :: n = 3
    character(3) :: name = 'abc'
    logical :: flag = .true.
  end type
  type :: node
    integer :: value = 1
    type(node), pointer :: next => null()
    real, pointer :: data(:) => null()
    integer :: last = 2
  end type
  type, bind(c) :: handle
    integer(c_int) :: id = 0
  end type
  type(small), parameter :: origin = small(1, 2.0)
  type(handle), parameter :: none = handle(-1)
  integer, save :: counter = 5
  real(wp), save :: table(0:3,2) = 0
  character(8), save :: label = 'nothing'
  type(large), save :: state
  integer, target, save :: storage(10) = [10,20,30,40,50,60,70,80,90,100]
  integer :: hidden = 3
  integer :: shared_n
  real :: shared_x(3)
  common /pool/ shared_n, shared_x
  interface change
    module procedure change_integer, change_real, change_array
  end interface
  interface operator(+)
    module procedure add_small
  end interface
  interface operator(.dot.)
    module procedure dot
  end interface
  interface assignment(=)
    module procedure set_handle
  end interface
  abstract interface
    real(8) function callback(x)
      real(8), intent(in) :: x
    end function
    subroutine visitor(p, n)
      import
      type(c_ptr), value :: p
      integer :: n
    end subroutine
  end interface
  interface
    subroutine outside(x, n)
      real, intent(inout) :: x(:)
      integer, intent(out) :: n
    end subroutine
  end interface
  ! What cannot be used.
  integer, allocatable :: list(:)
  type :: owner
    real, allocatable :: v(:)
  end type
  type :: base
    integer :: k = 1
  contains
    procedure :: show
    procedure, nopass :: version
  end type
contains
  subroutine scale(x, by)
    real, intent(inout) :: x(:)
    real, intent(in) :: by
    x = x*by
  end subroutine
  real function total(x, mask)
    real, intent(in) :: x(:,:)
    logical, intent(in), optional :: mask(:,:)
    if (present(mask)) then
      total = sum(x, mask)
    else
      total = sum(x)
    end if
  end function
  integer function ranks(x)
    integer, intent(in) :: x(..)
    ranks = 100*rank(x) + size(x)
  end function
  subroutine fill(a, n)
    integer, allocatable, intent(out) :: a(:)
    integer, intent(in) :: n
    integer :: i
    if (allocated(a)) stop 'still allocated'
    allocate(a(0:n-1))
    a = [(i*i, i=1,n)]
  end subroutine
  subroutine grow(a)
    integer, allocatable, intent(inout) :: a(:)
    a = [a, 99]
  end subroutine
  subroutine drop(a)
    real(wp), allocatable :: a(:,:)
    if (allocated(a)) deallocate(a)
  end subroutine
  subroutine one(a)
    integer, allocatable, intent(inout) :: a
    if (.not. allocated(a)) allocate(a, source=0)
    a = a + 41
  end subroutine
  subroutine aim(p, k)
    integer, pointer, intent(out) :: p(:)
    integer, intent(in) :: k
    nullify(p)
    if (k > 0) p(5:) => storage(10:1:-k)
  end subroutine
  subroutine aim_one(p)
    integer, pointer :: p
    p => storage(3)
  end subroutine
  integer function through(p)
    integer, pointer, intent(in) :: p(:)
    through = -1
    if (associated(p)) through = 1000*lbound(p,1) + sum(p)
  end function
  integer function words(a)
    character(*), intent(in) :: a(:)
    words = sum(len_trim(a)) + 100*len(a)
  end function
  subroutine option(i, o)
    integer, value :: i
    integer, value, optional :: o
    counter = i
    if (present(o)) counter = counter + 10*o
  end subroutine
  character(3) function triple(c)
    character(1), value :: c
    triple = repeat(c, 3)
  end function
  function twice(s) result(r)
    character(*), intent(in) :: s
    character(2*len(s)) :: r
    r = s//s
  end function
  function steps(n) result(r)
    integer, intent(in) :: n
    integer :: r(n, 2)
    integer :: i
    r(:,1) = [(i, i=1,n)]
    r(:,2) = -r(:,1)
  end function
  function names(n) result(r)
    integer, intent(in) :: n
    character(2) :: r(n)
    r = 'xy'
    r(1) = 'ab'
  end function
  function make_small(i) result(r)
    integer, intent(in) :: i
    type(small) :: r
    r%i = i
    r%x = 2*i
  end function
  function make_large(n) result(r)
    integer, intent(in) :: n
    type(large) :: r
    r%n = n
    r%x = n
  end function
  integer function value_small(s)
    type(small), value :: s
    value_small = s%i + int(s%x)
    s%i = 0
  end function
  integer function value_large(s)
    type(large), value :: s
    value_large = s%n
    s%n = 0
  end function
  complex(8) function rotate(c)
    complex(8), intent(in) :: c
    rotate = c*(0, 1)
  end function
  complex function rotate4(c)
    complex, value :: c
    rotate4 = c*(0, 1)
  end function
  logical function both(a, b)
    logical, intent(in) :: a, b
    both = a .and. b
  end function
  elemental real(8) function cube(x)
    real(8), intent(in) :: x
    cube = x**3
  end function
  real(8) function apply(f, x)
    procedure(callback) :: f
    real(8), intent(in) :: x
    apply = f(x) + f(2*x)
  end function
  subroutine visit(v, n)
    procedure(visitor) :: v
    integer, intent(in) :: n
    integer, target :: a(n)
    integer :: m
    a = 3
    m = n
    call v(c_loc(a), m)
    counter = sum(a)
  end subroutine
  subroutine change_integer(i)
    integer, intent(inout) :: i
    i = i + 1
  end subroutine
  subroutine change_real(x)
    real, intent(inout) :: x
    x = -x
  end subroutine
  subroutine change_array(x)
    real, intent(inout) :: x(:)
    x = x(size(x):1:-1)
  end subroutine
  type(small) function add_small(a, b)
    type(small), intent(in) :: a, b
    add_small = small(a%i + b%i, a%x + b%x)
  end function
  real function dot(a, b)
    real, intent(in) :: a(:), b(size(a))
    dot = dot_product(a, b)
  end function
  subroutine set_handle(a, b)
    type(handle), intent(out) :: a
    integer, intent(in) :: b
    a%id = b + 100
  end subroutine
  integer function chain(first)
    type(node), intent(in), target :: first
    type(node), pointer :: p
    p => first
    chain = 0
    do while (associated(p))
      chain = chain + p%value*p%last
      p => p%next
    end do
  end function
  subroutine link(a, b)
    type(node), intent(inout) :: a
    type(node), intent(in), target :: b
    a%next => b
  end subroutine
  subroutine explicit(n, a, b)
    integer, intent(in) :: n
    real, intent(inout) :: a(n), b(*)
    a = a + 1
    b(:n) = a
  end subroutine
  subroutine set_shared()
    shared_n = 12
    shared_x = [1.0, 2.0, 3.0]
    table(1,2) = 4.5_wp
    state%name = 'xyz'
    label = 'new name'
  end subroutine
  ! What cannot be called.
  subroutine show(self)
    class(base), intent(in) :: self
    print *, self%k
  end subroutine
  integer function version()
    version = 3
  end function
  subroutine text(s)
    character(:), allocatable, intent(out) :: s
    s = 'some text'
  end subroutine
  function pointed() result(p)
    integer, pointer :: p(:)
    p => storage
  end function
  complex(16) function quad(z)
    complex(16), intent(in) :: z
    quad = z*2
  end function
  subroutine owns(o)
    type(owner), intent(in) :: o
    print *, size(o%v)
  end subroutine
  subroutine calls(f)
    interface
      subroutine f(x)
        real, intent(in) :: x(:)
      end subroutine
    end interface
    call f([1.0, 2.0])
  end subroutine
end module
subroutine outside(x, n)
  real, intent(inout) :: x(:)
  integer, intent(out) :: n
  n = size(x)
  x = -x
end subroutine
module more
  use library, times => scale
  use ieee_arithmetic
  use omp_lib
  use iso_fortran_env, only: int64, output_unit
  implicit none
  interface change
    module procedure change_logical
  end interface
  interface operator(+)
    module procedure add_handle
  end interface
contains
  subroutine change_logical(l)
    logical, intent(inout) :: l
    l = .not. l
  end subroutine
  type(handle) function add_handle(a, b)
    type(handle), intent(in) :: a, b
    add_handle%id = a%id + b%id
  end function
end module
