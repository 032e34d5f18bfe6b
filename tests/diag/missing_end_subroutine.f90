subroutine a
  print *, 1

subroutine b
  print *, 2
end subroutine
