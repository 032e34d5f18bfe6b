! Maps of absent optional arguments: the last map of a directive may be one, and regions ask whether they are present.
program absent_maps
  implicit none
  integer :: bad = 0
  call s1(); call s2(); call s3(); call s4(); call s5(); call s6()
  if (bad == 0) print *, 'PASS'
contains
  subroutine s1(z)
    real, pointer, optional :: z(:,:)
    logical :: h
    !$omp target map(tofrom: z) map(from: h)
      h = present(z)
      if (h) z(1, 1) = -77
    !$omp end target
    if (h) then
      print *, 'pointer array'; bad = bad + 1
    end if
  end subroutine
  subroutine s2(z)
    real, allocatable, optional :: z(:)
    logical :: h
    !$omp target map(tofrom: z) map(from: h)
      h = present(z)
      if (h) z(1) = -77
    !$omp end target
    if (h) then
      print *, 'allocatable array'; bad = bad + 1
    end if
  end subroutine
  subroutine s3(z)
    real, pointer, optional :: z
    logical :: h
    !$omp target map(tofrom: z) map(from: h)
      h = present(z)
      if (h) z = -77
    !$omp end target
    if (h) then
      print *, 'pointer scalar'; bad = bad + 1
    end if
  end subroutine
  subroutine s4(z)
    real, optional :: z(:)
    logical :: h
    !$omp target map(tofrom: z) map(from: h)
      h = present(z)
      if (h) z(1) = -77
    !$omp end target
    if (h) then
      print *, 'assumed shape'; bad = bad + 1
    end if
  end subroutine
  subroutine s5(z)
    class(*), optional :: z
    logical :: h
    !$omp target map(tofrom: z) map(from: h)
      h = present(z)
    !$omp end target
    if (h) then
      print *, 'class(*)'; bad = bad + 1
    end if
  end subroutine
  subroutine s6(z)
    character(:), allocatable, optional :: z
    logical :: h
    !$omp target map(tofrom: z) map(from: h)
      h = present(z)
    !$omp end target
    if (h) then
      print *, 'string'; bad = bad + 1
    end if
  end subroutine
end program
!>  PASS
