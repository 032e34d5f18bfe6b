*     ASSIGN of labels of FORMAT statements, also together with labels to branch to.
      program p
      integer fmt, l, i
      dimension x(3)
      data x /1.5, 2.25, -3.0/
      do 50 i = 1, 3
        if (i .eq. 1) assign 100 to fmt
        if (i .eq. 2) assign 110 to fmt
        if (i .eq. 3) assign 120 to fmt
        assign 40 to l
        write (*, fmt) x
        if (i .eq. 2) goto l, (40, 50)
        print fmt, x(i)
        goto 50
40      print *, 'second'
50    continue
100   format (1x, 3f8.3)
110   format (1x, 'three values:', 3(1x, f6.2))
120   format (1x, 3e12.4 / ' end')
      end
!>     1.500   2.250  -3.000
!>     1.500
!>  three values:   1.50   2.25  -3.00
!>  second
!>    0.1500E+01  0.2250E+01 -0.3000E+01
!>  end
!>   -0.3000E+01
