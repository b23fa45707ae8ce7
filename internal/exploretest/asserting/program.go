// Package asserting tests strategies that look for failures alone. It takes a seed and gives a small random program
// with assertions over what its goroutines share (program.go, generate.go). It compares what a strategy finds in the
// program with what dfs finds (check.go).
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
		"read": func(s *Statement) string {
			return s.variant("%[1]s = x%[2]d", "%[1]s = *p%[2]d", "%[1]s = get(&x%[2]d)", "func() { %[1]s = x%[2]d }()")
		},
		"write": func(s *Statement) string {
			return s.variant("x%[2]d = %[3]s*%[5]d + %[4]d", "*p%[2]d = %[3]s*%[5]d + %[4]d", "set(&x%[2]d, %[3]s*%[5]d+%[4]d)",
				"func() { x%[2]d = %[3]s*%[5]d + %[4]d }()")
		},
		"readat": func(s *Statement) string {
			return s.variant("%[1]s = y[%[3]s&1]", "%[1]s = z[%[3]s&1]", "%[1]s = get(&y[%[3]s&1])")
		},
		"writeat": func(s *Statement) string {
			return s.variant("y[%[3]s&1] = %[4]d", "z[%[3]s&1] = %[4]d", "set(&z[%[3]s&1], %[4]d)")
		},
		"load":  func(s *Statement) string { return s.variant("%[1]s = int(w%[2]d.Load())") },
		"store": func(s *Statement) string { return s.variant("w%[2]d.Store(int64(%[3]s*%[5]d + %[4]d))") },
		"add":   func(s *Statement) string { return s.variant("%[1]s = int(w%[2]d.Add(%[4]d))") },
		"count": func(s *Statement) string { return s.variant("w%[2]d.Add(%[4]d)") },
		"swap":  func(s *Statement) string { return s.variant("%[1]s = one(w%[2]d.CompareAndSwap(%[4]d, %[5]d))") },
		"set":   func(s *Statement) string { return s.variant("%[1]s = %[3]s + %[4]d", "%[1]s = get(&%[3]s) + %[4]d") },
		"error": func(s *Statement) string {
			return s.variant("if %[3]s == %[4]d {\nt.Error(%[6]d)\n}", "check(t, %[3]s != %[4]d, %[6]d)", "if is(%[3]s, %[4]d) {\nt.Fail()\n}")
		},
		"fatal": func(s *Statement) string { return s.variant("if %[3]s == %[4]d {\nt.Fatal(%[6]d)\n}") },
		"panic": func(s *Statement) string { return s.variant("if %[3]s == %[4]d {\npanic(%[6]d)\n}") },
		"send":  func(s *Statement) string { return s.variant("c <- %[3]s") },
		"recv":  func(s *Statement) string { return s.variant("%[1]s = <-c") },
		"if": func(s *Statement) string {
			return s.variant("if %[3]s == %[4]d {\n%[7]s}", "if is(%[3]s, %[4]d) {\n%[7]s}", "switch %[3]s {\ncase %[4]d:\n%[7]s}")
		},
		"lock": func(s *Statement) string {
			return s.variant("m[%[2]d].Lock()\n%[7]sm[%[2]d].Unlock()", "func() {\nm[%[2]d].Lock()\ndefer m[%[2]d].Unlock()\n%[7]s}()",
				"within(&m[%[2]d], func() {\n%[7]s})")
		},
		"lockat": func(s *Statement) string { // of which mutex is up to a variable
			return s.variant("{\nk := %[3]s & 1\nm[k].Lock()\n%[7]sm[k].Unlock()\n}")
		},
		"trylock": func(s *Statement) string { return s.variant("if m[%[2]d].TryLock() {\n%[7]sm[%[2]d].Unlock()\n}") },
		"go": func(s *Statement) string {
			return s.variant("wg.Go(func() {\nvar a, b int\n%[7]s_, _ = a, b\n})")
		},
	}
}

// variant writes a statement in one of several ways: its result, object, operand, constants, place and body are what the
// format can refer to.
func (s *Statement) variant(formats ...string) string {
	format := formats[int(s.Place)/10*7%13%len(formats)]
	text := fmt.Sprintf(format, s.to(), s.Obj, s.from(), s.V, s.W, s.Place, text(s.Body))
	text, _, _ = strings.Cut(text, "%!(EXTRA")
	return text
}

// helpers are functions that the texts of statements use.
const helpers = `
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func get(p *int) int { return *p }

func set(p *int, v int) { *p = v }

func is(a, b int) bool { return a == b }

func check(t *testing.T, ok bool, place int) {
	if !ok {
		t.Error(place)
	}
}

func within(m *sync.Mutex, f func()) {
	m.Lock()
	defer m.Unlock()
	f()
}
`

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
	b.WriteString("var x0, x1, x2 int\np0, p1, p2 := &x0, &x1, &x2\nvar y [2]int\nz := y[:]\nvar w0, w1 atomic.Int64\nvar m [2]sync.Mutex\nc := make(chan int, 1)\nvar wg sync.WaitGroup\nvar a, b int\n")
	start, wait := "go func() {\nvar a, b int\n%s_, _ = a, b\n}()\n", ""
	if waits {
		start, wait = "wg.Go(func() {\nvar a, b int\n%s_, _ = a, b\n})\n", "wg.Wait()\n"
	}
	for _, g := range p.Goroutines {
		fmt.Fprintf(&b, start, text(g))
	}
	fmt.Fprintf(&b, wait+"%s_, _, _, _, _, _, _, _, _, _, _, _ = a, b, c, p0, p1, p2, z, &y, &w0, &w1, &m, &wg\n", text(p.After))
	return b.String()
}

// Source is a Go file of a package with the programs as the tests Test0, Test1, ... All of them wait for their goroutines:
// what one fails after the test has returned would be no failure outside control.
func Source(pkg string, programs []*Program) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\"sync\"\n\"sync/atomic\"\n\"testing\"\n)\n\n", pkg)
	b.WriteString(helpers)
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
