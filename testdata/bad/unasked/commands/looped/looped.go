// Command looped has no annotations. It sets its variable again when others may read it.
package main

import "time"

var limit int

func tick() {
	if limit > 3 {
		return
	}
}

func main() {
	for range 3 {
		limit++ // failed
		time.AfterFunc(time.Second, tick)
	}
}
