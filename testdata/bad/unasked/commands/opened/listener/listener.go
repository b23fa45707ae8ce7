// Command listener has no annotations. A store has its listener, which reads the variable, before that is set.
package main

import (
	"github.com/calvin-go/calvin/testdata/bad/unasked/commands/opened/store"
)

var quota int

type listener struct{}

func (listener) Gone(string) {
	if quota > 0 {
		return
	}
}

func main() {
	store.Listen(listener{})
	quota = 5 // failed
}
