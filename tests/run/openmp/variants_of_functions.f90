! A function with variants for devices is chosen where the region runs.
module m
  implicit none
contains
  integer function f()
    !$omp declare target
    !$omp declare variant(fd) match(device={kind(nohost)})
    f = 1
  end function
  integer function fd()
    !$omp declare target
    fd = 2
  end function
  subroutine s(k)
    integer, intent(out) :: k
    !$omp declare target
    !$omp declare variant(sd) match(device={kind(nohost)})
    k = 1
  end subroutine
  subroutine sd(k)
    integer, intent(out) :: k
    !$omp declare target
    k = 2
  end subroutine
  pure real function g(x, n)
    real, intent(in) :: x
    integer, intent(in) :: n
    !$omp declare target
    !$omp declare variant(gd) match(device={kind(gpu)})
    !$omp declare variant(gh) match(device={kind(host)}, user={condition(.true.)})
    g = x
  end function
  pure real function gd(x, n)
    real, intent(in) :: x
    integer, intent(in) :: n
    !$omp declare target
    gd = x + n
  end function
  pure real function gh(x, n)
    real, intent(in) :: x
    integer, intent(in) :: n
    !$omp declare target
    gh = x - n
  end function
  function h(n)
    integer, intent(in) :: n
    integer :: h(n)
    !$omp declare variant(hp) match(construct={parallel})
    h = n
  end function
  function hp(n)
    integer, intent(in) :: n
    integer :: hp(n)
    hp = -n
  end function
end module
program variants_of_functions
  use m
  use omp_lib
  implicit none
  integer :: a, b, i
  real :: x(4)
  logical :: host
  !$omp target map(from: a, b, host)
  host = omp_is_initial_device()
  a = f()
  call s(b)
  !$omp end target
  print *, merge(a == 1 .and. b == 1, a == 2 .and. b == 2, host)
  print *, f(), g(1.0, 3)
  !$omp target teams distribute parallel do map(from: x)
  do i = 1, 4
    x(i) = 2*g(real(i), 10) + f()
  end do
  print *, merge(all(abs(x - [(2*(i - 10) + 1, i = 1, 4)]) < 1e-6), all(abs(x - [(2*(i + 10) + 2, i = 1, 4)]) < 1e-6), host)
  print *, h(3)
  !$omp parallel num_threads(1)
  print *, h(2)
  !$omp end parallel
end program
!>  T
!>            1  -2.00000000    
!>  T
!>            3           3           3
!>           -2          -2
