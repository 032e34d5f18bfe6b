! What a thread computes, subscripts too, it has for itself: barriers stay between elements that differ by it, and what
! was read before one may have been changed by another thread.
! options: -fopenmp -O2
! stripped: no
program barriers_of_threads
  implicit none
  integer, parameter :: n = 4
  integer :: a(0:n + 1), b(0:n + 1), c(0:n + 1), round, wrong
  integer, target :: x(0:n + 1)
  wrong = 0
  do round = 1, 200
    a = -1
    b = -1
    c = -1
    call neighbours(a, b, n)
    if (any(b(1:n) /= [2, 3, 4, -1])) wrong = wrong + 1
    a = -1
    call read_twice(a, b, c, n)
    if (any(b(1:n) /= -1) .or. any(c(1:n) /= [2, 3, 4, -1])) wrong = wrong + 1
    x = -1
    call parts(x, b, n)
    if (any(b(1:n) /= [2, 3, 4, -1])) wrong = wrong + 1
  end do
  print *, wrong
contains
  ! Each thread has an iteration of its own.
  subroutine neighbours(a, b, n)
    integer, intent(inout) :: a(0:), b(0:)
    integer, intent(in) :: n
    integer(8) :: i, k
    !$omp parallel private(i) num_threads(4)
    !$omp do schedule(static)
    do k = 1, n
      i = k
    end do
    !$omp end do nowait
    if (i == 2) call wait_a_little()
    a(i) = int(i)
    !$omp barrier
    b(i) = a(i + 1)
    !$omp end parallel
  end subroutine
  subroutine read_twice(a, b, c, n)
    integer, intent(inout) :: a(0:), b(0:), c(0:)
    integer, intent(in) :: n
    integer(8) :: i, k
    !$omp parallel private(i) num_threads(4)
    !$omp do schedule(static)
    do k = 1, n
      i = k
    end do
    !$omp end do nowait
    b(i) = a(i + 1)
    !$omp barrier
    a(i) = int(i)
    !$omp barrier
    c(i) = a(i + 1)
    !$omp end parallel
  end subroutine
  ! Pointers that each thread has for itself.
  subroutine parts(x, b, n)
    integer, target, intent(inout) :: x(0:n + 1)
    integer, intent(inout) :: b(0:)
    integer, intent(in) :: n
    integer, pointer :: p(:)
    integer(8) :: i, k
    !$omp parallel private(i, p) num_threads(4)
    !$omp do schedule(static)
    do k = 1, n
      i = k
    end do
    !$omp end do nowait
    p(1:) => x(i:)
    if (i == 2) call wait_a_little()
    p(1) = int(i)
    !$omp barrier
    b(i) = p(2)
    !$omp end parallel
  end subroutine
  subroutine wait_a_little()
    integer :: k
    real :: s
    s = 0
    do k = 1, 2000
      s = s + sin(real(k))
    end do
    if (s > 1e9) print *, s
  end subroutine
end program
!>            0
