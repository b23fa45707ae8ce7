package summary

import (
	_ "embed"
	"fmt"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// intrinsicText has what is said of functions whose source does not tell: the runtime, assembly, and a few whose source is beyond the
// analysis. A line is like a row of package library:
//
//	sync/atomic.SwapPointer(addr, new) old; writes addr; addr[unsafe.Pointer] = new; old = addr[unsafe.Pointer]
//
// The results stand behind the parameters. P[T] are the cells of type T that P leads to. "calls w.Write" calls a method, "calls f" a
// function; "later" has it called after the return. "prints a" calls the methods that package fmt looks for, of all that is in a.
//
//go:embed intrinsics.txt
var intrinsicText string

var intrinsics = sync.OnceValue(func() map[string]*Summary {
	table := map[string]*Summary{}
	for line := range strings.Lines(intrinsicText) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		sum, err := parseIntrinsic(line)
		if err != nil {
			panic(fmt.Sprintf("intrinsics.txt: %s: %v", line, err))
		}
		table[sum.Name] = sum
	}
	return table
})

// intrinsic returns what is said of a function whatever its source is, nil if nothing is.
func intrinsic(key string) *Summary { return intrinsics()[key] }

// An intrinsicParser makes the shape of one line.
type intrinsicParser struct {
	*graph
	sum     *Summary
	named   map[string]int32
	changed bool
}

func parseIntrinsic(line string) (*Summary, error) {
	clauses := strings.Split(line, "; ")
	open, end := strings.LastIndex(clauses[0], "("), strings.LastIndex(clauses[0], ")")
	if open < 0 || end < open {
		return nil, fmt.Errorf("no parameters")
	}
	p := &intrinsicParser{graph: newGraph(), sum: &Summary{Name: clauses[0][:open], MayPanic: true}, named: map[string]int32{}}
	p.sum.Params, p.sum.Results = names(clauses[0][open+1:end]), names(clauses[0][end+1:])
	for _, name := range slices.Concat(p.sum.Params, p.sum.Results) {
		p.named[name] = p.fresh()
	}
	p.sum.Nil = make([]When, len(p.sum.Results))
	for _, c := range clauses[1:] {
		if err := p.clause(c); err != nil {
			return nil, fmt.Errorf("%s: %w", c, err)
		}
	}
	p.finish()
	return p.sum, nil
}

func names(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ' ' || r == ',' })
}

