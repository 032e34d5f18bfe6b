! One reference to nearly every function of Fortran 2018 and the common extensions.
program y1
implicit none
real :: x = 1.5
integer :: i = 5, n
real(8) :: r8(3)
integer(8) :: c8
character(20) :: s
print *, bessel_jn(2,1.5), bessel_jn(0,2,1.5)
n=2
print *, bessel_yn(0,n,x)
print *, bessel_jn(n,[1.0,2.0])
print *, dshiftl(1,2,3), merge_bits(13,18,22), parity([.true.,.false.]), popcnt(255), poppar(7)
print *, iall([7,3]), iany([1,2]), iparity([1,3])
print *, transfer(1.0,1), transfer([1,2],[1.0d0]), transfer('abcd',1)
s='abc'
print *, scan(s,'bc',back=.true.), verify(s,'a'), index(s,'c'), adjustr(s), repeat('ab',3)
print *, cshift([1,2,3],1), eoshift([1,2,3],-1,boundary=9), spread([1,2],1,2)
print *, findloc([1,2,3,2],2), findloc([1,2,3,2],2,back=.true.), maxloc([1,5,3]), minloc([3,1,2],mask=[.true.,.false.,.true.])
print *, reshape([1,2,3],[2,2],pad=[0]), unpack([1,2],[.true.,.false.,.true.],0), pack([1,2,3],[.true.,.false.,.true.])
print *, nearest(1.0,1.0), spacing(1.0), rrspacing(2.0), scale(1.0,3), set_exponent(1.5,3), fraction(6.0), exponent(6.0)
print *, modulo(-7,3), mod(-7,3), modulo(-7.5,2.0), dim(5,3), sign(3,-2), anint(2.5), nint(-2.5), ceiling(-1.5), floor(-1.5)
print *, leadz(1), trailz(8), maskl(3), maskr(3), shifta(-8,1), shiftr(-8,28), ishftc(1,-1,8), not(5)
print *, achar(65), iachar('a'), char(66), ichar('b'), lge('a','b'), llt('a','b'), new_line('a')==achar(10)
print *, dot_product([1,2],[3,4]), matmul(reshape([1,2,3,4],[2,2]),[1,1]), transpose(reshape([1,2,3,4],[2,2]))
print *, cosd(60.0), sind(30.0), tand(45.0), asind(0.5), acosd(0.5), atand(1.0), atan2d(1.0,1.0), cotan(1.0)
print *, is_iostat_end(-1), is_iostat_eor(-2), kind(1_8), digits(1.0), huge(1_2), radix(1), range(1.0), precision(1d0)
print *, and(6,3), or(6,3), xor(6,3), lshift(1,3), rshift(-8,1), float(3), dfloat(3), sngl(1d0), dcmplx(1,2), dreal((1d0,2d0))
print *, isnan(x), sizeof(r8), loc(x)/=0, int2(3.5), int8(3.5), realpart((1.,2.)), imagpart((1.,2.))
print *, log_gamma(3.5), gamma(5.0), algama(2.5), besj0(1.0), lgamma(3.0)
print *, norm2([3.0,4.0]), sum([1,2,3],mask=[.true.,.false.,.true.]), product([1.5,2.0]), count([.true.,.false.])
print *, minval([character(3) :: 'b','a']), maxval([1,2],mask=[.false.,.false.]), minval([real::])
call random_seed(size=n); print *, n
call random_number(r8); print *, all(r8>=0 .and. r8<1)

print *, command_argument_count()
call get_command_argument(0, length=n); print *, n>0

call execute_command_line('exit 2', exitstat=n); print *, n
print *, atan(1.0,2.0), acosh(2.0), atanh(0.5), asinh(1.0), log10(100.0), sqrt((1.,2.)), exp((0.,1.)), abs((3.,4.))
print *, tan((1.,1.)), asin((1.,1.)), acos((0.5,0.5)), atan((0.5,0.5)), cosh((1.,1.)), tanh((1.,1.))
print *, 2**10, 2.0**0.5, (-2)**3, 2**(-1), (1.,1.)**2, 3_8**20
print *, int(z'ff'), real(z'3f800000'), ior(z'f0',15), ieor(1,3), btest(5,2)
print *, ceiling(2.1,8), aint(-2.7), cmplx(1,2,8), logical(.true.,1), mod(5.5,2.0)
end
!>   0.232087672      0.511827648      0.557936490      0.232087672
!>   0.382448882     -0.412308663     -0.932193756
!>   0.114903487      0.352834016
!>            8           4 T           8           1
!>            3           3           2
!>   1065353216   4.2439915824246103E-314  1684234849
!>            3           2           3                  abcababab
!>            2           3           1           9           1           2           1           1           2           2
!>            2           4           2           3
!>            1           2           3           0           1           0           2           1           3
!>    1.00000012       1.19209290E-07   8388608.00       8.00000000       6.00000000      0.750000000               3
!>            2          -1  0.500000000               2          -3   3.00000000              -3          -1          -2
!>           31           3  -536870912           7          -4          15         128          -6
!>  A          97 B          98 F T T
!>           11           4           6           1           3           2           4
!>   0.500000000      0.500000000       1.00000000       30.0000000       60.0000000       45.0000000       45.0000000      0.642092645
!>  T T           8          24  32767           2          37          15
!>            2           7           5           8          -4   3.00000000       3.0000000000000000        1.00000000                   (1.0000000000000000,2.0000000000000000)   1.0000000000000000
!>  F                   24 T      3                    3   1.00000000       2.00000000
!>    1.20097363       24.0000000      0.284682870      0.765197694      0.693147182
!>    5.00000000               4   3.00000000               1
!>  a   -2147483648   3.40282347E+38
!>            8
!>  T
!>            0
!>  T
!>            2
!>   0.463647604       1.31695795      0.549306154      0.881373584       2.00000000                (1.27201962,0.786151350)           (0.540302277,0.841470957)   5.00000000
!>             (0.271752596,1.08392334)            (0.666239440,1.06127501)           (1.11851788,-0.530637503)           (0.553574383,0.402359486)           (0.833730042,0.988897681)            (1.08392334,0.271752596)
!>         1024   1.41421354              -8           0             (0.00000000,2.00000000)           3486784401
!>          255   1.00000000             255           2 T
!>                     3  -2.00000000                   (1.0000000000000000,2.0000000000000000) T   1.50000000
