*     ASSIGN and the assigned GOTO.
      program p
      integer l, n
      n = 0
      assign 10 to l
5     n = n + 1
      goto l
10    print *, 'ten', n
      assign 20 to l
      goto 5
20    print *, 'twenty', n
      assign 30 to l
      if (n .lt. 10) goto l, (20, 30)
      stop 1
30    print *, 'thirty'
      end
!>  ten           1
!>  twenty           2
!>  thirty
