! Variables of BLOCK constructs, private copies and copies of tasks end on devices where they end; a variable that an internal
! procedure or a parallel construct enters lives on.
module m
  implicit none
contains
  subroutine blocks(k)
    integer, intent(in) :: k
    integer :: i, r
    do i = 1, 3
      block
        integer :: x(4)
        x = k + i
        !$omp target enter data map(to: x)
        !$omp target map(from: r)
        r = sum(x)
        !$omp end target
        print *, r
      end block
    end do
  end subroutine
  subroutine privates(k)
    integer, intent(in) :: k
    integer :: x(4), y, i, r(3)
    do i = 1, 3
      !$omp parallel num_threads(1) private(x, y)
      x = k + i
      y = i
      !$omp target enter data map(to: x, y)
      !$omp target map(from: r)
      r(i) = sum(x) + 100 * y
      !$omp end target
      !$omp end parallel
      print *, r(i)
    end do
  end subroutine
  subroutine shared(k)
    integer, intent(in) :: k
    integer :: x(4), r
    x = k
    !$omp parallel num_threads(2)
    !$omp single
    !$omp target enter data map(to: x)
    !$omp end single
    !$omp end parallel
    !$omp target map(from: r)
    r = sum(x)
    !$omp end target
    print *, r
  end subroutine
  subroutine tasks(k)
    integer, intent(in) :: k
    integer :: x(4), y, i, r(3)
    do i = 1, 3
      x = k + i
      y = i
      !$omp task firstprivate(x, y) shared(r)
      !$omp target enter data map(to: x, y)
      !$omp target map(from: r)
      r(i) = sum(x) + 100 * y
      !$omp end target
      !$omp end task
      !$omp taskwait
      print *, r(i)
    end do
  end subroutine
  subroutine host(k)
    integer, intent(in) :: k
    integer :: x(4), r
    x = k
    call enter
    !$omp target map(from: r)
    r = sum(x)
    x(1) = r
    !$omp end target
    !$omp target map(from: r)
    r = sum(x)
    !$omp end target
    !$omp target exit data map(from: x)
    print *, r, x
  contains
    subroutine enter
      !$omp target enter data map(to: x)
    end subroutine
  end subroutine
end module
program p
  use m
  implicit none
  integer :: k
  do k = 1, 3
    call blocks(k)
    call privates(k)
    call shared(k)
    call tasks(k)
    call host(k)
  end do
end program
!>            8
!>           12
!>           16
!>          108
!>          212
!>          316
!>            4
!>          108
!>          212
!>          316
!>            7           4           1           1           1
!>           12
!>           16
!>           20
!>          112
!>          216
!>          320
!>            8
!>          112
!>          216
!>          320
!>           14           8           2           2           2
!>           16
!>           20
!>           24
!>          116
!>          220
!>          324
!>           12
!>          116
!>          220
!>          324
!>           21          12           3           3           3
