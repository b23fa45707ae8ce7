package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const source = `// Package p is a turnstile.
//
//calvin:invariant limit > 0
package p

// A Gate counts.
//
//calvin:ghost passed seq[int] accessible_if mu == tid
//calvin:transition old(n) <= n
type Gate struct {
	mu sync.Mutex
	n  int //calvin:guarded_by mu
}

// Pass goes through, in two steps.
//
//calvin:requires g.n >= 0
//calvin:performs Draw ; (Enter [] skip)*
//calvin:action   Draw
//calvin:modifies g.n, g.passed
//calvin:ensures  g.n == old(g.n)+1
//calvin:action   Enter
//calvin:when     g.mu == free
func (g *Gate) Pass() {
	//calvin:set g.passed = append(g.passed, 1)
	g.draw()
}

// try does either.
//
//calvin:requires held(g.mu)
//calvin:performs Busy [] Taken
//calvin:action   Busy
//calvin:ensures  !result
//calvin:action   Taken
//calvin:modifies g.n
func (g *Gate) try() bool { return false }
`

func TestReduce(t *testing.T) {
	const (
		package_ = "//calvin:invariant limit > 0"
		ghost    = "//calvin:ghost passed seq[int] accessible_if mu == tid"
		promise  = "//calvin:transition old(n) <= n"
		requires = "//calvin:requires g.n >= 0"
		set      = "//calvin:set g.passed = append(g.passed, 1)"
	)
	tests := []struct {
		name string
		level
		want []string
	}{
		{"everything that can go", level{ghosts: []string{"passed"}, promises: gone, unexported: gone}, []string{
			requires, "//calvin:performs action Draw: (g.n) { true } ; (action Enter: () { true } [] skip)*", "//calvin:requires held(g.mu)",
		}},
		{"ghosts and promises stay", level{promises: kept, unexported: less, loops: kept}, []string{
			package_, ghost, promise, requires,
			"//calvin:performs action Draw: (g.n, g.passed) { true } ; (action Enter: () { true } [] skip)*", set,
			"//calvin:requires held(g.mu)", "//calvin:atomic",
		}},
		{"what is one step becomes an action", level{ghosts: []string{"passed"}, promises: gone, unexported: less, steps: action}, []string{
			requires, "//calvin:performs action Draw: (g.n) { true } ; (action Enter: () { true } [] skip)*",
			"//calvin:requires held(g.mu)", "//calvin:performs action Step: (g.n) { true }",
		}},
		{"what callers hold", level{promises: gone, unexported: gone, locks: gone}, []string{
			ghost, requires, "//calvin:performs action Draw: (g.n, g.passed) { true } ; (action Enter: () { true } [] skip)*", set,
		}},
		{"one contract stays whole", level{ghosts: []string{"passed"}, promises: gone, unexported: gone, whole: map[string]bool{"try": true}}, []string{
			requires, "//calvin:performs action Draw: (g.n) { true } ; (action Enter: () { true } [] skip)*",
			"//calvin:requires held(g.mu)", "//calvin:performs Busy [] Taken", "//calvin:action   Busy", "//calvin:ensures  !result",
			"//calvin:action   Taken", "//calvin:modifies g.n",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			reduced := tt.reduce([]byte(source))
			var got []string
			for line := range strings.Lines(string(reduced)) {
				if line = strings.TrimSpace(line); strings.HasPrefix(line, tool) {
					got = append(got, line)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if n := directives(reduced); n != len(got) {
				t.Errorf("%d lines of annotations are counted, not %d", n, len(got))
			}
		})
	}
}

// TestAtLevelA measures packages of which is known what they need.
func TestAtLevelA(t *testing.T) {
	tests := []struct {
		name, src string
		want      int
	}{
		{"a contract that says what a step does", `package p

import "sync/atomic"

var n atomic.Int32

// Add adds one.
//
//calvin:atomic
//calvin:modifies n
//calvin:ensures  n == old(n)+1
func Add() { n.Add(1) }
`, 1},
		{"a step that looks before it acts", `package p

import "sync/atomic"

var n atomic.Int32

// Next adds one, up to four.
//
//calvin:performs Full [] Added
//calvin:action   Full
//calvin:ensures  !result && n == 4
//calvin:action   Added
//calvin:modifies n
//calvin:ensures  result && n == old(n)+1
func Next() bool {
	for {
		if n.Load() == 4 {
			return false
		}
		if was := n.Load(); was != 4 && n.CompareAndSwap(was, was+1) {
			return true
		}
	}
}
`, 1},
		{"what a caller relies on", `package p

var xs [4]int

// Get gives an element.
func Get(i int) int { return xs[Index(i)] }

// Index is in range.
//
//calvin:performs skip ; Chosen
//calvin:action   Chosen
//calvin:ensures  0 <= result && result < 4
func Index(i int) int {
	if i < 0 || i > 3 {
		return 0
	}
	return i
}
`, 3},
		{"what is there for a contract alone", `package p

// small says what is in range.
//
//calvin:pure
func small(n int) bool { return 0 <= n && n <= 8 }

// Double gives twice as much.
//
//calvin:requires 0 <= n && n <= 4
//calvin:atomic
//calvin:ensures  small(result) && result == 2*n
func Double(n int) int {
	sum := 0
	//calvin:invariant 0 <= i && i <= n && sum == 2*i
	for i := 0; i < n; i++ {
		sum += 2
	}
	return sum
}
`, 2},
		{"what an interface asks of its methods", `package p

// A Source gives numbers.
type Source interface {
	// Next is one of them.
	//
	//calvin:atomic
	//calvin:ensures 0 <= result && result < 4
	Next() int
}

// Zero is always the same.
type Zero struct{}

// Next is zero.
//
//calvin:atomic
//calvin:ensures result == 0
func (Zero) Next() int { return 0 }

// Of returns zeros.
func Of() Source { return Zero{} }

var xs [4]int

// Get gives an element.
func Get(s Source) int { return xs[s.Next()] }
`, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := atLevelA(map[string][]byte{"p.go": []byte(tt.src)})
			if err != nil || got.lines != tt.want {
				t.Errorf("%d lines, error %v; want %d", got.lines, err, tt.want)
			}
		})
	}
}
