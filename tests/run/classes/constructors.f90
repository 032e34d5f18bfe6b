! Constructors with polymorphic components, parents by name, saved polymorphic entities, types that hold themselves.
module m
 implicit none
 type :: animal
  character(10) :: name = 'x'
  integer :: legs = 4
 end type
 type, extends(animal) :: dog
  logical :: good = .true.
 end type
 type, extends(dog) :: puppy
  integer :: age = 0
 end type
 type :: pen
  class(animal), allocatable :: a
  class(animal), allocatable :: list(:)
  class(animal), pointer :: p => null()
  class(*), allocatable :: u
 end type
 type :: deep
  integer, allocatable :: v(:)
  type(deep), allocatable :: kids(:)
 end type
 type(puppy), save, target :: spot
 class(animal), allocatable, save :: global
 class(animal), pointer, save :: gp => null()
contains
 subroutine tell(a)
  class(animal), intent(in) :: a
  select type (a)
  type is (animal)
   print *, 'animal ', trim(a%name), a%legs
  type is (dog)
   print *, 'dog ', trim(a%name), a%legs, a%good
  class is (dog)
   print *, 'dog+ ', trim(a%name), a%good
  end select
 end subroutine
 subroutine setup(k)
  integer, intent(in) :: k
  if (allocated(global)) deallocate(global)
  select case (k)
  case (1)
   allocate(global, source=dog('rex', 3, .false.))
  case (2)
   allocate(puppy :: global)
  case default
   global = animal('cat')
  end select
  gp => spot
 end subroutine
 recursive integer function count_all(d) result(n)
  type(deep), intent(in) :: d
  integer :: i
  n = size(d%v)
  if (allocated(d%kids)) then
   do i = 1, size(d%kids)
    n = n + count_all(d%kids(i))
   end do
  end if
 end function
 function build(k) result(r)
  integer, intent(in) :: k
  type(deep) :: r
  integer :: i
  r%v = [(i, i=1,k)]
  if (k > 1) r%kids = [build_leaf(1), build_leaf(2)]
 end function
 function build_leaf(k) result(r)
  integer, intent(in) :: k
  type(deep) :: r
  integer :: i
  r%v = [(i, i=1,k)]
 end function
end module
program p
 use m
 implicit none
 type(pen) :: q, q2
 type(dog) :: d
 type(puppy) :: pup
 type(animal) :: an
 type(deep) :: t, t2
 type(deep), allocatable :: ts(:)
 class(animal), allocatable :: z(:)
 integer :: i
 d = dog('fido', good=.true.)
 pup = puppy(dog=d, age=2)
 print *, pup%name, pup%age, pup%dog%good, pup%dog%animal%legs
 pup%dog%animal%legs = 5
 an = pup%animal
 call tell(an)
 an = pup%dog%animal
 q = pen(a=pup, list=[d, d], p=spot, u='text')
 call tell(q%a); call tell(q%list(2)); call tell(q%p)
 q2 = q
 deallocate(q%a)
 call tell(q2%a)
 q2%list(1)%name = 'changed'
 print *, q%list(1)%name, q2%list(1)%name, size(q2%list)
 select type (u => q2%u)
 type is (character(*))
  print *, u, len(u)
 end select
 do i = 1, 3
  call setup(i)
  call tell(global)
 end do
 gp%name = 'spotty'
 call tell(spot)
 print *, associated(gp, spot)
 t = build(4)
 print *, count_all(t)
 t2 = t
 t2%kids(2)%v = [7,7,7]
 print *, count_all(t), count_all(t2)
 t = t%kids(2)
 print *, count_all(t)
 ts = [t, t2, build(3)]
 print *, size(ts), (count_all(ts(i)), i=1,3)
 ts = ts(3:1:-1)
 print *, (count_all(ts(i)), i=1,3)
 ts(1:2) = ts(2:3)
 print *, (count_all(ts(i)), i=1,3)
 z = [animal :: d%animal, an]
 print *, size(z), z%legs

end program
!>  fido                 2 T           4
!>  animal fido           5
!>  dog+ fido T
!>  dog fido           4 T
!>  dog+ x T
!>  dog+ fido T
!>  fido      changed              2
!>  text           4
!>  dog rex           3 F
!>  dog+ x T
!>  animal cat           4
!>  dog+ spotty T
!>  T
!>            7
!>            7           8
!>            2
!>            3           2           8           6
!>            6           8           2
!>            8           2           2
!>            2           4           5
