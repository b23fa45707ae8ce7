// Command addressed has no annotations. Something else than main may write its variable by the address.
package main

import "time"

var limit int

func reset(p *int) { *p = 0 }

func tick() {
	reset(&limit) // failed
}

func main() {
	limit = 4 // failed
	time.AfterFunc(time.Second, tick)
}
