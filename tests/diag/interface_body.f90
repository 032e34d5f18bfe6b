program t
  interface
    subroutine s(x)
      real :: x
      x = 1
    end subroutine
    print *, 1
  end interface
end program
