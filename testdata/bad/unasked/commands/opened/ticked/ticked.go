// Command ticked has no annotations. A package of its module calls the function that reads the variable, before that is set.
package main

import (
	"time"

	"github.com/calvin-go/calvin/testdata/bad/unasked/commands/opened/store"
)

var counts int

func main() {
	store.Every(time.Second, count)
	counts = 1 // failed
}

func count() {
	if counts > 0 {
		return
	}
}
