! Powers with exponents of 8 bytes that 4 bytes cannot hold.
program p
 implicit none
 integer(8) :: n = 2_8**33, one = 1, k
 real(8) :: x = 1.0000000001d0
 real :: y = -1.0
 complex(8) :: z = (0d0, 1d0)
 print '(f10.6,f10.6)', x**n, x**(-n)
 print *, one**n, (-one)**n, (-one)**(n + 1), (0*one)**n, (-one)**(-n - 1), (2*one)**(-n)
 print *, y**n, y**(n + 1), y**(-n - 1), 2.0**n, 0.5**n
 print '(2f8.4)', z**(n + 4)
 print *, [2.0, -1.0]**[3_8, n + 1], [1_8, -1_8]**(n + 1)
 do k = n + 1, n + 2
  print *, y**k, (-one)**k
 end do
 n = 5
 print *, 3**n, 1.5d0**n, (-2.0)**n, (2*one)**(-n)
end program
!>   2.360783  0.423588
!>                     1                    1                   -1                    0                   -1                    0
!>    1.00000000      -1.00000000      -1.00000000             Infinity   0.00000000
!>   1.0000  0.0000
!>    8.00000000      -1.00000000                        1                   -1
!>   -1.00000000                       -1
!>    1.00000000                        1
!>                   243   7.5937500000000000       -32.0000000                        0
