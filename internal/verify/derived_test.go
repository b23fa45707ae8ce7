package verify

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// othersModule is a module with code that is not checked, a package that is checked without annotations, and one that calls both.
var othersModule = map[string]string{
	"go.mod":     "module m\n\ngo 1.26\n\nrequire m/lib v0.0.0\n\nreplace m/lib => ./lib\n",
	"lib/go.mod": "module m/lib\n\ngo 1.26\n",
	"lib/lib.go": `package lib

import "sync"

var hook func()

func SetHook(f func()) { hook = f }

func Sum(b []byte) (n int) {
	for _, x := range b {
		n += int(x)
	}
	return n
}

func Never(n int) int { return n + 1 }

func Fill(b []byte) {
	for i := range b {
		b[i] = 1
	}
}

func Set(p *int) { *p = 1 }

func Entry(m map[int]int) { m[1]++ }

func Tail(b []byte) []byte { return b[1:] }

func Each(f func()) { f() }

func Spawn(f func()) { go f() }

func Hooked(n int) int {
	hook()
	return n
}

func Steps(s interface{ Step() }) { s.Step() }

func Names[T interface{ String() string }](list []T) (all []string) {
	for _, x := range list {
		all = append(all, x.String())
	}
	return all
}

func Strings(n int) []string { return make([]string, n) }

type Box struct{ n int }

func New(n int) *Box { return &Box{n} }

func (b *Box) Add(n int) { b.n += n }

func (b *Box) Get() int { return b.n }

func (b *Box) Share(c *Box) *Box { return c }

var boxes []*Box

func Keep(b *Box) { boxes = append(boxes, b) }

func Watch(c chan int) int { return <-c }

func Count() int { return len(boxes) }

func Any(x any) bool { return x != nil }

func Stop(c chan int) { close(c) }

type Guard struct {
	Mu *sync.Mutex
	n  int
}

func (g *Guard) Take() { g.Mu.Lock() }

type Safe struct {
	mu sync.Mutex
	n  int
}

func (s *Safe) Inc() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

type Hub struct {
	n    int
	done chan int
}

func (h *Hub) Size() int { return h.n }

func (h *Hub) Stop() { close(h.done) }

func Pick(n int) int {
	f := Never
	if n > 0 {
		f = nil
	}
	return f(n)
}
`,
	"own/own.go": `package own

import "sync"

type C struct {
	mu sync.Mutex
	n  int
}

func (c *C) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}
`,
	"between/between.go": `package between

import "m/own"

func Size(n int) int {
	var c own.C
	c.Inc()
	return n
}
`,
	"use/use.go": `package use

import (
	"m/between"
	"m/lib"
	"m/own"
)

type name string

func (n name) String() string { return string(n) }

func step() {}

type stepper struct{ n int }

func (s *stepper) Step() {}

func Sum(b []byte) int          { return lib.Sum(b) }
func Never(n int) int           { return lib.Never(n) }
func Fill()                     { lib.Fill(make([]byte, 3)) }
func FillAny(b []byte)          { lib.Fill(b) }
func SetAny(p *int)             { lib.Set(p) }
func CountAny(m map[int]int)    { lib.Entry(m) }
func Tail(b []byte) []byte      { return lib.Tail(b) }
func Each()                     { lib.Each(step) }
func Spawn()                    { lib.Spawn(step) }
func SetHook()                  { lib.SetHook(step) }
func Hooked() int               { return lib.Hooked(1) }
func Steps()                    { lib.Steps(&stepper{}) }
func Names(l []name) []string   { return lib.Names(l) }
func Strings() []string         { return lib.Strings(3) }
func Box() *lib.Box             { return lib.New(3) }
func Add(b *lib.Box)            { b.Add(1) }
func Get(b *lib.Box) int        { return b.Get() }
func Share(b *lib.Box) *lib.Box { return b.Share(b) }
func Keep(b *lib.Box)           { lib.Keep(b) }
func Watch(c chan int) int      { return lib.Watch(c) }
func Count() int                { return lib.Count() }
func Any(p *int) bool           { return lib.Any(p) }
func Stop(c chan int)           { lib.Stop(c) }
func Size(h *lib.Hub) int       { return h.Size() }
func StopHub(h *lib.Hub)        { h.Stop() }
func Take(g *lib.Guard)         { g.Take() }
func Inc(s *lib.Safe)           { s.Inc() }
func Pick() int                 { return lib.Pick(1) }
func Between() int              { return between.Size(1) }

func Own(c *own.C) { c.Inc() }
`,
}

