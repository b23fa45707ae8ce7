// Command boxed has no annotations. Code of another package may call a method of it when it sets its variable.
package main

import "context"

var limit, size int

type values struct{ context.Context }

func (v values) Value(any) any { return limit + size }

func main() {
	size = 2
	ctx, cancel := context.WithCancel(values{context.Background()})
	defer cancel()
	limit = 3 // failed
	<-ctx.Done()
}
