module census

go 1.26