func (p *intrinsicParser) clause(c string) error {
	if left, right, ok := strings.Cut(c, " = "); ok {
		to, err := p.place(left)
		if err != nil {
			return err
		}
		from, err := p.place(right)
		if err != nil {
			return err
		}
		if at, label, ok := strings.Cut(strings.TrimSuffix(left, "]"), "["); ok {
			p.store(p.named[at], label, from)
		} else {
			p.union(to, from)
		}
		return nil
	}
	verb, rest, _ := strings.Cut(c, " ")
	switch verb {
	case "waits":
		p.sum.Waits = true
	case "changes":
		p.changed = true
	case "ends":
		p.sum.MayEnd, p.sum.NeverReturns, p.sum.Ends = true, true, true
	case "panics":
		p.sum.NeverReturns = true
	case "ensures":
		name, _, _ := strings.Cut(rest, " ")
		p.sum.Nil[slices.Index(p.sum.Results, name)] = Never
	default:
		for _, name := range names(rest) {
			if err := p.effect(verb, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *intrinsicParser) effect(verb, place string) error {
	name, method, ok := strings.Cut(place, ".")
	if !ok {
		method = direct
	}
	n, err := p.place(name)
	if err != nil {
		return err
	}
	switch verb {
	case "writes":
		p.set(n, written)
	case "unknown":
		p.set(n, opaque)
	case "keeps":
		p.set(n, kept)
	case "calls":
		p.addCalled(n, method)
	case "later":
		p.set(n, kept)
		p.addCalled(n, asLater(method))
	case "prints":
		n = p.content(n, "interface") // a slice of them is passed
		for _, m := range printing {
			p.addCalled(n, m)
		}
	default:
		return fmt.Errorf("no such clause")
	}
	return nil
}

// place returns the class of a name, or of what the cells of a type hold.
func (p *intrinsicParser) place(text string) (int32, error) {
	name, label, ok := strings.Cut(strings.TrimSuffix(text, "]"), "[")
	n, found := p.named[name]
	if !found {
		return 0, fmt.Errorf("no parameter and no result %s", name)
	}
	if ok {
		n = p.content(n, label)
	}
	return n, nil
}

func (p *intrinsicParser) finish() {
	number := map[int32]int32{}
	sh := &p.sum.shape
	var visit func(n int32) int32
	visit = func(n int32) int32 {
		n = p.find(n)
		if i, ok := number[n]; ok {
			return i
		}
		i := int32(len(sh.Nodes))
		number[n] = i
		from := &p.nodes[n]
		sh.Nodes = append(sh.Nodes, snode{Flags: uint8(from.flags), Collapsed: from.collapsed, Called: from.called})
		for _, e := range from.edges {
			e.To = visit(e.To)
			sh.Nodes[i].Edges = append(sh.Nodes[i].Edges, e)
		}
		return i
	}
	for _, name := range p.sum.Params {
		sh.Params = append(sh.Params, root{[]string{all}, []int32{visit(p.named[name])}})
	}
	for _, name := range p.sum.Results {
		sh.Results = append(sh.Results, root{[]string{all}, []int32{visit(p.named[name])}})
	}
	p.sum.clauses()
	p.sum.Changes = p.sum.Changes || p.changed
}

// reading are packages whose assembly only reads what it is passed, arithmetic those whose assembly writes it, too, but touches
// nothing else.
var (
	reading    = []string{"internal/bytealg", "math", "hash/crc32", "internal/cpu", "math/bits"}
	arithmetic = []string{"math/big", "crypto/"}
)

// bodiless returns what is said of a function without a body, which is written in assembly or stands in another package.
func (u *unit) bodiless(key string, fn *ssa.Function) *Summary {
	sig := fn.Signature
	sum := &Summary{Name: key, Nil: make([]When, sig.Results().Len())}
	sh := &sum.shape
	if u.path == "sync/atomic" { // those of pointers are in the table
		flags := flag(written)
		if strings.HasPrefix(fn.Name(), "Load") {
			flags = 0
		}
		return u.atomic(sum, fn, flags)
	}
	isIn := func(list []string) bool {
		return slices.ContainsFunc(list, func(p string) bool { return u.path == p || strings.HasSuffix(p, "/") && strings.HasPrefix(u.path, p) })
	}
	plain := isIn(reading) || isIn(arithmetic)
	node := func(t types.Type, f flag) root {
		r := root{Labels: u.labels.of(t)}
		for range r.Labels {
			if plain || len(sh.Nodes) == 0 {
				sh.Nodes = append(sh.Nodes, snode{Flags: uint8(f)})
			}
			r.Nodes = append(r.Nodes, int32(len(sh.Nodes)-1))
		}
		return r
	}
	var flags flag
	switch {
	case !plain:
		flags = written | kept | later | outside | opaque
		sum.Unknown, sum.Opaque, sum.Waits, sum.MayPanic, sum.Changes = "no body", key, true, true, true
		sh.Nodes = append(sh.Nodes, snode{Flags: uint8(flags), Collapsed: true, Edges: []edge{{all, 0, true}}})
	case isIn(arithmetic):
		flags = written
	}
	for i, p := range parameters(sig) {
		name := p.Name()
		if name == "" || name == "_" {
			name = fmt.Sprint("p", i)
		}
		sum.Params = append(sum.Params, name)
		sh.Params = append(sh.Params, node(p.Type(), flags))
		if flags == written && len(sh.Params[i].Nodes) == 1 {
			sh.Nodes[len(sh.Nodes)-1].Unlocked = []string{variableType(p.Type())}
		}
	}
	for i := range sig.Results().Len() {
		sum.Results = append(sum.Results, fmt.Sprint("r", i))
		sh.Results = append(sh.Results, node(sig.Results().At(i).Type(), flags))
	}
	sum.clauses()
	sum.Changes = sum.Changes || !plain
	return sum
}

// atomic returns the summary of an atomic operation on a number.
func (u *unit) atomic(sum *Summary, fn *ssa.Function, f flag) *Summary {
	sum.MayPanic = true
	sum.shape.Nodes = []snode{{Flags: uint8(f)}}
	for i, p := range parameters(fn.Signature) {
		sum.Params = append(sum.Params, p.Name())
		sum.shape.Params = append(sum.shape.Params, root{})
		if i == 0 {
			sum.shape.Params[0] = root{u.labels.of(p.Type()), []int32{0}}
		}
	}
	for i := range fn.Signature.Results().Len() {
		sum.Results = append(sum.Results, fmt.Sprint("r", i))
		sum.shape.Results = append(sum.shape.Results, root{})
	}
	sum.clauses()
	return sum
}

// parameters returns the parameters of a signature, the receiver first.
func parameters(sig *types.Signature) []*types.Var {
	var list []*types.Var
	if sig.Recv() != nil {
		list = append(list, sig.Recv())
	}
	for i := range sig.Params().Len() {
		list = append(list, sig.Params().At(i))
	}
	return list
}
