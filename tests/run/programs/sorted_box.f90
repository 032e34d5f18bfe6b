! A sortable container of polymorphic values, moved and copied deeply.
module m
  implicit none
  type, abstract :: t_base
    integer :: id = 0
  contains
    procedure(cmpi), deferred :: lt
    procedure(stri), deferred :: str
    generic :: operator(<) => lt
  end type
  abstract interface
    logical function cmpi(a, b)
      import; class(t_base), intent(in) :: a, b
    end function
    function stri(a) result(s)
      import; class(t_base), intent(in) :: a; character(:), allocatable :: s
    end function
  end interface
  type, extends(t_base) :: t_int; integer :: v = 0; contains; procedure :: lt => ilt; procedure :: str => istr; end type
  type, extends(t_base) :: t_str; character(:), allocatable :: v; contains; procedure :: lt => slt; procedure :: str => sstr; end type
  type box; class(t_base), allocatable :: p; end type
  type vec
    type(box), allocatable :: d(:)
    integer :: n = 0
  contains
    procedure :: push; procedure :: sort; procedure :: print => vprint
    procedure :: at
  end type
contains
  logical function ilt(a, b)
    class(t_int), intent(in) :: a; class(t_base), intent(in) :: b
    select type (b)
    type is (t_int); ilt = a%v < b%v
    class default; ilt = .true.
    end select
  end function
  logical function slt(a, b)
    class(t_str), intent(in) :: a; class(t_base), intent(in) :: b
    slt = .false.
    select type (b); type is (t_str); slt = a%v < b%v; end select
  end function
  function istr(a) result(s); class(t_int), intent(in) :: a; character(:), allocatable :: s; character(12) :: t; write (t, '(i0)') a%v; s = trim(t); end function
  function sstr(a) result(s); class(t_str), intent(in) :: a; character(:), allocatable :: s; s = '"' // a%v // '"'; end function
  subroutine push(this, x)
    class(vec), intent(inout) :: this; class(t_base), intent(in) :: x
    type(box), allocatable :: t(:)
    if (.not. allocated(this%d)) allocate (this%d(1))
    if (this%n == size(this%d)) then
      allocate (t(2*this%n)); t(:this%n) = this%d; call move_alloc(t, this%d)
    end if
    this%n = this%n + 1
    allocate (this%d(this%n)%p, source=x)
    this%d(this%n)%p%id = this%n
  end subroutine
  subroutine sort(this)
    class(vec), intent(inout) :: this
    class(t_base), allocatable :: k
    integer :: i, j
    do i = 2, this%n
      call move_alloc(this%d(i)%p, k)
      j = i - 1
      do while (j >= 1)
        if (.not. k < this%d(j)%p) exit
        call move_alloc(this%d(j)%p, this%d(j+1)%p)
        j = j - 1
      end do
      call move_alloc(k, this%d(j+1)%p)
    end do
  end subroutine
  subroutine vprint(this)
    class(vec), intent(in) :: this
    integer :: i
    do i = 1, this%n; write (*, '(a,a,i0,1x)', advance='no') this%d(i)%p%str(), '#', this%d(i)%p%id; end do
    print *
  end subroutine
  function at(this, i) result(p)
    class(vec), intent(in), target :: this; integer, intent(in) :: i; class(t_base), pointer :: p
    p => this%d(i)%p
  end function
end module
program p
  use m
  type(vec), target :: v, w
  class(t_base), pointer :: q
  call v%push(t_int(v=5)); call v%push(t_str(v='pear')); call v%push(t_int(v=2)); call v%push(t_str(v='fig')); call v%push(t_int(v=9))
  call v%print
  w = v
  call v%sort
  call v%print; call w%print()
  q => v%at(2)
  select type (q); type is (t_int); q%v = 77; end select
  call v%print
end
!> 5#1 "pear"#2 2#3 "fig"#4 9#5
!> 2#3 5#1 9#5 "fig"#4 "pear"#2
!> 5#1 "pear"#2 2#3 "fig"#4 9#5
!> 2#3 77#1 9#5 "fig"#4 "pear"#2
