! Text in numbers: Hollerith constants in DATA, assignments, comparisons, arguments and formats, as before Fortran 77.
! options: -fdec
      program holler
      integer words(3), form(4), i
      real r
      double precision d, line(2)
      complex z
      character*12 text
      data words /4HHELL, 4HO WO, 3HRLD/
      data form /4H(1X,, 4H3A4,, 4H'|',, 4HA8) /
      data line /8Habc!def', 5Hxyz; /
      d = 8HDOUBLES!
      r = 4HREAL
      z = 8HCOMPLEX2
      write (*, form) words, d
      write (*, '(1X, A4, 1X, A8, 1X, 2A8)') r, z, line
      call show(11hargument 11, 3)
      if (words(1) .eq. 4HHELL) print *, 'equal'
      if (4HABCD .ne. words(2)) print *, 'not equal'
      i = 2HA
      if (i .eq. 4HA   ) print *, 'filled up with blanks'
      text = 12Hwith! blanks
      print *, text, '|'
      i = 'wxyz'
      write (*, '(1X, A4, 1X, A)') i, 5Hthere
      write (*, 10) 7
   10 format (5H n = , I2, 7h (done))
      end

      subroutine show(words, n)
      integer n, words(n)
      write (*, '(1X, 4A4)') words
      end
!>  HELLO WORLD |DOUBLES!
!>  REAL     COMP     LEX2abc!def'
!>  xyz;
!>  argument 11
!>  equal
!>  not equal
!>  filled up with blanks
!>  with! blanks|
!>  wxyz there
!>  n =  7 (done)
