module a
contains
  subroutine s
  end subroutine r
end module b
