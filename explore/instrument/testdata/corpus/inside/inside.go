// What stands where no statement can be put before it: it has to be built, whatever it shadows and whatever its type is.
package inside

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

type T struct {
	n  int
	s  string
	w  io.Writer
	ch chan int
	m  map[string]time.Duration
	e  error
}

var g = &T{m: map[string]time.Duration{}}

func f() int               { g.n++; return 1 }
func fs() string           { g.s += "x"; return g.s }
func two() (int, error)    { return f(), nil }
func any2[T any](a, b T) T { return a }

var pkg = g.n + f()
var pkgW, pkgE io.Writer = g.w, func() io.Writer { f(); return os.Stderr }()
var dur = g.m["a"] + time.Duration(f())
var mm = map[string]int{g.s: f(), "b": g.n + f()}
var nested = map[string]map[int]int{g.s: {g.n: f()}}
var pts = map[T2]*T2{{g.n}: {f()}}

type T2 struct{ a int }

func Forms[K ~int](k *K) (r int) {
	type local struct{ a int }
	var l = local{1}
	p := &l
	switch {
	case g.n == f(), p.a > f():
		r = 1
	case any(g.e) == nil && f() > 0:
	case *p == (local{f()}):
	case strings.Contains(g.s, fs()):
	}
	switch g.n {
	case g.n + f(), 3:
	default:
	}
L:
	switch x := g.n + f(); x + f() {
	case 1:
		break L
	}
	if x, err := g.n, error(nil); x > f() && err == nil {
		r++
	}
	if x, q := *p, f(); x.a == q {
		r++
	}
	if x, e := g.e, f(); x == nil && e > 0 {
		r++
	}
	if x, y := any2(g.n, f()), *k+K(f()); x == int(y) {
	}
	if v, ok := g.m[fs()]; ok {
		_ = v
	}
	if n, err := two(); err == nil {
		r += n
	}
	for i, j := g.n, f(); i < j; i, j = i+g.n+f(), j+1 {
		break
	}
	switch v := any(g.n + f()).(type) {
	case int:
		r += v
	}
	select {
	case g.ch <- g.n + f():
	case v := <-g.ch:
		_ = v
	case []chan int{g.ch}[f()-1] <- f():
	default:
	}
	var (
		a, b               = g.n, f()
		c                  = g.s + fs()
		d    time.Duration = g.m["x"] + time.Duration(f())
	)
	_, _, _, _ = a, b, c, d
	h := func(int, error) int { return g.n }
	r += g.n + h(two())
	x := map[string]int{g.s: f(), fs(): g.n}
	_ = x
	y := map[local]any{*p: f()}
	_ = y
	len := func(x int) int { return x }
	z := map[string]int{g.s: len(f())}
	_ = z
	const big = 1 << 3
	switch big {
	case g.n << f():
	}
	var err error
	if err = g.e; err == nil || f() > 0 {
	}
	defer func() {
		switch {
		case g.e == nil && recover() != nil:
		}
		if x, y := g.n, recover(); y != nil {
			_ = x
		}
	}()
	return
}

// Print prints what comes of it.
func Print() {
	k := 1
	fmt.Println(Forms(&k), k, g.n, g.s, pkg, pkgE == nil, dur, len(mm), mm["b"], nested, len(pts))
}
