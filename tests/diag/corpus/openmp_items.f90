!=== copyprivate and nowait
subroutine s
  integer a
  !$omp parallel private(a)
  !$omp single
  a = 1
  !$omp end single copyprivate(a) nowait !! `nowait` and `copyprivate` exclude each other
  !$omp end parallel
end
!=== aligned non pointer
subroutine s
  integer :: x, i
  !$omp simd aligned(x:8) !! `x` in `aligned` must be a pointer, allocatable, a Cray pointer, or of
  do i = 1, 10
  end do
end
!=== non rect schedule
subroutine s
  integer :: i, j
  !$omp do collapse(2) schedule(static) !! `schedule` may not stand where a bound depends on an outer
  do i = 1, 10
    do j = 1, i
    end do
  end do
end
!=== atomic acq_rel write
subroutine s(a)
  integer :: a
  !$omp atomic write acquire !! `atomic write` does not take `acquire`
  a = 1
end
!=== atomic alloc
subroutine s(a)
  integer, allocatable :: a
  !$omp atomic
  a = a + 1 !! allocatable `a` cannot be the variable of an atomic statement
end
!=== critical hint without name
subroutine s
  !$omp critical hint(1) !! a `critical` construct with a hint needs a name
  !$omp end critical
end
!=== ordered twice
subroutine s
  integer :: i
  !$omp do ordered
  do i = 1, 2
    !$omp ordered
    !$omp ordered !! an `ordered` region may not be nested in another one of its
    !$omp end ordered
    !$omp end ordered
  end do
end
!=== target update to from same
subroutine s(a)
  integer :: a
  !$omp target update to(a) from(a) !! `a` is both in `to` and in `from`
end
!=== declare target local nonsaved
subroutine s
  integer :: a
  !$omp declare target(a) !! `a` cannot be in `declare target`: it is not saved
end
!=== declare target of dummy
subroutine s(a)
  integer :: a
  !$omp declare target(a) !! `a` cannot be in `declare target`: it is a dummy argument
end
!=== declare target twice
module m
  integer :: a
  !$omp declare target to(a) link(a) !! `a` is in `link` and in another list of `declare target`
end
!=== threadprivate after use
module m
  integer :: a, b
  equivalence (a, b)
  !$omp threadprivate(a) !! `a` is in an EQUIVALENCE, so it cannot be THREADPRIVATE
end
!=== threadprivate in common element
module m
  integer :: a
  common /c/ a
  !$omp threadprivate(a) !! `a` is in a COMMON block: THREADPRIVATE names the whole block
end
!=== threadprivate twice
module m
  integer, save :: a
  !$omp threadprivate(a)
  !$omp threadprivate(a) !! `a` is THREADPRIVATE twice
end
!=== declare simd wrong name
subroutine s(a)
  integer :: a
  !$omp declare simd(foo) !! `declare simd` must name the procedure that it stands in, `s`
end
!=== declare simd uniform nondummy
subroutine s(a)
  integer :: a, b
  !$omp declare simd(s) uniform(b) !! `b` in `uniform` is not a dummy argument
end
!=== declare mapper unknown type
subroutine s
  !$omp declare mapper(t :: x) map(x) !! derived type `t` is not declared
end
!=== flush of unknown
subroutine s
  implicit none
  !$omp flush (a) !! name `a` is not declared
end
!=== reduction of array section stride
subroutine s
  integer :: i, a(10)
  !$omp parallel do reduction(+:a(1:10:2)) !! a section in `reduction` must have the stride one
  do i = 1, 2
  end do
end
!=== masked filter real
subroutine s
  !$omp masked filter(1.5) !! the argument of `filter` must be an integer, this is real(4)
  !$omp end masked
end
!=== error directive
subroutine s
  !$omp error at(compilation) message("stop") !! stop
end
!=== allocate clause no private
subroutine s(a)
  use omp_lib
  integer :: a
  !$omp parallel allocate(omp_default_mem_alloc: a) !! `a` in `allocate` must be in a clause that makes it private
  !$omp end parallel
end
!=== values of a component between slashes
program p
  type t
    integer :: a /1/ !! a component is initialized by `= value`
  end type
