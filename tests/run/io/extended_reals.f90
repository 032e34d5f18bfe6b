! Layout of reals of kinds 10 and 16 by lists and by formats, and the numbers behind it.
real(16) :: x, y, a(3)
real(10) :: t
complex(16) :: z
complex(10) :: w
integer :: i; character(20) :: str
x = 1/3._16
print *, x
t = 1/3._10
print *, t
z = (1.0_16, -2.5_16)/3
w = (1.0_10, -2.5_10)/3
print *, z
print *, w
print *, -1.5e-20_16, 1e30_16, 123456.789_16, 1e100_10, 0.0_16, -0.0_10
print *, 1e36_16, 1e35_16, 1e21_10,1e20_10
print *, huge(x), tiny(x), epsilon(x)
print *, huge(t), tiny(t), epsilon(t)
print '(f20.10,1x,e20.10,1x,es20.10e4,1x,en20.5,1x,g20.10,1x,d25.15)', x,x,x,x,x,x
print '(f20.10,1x,e20.10,1x,es20.10e4,1x,en20.5,1x,g20.10,1x,d25.15)', t,t,t,t,t,t
print '(g0,1x,g0)', x, t
print '(z32,1x,z32)', x, t
print '(e0.5,1x,es12.3)', 1e-4000_16, 1e4000_10
a = [1.0_16, 2.0_16, 3.0_16]
print *, sum(a), product(a), maxval(a), minloc(a), dot_product(a,a), norm2(a)
print *, sqrt(2.0_16), exp(1.0_16), sin(1.0_16), log(2.0_10)
y = 0
do i = 1, 100
  y = y + 1.0_16/i
end do
print *, y
str='1.25e-4000'; read(str, *) t
print *, t
print *, precision(x), range(x), digits(t), precision(t), range(t), kind(1.5q0)
print *, real(x, 4), real(x, 8), int(x*1000), nint(2.5_16), floor(-2.5_10), ceiling(2.1_16)
print *, aint(2.9_16), anint(2.5_10)
print *, mod(10.5_16, 3.0_16), modulo(-10.5_10, 3.0_10), sign(2.0_16, -1.0_16), abs(-2.0_10)
print *, max(1.0_16, 2.0_16), min(1.0_10,x)
print *, x**3, x**(-2), x**0.5_16, 2**x, t**20
print *, z*z, sqrt(z), exp(w), abs(z), conjg(z), aimag(z)
print *, exponent(x), fraction(x), scale(x, 3), set_exponent(x, 5), nearest(x, 1.0)
print *, spacing(x), rrspacing(x)
end
