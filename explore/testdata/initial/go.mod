module initial

go 1.26
