package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	. "strings"
	"sync"
)

var (
	a = c + b // initialised out of order
	b = f()
	c = 1
	// d counts.
	d int

	table = map[string][]int{
		"x": {1, 2}, // a comment
		"y": {3},
	}
	one, two = pair()
	_        = say("blank", 1)
	errNone  = errors.New("none")
	fn       = func(n int) int { return n + d }
	mu       sync.Mutex
	anon     = struct{ n int }{3}
	iface    fmt.Stringer
	yes, ok_ = any(1).(int)
)

//go:embed go.mod
var mod string

var pages = [...]string{2: "two", 1: "one"}

type T struct{ n int }

var _ fmt.Stringer = (*T)(nil)

func (t *T) String() string { return fmt.Sprint("T", t.n) }

func f() int {
	c++
	return c
}

func pair() (int, error) { return 1, nil }

func init() {
	d = 5
	iface = &T{d}
}

func init() { d++ }

func globals() {
	fmt.Println(a, b, c, d, one, two, errNone, fn(1), anon, iface, yes, ok_, len(mod), pages, ToUpper("x"), len(os.Args))
	mu.Lock()
	table["x"][0]++
	table["z"] = nil
	anon.n++
	a, b = b, a
	d += 2
	mu.Unlock()
	fmt.Println(table, anon, a, b, d)
	c, err := pair()
	two = err
	fmt.Println(c, two)
	ptr := &pages
	ptr[0] = "zero"
	fmt.Println(pages)
}
