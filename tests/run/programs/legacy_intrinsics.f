*     Fixed form: specific names of intrinsics, procedures as arguments, formats, DATA.
      PROGRAM LEG4
      EXTERNAL F1, F2
      INTRINSIC SIN, DSQRT, IABS, AMOD
      DOUBLE PRECISION DSUM, DSQRT
      REAL MAT(4,5), V(10)
      CHARACTER*(*) PFX
      PARAMETER (PFX = 'PRE-')
      CHARACTER*10 CC, FCH
      LOGICAL LGL, LL(2,2)
      INTEGER H(0:5), NEG(-3:3)
      COMPLEX C, CC2
      DATA LL /.TRUE., 2*.FALSE., .TRUE./
      DATA NEG /7*0/, H(0) /1/, H(1), H(2) /2, 3/
      DATA ((MAT(I,J), J=1,5), I=1,4) /20*2.5/
      PRINT *, APPLY(F1, 2.0), APPLY(F2, 2.0), APPLY(SIN, 0.0)
      CC = FCH(PFX, 3)
      PRINT *, CC
      CALL ADJ(MAT, 4, 5, V)
      PRINT '(5F8.2)', (V(I), I=1,5)
      C = (1.0, 2.0)
      CC2 = C * CONJG(C)
      PRINT *, REAL(CC2), AIMAG(CC2), CABS((3.0,4.0))
      PRINT *, MAX0(1,2,3), AMAX1(1.,2.), MIN1(2.5,1.5), AMAX0(1,4),
     1  MAX1(1.2,3.4)
      PRINT *, IFIX(2.7), FLOAT(3), DFLOAT(3), SNGL(1.5D0), IDINT(2.9D0)
      PRINT *, ISIGN(3,-2), SIGN(1.5,-1.), IDIM(5,3), DIM(3.,5.)
      PRINT *, MOD(-7,3), AMOD(-7.5,2.), DMOD(7.5D0,2.D0)
      PRINT *, NINT(2.5), IDNINT(-2.5D0), ANINT(1.5), DNINT(2.4D0)
      PRINT *, ALOG10(100.), DLOG(1.D0), CSQRT((-4.,0.)), CEXP((0.,0.))
      PRINT *, ICHAR('A'), CHAR(66), INDEX('HELLO','LL'), LEN('ABC')
      PRINT *, LGE('ABC','ABD'), LLT('A','B')
      PRINT *, DPROD(2.,3.), INT(3.99), REAL(7)
      LGL = LL(1,1) .AND. .NOT. LL(2,1) .OR. LL(1,2) .EQV. LL(2,2)
      PRINT *, LGL, LL(1,1) .NEQV. LL(2,2)
      PRINT *, 2**3**2, -2**2, (-2)**3, 7/2*2., 2.*7/2, 1/3*3
      PRINT 200, 1.5, 2.25E10, 3.14159D0
  200 FORMAT (1X, F5.1, E12.4, D14.6)
      PRINT 201, (I, I*I, I=1,3)
  201 FORMAT (3(I3, ':', I3, '; '))
      PRINT 202, 3, 4
  202 FORMAT (1X, I5.3, TR2, I5.5, T20, 'X', TL5, 'Y', /, ' NEXT')
      PRINT 203, 1.0E-5, 123456.0, 0.5
  203 FORMAT (1P, E12.4, G12.4, 0P, G12.4)
      WRITE (*, '(1X, 4HTEST, I4)') 5
      END
      REAL FUNCTION APPLY(F, X)
      EXTERNAL F
      APPLY = F(X) + 1.0
      END
      REAL FUNCTION F1(X)
      F1 = X ** 2
      END
      FUNCTION F2(X)
      F2 = X ** 3
      RETURN
      END
      CHARACTER*(*) FUNCTION FCH(P, N)
      CHARACTER*(*) P
      FCH = P // 'XYZ'
      IF (N .GT. 2) FCH(LEN(P)+1:LEN(P)+1) = '#'
      END
      SUBROUTINE ADJ(A, M, N, V)
      DIMENSION A(M, N), V(N)
      DO 1 J = 1, N
      V(J) = 0.
      DO 1 I = 1, M
    1 V(J) = V(J) + A(I, J) * J
      END
!>    5.00000000       9.00000000       1.00000000
!>  PRE-#YZ
!>    10.00   20.00   30.00   40.00   50.00
!>    5.00000000       0.00000000       5.00000000
!>            3   2.00000000               1   4.00000000               3
!>            2   3.00000000       3.0000000000000000        1.50000000               2
!>           -3  -1.50000000               2   0.00000000
!>           -1  -1.50000000       1.5000000000000000
!>            3          -3   2.00000000       2.0000000000000000
!>    2.00000000       0.0000000000000000                  (0.00000000,2.00000000)             (1.00000000,0.00000000)
!>           65 B           3           3
!>  F T
!>    6.0000000000000000                3   7.00000000
!>  T F
!>          512          -4          -8   6.00000000       7.00000000               0
!>    1.5  0.2250E+11  0.314159D+01
!>   1:  1;   2:  4;   3:  9;
!>    003  00004  Y   X
!>  NEXT
!>   1.0000E-05  1.2346E+05  0.5000
!>  TEST   5
