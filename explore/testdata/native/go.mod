module native

go 1.26
