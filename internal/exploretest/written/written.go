// Package written generates small concurrent programs as Go source, for strategies that must know what statements
// mean. It takes a seed and gives a test function whose goroutines work on shared variables, with assertions that may
// fail. It chooses at random so that most assertions hold in some schedules and fail in others.
package written

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Header begins a file of tests.
const Header = `package written

import (
	"sync"
	"sync/atomic"
	"testing"
)

type shared struct {
	a, b, c atomic.Int64
	mu, nu  sync.Mutex
	rw      sync.RWMutex
	once    sync.Once
	p, q    int // of mu
	k       int // of rw
	m       int // of once
	small   int8
	list    [3]int
	flag    bool
}

func (s *shared) bump(x *atomic.Int64, by int64) { x.Add(by) }

func (s *shared) sum() int64 { return s.a.Load() + s.b.Load() }

func (s *shared) move(v int64) bool {
	if v > 1 {
		return false
	}
	s.a.Store(v + 1)
	return true
}
`

// A writer writes one test.
type writer struct {
	strings.Builder
	r      *rand.Rand
	depth  int // of indentation
	budget int // operations left
	pipes  []pipe
}

// Test is the source of the test function with the given name.
func Test(name string, seed uint64) string {
	w := &writer{r: rand.New(rand.NewPCG(seed, 7)), depth: 1}
	fmt.Fprintf(w, "\nfunc %s(t *testing.T) {\n", name)
	w.line("s := &shared{}")
	w.line("var wg sync.WaitGroup")
	if w.r.IntN(2) == 0 {
		w.line("s.a.Store(%d)", w.r.IntN(3))
	}
	goroutines := 2 + w.r.IntN(2)
	w.pipes = w.connect(goroutines)
	for g := range goroutines {
		w.budget = 2 + w.r.IntN(8/goroutines)
		if w.pipes != nil {
			w.budget = 1 + w.r.IntN(2)
		}
		w.goroutine(g)
	}
	w.drain(goroutines)
	w.line("wg.Wait()")
	for range 1 + w.r.IntN(2) {
		w.assertion("s.a.Load()", "s.b.Load()", "s.c.Load()", "int64(s.p)", "s.sum()", "int64(s.small)", "int64(s.list[1])")
	}
	w.WriteString("}\n")
	return w.String()
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(w, strings.Repeat("\t", w.depth)+format+"\n", args...)
}

func (w *writer) block(head string, body func()) {
	w.line("%s {", head)
	w.depth++
	body()
	w.depth--
	w.line("}")
}

// pick returns one of the texts.
func (w *writer) pick(of ...string) string { return of[w.r.IntN(len(of))] }

// goroutine writes goroutine number g.
func (w *writer) goroutine(g int) {
	head, end := "wg.Go(func()", "})"
	if w.r.IntN(2) == 0 {
		w.line("wg.Add(1)")
		head, end = "go func()", "}()"
	}
	w.line("%s {", head)
	w.depth++
	if head == "go func()" {
		w.line("defer wg.Done()")
	}
	w.line("r, n := int64(%d), int64(0)", w.r.IntN(2))
	w.line("var own [2]int64")
	w.body(g)
	w.line("_, _, _ = r, n, own")
	w.depth--
	w.line(end)
}

// statement writes a statement; it may have others in it up to the given depth.
func (w *writer) statement(depth int) {
	w.budget--
	switch k := w.r.IntN(25); {
	case k < 11:
		w.simple()
	case k < 13:
		w.critical()
	case k == 23:
		w.guarded()
	case k == 24:
		w.line("s.once.Do(func() { %s })", w.pick("s.a.Store(3)", "s.m = 2", "s.m++", "s.b.Add(1); s.c.Store(1)"))
		if w.r.IntN(2) == 0 {
			w.line("r = int64(s.m)")
		}
	case depth == 0:
		w.simple()
	case k < 17:
		w.branch(depth)
	case k == 17:
		w.budget--
		w.block("for i := range int64(2)", func() {
			w.line("%s.Add(i)", w.atomic())
		})
	case k == 18:
		w.line(w.pick("own[0] = r", "own[1]++", "own[r&1] = 2", "r = own[0] + own[1]", "s.b.Add(own[0])", "r = own[1]"))
	case k == 19:
		w.line("n = 0")
		w.block("for n < r && n < 2", func() { w.line(w.pick("n++", "n += s.b.Add(1)")) })
		w.line(w.pick("s.c.Store(n)", "r = n", "own[1] = n"))
	case k == 20:
		w.block("for i := int64(0); s.a.Load() < 1 && i < 2; i++", func() { w.line("r, n = i, n+1") })
	case k == 21:
		w.block("if "+w.condition(), func() { w.line(w.pick("own[0] = 1", "own[1] += 2", "n++")) })
		w.line(w.pick("r += own[0]", "s.a.Store(own[1])", "s.b.Store(n)"))
	case k == 22:
		w.assertion("r", "s.a.Load()", "s.b.Load()")
	default:
		w.block("if "+w.condition(), func() { w.line(w.pick("return", "r = s.a.Load()", "s.b.Store(5)")) })
	}
}

