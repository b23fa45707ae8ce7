// Command inited has no annotations. A goroutine reads its variable that is started before main is.
package main

var limit int

func init() {
	go watch() // failed
}

func watch() {
	for limit < 3 {
	}
}

func main() {
	limit = 3 // failed
	watch()
}
