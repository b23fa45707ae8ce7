module lasting

go 1.26
