! A stack of comparable objects: modules, structure constructors as functions, sorting through dispatch, deferred strings.
module base_mod
 implicit none
 private
 type, public :: logger
  private
  integer :: count = 0
  character(len=:), allocatable :: prefix
 contains
  procedure, public :: init => logger_init
  procedure, public :: log => logger_log
  procedure, public :: get_count
 end type
 interface logger
  module procedure new_logger
 end interface
contains
 function new_logger(p) result(r)
  character(*), intent(in) :: p
  type(logger) :: r
  call r%init(p)
 end function
 subroutine logger_init(self, p)
  class(logger), intent(out) :: self
  character(*), intent(in) :: p
  self%prefix = p
 end subroutine
 subroutine logger_log(self, msg)
  class(logger), intent(inout) :: self
  character(*), intent(in) :: msg
  self%count = self%count + 1
  print '(a,": ",a," (",i0,")")', self%prefix, msg, self%count
 end subroutine
 pure integer function get_count(self)
  class(logger), intent(in) :: self
  get_count = self%count
 end function
end module
module stack_mod
 use base_mod
 implicit none
 type, abstract :: comparable
 contains
  procedure(cmp), deferred :: less
  procedure(str), deferred :: to_string
 end type
 abstract interface
  logical function cmp(a, b)
   import comparable
   class(comparable), intent(in) :: a, b
  end function
  function str(a) result(s)
   import comparable
   class(comparable), intent(in) :: a
   character(:), allocatable :: s
  end function
 end interface
 type, extends(comparable) :: int_t
  integer :: v = 0
 contains
  procedure :: less => int_less
  procedure :: to_string => int_str
 end type
 type, extends(comparable) :: str_t
  character(:), allocatable :: v
 contains
  procedure :: less => str_less
  procedure :: to_string => str_str
 end type
 type :: slot
  class(comparable), allocatable :: item
 end type
 type :: stack
  type(slot), allocatable :: s(:)
  integer :: n = 0
  type(logger) :: log
 contains
  procedure :: push
  procedure :: pop
  procedure :: sort
  procedure :: show
  final :: stack_final
 end type
contains
 logical function int_less(a, b)
  class(int_t), intent(in) :: a
  class(comparable), intent(in) :: b
  select type (b)
  class is (int_t)
   int_less = a%v < b%v
  class default
   int_less = .true.
  end select
 end function
 function int_str(a) result(s)
  class(int_t), intent(in) :: a
  character(:), allocatable :: s
  character(20) :: t
  write (t, '(i0)') a%v
  s = trim(t)
 end function
 logical function str_less(a, b)
  class(str_t), intent(in) :: a
  class(comparable), intent(in) :: b
  select type (b)
  class is (str_t)
   str_less = a%v < b%v
  class default
   str_less = .false.
  end select
 end function
 function str_str(a) result(s)
  class(str_t), intent(in) :: a
  character(:), allocatable :: s
  s = '"' // a%v // '"'
 end function
 subroutine push(self, x)
  class(stack), intent(inout) :: self
  class(comparable), intent(in) :: x
  type(slot), allocatable :: t(:)
  integer :: i
  if (.not. allocated(self%s)) allocate(self%s(2))
  if (self%n == size(self%s)) then
   allocate(t(2*self%n))
   do i = 1, self%n
    call move_alloc(self%s(i)%item, t(i)%item)
   end do
   call move_alloc(t, self%s)
  end if
  self%n = self%n + 1
  allocate(self%s(self%n)%item, source=x)
  call self%log%log('push '//x%to_string())
 end subroutine
 function pop(self) result(r)
  class(stack), intent(inout) :: self
  class(comparable), allocatable :: r
  call move_alloc(self%s(self%n)%item, r)
  self%n = self%n - 1
 end function
 subroutine sort(self)
  class(stack), intent(inout) :: self
  class(comparable), allocatable :: t
  integer :: i, j
  do i = 2, self%n
   do j = i, 2, -1
    if (self%s(j)%item%less(self%s(j-1)%item)) then
     call move_alloc(self%s(j)%item, t)
     call move_alloc(self%s(j-1)%item, self%s(j)%item)
     call move_alloc(t, self%s(j-1)%item)
    end if
   end do
  end do
 end subroutine
 subroutine show(self)
  class(stack), intent(in) :: self
  integer :: i
  do i = 1, self%n
   write (*, '(a,1x)', advance='no') self%s(i)%item%to_string()
  end do
  print *
 end subroutine
 subroutine stack_final(self)
  type(stack), intent(inout) :: self
  print '(a,i0)', 'stack with ', self%n
 end subroutine
end module
program p
 use base_mod
 use stack_mod
 implicit none
 call work()
contains
 subroutine work()
  type(stack) :: s, s2
  class(comparable), allocatable :: x
  integer :: i
  s%log = logger('LOG')
  do i = 1, 3
   call s%push(int_t(10 - i*i))
  end do
  call s%push(str_t('pear')); call s%push(str_t('apple'))
  call s%show()
  call s%sort()
  call s%show()
  s2 = s
  x = s%pop()
  print *, x%to_string(), s%n, s2%n
  x = s%pop()
  print *, x%to_string()
  call s2%show()
  print *, s%log%get_count(), s2%log%get_count()
  associate (it => s2%s(1)%item)
   select type (it)
   type is (int_t)
    it%v = 1000
   end select
  end associate
  select type (y => s2%s(2)%item)
  class is (int_t)
   y%v = y%v * 2
   print *, y%to_string()
  end select
  call s2%show()
 end subroutine
end program
!> LOG: push 9 (1)
!> LOG: push 6 (2)
!> LOG: push 1 (3)
!> LOG: push "pear" (4)
!> LOG: push "apple" (5)
!> 9 6 1 "pear" "apple" 
!> 1 6 9 "apple" "pear" 
!> stack with 0
!>  "pear"           4           5
!>  "apple"
!> 1 6 9 "apple" "pear" 
!>            5           5
!>  12
!> 1000 12 9 "apple" "pear" 
!> stack with 5
!> stack with 3