end program
!=== the parent component of a private type
module m
  type :: u1
    integer :: j = 1
  end type
  type, extends(u1) :: u2
  end type
  private :: u1
end module
program p
  use m
  type(u2) :: b
  print *, b%u1%j !! the parent component `u1` is private: its type is
end program
!=== a component of a function result
program p
  type t
    integer :: i
  end type
  print *, f()%i !! a component of a function result cannot be referenced: give
contains
  function f() result(r)
    type(t) :: r
    r%i = 1
  end function
end program
!=== a schedule for loops that are not rectangular
subroutine s
  integer :: i, j
  !$omp do collapse(2) schedule(static) !! `schedule` may not stand where a bound depends on an outer
  do i = 1, 10
    do j = 1, i
    end do
  end do
end subroutine
!=== an error directive in declarations
module m
  !$omp error at(compilation) message("not for this machine") !! not for this machine
end module
!=== a hint that is not constant
subroutine s(n)
  integer :: n
  !$omp critical (name) hint(n) !! must be a constant expression
  n = n + 1
  !$omp end critical (name)
end subroutine
!=== a negative hint
subroutine s(n)
  integer :: n
  !$omp critical (name) hint(-3) !! the hint is negative
  n = n + 1
  !$omp end critical (name)
end subroutine
!=== traits of an allocator in a variable
subroutine s
  use omp_lib
  type(omp_alloctrait) :: traits(1)
  integer(omp_allocator_handle_kind) :: a
  !$omp target uses_allocators(traits(traits): a) !! are a named constant array
  !$omp end target
end subroutine
!=== traits of an allocator in a variable, old form
subroutine s
  use omp_lib
  type(omp_alloctrait) :: traits(1)
  integer(omp_allocator_handle_kind) :: a
  !$omp target uses_allocators(a(traits)) !! are a named constant array
  !$omp end target
end subroutine
!=== one trait of an allocator
subroutine s
  use omp_lib
  type(omp_alloctrait), parameter :: trait = omp_alloctrait(omp_atk_alignment, 64)
  integer(omp_allocator_handle_kind) :: a
  !$omp target uses_allocators(traits(trait): a) !! are a named constant array
  !$omp end target
end subroutine
!=== traits of a predefined allocator
subroutine s
  use omp_lib
  type(omp_alloctrait), parameter :: traits(1) = [omp_alloctrait(omp_atk_alignment, 64)]
  !$omp target uses_allocators(omp_const_mem_alloc(traits)) !! takes neither a memory space nor traits
  !$omp end target
end subroutine
!=== memory space of a predefined allocator
subroutine s
  use omp_lib
  !$omp target uses_allocators(memspace(omp_const_mem_space): omp_const_mem_alloc) !! takes neither a memory space nor traits
  !$omp end target
end subroutine
!=== a memory space of another kind
subroutine s
  use omp_lib
  integer(omp_allocator_handle_kind) :: a
  !$omp target uses_allocators(memspace(omp_atk_pinned): a) !! a memory space is a predefined
  !$omp end target
end subroutine
!=== a memory space in a variable
subroutine s(space)
  use omp_lib
  integer(omp_memspace_handle_kind) :: space
  integer(omp_allocator_handle_kind) :: a
  !$omp target uses_allocators(memspace(space): a) !! a memory space is a predefined
  !$omp end target
end subroutine
!=== no allocator
subroutine s
  use omp_lib
  integer(omp_allocator_handle_kind) :: a(2)
  !$omp target uses_allocators(a(1)) !! an allocator is a scalar
  !$omp end target
end subroutine
!=== an allocator of another type
subroutine s
  integer :: a
  !$omp target uses_allocators(a) !! an allocator is a scalar integer(omp_allocator_handle_kind)
  !$omp end target
end subroutine
!=== an array of allocators
subroutine s
  use omp_lib
  integer(omp_allocator_handle_kind) :: a(2)
  !$omp target uses_allocators(a) !! an allocator is a scalar
  !$omp end target
