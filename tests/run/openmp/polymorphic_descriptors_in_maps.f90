! offload: default
! class(*) objects, allocatables and pointers, associate names
program main
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer :: k(3) = 4
  end type
  class(*), allocatable :: u
  class(base), allocatable :: a, c(:)
  class(base), pointer :: p, q(:)
  integer :: o
  o = 0
  allocate(ext :: a)
  !$omp target map(tofrom: a, o)
  select type (a)
  type is (ext)
    a%k(2) = 20
    o = sum(a%k)
  end select
  !$omp end target
  print *, o
  select type (a)
  type is (ext)
    print *, a%k
  end select
  allocate(c(3), source=[ext :: ext(1,[1,2,3]), ext(2,[4,5,6]), ext(3,[7,8,9])])
  !$omp target
  select type (c)
  type is (ext)
    c%i = c%i * 10
    c(2)%k = c(3)%k
  end select
  !$omp end target
  !$omp target map(tofrom: c(2:3))
  select type (c)
  type is (ext)
    c(2)%k(1) = -1
    c(3)%k(3) = -3
  end select
  !$omp end target
  select type (c)
  type is (ext)
    print *, c
  end select
  allocate(p, source=a)
  allocate(q(2), source=c(2:3))
  !$omp target map(tofrom: p, q)
  select type (p)
  type is (ext)
    p%k(1) = p%i
    select type (q)
    type is (ext)
      q(2)%k = p%k
    end select
  end select
  !$omp end target
  select type (p)
  type is (ext)
    print *, p
  end select
  select type (q)
  type is (ext)
    print *, q
  end select
  u = 5
  call any(u)
  u = 2.5d0
  call any(u)
  u = ext(3, [1,1,1])
  call any(u)
  u = 'hello'
  call any(u)
  call any_dummy(17)
  associate (z => c(2))
    select type (z)
    type is (ext)
      !$omp target
      z%k(2) = z%k(1) + 1000
      !$omp end target
    end select
  end associate
  select type (c)
  type is (ext)
    print *, c
  end select
contains
  subroutine any(u)
    class(*), allocatable, intent(inout) :: u
    integer :: r
    r = 0
    !$omp target map(tofrom: u, r)
    select type (u)
    type is (integer)
      u = u + 1
      r = 1
    type is (real(8))
      u = u * 2
      r = 2
    type is (ext)
      u%k(3) = u%i
      r = 3
    type is (character(*))
      r = len(u)
    end select
    !$omp end target
    select type (u)
    type is (integer)
      print *, r, u
    type is (real(8))
      print *, r, u
    type is (ext)
      print *, r, u
    type is (character(*))
      print *, r, u
    end select
  end subroutine
  subroutine any_dummy(u)
    class(*), intent(in) :: u
    integer :: r
    r = 0
    !$omp target map(to: u) map(from: r)
    r = 0
    select type (u)
    type is (integer)
      r = u
    end select
    !$omp end target
    print *, r
  end subroutine
end program
!>           28
!>            4          20           4
!>           10           1           2           3          20          -1           8           9          30           7           8          -3
!>            1           1          20           4
!>           20          -1           8           9          30           1          20           4
!>            1           6
!>            2   5.0000000000000000
!>            3           3           1           1           3
!>            5 hello
!>           17
!>           10           1           2           3          20          -1         999           9          30           7           8          -3
