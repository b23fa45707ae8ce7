// Command again has no annotations. Its main function runs twice.
package main

import "time"

var limit int

func tick() {
	if limit > 3 {
		main() // unfounded
	}
}

func main() {
	limit = 4 // failed
	time.AfterFunc(time.Second, tick)
}
