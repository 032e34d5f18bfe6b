program integer_widths
  use, intrinsic :: iso_fortran_env
  implicit none
  integer(int64) :: f(20), s
  integer(int32) :: h(20)
  integer(int8) :: b(20)
  integer(int16) :: w(4,5)
  integer :: i
  f = [(int(i, int64)*1234567891_int64, i=1,20)]
  h = 0; b = int(f / 7777777, int8)
  !$omp target teams workdistribute map(from: s)
  h = int(ieor(f, ishft(f, -7)), int32)
  f = modulo(f, 1000003_int64) - mod(-f, 97_int64)
  s = sum(f*f) + product(int(b(1:3), int64)) + maxval(f) - minval(h)
  b = b + b(20:1:-1)
  w = reshape(int(h, int16), [4,5])
  w = w / 3_int16 * 3_int16 + abs(w)
  h = h**2 + (-2)**b(1:20)/7 + h/(abs(h)+1)
  !$omp end target teams workdistribute
  print *, f, s; print *, h; print *, b; print *, w
end program
!>                564192               128381               692573               256762               820954               385143               949335               513524                77713               641905               206094               770286               334475               898667               462856                27045               591237               155426               719618               283807        6029952118488
!>   -387081498  -942987541 -2081881331   523017126 -1620120565 -2054013461   463905664   218455035   987019507  2109452320    70595229    36002547   819239942 -1962201707 -1123328941   873820134  1328303691   956119333   918869766  -152125294
!>     4    4    5    4    4    4    5    4    4    5    5    4    4    5    4    4    4    5    4    4
!>   23978 -17576      2      0      1  12709  20419  -4760      0      2      0  25422  12794 -24694      0      0      0  21860  -7293 -28648
