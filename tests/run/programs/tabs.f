*     A tab in the label field leads to column 7; others count as one column.
      program t
	character*70 s
	s = 'this literal constant ends in column 72 if a tab has six....'
	print *, trim(s),	'!'
10	continue
	end
!>  this literal constant ends in column 72 if a tab has six....!
