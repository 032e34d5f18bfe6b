! options: -O3
! Iterations of an outer loop that run together in the inner one: products of matrices, factorizations, stencils, and those that
! may not.
module kernels
  implicit none
contains
  subroutine product(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n, n)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, k
    do j = 1, n
      do k = 1, n
        do i = 1, n
          c(i, j) = c(i, j) + a(i, k)*b(k, j)
        end do
      end do
    end do
  end subroutine
  subroutine factor(n, a)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n, n)
    integer :: i, j, k
    do k = 1, n - 1
      do j = k + 1, n
        do i = k + 1, n
          a(i, j) = a(i, j) - a(i, k)*a(k, j)
        end do
      end do
      where (abs(a) > 1000) a = modulo(a, 7)
    end do
  end subroutine
  subroutine columns(n, a)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n, n)
    integer :: i, j, k
    do j = 1, n
      do k = 1, j - 1
        do i = j, n
          a(i, j) = modulo(a(i, j) - a(i, k)*a(j, k), 101)
        end do
      end do
    end do
  end subroutine
  subroutine stencil(n, m, a, b)
    integer, intent(in) :: n, m
    real(4), intent(in) :: a(n, m)
    real(4), intent(inout) :: b(n, m)
    integer :: i, j
    do j = 2, m - 1
      do i = 2, n - 1
        b(i, j) = a(i, j - 1) + a(i, j + 1) + a(i - 1, j) + a(i + 1, j) - 4*a(i, j)
      end do
    end do
  end subroutine
  subroutine in_place(n, m, a)
    integer, intent(in) :: n, m
    integer, intent(inout) :: a(n, m)
    integer :: i, j
    do j = 2, m - 1
      do i = 2, n - 1
        a(i, j) = modulo(a(i, j - 1) + 2*a(i + 1, j - 1) + a(i, j + 1), 1009)
      end do
    end do
  end subroutine
  subroutine twice(n, m, a, b, s)
    integer, intent(in) :: n, m
    integer, intent(in) :: a(n, m)
    integer, intent(inout) :: b(n), s(n, 2)
    integer :: i, j
    do j = m, 1, -1
      do i = 1, n
        b(i) = b(i)*3 + a(i, j)
      end do
    end do
    do j = 1, m
      do i = 1, n
        s(i, 1) = s(i, 1) + a(i, j)
        s(i, 2) = max(s(i, 1), s(i, 2))
        s(i, 1) = s(i, 1) - 1
      end do
    end do
  end subroutine
  subroutine edges(first, last, n, a, b)
    integer, intent(in) :: first, last, n
    integer, intent(in) :: a(n)
    integer, intent(inout) :: b(n)
    integer :: i, j
    do j = first, last
      do i = 1, n
        b(i) = b(i) + a(i)*iand(j, 7)
      end do
    end do
  end subroutine
end module

program together
  use kernels
  implicit none
  integer, parameter :: sizes(6) = [1, 3, 5, 8, 19, 40]
  real(8) :: a(40, 40), b(40, 40), c(40, 40)
  real(4) :: x(40, 40), y(40, 40)
  integer :: p(40, 40), q(40), s(40, 2), i, j, n, m, t
  do t = 1, size(sizes)
    n = sizes(t)
    do j = 1, 40
      do i = 1, 40
        a(i, j) = modulo(i*3 + j*5, 13) - 6
        b(i, j) = modulo(i*7 + j, 11) - 5
        p(i, j) = modulo(i*i + 3*j, 9) - 4
      end do
    end do
    c = 1
    x = real(a, 4)
    y = 0
    call product(n, a(:n, :n), b(:n, :n), c(:n, :n))
    print '(a, i4, i16)', 'product ', n, nint(sum(c(:n, :n)*a(:n, :n)))
    call factor(n, p(:n, :n))
    print '(a, i4, i16)', 'factor  ', n, sum(p(:n, :n)*reshape([(i, i = 1, n*n)], [n, n]))
    call columns(n, p(:n, :n))
    print '(a, i4, i16)', 'columns ', n, sum(p(:n, :n)*reshape([(i, i = 1, n*n)], [n, n]))
    do m = 2, 9
      call stencil(n, m, x(:n, :m), y(:n, :m))
      call in_place(n, m, p(:n, :m))
      q = 1
      s = 0
      call twice(n, m, modulo(p(:n, :m), 5), q(:n), s(:n, :))
      print '(a, 2i4, 4i14)', 'rows    ', n, m, nint(sum(y(:n, :m)*x(:n, :m))), &
        sum(p(:n, :m)*reshape([(i, i = 1, n*m)], [n, m])), sum(q(:n)*[(i, i = 1, n)]), sum(s(:n, :)*reshape([(i, i = 1, 2*n)], [n, 2]))
    end do
  end do
  q = 0
  call edges(huge(1) - 6, huge(1) - 1, 40, p(:, 1), q)
  call edges(-huge(1) - 1, -huge(1) + 5, 40, p(:, 2), q)
  call edges(5, -huge(1), 40, p(:, 3), q)
  call edges(-huge(1), -huge(1), 40, p(:, 3), q)
  print '(a, i14)', 'edges   ', sum(q*[(i, i = 1, 40)])
