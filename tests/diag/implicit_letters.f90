program t
  implicit real (a-h, z-o)
  implicit integer
  implicit none (foo)
end program
