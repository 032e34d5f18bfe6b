! Sieve, queens, sudoku, edit distance, graphs, heaps, life, permutations.
program algos
  implicit none
  integer, parameter :: i8 = selected_int_kind(18)
  integer :: i
  print *, primes(60)
  print *, nqueens(6), nqueens(8)
  call sudoku_test
  print *, levenshtein('kitten', 'sitting'), levenshtein('', 'abc'), levenshtein('flaw', 'lawn')
  print *, knapsack([12, 2, 1, 1, 4], [4, 2, 2, 1, 10], 15)
  print *, lcs('AGGTAB', 'GXTXAYB')
  call graph_test
  call heap_test
  call union_test
  call life_test
  call dates
  print *, (fibm(i), i = 1, 10), fibm(90)
  call permute([1,2,3], 1)
  call hanoi(3, 'A', 'B', 'C')
  print *, collatz(27), gcd(1071_i8, 462_i8), powmod(3_i8, 200_i8, 1000007_i8)
  call rle('aaabbbccd')
contains
  function primes(n) result(p)
    integer, intent(in) :: n
    integer, allocatable :: p(:)
    logical :: s(2:n)
    integer :: i
    s = .true.
    do i = 2, int(sqrt(real(n)))
      if (s(i)) s(i*i::i) = .false.
    end do
    p = pack([(i, i=2,n)], s)
  end function
  recursive function place(q, k, n) result(c)
    integer, intent(inout) :: q(:)
    integer, intent(in) :: k, n
    integer :: c, j
    c = 0
    if (k > n) then
      c = 1; return
    end if
    do j = 1, n
      if (any(q(:k-1) == j)) cycle
      if (any(abs(q(:k-1) - j) == [(k - i, i = 1, k-1)])) cycle
      q(k) = j
      c = c + place(q, k+1, n)
    end do
  end function
  integer function nqueens(n)
    integer, intent(in) :: n
    integer :: q(n)
    nqueens = place(q, 1, n)
  end function
  subroutine sudoku_test
    character(9) :: rows(9) = ['53..7....', '6..195...', '.98....6.', '8...6...3', '4..8.3..1', '7...2...6', '.6....28.', '...419..5', '....8..79']
    integer :: g(9,9), r, c
    do r = 1, 9
      do c = 1, 9
        g(r,c) = max(0, index('123456789', rows(r)(c:c)))
      end do
    end do
    if (solve(g)) then
      print '(9i2)', transpose(g)
    else
      print *, 'no'
    end if
  end subroutine
  recursive logical function solve(g) result(ok)
    integer, intent(inout) :: g(9,9)
    integer :: r, c, v, br, bc
    ok = .false.
    do r = 1, 9
      do c = 1, 9
        if (g(r,c) /= 0) cycle
        br = (r-1)/3*3; bc = (c-1)/3*3
        do v = 1, 9
          if (any(g(r,:) == v) .or. any(g(:,c) == v) .or. any(g(br+1:br+3, bc+1:bc+3) == v)) cycle
          g(r,c) = v
          if (solve(g)) then
            ok = .true.; return
          end if
          g(r,c) = 0
        end do
        return
      end do
    end do
    ok = .true.
  end function
  pure integer function levenshtein(a, b) result(d)
    character(*), intent(in) :: a, b
    integer :: m(0:len(a), 0:len(b)), i, j
    m(:,0) = [(i, i=0,len(a))]
    m(0,:) = [(j, j=0,len(b))]
    do j = 1, len(b)
      do i = 1, len(a)
        m(i,j) = min(m(i-1,j) + 1, m(i,j-1) + 1, m(i-1,j-1) + merge(0, 1, a(i:i) == b(j:j)))
      end do
    end do
    d = m(len(a), len(b))
  end function
  integer function knapsack(w, v, cap)
    integer, intent(in) :: w(:), v(:), cap
    integer :: best(0:cap), i, j
    best = 0
    do i = 1, size(w)
      do j = cap, w(i), -1
        best(j) = max(best(j), best(j-w(i)) + v(i))
      end do
    end do
    knapsack = best(cap)
  end function
  function lcs(a, b) result(s)
    character(*), intent(in) :: a, b
    character(:), allocatable :: s
    integer :: t(0:len(a),0:len(b)), i, j
    t = 0
    do i = 1, len(a)
      do j = 1, len(b)
        if (a(i:i) == b(j:j)) then
          t(i,j) = t(i-1,j-1) + 1
        else
          t(i,j) = max(t(i-1,j), t(i,j-1))
        end if
      end do
    end do
    allocate (character(t(len(a),len(b))) :: s)
    i = len(a); j = len(b)
    do while (i > 0 .and. j > 0)
      if (a(i:i) == b(j:j)) then
        s(t(i,j):t(i,j)) = a(i:i); i = i - 1; j = j - 1
      else if (t(i-1,j) >= t(i,j-1)) then
        i = i - 1
      else
        j = j - 1
      end if
    end do
  end function
  subroutine graph_test
    integer, parameter :: n = 6, inf = huge(0)/2
    integer :: w(n,n), d(n), u, k, queue(n), h, t, lev(n)
    logical :: done(n)
    w = inf
    w(1,2) = 7; w(1,3) = 9; w(1,6) = 14; w(2,3) = 10; w(2,4) = 15; w(3,4) = 11; w(3,6) = 2; w(4,5) = 6; w(5,6) = 9
    where (transpose(w) < w) w = transpose(w)
    d = inf; d(1) = 0; done = .false.
    do k = 1, n
      u = minloc(d, dim=1, mask=.not. done)
      done(u) = .true.
      d = min(d, d(u) + w(u,:))
    end do
    print *, 'dijkstra', d
    lev = -1; lev(1) = 0; queue(1) = 1; h = 1; t = 1
    do while (h <= t)
      u = queue(h); h = h + 1
      do k = 1, n
        if (w(u,k) < inf .and. lev(k) < 0) then
          lev(k) = lev(u) + 1
          t = t + 1; queue(t) = k
        end if
      end do
    end do
    print *, 'bfs', lev
    do k = 1, n
      do u = 1, n; w(u,:) = min(w(u,:), w(u,k) + w(k,:)); end do
    end do
    print *, 'floyd', w(2,:)
  end subroutine
  subroutine heap_test
    integer :: a(10) = [5, 3, 8, 1, 9, 2, 7, 10, 6, 4], n, i, t
    n = size(a)
    do i = n/2, 1, -1
      call sift(a, i, n)
    end do
    do i = n, 2, -1
      t = a(1); a(1) = a(i); a(i) = t
      call sift(a, 1, i-1)
    end do
    print *, a
  end subroutine
  subroutine sift(a, s, n)
    integer, intent(inout) :: a(*)
    integer, value :: s
    integer, intent(in) :: n
    integer :: c, t
    do
      c = 2*s
      if (c > n) return
      if (c < n) then
        if (a(c+1) > a(c)) c = c + 1
      end if
      if (a(s) >= a(c)) return
      t = a(s); a(s) = a(c); a(c) = t
      s = c
    end do
  end subroutine
  subroutine union_test
    integer :: parent(8), i, e(2,5) = reshape([1,2, 3,4, 5,6, 2,3, 7,8], [2,5])
    parent = [(i, i=1,8)]
    do i = 1, 5
      parent(find(parent, e(1,i))) = find(parent, e(2,i))
    end do
    print *, [(find(parent, i), i=1,8)], count([(parent(i) == i, i=1,8)])
  end subroutine
  recursive integer function find(p, x) result(r)
    integer, intent(inout) :: p(:)
    integer, intent(in) :: x
    if (p(x) == x) then
      r = x
    else
      r = find(p, p(x))
      p(x) = r
    end if
  end function
  subroutine life_test
    logical :: g(0:9,0:9)
    integer :: nb(0:9,0:9), k, i
    g = .false.
    g(0,1) = .true.; g(1,2) = .true.; g(2,0:2) = .true.
    do k = 1, 20
      nb = 0
      block
        integer :: dx, dy
        do dx = -1, 1
          do dy = -1, 1
            if (dx == 0 .and. dy == 0) cycle
            nb = nb + merge(1, 0, cshift(cshift(g, dx, 1), dy, 2))
          end do
        end do
      end block
      g = nb == 3 .or. (g .and. nb == 2)
    end do
    print '(10a1)', (merge('#', '.', g(i,:)), i = 0, 9)
  end subroutine
  subroutine dates
    integer :: y, m, d, jd
    character(3), parameter :: names(0:6) = ['Mon','Tue','Wed','Thu','Fri','Sat','Sun']
    y = 2026; m = 11; d = 21
    jd = d - 32075 + 1461*(y+4800+(m-14)/12)/4 + 367*(m-2-(m-14)/12*12)/12 - 3*((y+4900+(m-14)/12)/100)/4
    print *, jd, names(mod(jd, 7))
    print *, (leap(y), y = 1900, 2000, 100), leap(2024)
  end subroutine
  elemental logical function leap(y)
    integer, intent(in) :: y
    leap = mod(y, 4) == 0 .and. (mod(y, 100) /= 0 .or. mod(y, 400) == 0)
  end function
  function fibm(n) result(f)
    integer, intent(in) :: n
    integer(i8) :: f, m(2,2), r(2,2)
    integer :: k
    m = reshape([1_i8,1_i8,1_i8,0_i8], [2,2]); r = reshape([1_i8,0_i8,0_i8,1_i8], [2,2])
    k = n
    do while (k > 0)
      if (iand(k, 1) == 1) r = matmul(r, m)
      m = matmul(m, m); k = k/2
    end do
    f = r(1,2)
  end function
  recursive subroutine permute(a, k)
    integer, intent(in) :: a(:), k
    integer :: b(size(a)), i
    if (k == size(a)) then
      write (*, '(*(i0,:,","))', advance='no') a
      write (*, '(a)', advance='no') ' '
      if (all(a == [3,1,2])) print *
      return
    end if
    do i = k, size(a)
      b = a
      b([k,i]) = b([i,k])
      call permute(b, k+1)
    end do
  end subroutine
  recursive subroutine hanoi(n, a, b, c)
    integer, intent(in) :: n
    character, intent(in) :: a, b, c
    if (n == 0) return
    call hanoi(n-1, a, c, b)
    write (*, '(*(a))', advance='no') a, '>', c, ' '
    call hanoi(n-1, b, a, c)
    if (n == 3) print *
  end subroutine
  integer function collatz(n0) result(s)
    integer, intent(in) :: n0
    integer :: n
    n = n0; s = 0
    do while (n /= 1)
      n = merge(n/2, 3*n+1, mod(n,2)==0); s = s + 1
    end do
  end function
  recursive integer(i8) function gcd(a, b) result(g)
    integer(i8), intent(in) :: a, b
    g = a
    if (b /= 0) g = gcd(b, modulo(a, b))
  end function
  integer(i8) function powmod(b, e, m) result(r)
    integer(i8), value :: b, e, m
    r = 1
    do while (e > 0)
      if (btest(e, 0)) r = modulo(r*b, m)
      b = modulo(b*b, m); e = shiftr(e, 1)
    end do
  end function
  subroutine rle(s)
    character(*), intent(in) :: s
    integer :: i, n
    character(:), allocatable :: o
    character(10) :: t
    o = ''
    i = 1
    do while (i <= len(s))
      n = verify(s(i:), s(i:i)) - 1
      if (n < 0) n = len(s) - i + 1
      write (t, '(i0)') n
      o = o // s(i:i) // trim(t)
      i = i + n
    end do
    print *, o
  end subroutine