func (w *writer) atomic() string { return w.pick("s.a", "s.a", "s.b", "s.c") }

func (w *writer) condition() string {
	return fmt.Sprintf("r %s %d", w.pick("==", "!=", "<", ">"), w.r.IntN(3))
}

// simple writes one operation.
func (w *writer) simple() {
	x := w.atomic()
	switch w.r.IntN(11) {
	case 0, 1:
		w.line("r = %s.Load()", x)
	case 2:
		w.line("%s.Store(%d)", x, w.r.IntN(4))
	case 3, 4:
		w.line("%s.Store(r + %d)", x, w.r.IntN(2))
	case 5:
		w.line("%s.Add(%d)", x, 1+w.r.IntN(2))
	case 6:
		w.line("r = %s.Add(1)", x)
	case 7:
		w.block(fmt.Sprintf("if %s.CompareAndSwap(%d, %d)", x, w.r.IntN(2), 1+w.r.IntN(3)), func() {
			w.line(w.pick("r = 1", "s.c.Add(1)", "r++"))
		})
	case 8:
		w.line("r = %s.Swap(%d)", x, w.r.IntN(3))
	case 9:
		w.line("s.bump(&%s, %d)", x, 1+w.r.IntN(2))
	default:
		w.block("if s.move(r)", func() { w.line("r = 0") })
	}
}

// critical writes a critical section; now and then with another one in it, or without the lock.
func (w *writer) critical() {
	mu, inner := "s.mu", "s.nu"
	if w.r.IntN(5) == 0 {
		mu, inner = inner, mu
	}
	lock := w.r.IntN(12) > 0
	if lock {
		w.line("%s.Lock()", mu)
	}
	nested := w.r.IntN(8) == 0
	if nested {
		w.line("%s.Lock()", inner)
	}
	w.line(w.pick("s.p++", "s.p = int(r)", "r = int64(s.p)", "s.small += 100", "s.list[r&1]++", "s.list[1] = s.p", "r = int64(s.list[1])", "s.q = s.p * 2",
		"s.flag = !s.flag", "if s.flag { r++ } else { s.flag = true }", "if s.p > 0 { s.p-- } else { s.q = 3 }"))
	if nested {
		w.line("%s.Unlock()", inner)
	}
	if lock {
		w.line("%s.Unlock()", mu)
	}
}

// guarded writes a critical section of a RWMutex.
func (w *writer) guarded() {
	if w.r.IntN(2) == 0 {
		w.line("s.rw.Lock()")
		w.line(w.pick("s.k++", "s.k = int(r)", "s.k *= 2", "s.a.Store(int64(s.k))"))
		w.line("s.rw.Unlock()")
		return
	}
	w.line("s.rw.RLock()")
	w.line(w.pick("r = int64(s.k)", "s.b.Store(int64(s.k))", "if s.k > 0 { r++ }", "r += int64(s.k)"))
	w.line("s.rw.RUnlock()")
}

func (w *writer) branch(depth int) {
	w.block("if "+w.condition(), func() {
		w.statement(depth - 1)
		if w.r.IntN(3) == 0 {
			w.statement(depth - 1)
		}
	})
	if w.r.IntN(2) == 0 {
		w.block("if "+w.condition(), func() { w.statement(depth - 1) })
	}
}

// assertion writes one about one of the expressions.
func (w *writer) assertion(of ...string) {
	op := w.pick("==", "!=", "<", ">")
	limit := w.r.IntN(5)
	if op == "==" || op == ">" {
		limit += 2
	}
	w.block(fmt.Sprintf("if v := %s; v %s %d", w.pick(of...), op, limit), func() { w.line("t.Error(v)") })
}
