package annot

import (
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fuzzPackage has the directives under test, in place of the marks, wherever directives stand.
const fuzzPackage = `@
package p

import (
	"sync"
	"sync/atomic"
	"time"
)

@
var total int64

@
type T[K comparable] struct {
	mu sync.Mutex
	rw sync.RWMutex
	locks []sync.Mutex
	@
	bits []bool
	n, m int
	u uint8
	f float64
	key K
	grid [4][4]int
	names map[string]int
	ch chan *T[K]
	flag atomic.Bool
	next atomic.Pointer[T[K]]
	wait time.Duration
	inner struct { sync.Mutex; @
		s string
	}
}

@
func (t *T[K]) Do(x int, next *T[K]) (result bool, err error) {
	@
	a, b := 1, "s"
	@
	for i := range t.bits {
		@
		_, _, _ = a, b, i
	}
	switch {
	case x > 0:
		x++
		@
	}
	return
	@
}
`

// FuzzCheck gives every place of a package the same comments. Whatever they say, no check may panic, and errors and
// clauses point into the file.
func FuzzCheck(f *testing.F) {
	for _, pattern := range []string{"testdata/good/*.go", "testdata/bad/*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				if _, comment, ok := strings.Cut(line, "//"); ok {
					f.Add(strings.TrimSpace(comment))
				}
			}
		}
	}
	f.Add("calvin:performs A [] B\ncalvin:action A\ncalvin:when t.mu == free\ncalvin:action B\ncalvin:modifies t.bits[*]")
	f.Fuzz(func(t *testing.T, comments string) {
		text := strings.ReplaceAll(fuzzPackage, "@", "//"+strings.ReplaceAll(comments, "\n", "\n//"))
		src, err := loadFile("fuzz.go", text)
		if err != nil || strings.Contains(comments, "\r") {
			t.Skip() // comments can break a file by bytes that Go forbids
		}
		pkg, errs := Check(src)
		file := src.Fset.File(src.Files[0].FileStart)
		inside := func(start, end token.Pos) bool {
			return token.Pos(file.Base()) <= start && start <= end && end <= token.Pos(file.Base()+file.Size())
		}
		var last token.Pos
		for _, e := range errs {
			if !inside(e.Pos, e.End) || e.Pos < last || e.Code == "" || e.Msg == "" {
				t.Errorf("malformed error %+v", *e)
			}
			last = e.Pos
		}
		for _, cl := range clauses(pkg) {
			if !inside(cl.Start, cl.End) {
				t.Errorf("clause %q out of the file", cl.Text)
			}
			if got := text[file.Offset(cl.Start):file.Offset(cl.End)]; got != cl.Text && cl.Text != "false" {
				t.Errorf("clause %q, but its position says %q", cl.Text, got)
			}
			Walk(cl.Expr, func(e Expr) bool {
				if e.Type() == nil || isUntyped(e.Type()) || !inside(e.Pos(), e.End()) {
					t.Errorf("in %q: %s has type %v, position %d-%d", cl.Text, String(e), e.Type(), e.Pos(), e.End())
				}
				return true
			})
		}
		if strings.HasPrefix(comments, "calvin:") && !pkg.Annotated && len(errs) == 0 {
			t.Errorf("%q is ignored", comments)
		}
		_ = dump(pkg)
	})
}

// clauses lists the clauses of a package in no order.
func clauses(p *Package) []*Clause {
	var cls []*Clause
	for _, g := range p.Guards {
		for _, c := range [][]*Clause{g.Read, g.Write, g.ElemRead, g.ElemWrite} {
			cls = append(cls, c...)
		}
	}
	specs := []*TypeSpec{}
	if p.Package != nil {
		specs = append(specs, p.Package)
	}
	for _, s := range p.Named {
		specs = append(specs, s)
	}
	for _, s := range specs {
		cls = append(append(cls, s.Invariants...), s.Transitions...)
	}
	for _, f := range p.Funcs {
		cls = append(append(append(cls, f.Requires...), f.PanicsIf...), f.Returns...)
		if f.Performs == nil {
			continue
		}
		for _, a := range f.Performs.Actions {
			cls = append(append(cls, a.When...), a.Ensures...)
		}
	}
	for _, ss := range p.Body {
		for _, s := range ss {
			if s.Clause != nil {
				cls = append(cls, s.Clause)
			}
		}
	}
	return cls
}

// TestExtremes checks that no directive is too long or too deep.
func TestExtremes(t *testing.T) {
	repeat := strings.Repeat
	for _, args := range []string{
		repeat("(", 100000), repeat("!", 100000), repeat("-", 100000) + "1 == 1", repeat("[", 100000), repeat("[]", 100000),
		"x" + repeat(".n", 100000), "true" + repeat(" && true", 100000), "1" + repeat("+1", 4000) + " == 4001",
		repeat("forall i int :: ", 10000) + "true", "true" + repeat(" ==> true", 3000), "x" + repeat("[0]", 3000) + " == 1",
		"1" + repeat("<<1000", 3000) + " == 1", repeat("9", 100000) + " == 1", "1e999999999 == 1e-999999999", "1e999999999 == n",
		`"` + repeat("a", 100000) + `" == ""`, repeat("old(", 500) + "n" + repeat(")", 500), "exists x " + repeat("*", 100000) + "T :: true",
		"1/3.0" + repeat("/3.0", 2000) + " == f", "n" + repeat(" * (n", 150) + repeat(")", 150) + " == 0",
	} {
		src := load(t, "p.go", "package p\ntype T struct {\n\tn int\n\tf float64\n\t//calvin:accessible_if "+args+"\n\tx *T\n}\n")
		if pkg, errs := Check(src); len(errs) == 0 && len(clauses(pkg)) == 0 {
			t.Errorf("%.40s... is ignored", args)
		}
	}
}
