! regions: on the device
! Kernels over unlimited polymorphic arrays ask in each iteration which intrinsic type the elements have.
program polymorphic_intrinsic_types
  implicit none
  integer :: whole(6)
  integer(1) :: small(6)
  real(8) :: wide(12)
  complex(8) :: z(6)
  whole = 10
  small = 3
  wide = 1.5d0
  z = (1, 2)
  call change(whole)
  call change(small)
  call change(wide(::2))
  call change(z)
  print *, whole
  print *, small
  print '(12f5.1)', wide
  print '(12f5.1)', z
contains
  subroutine change(x)
    class(*), intent(inout) :: x(:)
    integer :: i
    !$omp target teams distribute parallel do map(tofrom: x)
    do i = 1, size(x)
      select type (x)
      type is (integer)
        x(i) = x(i) + i
      type is (real(8))
        x(i) = x(i) * i
      type is (complex(8))
        x(i) = conjg(x(i)) * i
      type is (integer(1))
        x(i) = -x(i)
      end select
    end do
  end subroutine
end program
!>           11          12          13          14          15          16
!>    -3   -3   -3   -3   -3   -3
!>   1.5  1.5  3.0  1.5  4.5  1.5  6.0  1.5  7.5  1.5  9.0  1.5
!>   1.0 -2.0  2.0 -4.0  3.0 -6.0  4.0 -8.0  5.0-10.0  6.0-12.0
