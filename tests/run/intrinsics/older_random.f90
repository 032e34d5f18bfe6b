! SRAND, RAND and IRAND; masks.
real x
call srand(86456)
print *, rand(), rand(), irand()
x = rand(86456)
print *, x, rand(), rand(1), irand(0), rand(1)
call srand(0)
print *, irand(), irand(5), irand()
print *, maskl(33,8), maskl(64,8), maskl(0,8), maskr(64,8), maskr(32), maskl(32), maskr(0)
end
!>   0.676636457      0.231011629      1317987366
!>   0.676636457      0.231011629      0.242578268        28925691  0.242578268
!>    520932930       84035  1412376245
!>           -2147483648                   -1                    0                   -1          -1          -1           0
