program t
0 continue
123456 continue
10
end program
