program logical_ops
  implicit none
  logical :: a(50), b(50), c(50), l, m(5, 10)
  integer :: i, k, n(10)
  a = [(mod(i, 3) == 0, i = 1, 50)]
  b = [(mod(i, 4) < 2, i = 1, 50)]
  do k = 1, 2
    !$omp target teams workdistribute map(tofrom: l)
    c = a .and. b .or. .not. a(50:1:-1)
    a(2:50) = a(1:49) .neqv. b(2:50)
    b = merge(c, a, b .eqv. c)
    l = parity(a) .or. all(c)
    m = reshape(a, [5, 10])
    where (m) m = cshift(m, 1, 2)
    n = count(m, 1)
    b = b .and. l
    !$omp end target teams workdistribute
    print '(50l1)', a, b, c, m
    print *, l, n
  end do
end program
!> FFFFTFTTTTFTFFFFTFTTTTFTFFFFTFTTTTFTFFFFTFTTTTFTFF
!> FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF
!> TTFTTFTTTTTTTTFTTFTTTTTTTTFTTFTTTTTTTTFTTFTTTTTTTT
!> FFFFTFTFFFFTFFFFTFTFFFFTFFFFTFTFFFFTFFFFTFTFFFFFFF
!>  F           1           1           1           2           1           1           1           1           2           0
!> FFFFFTFTTTTFTFFFFTFTTTTFTFFFFTFTTTTFTFFFFTFTTTTFTF
!> FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF
!> TTFTFFFFTFTTTTFTFFFFTFTTTTFTFFFFTFTTTTFTFFFFTFTTTT
!> FFFFFTFTFFFFTFFFFTFTFFFFTFFFFTFTFFFFTFFFFTFTFFFFFF
!>  F           0           2           1           2           1           1           1           1           2           0
