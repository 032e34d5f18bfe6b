program t
  integr :: i
  foo
  bar(1)
  x == 3
end program
