! offload: default
! Private polymorphic variables of loops, in regions and outside.
module m
  implicit none
  type :: base
    integer :: i = 3
  end type
  type, extends(base) :: ext
    integer :: k(2) = 4
  end type
contains
  subroutine go(x, r)
    class(base), intent(inout) :: x
    integer, intent(inout) :: r(:)
    integer :: j
    !$omp target teams distribute parallel do firstprivate(x) map(from: r)
    do j = 1, size(r)
      x%i = j
      select type (x)
      type is (ext)
        x%k(1) = j * 2
        r(j) = x%k(1) + x%k(2) + x%i
      class default
        r(j) = x%i
      end select
    end do
    print *, r
    !$omp parallel do private(x) num_threads(2)
    do j = 1, size(r)
      x%i = j
      r(j) = x%i * 10
    end do
    print *, r
    !$omp parallel do simd firstprivate(x)
    do j = 1, size(r)
      r(j) = x%i + j
    end do
    print *, r
    !$omp taskloop firstprivate(x) num_tasks(2) shared(r)
    do j = 1, size(r)
      x%i = x%i + 1
      r(j) = x%i - x%i + j
    end do
    print *, r
    !$omp target parallel do lastprivate(x) map(from: r)
    do j = 1, size(r)
      x%i = j
      r(j) = x%i
    end do
    print *, x%i
    !$omp target teams private(x) map(from: r) num_teams(1)
    x%i = 5
    r(1) = x%i
    !$omp end target teams
    print *, r(1), x%i
    !$omp target
    !$omp parallel do firstprivate(x)
    do j = 1, size(r)
      x%i = x%i + j
      r(j) = x%i - j
      x%i = x%i - j
    end do
    !$omp end target
    print *, r, x%i
  end subroutine
end module
program b02
  use m
  implicit none
  type(base) :: b
  type(ext) :: e
  integer :: r(4)
  call go(b, r); print *, b
  call go(e, r); print *, e
end program
!>            1           2           3           4
!>           10          20          30          40
!>            4           5           6           7
!>            1           2           3           4
!>            4
!>            5           4
!>            4           4           4           4           4
!>            4
!>            7          10          13          16
!>           10          20          30          40
!>            4           5           6           7
!>            1           2           3           4
!>            4
!>            5           4
!>            4           4           4           4           4
!>            4           4           4
