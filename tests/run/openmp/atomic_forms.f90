! Every form of ATOMIC on a variable excludes every other form on it, and no read sees half of a value.
program atomic_forms
  implicit none
  integer, parameter :: n = 20000
  integer :: i, k, v, most, least, torn
  integer(8) :: l, w
  integer(2) :: s
  integer(16) :: q, qr
  real(8) :: d
  complex(4) :: c, cr
  complex(8) :: z, zr
  logical :: flag
  k = 0; l = 0; d = 0; c = 0; z = 0; q = 0; s = 0; torn = 0; most = 0; least = 0; flag = .false.
  !$omp parallel do num_threads(4) private(v, w, cr, zr, qr) reduction(+: torn) schedule(dynamic, 7)
  do i = 1, n
    select case (mod(i, 4))
    case (0)
      !$omp atomic
      k = k + 1
      !$omp atomic
      l = l + 1
      !$omp atomic
      d = d + 1
    case (1)
      !$omp atomic compare capture
      v = k
      if (k == -5) k = 7
      !$omp end atomic
      !$omp atomic capture
      v = k
      k = k + 1
      !$omp end atomic
      !$omp atomic
      l = l + 1.0
      !$omp atomic
      d = d + 1_2
    case (2)
      !$omp atomic
      k = 1 + k
      !$omp atomic capture
      l = l + 1
      w = l
      !$omp end atomic
      !$omp atomic
      d = 1 + d
    case (3)
      !$omp atomic
      k = k + 1.0d0
      !$omp atomic
      l = l + 1_2
      !$omp atomic
      d = d - (-1)
    end select
    !$omp atomic compare
    if (most < i) most = i
    !$omp atomic
    least = min(least, -i)
    !$omp atomic
    flag = flag .neqv. .true.
    !$omp atomic
    c = c + (1, 1)
    !$omp atomic read
    cr = c
    if (real(cr) /= aimag(cr)) torn = torn + 1
    !$omp atomic
    z = z + (1, 1)
    !$omp atomic read
    zr = z
    if (real(zr) /= aimag(zr)) torn = torn + 1
    !$omp atomic
    q = q + 18446744073709551617_16
    !$omp atomic read
    qr = q
    if (qr / 18446744073709551616_16 /= mod(qr, 18446744073709551616_16)) torn = torn + 1
    !$omp atomic
    s = s + 1_2
  end do
  print *, k, l, nint(d), most, least, flag
  print *, nint(real(c)), nint(aimag(c)), nint(real(z)), nint(aimag(z)), s
  print *, q / 18446744073709551616_16, torn
end program
!>        20000                20000       20000       20000      -20000 F
!>        20000       20000       20000       20000  20000
!>                                     20000           0
