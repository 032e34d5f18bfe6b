! Unsigned integers: arithmetic modulo a power of two, order, division, conversions, shifts, constants against
! variables.
module checks
  use iso_fortran_env, only: uint8, uint16, uint32, uint64
  implicit none
  integer :: failed = 0
  interface same
    procedure same_u1, same_u2, same_u4, same_u8, same_i, same_l, same_r
  end interface
contains
  subroutine count_up(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (.not. ok) then
      failed = failed + 1
      print *, 'wrong: ', what
    end if
  end subroutine
  subroutine same_u1(a, b, what)
    unsigned(uint8), intent(in) :: a, b
    character(*), intent(in) :: what
    call count_up(a == b, what // ' 1')
  end subroutine
  subroutine same_u2(a, b, what)
    unsigned(uint16), intent(in) :: a, b
    character(*), intent(in) :: what
    call count_up(a == b, what // ' 2')
  end subroutine
  subroutine same_u4(a, b, what)
    unsigned(uint32), intent(in) :: a, b
    character(*), intent(in) :: what
    call count_up(a == b, what // ' 4')
  end subroutine
  subroutine same_u8(a, b, what)
    unsigned(uint64), intent(in) :: a, b
    character(*), intent(in) :: what
    call count_up(a == b, what // ' 8')
  end subroutine
  subroutine same_i(a, b, what)
    integer, intent(in) :: a, b
    character(*), intent(in) :: what
    call count_up(a == b, what // ' i')
  end subroutine
  subroutine same_l(a, b, what)
    logical, intent(in) :: a, b
    character(*), intent(in) :: what
    call count_up(a .eqv. b, what // ' l')
  end subroutine
  subroutine same_r(a, b, what)
    real(8), intent(in) :: a, b
    character(*), intent(in) :: what
    call count_up(a == b, what // ' r')
  end subroutine
end module

program unsigned_numbers
  use checks
  implicit none
  unsigned(1), volatile :: a1, b1
  unsigned(2), volatile :: a2, b2
  unsigned, volatile :: a4, b4
  unsigned(8), volatile :: a8, b8
  integer :: i, j, k
  integer(8) :: m, n
  integer(8), parameter :: two32 = 4294967296_8
  unsigned(8), parameter :: samples(9) = [0u_8, 1u_8, 2u_8, 3u_8, 10u_8, 9223372036854775807u_8, &
      9223372036854775808u_8, 18446744073709551614u_8, 18446744073709551615u_8]
  unsigned(8) :: q, r
  unsigned(8), parameter :: folded = (18446744073709551615u_8 / 7u_8) * 3u_8 - 1u_8

  ! All of kind 1 against integers.
  do i = 0, 255
    a1 = uint(i, 1)
    do j = 0, 255
      b1 = uint(j, 1)
      if (a1 + b1 /= uint(mod(i + j, 256), 1)) failed = failed + 1
      if (a1 - b1 /= uint(modulo(i - j, 256), 1)) failed = failed + 1
      if (a1 * b1 /= uint(mod(i * j, 256), 1)) failed = failed + 1
      if ((a1 < b1) .neqv. (i < j)) failed = failed + 1
      if ((a1 >= b1) .neqv. (i >= j)) failed = failed + 1
      if (int(max(a1, b1)) /= max(i, j)) failed = failed + 1
      if (int(min(a1, b1)) /= min(i, j)) failed = failed + 1
      if (j > 0) then
        if (int(a1 / b1) /= i / j) failed = failed + 1
        if (int(mod(a1, b1)) /= mod(i, j)) failed = failed + 1
        if (int(modulo(a1, b1)) /= mod(i, j)) failed = failed + 1
      end if
    end do
    if (int(-a1) /= modulo(-i, 256)) failed = failed + 1
    if (real(a1) /= real(i)) failed = failed + 1
    if (uint(real(a1), 1) /= a1) failed = failed + 1
  end do
  print *, 'kind 1:', failed

  ! Kinds 2 and 4 against wider integers.
  m = 1
  n = 77777
  do i = 1, 2000
    m = mod(m * 16807_8, two32)
    n = mod(n * 69069_8 + 1_8, two32)
    a4 = uint(m)
    b4 = uint(n)
    a2 = uint(m, 2)
    b2 = uint(n, 2)
    if (int(a4, 8) /= m) failed = failed + 1
    if (int(a4 + b4, 8) /= mod(m + n, two32)) failed = failed + 1
    if ((a4 > b4) .neqv. (m > n)) failed = failed + 1
    if (n > 0) then
      if (int(a4 / b4, 8) /= m / n) failed = failed + 1
      if (int(mod(a4, b4), 8) /= mod(m, n)) failed = failed + 1
    end if
    if (dble(a4) /= dble(m)) failed = failed + 1
    if (uint(dble(m)) /= a4) failed = failed + 1
    if (int(a2) /= int(mod(m, 65536_8))) failed = failed + 1
    if (b2 > 0u_2) then
      if (int(a2 / b2) /= int(mod(m, 65536_8)) / int(mod(n, 65536_8))) failed = failed + 1
    end if
  end do
  print *, 'kinds 2 and 4:', failed

  ! Kind 8: quotient and remainder belong together.
  do i = 1, size(samples)
    do j = 2, size(samples)
      a8 = samples(i)
      b8 = samples(j)
      q = a8 / b8
      r = mod(a8, b8)
      if (q * b8 + r /= a8 .or. r >= b8) failed = failed + 1
      if ((a8 < b8) .neqv. (i < j)) failed = failed + 1
      if (max(a8, b8) /= samples(max(i, j))) failed = failed + 1
    end do
  end do
  print *, 'kind 8:', failed
  a8 = 18446744073709551615u_8
  print *, (a8 / 7u_8) * 3u_8 - 1u_8, folded, a8 / 10u_8, mod(a8, 10u_8)

  a4 = 4000000000u
  a8 = 9223372036854775809u_8
  call same(dble(a4), 4.0e9_8, 'real of 4')
  call same(dble(a8), 9223372036854775808.0_8, 'real of 8')
  a8 = 18446744073709551615u_8
  call same(dble(a8), 18446744073709551616.0_8, 'rounded up')
  call same(real(a8, 4) == 18446744073709551616.0, .true., 'single')
  call same(uint(1.5e19_8, 8), 15000000000000000000u_8, 'of a large real')
  b8 = uint(1.0e19_8, 8)
  call same(b8, 10000000000000000000u_8, 'variable of a large real')
  call same(int(a4), -294967296, 'int keeps bits')
  call same(uint(-1), 4294967295u, 'of a negative')
  i = -2
  call same(uint(i, 8), 18446744073709551614u_8, 'sign extension of an integer')
  a1 = 200u_1
  call same(uint(a1, 8), 200u_8, 'zero extension')
  call same(uint(300, 1), 44u_1, 'cut off')
  call same(logical(a1), .true., 'logical')
  call same(int(cmplx(a1, 3u)), 200, 'complex')
  call same(uint(z'ff', 2), 255u_2, 'bits')

  ! Powers, of constants and variables.
  a4 = 3u
  b4 = 21u
  call same(a4 ** b4, 1870418611u, 'power')
  call same(3u ** 21u, 1870418611u, 'constant power')
  call same(a4 ** 3u, 27u, 'small power')
  call same(2u_8 ** 63u_8, 9223372036854775808u_8, 'large power')

  ! Bits.
  a4 = 2147483648u
  call same(shiftr(a4, 31), 1u, 'shiftr')
  call same(shifta(a4, 31), 4294967295u, 'shifta')
  call same(ishft(a4, -31), 1u, 'ishft')
  call same(ishftc(a4, 1), 1u, 'ishftc')
  call same(not(a4), 2147483647u, 'not')
  call same(btest(a4, 31), .true., 'btest')
  call same(bgt(a4, 1u_8), .true., 'bgt')
  call same(leadz(1u_2), 15, 'leadz')
  call same(popcnt(not(0u_1)), 8, 'popcnt')
  call same(umaskl(4, 1), 240u_1, 'umaskl')
  call same(int(bit_size(0u_2)), 16, 'bit_size')
  call same(digits(0u), 32, 'digits')
  call same(range(0u_8), 19, 'range')
  call same(huge(0u_2), 65535u_2, 'huge')
  call same(kind(huge(0u_8)), 8, 'kind')
  call same(selected_unsigned_kind(10), 8, 'selected_unsigned_kind')
  k = 3
  call same(selected_unsigned_kind(k), 2, 'selected_unsigned_kind at run time')
  a8 = 5u_8
  b8 = 0u_8
  call mvbits(a8, 0, 3, b8, 61)
  call same(b8, 11529215046068469760u_8, 'mvbits')
  call same(transfer(-1, 0u), 4294967295u, 'transfer')
  call same(merge_bits(15u, 51u, 85u), 39u, 'merge_bits')
  print *, 'in all:', failed
end program
!>  kind 1:           0
!>  kinds 2 and 4:           0
!>  kind 8:           0
!>   7905747460161236405  7905747460161236405  1844674407370955161                    5
!>  in all:           0