end program
!>            2           3           5           7          11          13          17          19          23          29          31          37          41          43          47          53          59
!>            4          92
!>  5 3 4 6 7 8 9 1 2
!>  6 7 2 1 9 5 3 4 8
!>  1 9 8 3 4 2 5 6 7
!>  8 5 9 7 6 1 4 2 3
!>  4 2 6 8 5 3 7 9 1
!>  7 1 3 9 2 4 8 5 6
!>  9 6 1 5 3 7 2 8 4
!>  2 8 7 4 1 9 6 3 5
!>  3 4 5 2 8 6 1 7 9
!>            3           3           2
!>           15
!>  GTAB
!>  dijkstra           0           7           9          20          20          11
!>  bfs           0           1           1           2           2           1
!>  floyd           7          14          10          15          21          12
!>            1           2           3           4           5           6           7           8           9          10
!>            4           4           4           4           6           6           8           8           3
!> ..........
!> ..........
!> ..........
!> ..........
!> ..........
!> ......#...
!> .......#..
!> .....###..
!> ..........
!> ..........
!>      2461366 Sat
!>  F T T
!>                     1                    1                    2                    3                    5                    8                   13                   21                   34                   55  2880067194370816120
!> 1,2,3 1,3,2 2,1,3 2,3,1 3,2,1 3,1,2
!> A>C A>B C>B A>C B>A B>C A>C
!>          111                   21               959082
!>  a3b3c2d1