const respects = " respects the annotations, leaves the locks held here alone, and returns without a panic"

// TestDerived checks what is assumed of functions of which only the source tells.
func TestDerived(t *testing.T) {
	dir := t.TempDir()
	write := into(t, dir)
	for name, text := range othersModule {
		write(name, text)
	}
	want := map[string][]string{
		"Sum":     {"m/lib.Sum returns without a panic"},
		"Never":   nil,
		"Fill":    {"m/lib.Fill returns without a panic"},
		"Tail":    {"m/lib.Tail" + respects},
		"Each":    {"m/lib.Each" + respects},
		"Spawn":   {"m/lib.Spawn" + respects},
		"SetHook": {"m/lib.SetHook" + respects},
		"Hooked":  {"m/lib.Hooked" + respects + "; it may run code that is not known: a function value in m/lib.Hooked"},
		"Steps":   {"m/lib.Steps" + respects},
		"Names":   {"m/lib.Names" + respects},
		"Strings": {"m/lib.Strings returns without a panic"},
		"Box":     nil,
		"Add":     {"no other goroutine races with (*m/lib.Box).Add, which may write what b leads to, and returns without a panic"},
		"Get":     {"no other goroutine races with (*m/lib.Box).Get, which reads what b leads to, and returns without a panic"},
		"Share":   {"(*m/lib.Box).Share" + respects},
		"Keep":    {"m/lib.Keep" + respects},
		"Watch":   {"m/lib.Watch" + respects},
		"Count":   nil,
		"Any":     {"no other goroutine races with m/lib.Any, which reads what p leads to, and returns without a panic"},
		"Stop":    {"m/lib.Stop" + respects},
		"StopHub": {"(*m/lib.Hub).Stop" + respects},
		"Size":    {"no other goroutine races with (*m/lib.Hub).Size, which reads what h leads to, and returns without a panic"},
		"Take":    {"(*m/lib.Guard).Take" + respects},
		"Inc":     {"no other goroutine races with (*m/lib.Safe).Inc, which may write what s leads to, and returns without a panic"},
		"Pick":    {"m/lib.Pick returns without a panic"},
		"Between": nil, // it is of the module of those that are checked
	}
	r, err := Run(t.Context(), Options{
		Load: load.Config{Dir: dir}, Patterns: []string{"./use", "./own"}, All: true, Checks: AllChecks, Workers: 2, Faults: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, f := range r.Functions {
		if f.Package != "m/use" {
			continue
		}
		if f.Verdict != report.Verified && f.Function != "Names" && f.Function != "Own" { // which need annotations
			t.Errorf("%s is %s: %s", f.Function, f.Verdict, f.Reason)
		}
		if _, ok := want[f.Function]; ok {
			got[f.Function] = nil
			for _, n := range f.Assumptions {
				got[f.Function] = append(got[f.Function], n.Text)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("assumptions (-want +got):\n%s", diff)
	}
}

// TestDerivedAgain checks that what is remembered of a package is not believed when the source of others has changed, and that without a
// change nothing is proved again.
func TestDerivedAgain(t *testing.T) {
	dir := t.TempDir()
	write := into(t, dir)
	write("go.mod", "module m\n\ngo 1.26\n\nrequire m/lib v0.0.0\n\nreplace m/lib => ./lib\n")
	write("lib/go.mod", "module m/lib\n\ngo 1.26\n")
	write("use/use.go", `package use

import (
	"sync"

	"m/lib"
)

type T struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	b []byte
}

func (t *T) Get() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return lib.Do(t.b)
}
`)
	store := openStore(t)
	verdict := func(body string, store *cache.Store) string {
		t.Helper()
		write("lib/lib.go", "package lib\n\nfunc Do(b []byte) int {\n\tfor i := range b {\n\t\t"+body+"\n\t}\n\treturn len(b)\n}\n")
		r, err := Run(t.Context(), Options{
			Load: load.Config{Dir: dir}, Patterns: []string{"./use"}, Checks: AllChecks, Workers: 1, Faults: t.TempDir(), Cache: store,
		})
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(fmt.Sprint(r.Functions[0].Verdict, " ", len(r.Functions[0].Assumptions)))
	}
	reads, writes := "_ = b[i]", "b[i] = 0"
	for _, body := range []string{reads, writes, reads, writes} {
		with, without := verdict(body, store), verdict(body, nil)
		if with != without {
			t.Errorf("with a cache %q, without %q for %s", with, without, body)
		}
		if verified := strings.HasPrefix(with, "verified"); verified != (body == reads) {
			t.Errorf("%s: %s", body, with)
		}
	}
}

// TestNothingDerived checks that no source of others is read where every call has a row.
func TestNothingDerived(t *testing.T) {
	r, _ := check(t, "package m\n\nimport \"strings\"\n\nfunc F(s string) bool { return strings.Contains(s, \"x\") }\n")
	if spent := r.Stats.spent[stageSummaries].Load(); spent > 50e6 {
		t.Errorf("it took %d ns", spent)
	}
}

// TestImporters checks which packages are taken to run checked code.
func TestImporters(t *testing.T) {
	dir := t.TempDir()
	write := into(t, dir)
	for name, text := range othersModule {
		write(name, text)
	}
	l, err := load.List(t.Context(), load.Config{Dir: dir}, "./use", "./own")
	if err != nil {
		t.Fatal(err)
	}
	got := importers(l, l.Roots())
	slices.Sort(got)
	if diff := cmp.Diff([]string{"m/between", "m/own", "m/use"}, got); diff != "" {
		t.Errorf("%s: -want +got:\n%s", filepath.Base(dir), diff)
	}
}

// TestDerivedTwice checks that what a function of elsewhere has made is its caller's own only if no other result may lead there.
func TestDerivedTwice(t *testing.T) {
	dir := t.TempDir()
	write := into(t, dir)
	write("go.mod", "module m\n\ngo 1.26\n\nrequire m/lib v0.0.0\n\nreplace m/lib => ./lib\n")
	write("lib/go.mod", "module m/lib\n\ngo 1.26\n")
	write("lib/lib.go", `package lib

import "errors"

type T struct{ N int }

func Twins() (*T, *T) { t := &T{}; return t, t }

func Any() (*T, any) { t := &T{}; return t, t }

func Single(n int) (*T, error) {
	if n < 0 {
		return nil, errors.New("less than nothing")
	}
	return &T{n}, nil
}

func Counted() (*T, int) { return &T{}, 1 }
`)
	write("use/use.go", `package use

import "m/lib"

func Twins(to chan<- *lib.T) {
	a, b := lib.Twins()
	to <- b
	a.N = 1
}

func Any(to chan<- any) {
	a, b := lib.Any()
	to <- b
	a.N = 1
}

func Single(to chan<- *lib.T) {
	if a, err := lib.Single(1); err == nil {
		a.N = 1
		to <- a
	}
}

func Counted(to chan<- *lib.T) {
	a, n := lib.Counted()
	a.N = n
	to <- a
}
`)
	r, err := Run(t.Context(), Options{Load: load.Config{Dir: dir}, Patterns: []string{"./use"}, Infer: true, Checks: AllChecks, Workers: 2, Faults: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range r.Functions {
		got[f.Function] = fmt.Sprint(f.Verdict)
	}
	want := map[string]string{"Twins": "failed", "Any": "failed", "Single": "verified", "Counted": "verified"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}
