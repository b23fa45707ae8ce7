// The corpus is one program with cases from the corners of the language. Plain and instrumented, it prints the same.
package main

import (
	"fmt"

	"corpus/inside"
)

var cases = []struct {
	name string
	run  func()
}{
	{"order", order}, {"assign", assign}, {"maps", maps_}, {"slices", slices_}, {"channels", channels},
	{"selects", selects}, {"locks", locks}, {"methods", methods}, {"closures", closures}, {"generics", generics},
	{"loops", loops}, {"defers", defers}, {"globals", globals}, {"atomics", atomics}, {"embedding", embedding},
	{"labels", labels}, {"conversions", conversions}, {"goroutines", goroutines}, {"times", times}, {"old", old},
	{"implicit", implicit}, {"hidden", hidden}, {"inside", inside.Print},
}

func main() {
	for _, c := range cases {
		fmt.Println("==", c.name)
		c.run()
	}
}

// try prints what f panics with.
func try(f func()) {
	defer func() { fmt.Println("panic:", recover()) }()
	f()
}
