module side
  use iso_c_binding
  implicit none
  common /blk/ r, i
  bind(c, name="shared_block") :: /blk/
  real(c_double) :: r
  integer(c_int) :: i
  interface
    subroutine show(x) bind(c)
      type(*), optional, intent(in) :: x(..)
    end subroutine
    subroutine show_pointer(p) bind(c, name="show")
      import :: c_int
      integer(c_int), pointer, intent(in) :: p(:)
    end subroutine
    subroutine negate(x) bind(c)
      import :: c_int
      integer(c_int), contiguous :: x(:, :)
    end subroutine
    subroutine fresh(a) bind(c)
      import :: c_int
      integer(c_int), allocatable, intent(out) :: a(:)
    end subroutine
    subroutine from_c() bind(c)
    end subroutine
    subroutine block() bind(c)
    end subroutine
  end interface
contains
  subroutine doubled(a) bind(c)
    integer(c_int), contiguous, intent(inout) :: a(:)
    print '(l1, *(i3))', is_contiguous(a), a
    flush (6)
    a = 2 * a
  end subroutine
  subroutine words(w) bind(c)
    character(kind=c_char, len=*), intent(inout) :: w(3)
    integer :: k
    print '(i0, *(a))', len(w), ('[' // trim(w(k)) // ']', k = 1, 3)
    flush (6)
    w(2) = 'TWO'
  end subroutine
  subroutine pass_on(x)
    type(*), optional, intent(in) :: x(..)
    call show(x)
  end subroutine
  subroutine shaped(x)
    type(*), intent(in) :: x(:)
    print '(i0)', sizeof(x) / size(x)
    flush (6)
    call show(x)
  end subroutine
  subroutine sized(a)
    integer(c_int), target :: a(2, *)
    call show(a)
    call ranks(a)
  end subroutine
  subroutine ranks(x)
    integer(c_int), intent(in) :: x(..)
    print '(*(i3))', size(shape(x)), shape(x), ubound(x), size(x), size(x, dim=2)
    flush (6)
  end subroutine
end module

program main
  use side
  implicit none
  type, bind(c) :: point
    integer(c_int) :: x, y
  end type
  type(c_ptr) :: p(2)
  type(c_funptr) :: f
  type(point) :: q(4)
  integer(c_int), allocatable, target :: a(:)
  integer(c_int) :: m(4, 6)
  integer(c_int), target :: t(-1:3)
  integer, external :: by_value
  integer :: k
  call pass_on()
  call pass_on(p)
  call pass_on(f)
  call pass_on(q%y)
  call pass_on(q(4:1:-2))
  call shaped([1_2, 2_2, 3_2])
  call shaped([(1d0, 2d0)])
  call sized(m)
  m = reshape([(k, k = 1, 24)], [4, 6])
  call negate(m(2:3, ::3))
  print '(4i4)', m
  flush (6)
  allocate (a(10))
  call fresh(a)
  print '(*(i4))', lbound(a), a
  flush (6)
  t = 1
  call show_pointer(t)
  call show_pointer(a)
  call from_c()
  r = 1.5d0
  i = 6
  call block()
  print '(f5.2, i3)', r, i
  flush (6)
  print '(i0)', by_value(%val(40), %ref(2d0))
  flush (6)
end program
