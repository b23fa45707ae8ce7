// Package asserting tests strategies that look for failures alone: in goes a seed, out comes a small random program with
// assertions over what its goroutines share (program.go, generate.go), and how what a strategy finds in it differs from
// what dfs finds (check.go).
package asserting

import (
	"fmt"
	"strings"

	"github.com/calvin-go/calvin/explore/rt"
)

// A Program is a program with assertions over what its goroutines share: a test function that starts them, waits for
// them, and then does something itself.
type Program struct {
	Goroutines [][]*Statement
	After      []*Statement // of the test function, when all have ended
}

// A Statement is one of the language of these programs. A goroutine has two variables of its own, a and b.
type Statement struct {
	Do    string // a key of forms
	Obj   int    // which of the shared objects of the kind
	To    int    // the variable that takes the result
	From  int    // the variable that is an operand
	V, W  int    // constants
	Body  []*Statement
	Place rt.Site // a multiple of ten, its own; set by Number
}

// forms has for each kind of statement how it is written in Go.
var forms map[string]func(s *Statement) string

func init() { // they refer to it
	forms = map[string]func(s *Statement) string{
		"read":    func(s *Statement) string { return fmt.Sprintf("%s = x%d", s.to(), s.Obj) },
		"write":   func(s *Statement) string { return fmt.Sprintf("x%d = %s*%d + %d", s.Obj, s.from(), s.W, s.V) },
		"readat":  func(s *Statement) string { return fmt.Sprintf("%s = y[%s&1]", s.to(), s.from()) },
		"writeat": func(s *Statement) string { return fmt.Sprintf("y[%s&1] = %d", s.from(), s.V) },
		"load":    func(s *Statement) string { return fmt.Sprintf("%s = int(w%d.Load())", s.to(), s.Obj) },
		"store": func(s *Statement) string {
			return fmt.Sprintf("w%d.Store(int64(%s*%d + %d))", s.Obj, s.from(), s.W, s.V)
		},
		"add":   func(s *Statement) string { return fmt.Sprintf("%s = int(w%d.Add(%d))", s.to(), s.Obj, s.V) },
		"count": func(s *Statement) string { return fmt.Sprintf("w%d.Add(%d)", s.Obj, s.V) },
		"swap": func(s *Statement) string {
			return fmt.Sprintf("%s = one(w%d.CompareAndSwap(%d, %d))", s.to(), s.Obj, s.V, s.W)
		},
		"set":   func(s *Statement) string { return fmt.Sprintf("%s = %s + %d", s.to(), s.from(), s.V) },
		"error": func(s *Statement) string { return fmt.Sprintf("if %s == %d {\nt.Error(%d)\n}", s.from(), s.V, s.Place) },
		"fatal": func(s *Statement) string { return fmt.Sprintf("if %s == %d {\nt.Fatal(%d)\n}", s.from(), s.V, s.Place) },
		"panic": func(s *Statement) string { return fmt.Sprintf("if %s == %d {\npanic(%d)\n}", s.from(), s.V, s.Place) },
		"send":  func(s *Statement) string { return fmt.Sprintf("c <- %s", s.from()) },
		"recv":  func(s *Statement) string { return fmt.Sprintf("%s = <-c", s.to()) },
		"if":    func(s *Statement) string { return fmt.Sprintf("if %s == %d {\n%s}", s.from(), s.V, text(s.Body)) },
		"lock": func(s *Statement) string {
			return fmt.Sprintf("m[%d].Lock()\n%sm[%[1]d].Unlock()", s.Obj, text(s.Body))
		},
		"lockat": func(s *Statement) string { // of which mutex is up to a variable
			return fmt.Sprintf("{\nk := %s & 1\nm[k].Lock()\n%sm[k].Unlock()\n}", s.from(), text(s.Body))
		},
		"trylock": func(s *Statement) string {
			return fmt.Sprintf("if m[%d].TryLock() {\n%sm[%[1]d].Unlock()\n}", s.Obj, text(s.Body))
		},
		"go": func(s *Statement) string {
			return fmt.Sprintf("wg.Go(func() {\nvar a, b int\n%s_, _ = a, b\n})", text(s.Body))
		},
	}
}

func (s *Statement) to() string   { return string(rune('a' + s.To)) }
func (s *Statement) from() string { return string(rune('a' + s.From)) }

func text(list []*Statement) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(forms[s.Do](s) + "\n")
	}
	return b.String()
}

// String is the program as the body of a test function.
func (p *Program) String() string { return p.body(len(p.After) > 0) }

// body is the program as the body of a test function that waits for the goroutines, or does not.
func (p *Program) body(waits bool) string {
	var b strings.Builder
	b.WriteString("var x0, x1, x2 int\nvar y [2]int\nvar w0, w1 atomic.Int64\nvar m [2]sync.Mutex\nc := make(chan int, 1)\nvar wg sync.WaitGroup\nvar a, b int\n")
	start, wait := "go func() {\nvar a, b int\n%s_, _ = a, b\n}()\n", ""
	if waits {
		start, wait = "wg.Go(func() {\nvar a, b int\n%s_, _ = a, b\n})\n", "wg.Wait()\n"
	}
	for _, g := range p.Goroutines {
		fmt.Fprintf(&b, start, text(g))
	}
	fmt.Fprintf(&b, wait+"%s_, _, _, _, _, _, _, _, _, _, _ = a, b, c, &x0, &x1, &x2, &y, &w0, &w1, &m, &wg\n", text(p.After))
	return b.String()
}

// Source is a Go file of a package with the programs as the tests Test0, Test1, ... All of them wait for their goroutines:
// what one fails after the test has returned would be no failure outside control.
func Source(pkg string, programs []*Program) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\"sync\"\n\"sync/atomic\"\n\"testing\"\n)\n\n", pkg)
	b.WriteString("func one(b bool) int {\nif b {\nreturn 1\n}\nreturn 0\n}\n")
	for k, p := range programs {
		fmt.Fprintf(&b, "\nfunc Test%d(t *testing.T) {\n%s}\n", k, p.body(true))
	}
	return b.String()
}

// all calls f for each statement, with those that it stands in.
func (p *Program) all(f func(s *Statement, within []*Statement, goroutine int)) {
	goroutines := 0
	var walk func(list, within []*Statement, g int)
	walk = func(list, within []*Statement, g int) {
		for _, s := range list {
			f(s, within, g)
			inner := g
			if s.Do == "go" { // its variables are others
				goroutines++
				inner = goroutines
			}
			walk(s.Body, append(within[:len(within):len(within)], s), inner)
		}
	}
	for _, g := range append(p.Goroutines[:len(p.Goroutines):len(p.Goroutines)], p.After) {
		goroutines++
		walk(g, nil, goroutines)
	}
}

// Number gives statements their places.
func (p *Program) Number() {
	n := rt.Site(0)
	p.all(func(s *Statement, _ []*Statement, _ int) {
		n += 10
		s.Place = n
	})
}
