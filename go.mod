module github.com/calvin-go/calvin

go 1.26.8
