module example.com/annotations

go 1.26
