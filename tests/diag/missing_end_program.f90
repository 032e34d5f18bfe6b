program t
  print *, 1
