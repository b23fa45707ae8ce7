// Command helped has no annotations. A function that main calls lets others run code of the command.
package main

import "time"

var limit, size int

func start() { time.AfterFunc(time.Second, tick) }

func tick() {
	if limit+size > 3 {
		start()
	}
}

func main() {
	size = 3
	start()
	limit = 3 // failed
}
