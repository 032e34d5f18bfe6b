!=== a bound that is a square
program p
  integer :: i, j
  !$omp do collapse(2)
  do i = 1, 5
    do j = 1, i*i !! multiple plus a constant term
    end do
  end do
end program
!=== a bound of two outer variables
program p
  integer :: i, j, k
  !$omp do collapse(3)
  do i = 1, 5
    do j = 1, 5
      do k = 1, i + j !! one outer loop
      end do
    end do
  end do
end program
!=== a bound that an array gives
program p
  integer :: i, j, a(5)
  a = 2
  !$omp simd collapse(2)
  do i = 1, 5
    do j = a(i), 5 !! multiple plus a constant term
    end do
  end do
end program
!=== a bound that is a quotient
program p
  integer :: i, j
  !$omp taskloop collapse(2)
  do i = 1, 5
    do j = 1, i/2 !! multiple plus a constant term
    end do
  end do
end program
!=== loop in no construct
subroutine s
  integer :: i
  !$omp loop !! needs the clause `bind`
  do i = 1, 5
  end do
end subroutine
!=== a loop in parallel that binds to teams
subroutine s
  integer :: i
  !$omp parallel
  !$omp loop bind(teams) !! strictly nested in a `teams` region
  do i = 1, 5
  end do
  !$omp end parallel
end subroutine
!=== a last value on loop
subroutine s
  integer :: i, x
  !$omp parallel
  !$omp loop lastprivate(x) !! must be the variable of its loop
  do i = 1, 5
    x = i
  end do
  !$omp end parallel
  !$omp teams loop lastprivate(i)
  do i = 1, 5
  end do
end subroutine
!=== linear variables and teams
subroutine s
  integer :: i, k
  k = 1
  !$omp teams
  !$omp distribute parallel do simd linear(i) linear(k: 2) !! must be the variable of its loop
  do i = 1, 5
    k = k + 2
  end do
  !$omp end teams
end subroutine
!=== more teams at least than at most
program p
  !$omp teams num_teams(5:2) !! is above the upper bound
  !$omp end teams
end program
!=== no team at least
program p
  integer :: n
  n = 2
  !$omp teams num_teams(0:n) !! must be positive
  !$omp end teams
end program
!=== a negative priority
program p
  !$omp task priority(-1) !! must not be negative
  !$omp end task
end program
!=== a negative device
program p
  use omp_lib
  integer :: x
  x = 1
  !$omp target device(omp_initial_device) map(x)
  x = 2
  !$omp end target
  !$omp target device(-30) map(x) !! must not be negative
  x = 2
  !$omp end target
end program
!=== a negative thread
program p
  !$omp masked filter(-1) !! must not be negative
  !$omp end masked
end program
!=== a negative alignment
subroutine s(x)
  integer, pointer :: x(:)
  integer :: i
  !$omp simd aligned(x: -8) !! must be positive
  do i = 1, 3
  end do
end subroutine
!=== cancelling a loop without a barrier
program p
  integer :: i
  !$omp parallel
  !$omp do
  do i = 1, 3
    !$omp cancel do !! may not have the clause `nowait`
  end do
  !$omp end do nowait
  !$omp end parallel
end program
!=== cancelling a loop with ordered regions
program p
  integer :: i
  !$omp parallel do ordered
  do i = 1, 3
    !$omp cancel do !! may not have the clause `ordered`
    !$omp ordered
    !$omp end ordered
  end do
end program
!=== cancelling sections without a barrier
program p
  !$omp parallel
  !$omp sections
  !$omp section
  !$omp cancel sections !! may not have the clause `nowait`
  !$omp end sections nowait
  !$omp end parallel
end program
!=== a scan with a schedule
program p
  integer :: i, s, a(3)
  s = 0
  !$omp parallel do reduction(inscan, +: s) schedule(static) !! may not stand beside
  do i = 1, 3
    s = s + i
    !$omp scan inclusive(s)
    a(i) = s
  end do
end program
!=== a scan in order
program p
  integer :: i, s, a(3)
  s = 0
  !$omp parallel do ordered reduction(inscan, +: s) !! may not stand beside
  do i = 1, 3
    s = s + i
    !$omp scan inclusive(s)
    a(i) = s
  end do
end program
!=== sections in map that overlap
program p
  integer :: x(10)
  x = 0
  !$omp target map(to: x(1:4)) map(from: x(5:6)) map(to: x(1:4))
  x(5) = x(1)
  !$omp end target
  !$omp target map(to: x(1:4)) map(from: x(3:6)) !! overlap
  x(5) = x(1)
  !$omp end target
end program
!=== first and last values on distribute
subroutine s
  integer :: x, i
  x = 1
  !$omp teams
  !$omp distribute firstprivate(x) lastprivate(x) !! takes one of them
  do i = 1, 4
    x = x + i
  end do
  !$omp end teams
end subroutine
!=== private and copyprivate
subroutine s
  integer :: x
  !$omp parallel private(x)
  !$omp single private(x)
  x = 1
  !$omp end single copyprivate(x) !! private in this construct
  !$omp end parallel
end subroutine
!=== affinity to a constant
program p
  !$omp task affinity(3) !! takes variables only
  !$omp end task
end program
!=== an assumption of nothing
program p
  !$omp assume !! needs a clause
  !$omp end assume
end program
!=== an error for the program before the first case
subroutine s(i)
  integer :: i
  select case (i)
  !$omp error at(execution) severity(warning) !! before the first CASE
  case (1)
    i = 2
  end select
end subroutine
!=== an error for the compiler before the first case
subroutine s(i)
  integer :: i
  select case (i)
  !$omp error message("not here") !! not here
  case (1)
    i = 2
  end select
end subroutine
!=== a loop of the threads in a loop
subroutine s(a)
  integer :: i, j, a(30)
  !$omp target teams loop bind(teams) map(from: a)
  do i = 1, 3
    !$omp loop bind(parallel) !! may not be closely nested in `loop`
    do j = 1, 10
      a(i*10 - 10 + j) = i*j
    end do
  end do
end subroutine
!=== a loop of the threads in a worksharing loop
subroutine s(a)
  integer :: i, j, a(30)
  !$omp parallel
  !$omp do
  do i = 1, 3
    !$omp loop bind(parallel) !! may not be closely nested in `do`
    do j = 1, 10
      a(i*10 - 10 + j) = i*j
    end do
  end do
  !$omp end parallel
end subroutine
