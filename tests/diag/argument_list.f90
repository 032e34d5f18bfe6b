program t
  call s(1, , 2)
  call s(1 2)
  print *, max(1, 2
end program
