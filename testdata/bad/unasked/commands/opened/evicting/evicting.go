// Command evicting has no annotations. What a store calls gets to it in a struct of its package.
package main

import (
	"log"

	"github.com/calvin-go/calvin/testdata/bad/unasked/commands/opened/store"
)

var (
	cache  *store.Store
	config store.Config
)

func main() {
	config.OnEvict = evicted
	var err error
	cache, err = store.Open(config) // failed
	if err != nil {
		log.Fatal(err)
	}
}

func evicted(k string) {
	if cache.Get(k) > 0 {
		return
	}
}
