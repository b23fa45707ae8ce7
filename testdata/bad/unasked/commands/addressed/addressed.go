// Command addressed has no annotations. Something else than main may write its variable by the address, when there are more goroutines.
package main

import "time"

var limit int

func reset(p *int) { *p = 0 }

func tick() {
	reset(&limit) // failed
}

func main() {
	limit = 4
	time.AfterFunc(time.Second, tick)
}
