program t
  print *, 'abc
  print *, "ok"
end program
