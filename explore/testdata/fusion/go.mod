module fusion

go 1.26
