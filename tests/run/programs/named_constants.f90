! Constant expressions of all types.
program p
  implicit none
  integer :: i
  integer, parameter :: n = 3, m = n*2 + mod(7, 4), arr(n) = [1, 2, 3], mat(2,2) = reshape([1,2,3,4], [2,2])
  integer, parameter :: sq(5) = [(i*i, i=1,5)], tot = sum(arr), mx = maxval(mat), sz = size(sq), sh(2) = shape(mat)
  real, parameter :: pi = 3.14159265, tp = 2*pi, rs(2) = sqrt([4., 9.])
  character(*), parameter :: names(3) = [character(6) :: 'one', 'three', 'six'], cat = 'ab' // 'cd', tr = trim('xy  ') // '!'
  logical, parameter :: l = n > 2 .and. all(arr < 4), ls(2) = [.true., .false.]
  complex, parameter :: z = (1., 2.) * (0., 1.)
  integer, parameter :: dp = kind(1d0), ik = selected_int_kind(12), ln = len(cat), ix = index('hello', 'll'), ich = ichar('A')
  integer, parameter :: tt(2,2) = transpose(mat), mm(2,2) = matmul(mat, mat), cs(3) = cshift(arr, 1), pk(2) = pack(arr, [.true.,.false.,.true.])
  integer, parameter :: big = huge(1), bits = ior(ishft(1, 4), ibset(0, 1)), nn = nint(2.7), e = exponent(8.0), ml(1) = maxloc([3,9,2])
  type t; integer :: a; real :: b(2); end type
  type(t), parameter :: q = t(5, [1., 2.]), qa(2) = [t(1, 0.), t(2, [3., 4.])]
  real(dp), parameter :: x = 1._dp/3, y = real(x), w = merge(1._dp, 2._dp, l)
  character(len(names)) :: buf
  integer :: a(m), b(tot:mx+5), c(q%a)
  buf = names(2)
  print *, m, arr, mat, sq, tot, mx, sz, sh, tp, rs, names, cat, tr, l, ls, z, dp, ik, ln, ix, ich
  print *, tt, mm, cs, pk, big, bits, nn, e, ml, q, qa(2)%b(2), x, y, w, buf, size(a), lbound(b), size(c), names(2)(2:4), cat(2:3)
  print *, arr(2), mat(:,2), qa%a, arr(3:1:-1), spread(arr, 1, 2), names(n)(1:1), dot_product(arr, arr), any(arr == 2), count(ls)
end
!>            9           1           2           3           1           2           3           4           1           4           9          16          25           6           4           5           2           2   6.28318548       2.00000000       3.00000000     one   three six   abcdxy! T T F            (-2.00000000,1.00000000)           8           8           4           3          65
!>            1           3           2           4           7          10          15          22           2           3           1           1           3  2147483647          18           3           4           2           5   1.00000000       2.00000000       4.00000000      0.33333333333333331       0.33333334326744080        1.0000000000000000      three            9           6           5 hrebc
!>            2           3           4           1           2           3           2           1           1           1           2           2           3           3 s          14 T           1
