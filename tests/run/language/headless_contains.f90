! A main program of nothing but its internal procedures, after a module.
module m
  integer :: n = 3
contains
  subroutine s
    print *, n
  end subroutine
end module
contains
  subroutine t
  end subroutine
end program
