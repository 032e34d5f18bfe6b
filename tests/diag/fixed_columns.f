      program t
  x   = 1
      x = 2
      end
