! offload: default
! DECLARE VARIANT by the constructs around a call and by where it runs.
module work
  implicit none
contains
  subroutine fill(a)
    integer, intent(inout) :: a(:)
    !$omp declare variant(fill_parallel) match(construct={parallel})
    !$omp declare variant(fill_target) match(construct={target})
    a = 1
  end subroutine
  subroutine fill_parallel(a)
    integer, intent(inout) :: a(:)
    integer :: i
    !$omp do
    do i = 1, size(a)
      a(i) = 2
    end do
  end subroutine
  subroutine fill_target(a)
    integer, intent(inout) :: a(:)
    !$omp declare target
    integer :: i
    do i = 1, size(a)
      a(i) = 3
    end do
  end subroutine
  integer function which()
    !$omp declare variant(which_teams) match(construct={teams})
    which = 1
  end function
  integer function which_teams()
    which_teams = 2
  end function
  subroutine place(k)
    integer, intent(out) :: k
    !$omp declare variant(place_device) match(device={kind(nohost)})
    !$omp declare target
    k = 1
  end subroutine
  subroutine place_device(k)
    integer, intent(out) :: k
    !$omp declare target
    k = 2
  end subroutine
end module
program variants
  use work
  use omp_lib
  implicit none
  integer :: a(5), b(5), c(5), k, l
  logical :: host
  call fill(a)
  !$omp parallel num_threads(2)
  call fill(b)
  !$omp end parallel
  !$omp target map(tofrom: c)
  call fill(c)
  !$omp end target
  print *, a
  print *, b
  print *, c
  k = 0
  !$omp teams num_teams(1)
  k = which()
  !$omp end teams
  print *, which(), k
  call place(k)
  !$omp target map(from: l, host)
  call place(l)
  host = omp_is_initial_device()
  !$omp end target
  print *, k, merge(1, 2, host) == l
end program
!>            1           1           1           1           1
!>            2           2           2           2           2
!>            3           3           3           3           3
!>            1           2
!>            1 T
