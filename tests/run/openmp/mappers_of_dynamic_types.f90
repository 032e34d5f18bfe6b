! Polymorphic items are mapped by the default mapper of their dynamic type, or of the nearest type that it extends.
module shapes
  implicit none
  type base
    integer :: n = 2
    integer, pointer :: p(:) => null()
  end type
  type, extends(base) :: ext
    integer :: k = 3
    integer, pointer :: q(:) => null()
  end type
  type, extends(ext) :: far
    integer, pointer :: r(:) => null()
  end type
  type, extends(base) :: side
    integer :: pad(5) = 1
  end type
  type, extends(side) :: bare
    integer, pointer :: s(:) => null()
  end type
  type holder
    class(base), allocatable :: c
    class(base), pointer :: d => null()
  end type
  type wall
    integer :: m = 0
    class(base), allocatable :: c(:)
  end type
  type plain
    integer :: id = 0
  end type
  type, extends(plain) :: fancy
    integer, pointer :: f(:) => null()
  end type
  type keeper
    class(plain), allocatable :: c
  end type
  !$omp declare mapper(base :: v) map(v, v%p(1:v%n))
  !$omp declare mapper(ext :: w) map(w, w%p(1:w%n), w%q(1:w%k))
  !$omp declare mapper(bare :: v) map(v, v%s)
  !$omp declare mapper(fancy :: v) map(v, v%f(2:3))
  !$omp declare mapper(holder :: h) map(h, h%c, h%d)
contains
  ! Elements of what the pointers are associated with.
  subroutine step(h)
    type(holder), intent(inout) :: h
    !$omp target map(tofrom: h)
    h%c%p(2) = h%c%p(1) + h%c%n
    h%c%n = 20
    select type (c => h%c)
    class is (ext)
      c%q(3) = c%q(2) + c%k
      c%k = 30
    class is (bare)
      c%s(1) = c%s(2) + c%pad(5)
    end select
    !$omp end target
  end subroutine
  subroutine fill(c, kind)
    class(base), allocatable, intent(out) :: c
    integer, intent(in) :: kind
    select case (kind)
    case (1); allocate (base :: c)
    case (2); allocate (ext :: c)
    case (3); allocate (far :: c)
    case (4); allocate (side :: c)
    case (5); allocate (bare :: c)
    end select
    allocate (c%p(2), source=kind)
    select type (c)
    class is (ext); allocate (c%q(3), source=10*kind)
    class is (bare); allocate (c%s(2), source=100*kind)
    end select
  end subroutine
end module
program mappers_of_dynamic_types
  use shapes
  use omp_lib
  implicit none
  type(holder) :: h
  type(wall) :: w
  type(keeper) :: k(2)
  integer :: kind, i, bad
  integer, target :: qs(3, 2)
  bad = 0
  do kind = 1, 5
    call fill(h%c, kind)
    call step(h)
    select type (c => h%c)
    class is (bare)
      ! Its mapper names no P: that is mapped by the region.
      if (any(c%s /= [501, 500])) then; print *, 's', c%s; bad = bad + 1; end if
    class is (ext)
      if (any(c%q /= [10*kind, 10*kind, 10*kind + 3]) .or. c%k /= 30) then; print *, kind, 'q', c%q; bad = bad + 1; end if
    end select
    if (any(h%c%p /= [kind, kind + 2]) .or. h%c%n /= 20) then; print *, kind, 'p', h%c%p; bad = bad + 1; end if
  end do

  ! Presence tells which mapper it was.
  do kind = 1, 5
    call fill(h%c, kind)
    !$omp target enter data map(to: h)
    select type (c => h%c)
    class is (ext)
      call there(c%p, .true., 1); call there(c%q, .true., 2)
      c%q = 7
    class is (bare)
      call there(c%p, .false., 3); call there(c%s, .true., 4)
    class default
      call there(c%p, .true., 5)
    end select
    h%c%p = -1
    !$omp target update to(h)
    h%c%p = 0
    if (kind /= 5) then
      !$omp target
      h%c%p(1) = h%c%p(1) - 1
      !$omp end target
      !$omp target update from(h)
      if (omp_get_num_devices() > 0 .and. any(h%c%p /= [-2, -1])) then; print *, kind, 'update', h%c%p; bad = bad + 1; end if
    end if
    !$omp target exit data map(release: h)
    call there(h%c%p, .false., 6)
    select type (c => h%c)
    class is (ext); call there(c%q, .false., 7)
    class is (bare); call there(c%s, .false., 8)
    end select
  end do

  ! Arrays have one dynamic type.
  allocate (ext :: w%c(2))
  qs = 5
  select type (c => w%c)
  class is (ext)
    do i = 1, 2
      allocate (c(i)%p(2), source=i)
      c(i)%q => qs(:, i)
    end do
  end select
  !$omp target data map(tofrom: w%c)
  select type (c => w%c)
  class is (ext)
    do i = 1, 2
      call there(c(i)%p, .true., 9); call there(c(i)%q, .true., 10)
    end do
  end select
  !$omp end target data
  call there(qs(:, 2), .false., 11)

  ! The declared type has no mapper.
  allocate (plain :: k(1)%c)
  allocate (fancy :: k(2)%c)
  select type (c => k(2)%c)
  class is (fancy); allocate (c%f(4), source=[1, 2, 3, 4])
  end select
  do i = 1, 2
    !$omp target data map(tofrom: k(i)%c)
    !$omp target
    k(i)%c%id = k(i)%c%id + i
    select type (c => k(i)%c)
    class is (fancy); c%f(3) = 33
    end select
    !$omp end target
    if (k(i)%c%id /= merge(i, 0, omp_get_num_devices() == 0)) bad = bad + 1000
    !$omp end target data
    if (k(i)%c%id /= i) then; print *, 'id', i, k(i)%c%id; bad = bad + 1; end if
  end do
  select type (c => k(2)%c)
  class is (fancy)
    if (any(c%f /= [1, 2, 33, 4])) then; print *, 'f', c%f; bad = bad + 1; end if
  end select
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
contains
  subroutine there(x, should, what)
    use iso_c_binding
    integer, target :: x(:)
    logical, intent(in) :: should
    integer, intent(in) :: what
    if (omp_get_num_devices() == 0) return
    if ((omp_target_is_present(c_loc(x), omp_get_default_device()) /= 0) .neqv. should) then
      print *, 'presence', what, kind
      bad = bad + 1
    end if
  end subroutine
end program
!> OK