end program

!> product    1              14
!> factor     1               0
!> columns    1               0
!> rows       1   2             0             6            18             5
!> rows       1   3             0            -3            54             8
!> rows       1   4             0            -3           108             7
!> rows       1   5             0            12           513            11
!> rows       1   6             0            -6          1485            14
!> rows       1   7             0            -6          2943            13
!> rows       1   8             0            18         13878            17
!> rows       1   9             0            -9         40122            20
!> product    3             -10
!> factor     3            -432
!> columns    3            1279
!> rows       3   2             0           463           108            77
!> rows       3   3           -39           929           306            95
!> rows       3   4           -65          1110          1116           129
!> rows       3   5          -221          3740          3033           137
!> rows       3   6          -221         14447          7290           147
!> rows       3   7          -325         23191         29844           210
!> rows       3   8          -429         63189         81429           197
!> rows       3   9          -429         83599        186444           198
!> product    5             864
!> factor     5           -2116
!> columns    5            7926
!> rows       5   2             0           960           288           202
!> rows       5   3           -78          4589           936           271
!> rows       5   4          -364         11250          3015           391
!> rows       5   5          -559         38473          7830           384
!> rows       5   6          -715        128367         22911           484
!> rows       5   7         -1014        191569         68832           504
!> rows       5   8         -1144        198700        152421           498
!> rows       5   9         -1404        208222        579453           716
!> product    8            1688
!> factor     8          -44340
!> columns    8           51388
!> rows       8   2             0          2716           648           465
!> rows       8   3          -338         14702          1926           615
!> rows       8   4          -754         38045          6606           825
!> rows       8   5         -1248        213460         17769           787
!> rows       8   6         -1560        313909         45081          1012
!> rows       8   7         -2054        428612        159774          1164
!> rows       8   8         -2470        607828        410328          1225
!> rows       8   9         -2808        814890       1340913          1559
!> product   19            9755
!> factor    19         1598135
!> columns   19         3073256
!> rows      19   2             0         12779          3528          2660
!> rows      19   3         -1144         94944          9525          3128
!> rows      19   4         -2366        261624         33933          4302
!> rows      19   5         -3510       1238764        104304          5710
!> rows      19   6         -4706       2037915        223215          4955
!> rows      19   7         -5915       3224117        901752          6229
!> rows      19   8         -7085       3854321       2525481          7144
!> rows      19   9         -8294       4951366       7972947          7381
!> product   40           -1467
!> factor    40        11669058
!> columns   40        41271764
!> rows      40   2             0         60840         15128         11922
!> rows      40   3         -2574        448742         41420         14195
!> rows      40   4         -5304       1252317        149375         19921
!> rows      40   5         -7930       5693520        438293         23555
!> rows      40   6        -10556       9891998        997265         24716
!> rows      40   7        -13286      16708199       3782321         27590
!> rows      40   8        -15860      19231164      10867553         28630
!> rows      40   9        -18564      21270525      34872869         32314
!> edges         10290992
