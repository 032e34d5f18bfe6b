! element sizes that are no multiple of what other types of the hierarchy access
module m
  use iso_fortran_env
  implicit none
  type :: b
    integer(int8) :: c = 1
  end type
  type, extends(b) :: e8
    integer(int64) :: n = 2
  end type
  type, extends(b) :: e2
    integer(int16) :: s(2) = 3
  end type
contains
  subroutine f(x, r)
    class(b), intent(inout) :: x(:)
    integer, intent(inout) :: r
    integer :: j
    r = 0
    !$omp target map(tofrom: x, r)
    select type (x)
    type is (e8)
      do j = 1, size(x)
        x(j)%n = x(j)%n + j
        r = r + int(x(j)%n)
      end do
    type is (e2)
      do j = 1, size(x)
        x(j)%s(2) = int(x(j)%s(1) + j, int16)
        r = r + x(j)%s(2)
      end do
    type is (b)
      do j = 1, size(x)
        x(j)%c = int(j, int8)
        r = r + x(j)%c
      end do
    end select
    !$omp end target
  end subroutine
  subroutine g(x, r)
    class(b), intent(inout) :: x(:,:)
    integer, intent(inout) :: r
    integer :: j, i
    select type (x)
    type is (e8)
      !$omp target teams distribute parallel do collapse(2) reduction(+:r)
      do j = 1, size(x,2)
       do i = 1, size(x,1)
        x(i,j)%n = i + 10*j
        r = r + int(x(i,j)%n)
       end do
      end do
    type is (b)
      !$omp target teams distribute parallel do collapse(2) reduction(+:r)
      do j = 1, size(x,2)
       do i = 1, size(x,1)
        x(i,j)%c = int(i + j, int8)
        r = r + int(x(i,j)%c)
       end do
      end do
    class default
      !$omp target teams distribute parallel do collapse(2) reduction(+:r)
      do j = 1, size(x,2)
       do i = 1, size(x,1)
        x(i,j)%c = int(i - j, int8)
        r = r + int(x(i,j)%c)
       end do
      end do
    end select
  end subroutine
end module
program main
  use m
  implicit none
  type(b) :: xb(5), yb(3,3)
  type(e8) :: x8(5), y8(3,3)
  type(e2) :: x2(5), y2(3,3)
  integer :: r
  call f(xb, r); print *, r, xb
  call f(x8, r); print *, r, x8
  call f(x2, r); print *, r, x2
  call f(xb(5:1:-2), r); print *, r, xb
  call f(x8(5:1:-2), r); print *, r, x8
  call f(x2(2:4), r); print *, r, x2
  call g(yb, r); print *, r, yb
  call g(y8, r); print *, r, y8
  call g(y2, r); print *, r, y2
  call g(yb(1:3:2,2:3), r); print *, r, yb
  call g(y8(1:3:2,2:3), r); print *, r, y8
  call g(y2(1:3:2,2:3), r); print *, r, y2
  xb%c = 5; call f(xb(1:0), r); print *, r, xb
end program
!>           15    1    2    3    4    5
!>           25    1                    3    1                    4    1                    5    1                    6    1                    7
!>           30    1      3      4    1      3      5    1      3      6    1      3      7    1      3      8
!>            6    3    2    2    4    1
!>           21    1                    6    1                    4    1                    7    1                    6    1                    8
!>           15    1      3      4    1      3      4    1      3      5    1      3      6    1      3      8
!>           51    2    3    4    3    4    5    4    5    6
!>          249    1                   11    1                   12    1                   13    1                   21    1                   22    1                   23    1                   31    1                   32    1                   33
!>          249    0      3      3    1      3      3    2      3      3   -1      3      3    0      3      3    1      3      3   -2      3      3   -1      3      3    0      3      3
!>          261    2    3    4    2    4    3    3    5    4
!>          327    1                   11    1                   12    1                   13    1                   11    1                   22    1                   12    1                   21    1                   32    1                   22
!>          327    0      3      3    1      3      3    2      3      3    0      3      3    0      3      3    1      3      3   -1      3      3   -1      3      3    0      3      3
!>            0    5    5    5    5    5
