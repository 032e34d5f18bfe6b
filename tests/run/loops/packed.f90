! options: -O3
! Loops of nothing but integers and logicals of one or two bytes, in lanes as small as they are.
module kernels
  implicit none
contains
  subroutine clip(n, a, b)
    integer, intent(in) :: n
    integer(1), intent(in) :: a(n)
    integer(1), intent(out) :: b(n)
    integer :: i
    do i = 1, n
      b(i) = max(-50_1, min(50_1, a(i)))
    end do
  end subroutine
  subroutine life(n, m, a, b)
    integer, intent(in) :: n, m
    integer(1), intent(in) :: a(0:n + 1, 0:m + 1)
    integer(1), intent(inout) :: b(0:n + 1, 0:m + 1)
    integer(1) :: c
    integer :: i, j
    do j = 1, m
      do i = 1, n
        c = a(i - 1, j - 1) + a(i, j - 1) + a(i + 1, j - 1) + a(i - 1, j) + a(i + 1, j) &
          + a(i - 1, j + 1) + a(i, j + 1) + a(i + 1, j + 1)
        if (c == 3_1 .or. (c == 2_1 .and. a(i, j) == 1_1)) then
          b(i, j) = 1
        else
          b(i, j) = 0
        end if
      end do
    end do
  end subroutine
  subroutine halves(n, k, a, b)
    integer, intent(in) :: n
    integer(2), intent(in) :: k, a(n)
    integer(2), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (a(i) > b(i)) then
        b(i) = a(i)*k - b(i)
      else
        b(i) = ieor(-a(i), iand(b(i), not(k)))
      end if
    end do
  end subroutine
  subroutine truths(n, a, b, l)
    integer, intent(in) :: n
    integer(1), intent(in) :: a(n), b(n)
    logical(1), intent(inout) :: l(n)
    l = (a < b .or. a == 3_1) .neqv. l .and. b /= -1_1
  end subroutine
  subroutine chosen(n, a, b, l, c)
    integer, intent(in) :: n
    integer(1), intent(in) :: a(n), b(n)
    logical(1), intent(in) :: l(n)
    integer(1), intent(inout) :: c(n)
    where (l)
      c = a - b
    elsewhere (a >= c)
      c = ior(a, b)
    elsewhere
      c = merge(7_1, c, b <= 0_1)
    end where
  end subroutine
end module

program packed
  use kernels
  implicit none
  integer :: i, n
  integer(1) :: a(200), b(200), c(200), g(0:201, 0:4), h(0:201, 0:4)
  integer(2) :: p(200), q(200)
  logical(1) :: l(200)
  do i = 1, 200
    a(i) = int(modulo(i*77, 251) - 125, 1)
    p(i) = int(modulo(i*7919, 301) - 150, 2)
  end do
  do n = 0, 200, 1
    b = int(modulo([(i*31 + n, i = 1, 200)], 201) - 100, 1)
    q = int(modulo([(i*131 + n, i = 1, 200)], 301) - 150, 2)
    c = 5
    l = modulo([(i, i = 1, 200)], 3) == 0
    g = 0
    g(1:200, 1:3) = reshape(int(modulo([(i*i + i/3, i = 1, 600)], 2), 1), [200, 3])
    h = 0
    call truths(n, a, b, l)
    call chosen(n, a/2_1, b/2_1, l, c)
    call clip(n, a, b)
    call halves(n, 5_2, p, q)
    call life(n, 3, g(0:n + 1, :), h(0:n + 1, :))
    if (n < 5 .or. modulo(n, 31) < 3) then
      print '(i4, 5i10)', n, sum(int(b)*[(i, i = 1, 200)]), sum(int(q)*[(i, i = 1, 200)]), sum(int(c)*[(i, i = 1, 200)]), &
        sum([(i, i = 1, 200)], mask=logical(l)), sum(int(h(1:200, 2))*[(i, i = 1, 200)])
    end if
  end do
end program

!>    0     64655     10858    100500      6633         0
!>    1     46987    -27162    100502      6633         0
!>    2     32041    -33040    100456      6633         2
!>    3     19738    -10688    100608      6633         5
!>    4      9571    -42051    100393      6637         9
!>   31     44643     71834     96823      6677       495
!>   32     30852     68995     96068      6677       527
!>   33     15417     70935     95791      6644       560
!>   62     30595    423729     82237      7065      1952
!>   63     14569    405254     83531      7065      2015
!>   64      4024    470878     82238      7050      2079
!>   93     31956    713722     90383      7120      4370
!>   94      6364    688744     89026      7416      4464
!>   95    -10198    700147     89982      7511      4559
!>  124     25427    697419     42597      8224      7749
!>  125    -14082    765832     33051      8349      7874
!>  126    -20226    878402     38749      8298      8000
!>  155     20533   1579758     23743      8188     12089
!>  156    -11048   1575015     21692      8256     12245
!>  157    -60914   1531243      4707      8427     12402
!>  186     -9700   3029149     46271      9422     17390
!>  187    -23447   3156954     29166      9600     17577
!>  188    -29009   3233025     18649      9619     17765
