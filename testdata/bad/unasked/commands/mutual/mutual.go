// Command mutual has no annotations. Two functions call each other, and one of them lets others run code of the command.
package main

import "time"

var limit int

func odd(n int) {
	if n > 0 {
		even(n - 1)
	}
	time.AfterFunc(time.Second, tick)
}

func even(n int) {
	if n > 0 {
		odd(n - 1)
	}
}

func tick() {
	if limit > 3 {
		return
	}
}

func main() {
	if len(time.Now().String()) == 0 {
		odd(3)
		return
	}
	even(3)
	limit = 4 // failed
}
