! The name of an intrinsic function that was referenced stands for it as an actual argument, without INTRINSIC.
program p
  x = abs(-2.0)
  call apply(abs, x)
contains
  subroutine apply(f, x)
    real, external :: f
    print *, f(-x)
  end subroutine
end program
!>    2.00000000
