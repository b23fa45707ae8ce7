module example.com/breaker

go 1.26
