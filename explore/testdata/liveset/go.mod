module liveset

go 1.26
