module slice

go 1.26
