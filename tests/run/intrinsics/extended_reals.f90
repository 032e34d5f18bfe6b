! Functions of reals of kinds 10 and 16 against values of high precision, at compile time and at run time.
module checks
  implicit none
  integer, parameter :: q = 16, e = 10
  integer :: failures = 0
contains
  ! Within two units in the last place.
  subroutine near(name, got, want)
    character(*), intent(in) :: name
    real(q), intent(in) :: got, want
    if (.not. abs(got - want) <= 2*spacing(want)) then
      print *, name, got, want
      failures = failures + 1
    end if
  end subroutine
  subroutine near10(name, got, want)
    character(*), intent(in) :: name
    real(e), intent(in) :: got
    real(q), intent(in) :: want
    if (.not. abs(got - want) <= spacing(real(want, e))) then
      print *, name, got, want
      failures = failures + 1
    end if
  end subroutine
end module
program p
  use checks
  implicit none
  real(q), volatile :: one = 1, half = 0.5_q, big = 1e22_q, small = 1e-20_q
  real(e), volatile :: one10 = 1, half10 = 0.5_e
  real(q), parameter :: folded(4) = [exp(1.0_q), log(10.0_q), gamma(0.5_q), sin(1e22_q)]
  call near('exp', exp(one), 2.718281828459045235360287471352662497757247093699959574967_q)
  call near('log', log(10*one), 2.302585092994045684017991454684364207601101488628772976033_q)
  call near('sqrt', sqrt(2*one), 1.414213562373095048801688724209698078569671875376948073176_q)
  call near('pi', 4*atan(one), 3.141592653589793238462643383279502884197169399375105820974_q)
  call near('sin', sin(one), 0.841470984807896506652502321630298999622563060798371065672_q)
  call near('cos', cos(one), 0.540302305868139717400936607442976603732310420617922227670_q)
  call near('tan', tan(one), 1.557407724654902230506974807458360173087250772381520038383_q)
  call near('sin 1e22', sin(big), -0.852200849767188801772705893753029368261762150410043656257_q)
  call near('asin', asin(half), 0.523598775598298873077107230546583814032861566562517636829_q)
  call near('acos', acos(half), 1.047197551196597746154214461093167628065723133125035273658_q)
  call near('sinh', sinh(one), 1.175201193643801456882381850595600815155717981334095870229_q)
  call near('sinh small', sinh(small), 1.0000000000000000000000000000000000000001666666666666e-20_q)
  call near('cosh', cosh(one), 1.543080634815243778477905620757061682601529112365863704737_q)
  call near('tanh', tanh(one), 0.761594155955764888119458282604793590412768597257936551596_q)
  call near('asinh', asinh(one), 0.881373587019543025232609324979792309028160328261635410753_q)
  call near('acosh', acosh(2*one), 1.316957896924816708625046347307968444026981971467516479768_q)
  call near('atanh', atanh(half), 0.549306144334054845697622618461262852323745278911374725867_q)
  call near('erf', erf(half), 0.520499877813046537682746653891964528736451575757963700058_q)
  call near('erfc', erfc(10*one), 2.08848758376254475700078629495778861156081811932116372701e-45_q)
  call near('erfc_scaled', erfc_scaled(10*one), 0.0561409927438225858575173872204683115651572566550754835190349_q)
  call near('gamma', gamma(half), 1.772453850905516027298167483341145182797549456122387128214_q)
  call near('gamma 10.25', gamma(10*one + 0.25_q), 639232.59877957679428375840187608496715342528499682_q)
  call near('log_gamma', log_gamma(half), 0.572364942924700087071713675676529355823647406457655785756_q)
  call near('j0', bessel_j0(one), 0.765197686557966551449717526102663220909274289755325241862_q)
  call near('j1', bessel_j1(one), 0.440050585744933515959682203718914913127372301992765251137_q)
  call near('y0', bessel_y0(one), 0.088256964215676957982926766023515162827817523090675546711_q)
  call near('y1', bessel_y1(one), -0.781212821300288716547150000047964820549906390716444607843_q)
  call near('jn', bessel_jn(5, one), 2.497577302112344313750655409880451981583677698007064e-4_q)
  call near('cbrt', (27*one)**(1/3.0_q), 3.0_q)
  call near('folded exp', folded(1), exp(one))
  call near('folded log', folded(2), log(10*one))
  call near('folded gamma', folded(3), gamma(half))
  call near('folded sin', folded(4), sin(big))
  call near10('exp', exp(one10), exp(1.0_q))
  call near10('log', log(one10 + 1), log(2.0_q))
  call near10('sin', sin(one10), sin(1.0_q))
  call near10('gamma', gamma(half10), gamma(0.5_q))
  call near10('pow', half10**0.3_e, 0.5_q**real(0.3_e, q))
  if (sind(30*one) /= half .or. cosd(60*one) /= half .or. tand(45*one) /= one) stop 1
  if (asind(half) /= 30 .or. acosd(half) /= 60 .or. atand(one) /= 45) stop 2
  if (mod(big, 7*one) /= 4 .or. modulo(-big, 7*one) /= 3) stop 3
  if (nearest(one, 1.0) - 1 /= epsilon(one) .or. nearest(one10, -1.0) /= 1 - epsilon(one10)/2) stop 4
  if (exponent(one) /= 1 .or. fraction(3*one) /= 0.75_q .or. scale(one, -16400) /= tiny(one)/2**18) stop 5
  if (digits(one) /= 113 .or. digits(one10) /= 64 .or. maxexponent(one) /= 16384 .or. minexponent(one10) /= -16381) stop 6
  if (precision(one) /= 33 .or. precision(one10) /= 18 .or. range(one) /= 4931 .or. radix(one) /= 2) stop 7
  print *, failures
end program
!>            0
