package instrument

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

var (
	loops    = flag.Int("loops", 600, "how many random loops over maps to look at")
	loopSeed = flag.Uint64("loopseed", 1, "seed of the loops")
)

// frame is the program around the loops: f gets one of three states, and the order in which the map is visited.
const frame = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

type node struct {
	n    int
	ok   bool
	next *node
}

type state struct {
	sum, count, best, plain int
	flag                    bool
	a, b, list              []int
	arr                     [2]int
	p                       *int
	s, q                    *node
	other, others           map[int]int
	m, same                 map[int]*node
}

// newState makes a state in which some things are the same.
func newState(variant int) *state {
	e := &state{a: []int{1, 2}, s: &node{n: 3}, other: map[int]int{1: 4, 2: 5}, list: make([]int, 0, 4)}
	e.m = map[int]*node{1: {n: 1}, 2: {n: 2, ok: true}, 3: {n: 1, ok: true}}
	e.b, e.q, e.p, e.others, e.same = e.a, e.s, &e.arr[0], e.other, e.m
	switch variant {
	case 1:
		e.m[2], e.m[3].next, e.p = nil, e.m[1], &e.a[0]
	case 2:
		e.m[3], e.q, e.p, e.b = e.m[1], e.m[1], &e.sum, e.list[:2]
		e.flag, e.m[2].next = true, e.s
	}
	return e
}

// run returns what f does to a state, and whether it panics.
func run(f func(*state, []int) int, variant int, order []int) (after string, panics bool) {
	e := newState(variant)
	keep := [3]*node{e.m[1], e.m[2], e.m[3]}
	result := 0
	func() {
		defer func() { panics = recover() != nil }()
		result = f(e, order)
	}()
	text := fmt.Sprint(result, e.sum, e.count, e.best, e.plain, e.flag, e.a, e.b, e.list, e.arr, *e.p, e.s.n, e.q.n, e.other, len(e.m))
	for _, n := range keep {
		if n != nil {
			text += fmt.Sprint(" ", n.n, n.ok)
		}
	}
	return text, panics
}

func main() {
	type outcome struct {
		After  string
		Panics bool
	}
	var out [][3][6]outcome
	for _, f := range all {
		var of [3][6]outcome
		for variant := range of {
			for i, order := range [6][]int{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}} {
				of[variant][i].After, of[variant][i].Panics = run(f, variant, order)
			}
		}
		out = append(out, of)
	}
	json.NewEncoder(os.Stdout).Encode(out)
}

var one, two = 1, 2

