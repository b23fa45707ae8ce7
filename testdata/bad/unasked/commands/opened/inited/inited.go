// Command inited has no annotations. What a store calls gets to it before main begins.
package main

import (
	"github.com/calvin-go/calvin/testdata/bad/unasked/commands/opened/store"
)

var (
	limit int
	cache = open()
)

func open() *store.Store {
	c, _ := store.Open(store.Config{OnEvict: func(string) { check() }})
	return c
}

func check() {
	if limit > 3 {
		return
	}
}

func main() {
	limit = 4 // failed
	if cache.Get("x") > limit {
		return
	}
}
