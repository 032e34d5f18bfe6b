#ifdef A
program t
#if 1 +
#endif
#else
program u
end program