var _ = slices.Sort[[]int]
`

// A loopWriter writes the body of a random loop. One that uses few places has more conflicts.
type loopWriter struct {
	*rand.Rand
	places, numbers, conditions []string
	own                         int // variables of the iteration
}

func newLoopWriter(r *rand.Rand) *loopWriter {
	w := &loopWriter{Rand: r}
	w.places = w.some(places)
	w.numbers = append(w.some(numbers), "k", "v.n")
	w.conditions = w.some(conditions)
	return w
}

// some are a few of a list.
func (w *loopWriter) some(list []string) (out []string) {
	for range 1 + w.IntN(4) {
		out = append(out, list[w.IntN(len(list))])
	}
	return out
}

var (
	places = []string{
		"e.sum", "e.count", "plain", "*e.p", "e.a[0]", "e.a[k&1]", "e.b[0]", "e.arr[0]", "e.arr[e.count&1]", "local[1]", "e.s.n", "e.q.n", "v.n", "(*e.s).n",
		"e.other[1]", "e.other[e.sum&1]", "e.others[k]", "e.others[2]", "plain", "e.sum",
	}
	numbers = []string{
		"e.sum", "e.count", "e.best", "plain", "e.s.n", "e.q.n", "*e.p", "one", "two", "len(e.list)", "len(e.m)", "len(e.other)", "e.a[0]", "e.a[k&1]", "e.b[1]", "e.b[k]",
		"e.arr[0]", "e.arr[k&1]", "local[0]", "e.other[k]", "e.others[1]", "(*e.s).n", "e.list[:1][0]",
	}
	conditions = []string{
		"e.flag", "v.ok", "v == nil", "v != nil", "v != nil && v.ok", "e.s == e.q", "*e.s == *e.q", "k == 2", "e.arr == [2]int{}", "e.s.ok", "e.m[1] == nil", "e.m[k] == v",
	}
)

func (w *loopWriter) of(list ...string) string { return list[w.IntN(len(list))] }

func (w *loopWriter) number(depth int) string {
	if depth > 0 && w.IntN(3) == 0 {
		return "(" + w.number(depth-1) + w.of(" + ", " * ", " - ", " / ", " % ", " << ") + w.number(depth-1) + ")"
	}
	if w.own > 0 && w.IntN(4) == 0 {
		return fmt.Sprint("x", w.IntN(w.own))
	}
	return w.of(w.numbers...)
}

func (w *loopWriter) condition() string {
	if w.IntN(2) == 0 {
		return w.number(1) + w.of("==", "<", ">") + w.number(0)
	}
	return w.of(w.conditions...)
}

func (w *loopWriter) statement(depth int, inner bool) string {
	if depth > 0 && w.IntN(2) == 0 {
		switch w.IntN(8) {
		case 0:
			return "for i := range e.a {\n_ = i\n" + w.block(depth-1, true) + "}"
		case 1:
			return "switch " + w.number(0) + " {\ncase 1, k + 1:\n" + w.block(depth-1, true) + "default:\n" + w.block(depth-1, true) + "}"
		case 2, 3:
			return "if " + w.condition() + " {\n" + w.block(depth-1, inner) + "} else {\n" + w.block(depth-1, inner) + "}"
		}
		return "if " + w.condition() + " {\n" + w.block(depth-1, inner) + "}"
	}
	if w.IntN(6) == 0 {
		return w.of("break", "continue", "return 1", "return 2", "return 1", "e.flag = true\nbreak", "plain = 7\nreturn 3")
	}
	if w.IntN(6) == 0 {
		place, n := w.of("e.best", "plain", "e.s.n", "e.a[0]"), w.number(1)
		return w.of(place+" = max("+place+", "+n+")", "if "+n+" > "+place+" {\n"+place+" = "+n+"\n}", "if "+place+" > "+n+" {\n"+place+" = "+n+"\n}")
	}
	if w.IntN(4) == 0 {
		return w.of("e.flag = e.flag "+w.of("&&", "||")+" "+w.condition(), "e.flag = "+w.of("true", "false"), "v.ok = true", "v.ok = "+w.condition(),
			"e.list = append(e.list, "+w.number(1)+")", "e.other[k] = "+w.number(1), "delete(e.others, k)", "delete(e.m, k)", "delete(e.m, 3)", "v = v.next", "e.s.ok = true",
			"e.same[one] = nil", "e.same[k] = v", "k = 2", "*e.s = node{}")
	}
	place := w.of(w.places...)
	return w.of(place+w.of(" += ", " += ", " *= ", " ^= ", " = ", " <<= ", " /= ")+w.number(1), place+"++", place+" = "+w.of("1", "2"))
}

func (w *loopWriter) block(depth int, inner bool) string {
	var out strings.Builder
	was := w.own
	for range 1 + w.IntN(2) {
		if w.IntN(5) == 0 {
			n := w.own
			fmt.Fprintf(&out, "x%d := %s\n_ = x%[1]d\n", n, w.number(1))
			w.own++
		}
		out.WriteString(w.statement(depth, inner) + "\n")
	}
	w.own = was
	return out.String()
}

// writeLoops writes functions with a loop over a map, and the same over keys in a given order. Terminating statements may be followed by
// others, and variables may be unused: neither is an error.
func writeLoops(seed uint64, n int) string {
	var out, list strings.Builder
	for i := range n {
		w := newLoopWriter(rand.New(rand.NewPCG(seed, uint64(i))))
		body := w.block(w.IntN(3), false)
		if i%8 == 0 { // a search
			body = "if " + w.condition() + w.of(" && ", " || ") + w.condition() + " {\n" + w.of("break", "return 1", "e.flag = true\nbreak") + "\n}\n"
		}
		after := w.of("", "slices.Sort(e.list)\n", "slices.Sort(e.list)\n")
		const used = "_, _ = k, v\n"
		const around = "plain, local := 0, [2]int{}\n%sfor %s {\n%s}\n%s"
		result := "e.plain = plain + local[1]\nreturn 0\n}\n"
		before := w.of("", "e.p = &plain\n")
		fmt.Fprintf(&out, "func loop%d(e *state) int {\n"+around+result, i, before, "k, v := range e.m", used+body, after)
		fmt.Fprintf(&out, "func f%d(e *state, order []int) int {\n"+around+result, i, before, "_, k := range order", "v, there := e.m[k]\nif !there {\ncontinue\n}\n"+used+body, after)
		fmt.Fprintf(&list, "f%d, ", i)
	}
	return frame + out.String() + "var all = []func(*state, []int) int{" + list.String() + "}\n"
}

// TestCommuting: of random loops of which the order is said not to be seen, the order cannot be seen.
func TestCommuting(t *testing.T) {
	dir := t.TempDir()
	text := writeLoops(*loopSeed, *loops)
	writeFile(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	writeFile(t, filepath.Join(dir, "main.go"), text)
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	data, err := cmd.Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			err = fmt.Errorf("%w\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var outcomes [][3][6]struct {
		After  string
		Panics bool
	}
	if err := json.Unmarshal(data, &outcomes); err != nil {
		t.Fatal(err)
	}
	r := rewriterOf(t, text)
	bad, said := 0, map[order]int{}
	for _, d := range r.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(f.Name.Name, "loop") {
			continue
		}
		var i int
		fmt.Sscanf(f.Name.Name, "loop%d", &i)
		order := orderOfFirstLoop(r, f)
		if said[order]++; order == seen {
			continue
		}
		for variant, of := range outcomes[i] {
			if order == unseenNonNil && variant == 1 || order == unseenWhole && of[0].Panics {
				continue
			}
			for _, o := range of {
				if o.Panics != of[0].Panics || o.After != of[0].After && !o.Panics {
					bad++
					t.Errorf("loop %d, state %d: in one order %+v, in another %+v, said %d:\n%s", i, variant, of[0], o, order, text[f.Pos()-1:f.End()-1])
					break
				}
			}
		}
		if bad > 5 {
			break
		}
	}
	t.Log(said)
	for _, o := range []order{seen, unseen, unseenNonNil, unseenWhole} {
		if said[o] < *loops/300 {
			t.Errorf("only %d loops of kind %d", said[o], o)
		}
	}
}

func orderOfFirstLoop(r *rewriter, f *ast.FuncDecl) order {
	for _, s := range f.Body.List {
		if s, ok := s.(*ast.RangeStmt); ok {
			return r.orderOf(s)
		}
	}
	return seen
}

// rewriterOf type-checks a file.
func rewriterOf(t *testing.T, text string) *rewriter {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "main.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{}, Implicits: map[ast.Node]types.Object{},
	}
	std, err := packages.Load(&packages.Config{Mode: packages.NeedTypes | packages.NeedImports | packages.NeedName}, "encoding/json", "fmt", "os", "slices")
	if err != nil {
		t.Fatal(err)
	}
	known := importedPackages{}
	for _, p := range std {
		known[p.PkgPath] = p.Types
	}
	pkg, err := (&types.Config{Importer: known, GoVersion: "go1.26"}).Check("main", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	p := &packages.Package{Name: "main", PkgPath: "main", Fset: fset, Syntax: []*ast.File{file}, Types: pkg, TypesInfo: info}
	return &rewriter{pkg: p, info: info, file: file, shared: newSharing([]*packages.Package{p}, nil)}
}

// importedPackages are packages by path.
type importedPackages map[string]*types.Package

func (i importedPackages) Import(path string) (*types.Package, error) {
	if p := i[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}
