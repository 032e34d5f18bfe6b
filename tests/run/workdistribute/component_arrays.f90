module mb09
  implicit none
  type inner
    real, allocatable :: v(:)
    integer :: k = 2
  end type
  type outer
    type(inner) :: in(2)
    integer, allocatable :: m(:,:)
    integer, pointer :: p(:) => null()
    character(4) :: name(3) = ['abcd','efgh','ijkl']
  end type
contains
  subroutine work(o, n)
    type(outer), intent(inout) :: o
    integer, intent(in) :: n
    integer :: i
    do i = 1, 2
      !$omp target teams workdistribute
      o%in(i)%v = o%in(i)%v * n + o%in(i)%k
      o%in(i)%v(2:n) = o%in(i)%v(1:n-1)
      !$omp end target teams workdistribute
    end do
    associate (m => o%m, q => o%p(2:))
      !$omp target teams workdistribute
      m = m + 1
      q = q * 10
      m(1,:) = m(2,:) + sum(q)
      !$omp end target teams workdistribute
    end associate
    !$omp target teams workdistribute
    o%name(1:2) = o%name(2:3)
    o%name(:)(1:1) = '*'
    !$omp end target teams workdistribute
  end subroutine
end module
program component_arrays
  use mb09
  implicit none
  type(outer) :: o
  integer, target :: t(4) = [1,2,3,4]
  allocate(o%in(1)%v(4), o%in(2)%v(5), o%m(2,3))
  o%in(1)%v = [1,2,3,4]; o%in(2)%v = 2; o%m = 7
  o%p => t
  call work(o, 3)
  print *, o%in(1)%v, o%in(2)%v
  print *, o%m, t
  print *, o%name
end program
!>    5.00000000       5.00000000       8.00000000       14.0000000       8.00000000       8.00000000       8.00000000       8.00000000       8.00000000
!>           98           8          98           8          98           8           1          20          30          40
!>  *fgh*jkl*jkl
