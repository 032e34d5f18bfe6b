! stripped: no
! Directives in fixed form, where blanks do not count: names of directives and clauses may be joined, or have blanks in them,
! and a continuation line goes on behind column 72 of the line before.
      program fixed_form_directives
      implicit none
      integer a, b, c, i, j, total, many
      integer v(20)
      logical yes
      common /numbers/ a, b
      a = 0
      b = 0
      c = 0
c$omp parallel do shared(a,b,c)
      do 10 i = 1, 3
c$omp atomic
      a = a + i
   10 continue
c$omp parallel do
c$omp+shared(a,b,c)
      do 20 i = 1, 3
c$omp atomic
      b = b + i
   20 continue
c$omp paralleldoshared(a,b,c)
      do 30 i = 1, 3
c$omp atomicupdateseq_cst
      c = c + i
   30 continue
      write (*, '(3i4)') a, b, c
      total = 0
      v = 0
*$omp p a r a l l e l d o num_thre ads(3) sche dule(dynamic,2)
*$omp&reduction(+:to tal)firstprivate(yes)
      do 40 i = 1, 20
      v(i) = i
      total = total + i
   40 continue
!$omp end paralleldo
      write (*, '(2i5)') total, sum(v)
      many = 0
!$omp parallelnum_threads(2)default(none)shared(many)private(i)
!$omp critical(mine)
      many = many + 1
!$omp endcritical(mine)
!$omp barrier
!$omp singleprivate(i)
      do 50 i = 1, 3
!$omp taskuntiedmergeableshared(many)
!$omp atomic
      many = many + 10
!$omp endtask
   50 continue
!$omp endsinglenowait
!$omp end parallel
      write (*, '(i5)') many
c$omp targetteamsdistributeparalleldocollapse(2)map(tofrom:v)
c$omp+private(i)
      do 70 i = 1, 4
      do 60 j = 1, 5
      v((i - 1)*5 + j) = v((i - 1)*5 + j) + 100
   60 continue
   70 continue
c$omp endtargetteamsdistributeparalleldo
      write (*, '(i5)') sum(v)
c$    write (*, '(a)') 'compiled conditionally'
c$omp taskwait
      end
!>    6   6   6
!>   210  210
!>    32
!>  2210
!> compiled conditionally
