! Polymorphic variables in maps: the whole object of the dynamic type is there.
module shapes
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer :: k(3) = 4
  end type
  type, extends(base) :: wide
    real(8) :: d = 1.5d0
    integer :: n = 7
  end type
contains
  ! A dummy in a map clause; the neighbours in memory keep their values.
  subroutine scalar(x, o)
    class(base), intent(inout) :: x
    integer, intent(inout) :: o
    !$omp target map(tofrom: x, o)
    select type (x)
    type is (ext)
      x%k = x%k + x%i
      o = sum(x%k)
    type is (wide)
      x%d = x%d * 2
      x%n = x%n + 1
      o = int(x%d)
    class default
      x%i = x%i + 10
      o = x%i
    end select
    !$omp end target
  end subroutine
  ! The same without a clause.
  subroutine implicit_map(x, o)
    class(base), intent(inout) :: x
    integer, intent(inout) :: o
    !$omp target map(tofrom: o)
    select type (x)
    type is (ext)
      x%k = x%k + x%i
      o = sum(x%k)
    type is (wide)
      x%d = x%d * 2
      o = int(x%d)
    class default
      x%i = x%i + 10
      o = x%i
    end select
    !$omp end target
  end subroutine
  ! Arrays: assumed shape, explicit shape, assumed size.
  subroutine shaped(x, o)
    class(base), intent(inout) :: x(:)
    integer, intent(inout) :: o
    integer :: j
    !$omp target map(tofrom: x, o)
    select type (x)
    type is (ext)
      do j = 1, size(x)
        x(j)%k = x(j)%k + j
        o = o + sum(x(j)%k)
      end do
    type is (wide)
      do j = 1, size(x)
        x(j)%d = x(j)%d + j
        x(j)%n = x(j)%n - j
      end do
      o = sum(x%n)
    class default
      x(:)%i = x(:)%i + 1
      o = sum(x%i)
    end select
    !$omp end target
  end subroutine
  subroutine explicit_shape(n, x, o)
    integer, intent(in) :: n
    class(base), intent(inout) :: x(n)
    integer, intent(inout) :: o
    integer :: j
    select type (x)
    type is (ext)
      !$omp target
      do j = 1, n
        x(j)%k(2) = 100 * j
      end do
      !$omp end target
    end select
    !$omp target map(tofrom: x, o)
    select type (x)
    type is (ext)
      o = sum(x(:)%k(2))
    type is (wide)
      x%n = -1
    class default
      o = n
    end select
    !$omp end target
  end subroutine
  subroutine part(x)
    class(base), intent(inout) :: x(*)
    !$omp target map(tofrom: x(2:3))
    select type (y => x(2:3))
    type is (ext)
      y(1)%k(3) = -2
      y(2)%k(1) = -3
    type is (wide)
      y(2)%n = 33
    end select
    !$omp end target
  end subroutine
  subroutine maybe(o, x)
    integer, intent(inout) :: o
    class(base), intent(inout), optional :: x
    !$omp target map(tofrom: o) map(tofrom: x)
    if (present(x)) then
      o = x%i
      x%i = 50
    else
      o = -1
    end if
    !$omp end target
  end subroutine
  ! What the device has counts between the directives.
  subroutine environment(x)
    class(base), intent(inout) :: x
    !$omp target enter data map(to: x)
    !$omp target
    select type (x)
    type is (ext)
      x%k(2) = x%k(2) * 2
    end select
    !$omp end target
    !$omp target update from(x)
    select type (x)
    type is (ext)
      print *, 'updated', x%k
      x%k = 9
    end select
    !$omp target update to(x)
    !$omp target exit data map(from: x)
    select type (x)
    type is (ext)
      print *, 'exit', x%k
    end select
    !$omp target data map(tofrom: x)
    !$omp target
    select type (x)
    type is (ext)
      x%k(3) = x%k(3) + 1
    end select
    !$omp end target
    !$omp end target data
  end subroutine
end module
program main
  use shapes
  implicit none
  type(base) :: b(3)
  type(ext) :: e(3)
  type(wide) :: w(3)
  integer :: o
  o = 0
  call scalar(e(2), o); print *, o, e
  call scalar(w(2), o); print *, o, w
  call scalar(b(2), o); print *, o, b
  call implicit_map(e(2), o); print *, o, e
  call implicit_map(w(2), o); print *, o, w
  call implicit_map(b(2), o); print *, o, b
  o = 0
  call shaped(e, o); print *, o, e
  call shaped(e(3:1:-2), o); print *, o, e
  call shaped(w, o); print *, o, w
  call shaped(b, o); print *, o, b
  call explicit_shape(3, e, o); print *, o, e
  call explicit_shape(3, w, o); print *, o, w
  call explicit_shape(3, b, o); print *, o, b
  call part(e); print *, e
  call part(w); print *, w
  call part(b); print *, b
  call maybe(o, e(1)); print *, o, e(1)
  call maybe(o); print *, o
  call environment(e(1)); print *, e
end program
!>           15           1           4           4           4           1           5           5           5           1           4           4           4
!>            3           1   1.5000000000000000                7           1   3.0000000000000000                8           1   1.5000000000000000                7
!>           11           1          11           1
!>           18           1           4           4           4           1           6           6           6           1           4           4           4
!>            6           1   1.5000000000000000                7           1   6.0000000000000000                8           1   1.5000000000000000                7
!>           21           1          21           1
!>           60           1           5           5           5           1           8           8           8           1           7           7           7
!>          105           1           7           7           7           1           8           8           8           1           8           8           8
!>           16           1   2.5000000000000000                6           1   8.0000000000000000                6           1   4.5000000000000000                4
!>           26           2          22           2
!>          600           1           7         100           7           1           8         200           8           1           8         300           8
!>          600           1   2.5000000000000000               -1           1   8.0000000000000000               -1           1   4.5000000000000000               -1
!>            3           2          22           2
!>            1           7         100           7           1           8         200          -2           1          -3         300           8
!>            1   2.5000000000000000               -1           1   8.0000000000000000               -1           1   4.5000000000000000               33
!>            2          22           2
!>            1          50           7         100           7
!>           -1
!>  updated           7         200           7
!>  exit           9           9           9
!>           50           9           9          10           1           8         200          -2           1          -3         300           8
