module pipes

go 1.26
