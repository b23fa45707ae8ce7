module reduction

go 1.26
