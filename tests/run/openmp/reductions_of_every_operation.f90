! Every operation that reduces, on threads, in target regions and as a function of arrays, for the widest and the
! narrowest types.
module values
  implicit none
  integer(16), parameter :: top = 170141183460469231731687303715884105727_16
  integer, parameter :: n = 1000
contains
  subroutine on_threads()
    integer(16) :: most, least, bits
    integer(1) :: small
    logical :: same, odd, every, some
    complex(8) :: z
    integer :: i
    most = -top; least = top; bits = -1; small = -127_1
    same = .true.; odd = .false.; every = .true.; some = .false.; z = (0.0_8, 1.0_8)
    !$omp parallel do reduction(max: most, small) reduction(min: least) reduction(iand: bits) reduction(.eqv.: same) &
    !$omp reduction(.neqv.: odd) reduction(.and.: every) reduction(.or.: some) reduction(+: z) num_threads(3)
    do i = 1, n
      most = max(most, -top + i)
      least = min(least, top - i)
      bits = iand(bits, ishft(-1_16, mod(i, 5)))
      small = max(small, int(-120 - mod(i, 7), 1))
      same = same .eqv. mod(i, 3) == 0
      odd = odd .neqv. mod(i, 3) == 0
      every = every .and. i > 0
      some = some .or. i == n
      z = z + cmplx(i, -i, 8)
    end do
    print '(3(i0, 1x), i0, 4l2, 2f12.1)', most, least, bits, small, same, odd, every, some, z
  end subroutine
  subroutine on_devices()
    integer(4) :: most, least, bits, ones, both
    logical :: same, odd, every, some
    integer :: i
    most = -huge(1); least = huge(1); bits = -1; ones = 0; both = 0
    same = .true.; odd = .false.; every = .true.; some = .false.
    !$omp target teams distribute parallel do reduction(max: most) reduction(min: least) reduction(iand: bits) &
    !$omp reduction(ior: ones) reduction(ieor: both) reduction(.eqv.: same) reduction(.neqv.: odd) &
    !$omp reduction(.and.: every) reduction(.or.: some) map(tofrom: most, least, bits, ones, both, same, odd, every, some)
    do i = 1, n
      most = max(most, -huge(1) + i)
      least = min(least, huge(1) - i)
      bits = iand(bits, ishft(-1, mod(i, 5)))
      ones = ior(ones, ishft(1, mod(i, 9)))
      both = ieor(both, i)
      same = same .eqv. mod(i, 3) == 0
      odd = odd .neqv. mod(i, 3) == 0
      every = every .and. i > 0
      some = some .or. i == n
    end do
    print '(5(i0, 1x), 4l2)', most, least, bits, ones, both, same, odd, every, some
    same = .true.
    !$omp target teams distribute parallel do reduction(.eqv.: same) map(tofrom: same)
    do i = 1, n + 1
      same = same .eqv. i > n
    end do
    print *, same
  end subroutine
  subroutine of_arrays(a, l)
    integer(16), intent(in) :: a(:)
    logical, intent(in) :: l(:)
    print '(5(i0, 1x), 3l2, 1x, i0)', &
      maxval(a), minval(a), iall(a), iany(a), iparity(a), all(l), any(l), parity(l), count(l)
  end subroutine
end module
program operations
  use values
  implicit none
  integer :: i
  call on_threads()
  call on_devices()
  call of_arrays([(-top + i, i = 1, n)], [(mod(i, 3) == 0, i = 1, n)])
  call of_arrays([integer(16) ::], [logical ::])
end program
!> -170141183460469231731687303715884104727 170141183460469231731687303715884104727 -16 -120 F T T T    500500.0   -500499.0
!> -2147482647 2147482647 -16 511 1000  F T T T
!>  T
!> -170141183460469231731687303715884104727 -170141183460469231731687303715884105726 -170141183460469231731687303715884105728 -170141183460469231731687303715884104705 0  F T T 333
!> -170141183460469231731687303715884105728 170141183460469231731687303715884105727 -1 0 0  T F F 0
