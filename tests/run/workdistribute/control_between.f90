program control_between
  implicit none
  integer :: a(32), b(32), i, k, total
  a = [(i, i = 1, 32)]
  b = 0
  total = 0
  outer: do k = 1, 20
    if (mod(k, 3) == 0) cycle
    !$omp target teams workdistribute map(tofrom: total)
    b = b + a(32:1:-1) * k
    total = total + sum(b)
    a = cshift(a, k)
    !$omp end target teams workdistribute
    select case (k)
    case (5)
      a(1) = 100
    case (8:)
      if (total > 1000) exit outer
    end select
  end do outer
  print *, k, total
  print '(8i7)', a, b
end program
!>            8       38346
!>      28     29     30     31     32      1      2      3
!>       4      5      6      7      8      9     10     11
!>      12    100     14     15     16     17     18     19
!>      20     21     22     23     24     25     26     27
!>     317    354    327    428    401    374   1043    480
!>     453    426    399    372    569    542    515    488
!>     461    434    407    636    609    582    555    528
!>     501    474    447    420    393    366    339    921