end subroutine
!=== the null allocator is used
subroutine s
  use omp_lib
  !$omp target uses_allocators(omp_null_allocator) !! is no predefined allocator
  !$omp end target
end subroutine
!=== an allocator twice
subroutine s
  use omp_lib
  integer(omp_allocator_handle_kind) :: a
  !$omp target uses_allocators(a) uses_allocators(a) !! appears in more than one
  !$omp end target
end subroutine
!=== an allocator that is private
subroutine s
  use omp_lib
  integer(omp_allocator_handle_kind) :: a
  !$omp target private(a) uses_allocators(a) !! appears in more than one
  !$omp end target
end subroutine
!=== a memory space twice
subroutine s
  use omp_lib
  integer(omp_allocator_handle_kind) :: a
  !$omp target uses_allocators(memspace(omp_default_mem_space), memspace(omp_default_mem_space): a) !! is given twice
  !$omp end target
end subroutine
!=== an allocator in an object
subroutine s
  use omp_lib
  type t
    integer(omp_allocator_handle_kind) :: a
  end type
  type(t) :: o
  !$omp target uses_allocators(o%a) !! is a variable or a predefined one
  !$omp end target
end subroutine
!=== allocate of what the statement does not allocate
subroutine s
  integer, allocatable :: x, y
  !$omp allocate(y) align(64) !! is not allocated by the statement
  allocate (x)
end subroutine
!=== an allocate directive among statements without its statement
subroutine s
  integer, allocatable :: x
  x = 3
  !$omp allocate(x) align(64) !! must be followed by an allocate statement
  x = 1
end subroutine
!=== two allocate directives for one variable
subroutine s
  integer, allocatable :: x, y
  !$omp allocate(x) align(64) !! is in `allocate` directives twice
  !$omp allocate(x) align(32)
  allocate (x, y)
end subroutine
!=== two allocate directives without a list
subroutine s
  integer, allocatable :: x, y
  !$omp allocate align(64)
  !$omp allocate align(32) !! only one
  allocate (x, y)
end subroutine
!=== a component in an allocate directive
subroutine s
  type t
    integer :: a
  end type
  type(t) :: x
  !$omp allocate(x%a) align(64) !! not parts of them
end subroutine
!=== an element in an allocate directive
subroutine s
  integer :: x(3)
  !$omp allocate(x(1)) align(64) !! not parts of them
end subroutine
!=== the allocator of a clause has another kind
subroutine s
  integer :: x
  !$omp parallel private(x) allocate(allocator(3): x) !! an allocator is a scalar integer(omp_allocator_handle_kind)
  x = 1
  !$omp end parallel
end subroutine
!=== the allocator of a clause is real
subroutine s
  integer :: x
  !$omp parallel private(x) allocate(3.0: x) !! the allocator must be
  x = 1
  !$omp end parallel
end subroutine
!=== a variable in two allocate clauses
subroutine s
  use omp_lib
  integer :: x
  !$omp parallel private(x) allocate(omp_default_mem_alloc: x) allocate(x) !! is in `allocate` clauses twice
  x = 1
  !$omp end parallel
end subroutine
!=== tasks that take part in no reduction
program p
  integer :: x, i
  !$omp parallel
  !$omp task in_reduction(+: x) !! `x` takes part in no reduction here
  x = x + 1
  !$omp end task
  !$omp taskloop in_reduction(+: x) !! `x` takes part in no reduction here
  do i = 1, 10
    x = x + 1
  end do
  !$omp end parallel
  !$omp target in_reduction(+: x) !! `x` takes part in no reduction here
  x = x + 1
  !$omp end target
  !$omp taskgroup task_reduction(+: x)
  !$omp task in_reduction(+: x)
  call s(x)
  !$omp end task
  !$omp end taskgroup
contains
  subroutine s(y)
    integer :: y, z
    z = 0
    !$omp task in_reduction(+: y)
    y = y + 1
    !$omp end task
    !$omp task in_reduction(+: x)
    x = x + 1
    !$omp end task
    !$omp task in_reduction(+: z) !! `z` takes part in no reduction here
    z = z + 1
    !$omp end task
  end subroutine
end program
