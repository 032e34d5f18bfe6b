! Several parts of one array are on the device: a region uses the one that its own map clause names. A pointer to a part is
! a variable of its own.
program parts
  implicit none
  call sections
contains
  subroutine sections
    integer, target :: b(40)
    integer, pointer :: q(:)
    b = 0
    !$omp target data map(tofrom: b(1:5))
    !$omp target data map(tofrom: b(11:20))
    !$omp target map(tofrom: b(11:20))
    b(12) = 22
    b(20) = 33
    !$omp end target
    !$omp target map(tofrom: b(1:5))
    b(2) = 11
    !$omp end target
    !$omp end target data
    q => b(31:40)
    !$omp target map(tofrom: q)
    q(4) = 44
    !$omp end target
    !$omp end target data
    print *, b(2), b(12), b(20), b(34), sum(b)
  end subroutine
end program
!>           11          22          33          44         110
