module ticking

go 1.26
